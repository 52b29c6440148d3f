//! Questions about games in which play can go on for ever, answered by
//! retrograde analysis.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use super::proof::Prover;
use super::question::Budget;
use super::retrograde::{Fate, Layers, LayersError, graph_fates};
use super::{Analysis, Detail, Limits, MoveValue, Unsolved};
use crate::control::Control;
use crate::game::{Game, Player, ReachError, Reachable, Searchable, Value};

/// What has been worked out.
enum Known<G: Searchable> {
    Layers(Layers<G>),
    Listed {
        numbers: FxHashMap<G::Position, u32>,
        fates: Vec<Fate>,
    },
}

/// The fates of positions, all worked out at the first question, or proved one by
/// one.
pub(super) struct Cyclic<G: Searchable> {
    memory: usize,
    proofs: Option<Proofs<G>>,
    known: Option<Arc<Known<G>>>,
    /// Positions whose moves were listed.
    pub nodes: u64,
    /// When the question that is being answered was asked, and after how many
    /// nodes.
    asked: (Instant, u64),
}

/// Proof-number search on top of endgame tables.
struct Proofs<G: Searchable> {
    prover: Prover<G>,
    endgames: Option<Arc<Layers<G>>>,
    /// What the last question has shown so far.
    cannot_win: Option<Player>,
}

/// Nodes after which a proof makes room for that of the other side's win, for the
/// first time.
const SLICE: u64 = 1 << 16;

/// What is known of a position: its value, and in how many plies it is reached
/// unless that was only proved.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    pub value: Value,
    pub plies: Option<u16>,
}

impl Verdict {
    fn of(fate: Fate) -> Self {
        Self {
            value: fate.value(),
            plies: fate.plies(),
        }
    }

    /// What a move to a position of this verdict is worth to the side that plays it.
    fn of_move<G: Game>(self, game: &G, from: &G::Position, to: &G::Position) -> Self {
        let again = game.mover(from) == game.mover(to);
        let turns = u16::from(!game.goes_on(to));
        Self {
            value: if again { self.value } else { -self.value },
            plies: self.plies.map(|plies| plies.saturating_add(turns)),
        }
    }
}

/// An index of at most so many positions is worked through whatever the memory.
const SMALL_INDEX: usize = 1 << 16;

/// Bytes that a listed position takes while it is worked on, its moves included.
const BYTES_PER_POSITION: usize = 256;

impl<G: Searchable> Cyclic<G> {
    pub fn new(memory: usize) -> Self {
        Self {
            memory,
            proofs: None,
            known: None,
            nodes: 0,
            asked: (Instant::now(), 0),
        }
    }

    /// Proves values one by one instead of working out everything.
    pub fn prove(&mut self, endgames: Option<Arc<Layers<G>>>) {
        let prover = Prover::new(self.memory);
        self.proofs = Some(Proofs {
            prover,
            endgames,
            cannot_win: None,
        });
    }

    /// Another with what this one knows.
    pub fn share(&self, memory: usize) -> Self {
        let proofs = self.proofs.as_ref().map(|p| Proofs {
            prover: Prover::new(memory),
            endgames: p.endgames.clone(),
            cannot_win: None,
        });
        Self {
            memory,
            proofs,
            known: self.known.clone(),
            nodes: 0,
            asked: (Instant::now(), 0),
        }
    }

    pub fn bytes(&self) -> usize {
        let proofs = self.proofs.as_ref().map_or(0, |p| {
            let endgames = p.endgames.as_ref().map_or(0, |e| e.bytes());
            p.prover.bytes() + endgames
        });
        proofs
            + match self.known.as_deref() {
                None => 0,
                Some(Known::Layers(layers)) => layers.bytes(),
                Some(Known::Listed { numbers, fates }) => {
                    let entry = size_of::<(G::Position, u32)>() + 1;
                    numbers.capacity() * entry + size_of_val(&fates[..])
                }
            }
    }

    fn look(&self, position: &G::Position) -> Option<Fate> {
        match self.known.as_deref()? {
            Known::Layers(layers) => layers.fate(position),
            Known::Listed { numbers, fates } => numbers.get(position).map(|&n| fates[n as usize]),
        }
    }

    /// A new question begins, with limits of its own.
    pub fn ask(&mut self) {
        self.asked = (Instant::now(), self.nodes);
    }

    /// Works everything out now, unless values are proved one by one.
    pub fn prepare(
        &mut self,
        game: &G,
        limits: &Limits,
        control: &Control,
    ) -> Result<(), Unsolved> {
        match self.proofs {
            Some(_) => Ok(()),
            None => self.fate(game, &game.initial(), limits, control).map(drop),
        }
    }

    /// The value of a position. The first question works out that of many, unless
    /// values are proved one by one.
    pub fn verdict(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Verdict, Unsolved> {
        let Some(proofs) = &mut self.proofs else {
            return self.fate(game, position, limits, control).map(Verdict::of);
        };
        let endgames = proofs.endgames.as_deref();
        if let Some(fate) = endgames.and_then(|e| e.fate(position)) {
            return Ok(Verdict::of(fate));
        }
        let mover = game.mover(position);
        let (begun, before) = self.asked;
        let budget = Budget {
            limits,
            control,
            before,
            begun,
        };
        // Both questions in turn, each time for longer: either may be the hard one,
        // and the table keeps what was found.
        let mut open = vec![(mover, Value::Win), (mover.other(), Value::Loss)];
        proofs.cannot_win = None;
        let mut slice = SLICE;
        while !open.is_empty() {
            let mut still = Vec::new();
            for (side, value) in open {
                let mut why = None;
                let until = proofs.prover.nodes + slice;
                let mut stop = |nodes| {
                    why = budget.spent(nodes);
                    why.is_some() || nodes >= until
                };
                let prover = &mut proofs.prover;
                let wins = prover.wins(game, position, side, endgames, &mut stop);
                self.nodes = proofs.prover.nodes;
                match wins {
                    Some(true) => return Ok(Verdict { value, plies: None }),
                    Some(false) => proofs.cannot_win = Some(side),
                    None => match why {
                        Some(why) => return Err(why),
                        None => still.push((side, value)),
                    },
                }
            }
            open = still;
            slice *= 2;
        }
        Ok(Verdict {
            value: Value::Draw,
            plies: None,
        })
    }

    /// Where the last proof was not finished: a side that was shown unable to force
    /// a win.
    pub fn cannot_win(&self) -> Option<Player> {
        self.proofs.as_ref()?.cannot_win
    }

    /// The fate of a position. The first question works out that of many.
    fn fate(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Fate, Unsolved> {
        if let Some(fate) = self.look(position) {
            return Ok(fate);
        }
        let (begun, _) = self.asked;
        self.work_out(game, position, limits, control)?;
        if let Some(time) = limits.time.filter(|&t| begun.elapsed() > t) {
            return Err(Unsolved::Time(time));
        }
        let stranger = || Unsolved::Unknown(game.name());
        self.look(position).ok_or_else(stranger)
    }

    /// The layers up to that of a position, if it is in an index that fits.
    fn layers(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Option<Result<(), Unsolved>> {
        // Layers that are there already are continued, unless they are shared.
        let mut known = self.known.take().and_then(Arc::into_inner);
        let layers = match &mut known {
            Some(Known::Layers(layers)) => layers,
            _ => {
                let index = game.index().filter(|i| i.number(position).is_some())?;
                let room = index.len().saturating_mul(Layers::<G>::BYTES_AT_WORK);
                let fits = room <= self.memory || index.len() <= SMALL_INDEX;
                let layers = fits.then(|| Layers::new(index).ok()).flatten()?;
                match known.insert(Known::Layers(layers)) {
                    Known::Layers(layers) => layers,
                    Known::Listed { .. } => return None,
                }
            }
        };
        layers.index().number(position)?;
        let before = layers.positions();
        let wanted = layers.index().layer(position) + 1;
        let (begun, asked) = self.asked;
        let budget = Budget {
            limits,
            control,
            before: asked,
            begun,
        };
        let mut nodes = self.nodes;
        let mut why = None;
        let completed = layers.complete(game, wanted, |more| {
            nodes += more;
            control.advance(more);
            why = budget.spent(nodes);
            why.is_some()
        });
        self.nodes += layers.positions() - before;
        self.known = known.map(Arc::new);
        if completed.is_ok() && budget.spent(self.nodes).is_some() {
            return budget.spent(self.nodes).map(Err);
        }
        Some(completed.map_err(|e| match e {
            LayersError::Memory(positions) => Unsolved::TooLarge {
                game: game.name(),
                positions: positions as u64,
            },
            LayersError::Stopped(_) => why.unwrap_or(Unsolved::Stopped(nodes)),
        }))
    }

    fn work_out(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<(), Unsolved> {
        if let Some(done) = self.layers(game, position, limits, control) {
            return done;
        }
        let mut starts = game.roots();
        starts.push(*position);
        let room = (self.memory / BYTES_PER_POSITION).max(1000);
        let asked = limits.nodes.map_or(usize::MAX, |n| n as usize);
        let graph = Reachable::with_cycles(game, &starts, room.min(asked), control);
        let graph = graph.map_err(|e| match e {
            ReachError::TooMany { .. } if asked < room => Unsolved::Nodes(asked as u64),
            ReachError::TooMany { reached, .. } => Unsolved::TooLarge {
                game: game.name(),
                positions: reached as u64,
            },
            ReachError::Stopped(n) | ReachError::Cycle(n) => Unsolved::Stopped(n as u64),
        })?;
        let fates = graph_fates(game, &graph);
        let numbers = graph.positions().iter().copied().zip(0..).collect();
        self.nodes += graph.len() as u64;
        self.known = Some(Arc::new(Known::Listed { numbers, fates }));
        Ok(())
    }

    /// Every move with its fate for the side that plays it.
    pub fn moves(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<MoveValue<G>>, Unsolved> {
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        let valued = moves.into_iter().map(|mv| {
            let next = game.play(position, mv);
            let verdict = self.verdict(game, &next, limits, control)?;
            let verdict = verdict.of_move(game, position, &next);
            Ok(MoveValue {
                mv,
                position: next,
                value: verdict.value,
                margin: None,
                plies: verdict.plies,
            })
        });
        valued.collect()
    }

    pub fn analysis(
        &mut self,
        game: &G,
        position: &G::Position,
        detail: Detail,
        limits: &Limits,
        control: &Control,
    ) -> Result<Analysis<G>, Unsolved> {
        let before = self.nodes;
        let verdict = self.verdict(game, position, limits, control)?;
        let proved = self.proofs.is_some();
        let mut moves = Vec::new();
        if !(proved && detail == Detail::Value) {
            moves = self.moves(game, position, limits, control)?;
        }
        let best = moves.iter().filter(|m| m.value == verdict.value);
        let optimal = best.map(|m| m.mv).collect();
        // A proof does not say how far the end is, so it leads to no line.
        let line = if proved && verdict.plies.is_none() {
            Vec::new()
        } else {
            self.line(game, position, limits, control)?
        };
        Ok(Analysis {
            value: verdict.value,
            margin: None,
            plies: verdict.plies,
            line,
            optimal: (detail != Detail::Value).then_some(optimal),
            optimal_margin: None,
            moves: (detail == Detail::Moves).then_some(moves),
            nodes: self.nodes - before,
        })
    }

    /// Play in which the winner hurries and the loser delays, to the end; where
    /// nobody wins, until a position comes back.
    fn line(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<G::Move>, Unsolved> {
        let mut seen = FxHashSet::default();
        let mut line = Vec::new();
        let mut at = *position;
        while seen.insert(at) {
            let moves = self.moves(game, &at, limits, control)?;
            let rank = |m: &MoveValue<G>| match (m.plies, m.value) {
                (Some(plies), Value::Win) => Fate::win(plies).rank(),
                (Some(plies), _) => Fate::loss(plies).rank(),
                (None, _) => 0,
            };
            // The first of the best.
            let best = moves.iter().rev().max_by_key(|m| rank(m));
            let Some(best) = best else { break };
            line.push(best.mv);
            at = best.position;
        }
        Ok(line)
    }
}
