//! Positions of E met by uniform play, for games whose positions are too many to
//! list: each is solved by itself.
//!
//! Uniform play number 0, 1, 2, ... from the start, each a function of the seed
//! and its number, gives one position each: one of the L unfinished positions of
//! its path, all equally likely, with weight L. A position that play passes
//! through with probability v (the weighting `visits`) is then drawn with an
//! expected weight of exactly v, whatever the lengths of the games: the sum of
//! weight times figure over the positions drawn estimates the sum of v times
//! figure without bias, for every figure and for the figure 1, and a mean over E
//! is the quotient of two such sums. (Without the weight, positions of short
//! games would count for more.) The positions are drawn independently, so a
//! bootstrap may resample them. Those outside E are passed over, until there are
//! as many of E as asked for.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use super::ground::{Extent, Ground, Met, Weighting};
use super::sample::Sample;
use crate::control::Control;
use crate::game::{Context, Ending, Game, ReachError, Reachable, Referee, Searchable, Value};
use crate::parallel::Pool;
use crate::policy::{Policy, Uniform};
use crate::random::{Purpose, Stream};
use crate::solver::{Limits, MoveValue, Solver, Unsolved, Worth};

/// Why there is no sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetError {
    /// The solver cannot answer.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The caller stopped it.
    #[error("stopped: {found} of {asked} positions of E were found")]
    Stopped {
        /// Positions of E.
        found: usize,
        /// How many were asked for.
        asked: usize,
    },
    /// E is too rare.
    #[error(
        "only {found} of {drawn} positions that uniform play met are of E (some but not all moves keep the value), {unsolved} were not solved within the limit of nodes: expected {asked}"
    )]
    Rare {
        /// Positions of E.
        found: usize,
        /// Positions drawn.
        drawn: usize,
        /// Those that the solver gave up.
        unsolved: usize,
        /// How many were asked for.
        asked: usize,
    },
    /// The positions could not be put together.
    #[error(transparent)]
    Reach(#[from] ReachError),
}

/// So many positions may be drawn for each that is asked for.
const TRIES: usize = 1000;

/// A position drawn.
#[derive(Clone, Copy)]
struct Drawn<G: Game> {
    position: G::Position,
    /// How many unfinished positions its game had.
    weight: f64,
}

/// What became of it: the worth of its moves in the order of [`Game::expand`];
/// `None` if the solver gave up.
type Judged = Option<Vec<Worth>>;

/// A ground of `n` positions of E, drawn with replacement by the weighting
/// `visits`, and the sample that judges them; see the module's text. Each thread
/// makes itself a judge, which tells the worth of a position's legal moves, in
/// order; what it gives up for its limit of nodes is left out, and counted.
/// `control` counts the positions of E.
///
/// The result does not depend on the number of threads, if what is given up does
/// not depend on earlier questions.
///
/// # Errors
/// See [`MetError`].
pub fn met<G, J>(
    game: G,
    n: usize,
    seed: u64,
    judge: impl Fn() -> J + Sync,
    pool: &Pool,
    control: &Control,
) -> Result<(Ground<G>, Sample), MetError>
where
    G: Game,
    J: FnMut(&G::Position) -> Result<Vec<Worth>, Unsolved>,
{
    control.set_total(n as u64);
    let next = AtomicUsize::new(0);
    let found = AtomicUsize::new(0);
    let most = n.saturating_mul(TRIES);
    let referee = Referee::new(game.clone());
    let parts = pool.workers(|_| {
        let mut judge = judge();
        let mut memo: FxHashMap<G::Position, Judged> = FxHashMap::default();
        let mut answers: Vec<(usize, Drawn<G>, Judged)> = Vec::new();
        let (mut path, mut moves) = (Vec::new(), Vec::new());
        // Numbers are taken in order and every one taken is judged: when enough
        // are found, no number below has been passed over.
        while found.load(Relaxed) < n && !control.stopped() {
            let number = next.fetch_add(1, Relaxed);
            if number >= most {
                break;
            }
            let Some(drawn) = draw(&referee, seed, number, &mut path, &mut moves) else {
                break;
            };
            let judged = match memo.get(&drawn.position) {
                Some(known) => known.clone(),
                None => {
                    let judged = match judge(&drawn.position) {
                        Ok(worths) => Some(worths),
                        Err(Unsolved::Nodes(_)) => None,
                        Err(Unsolved::Stopped(_)) => break,
                        Err(e) => {
                            // The others need not go on either.
                            found.store(n, Relaxed);
                            return Err(e);
                        }
                    };
                    memo.insert(drawn.position, judged.clone());
                    judged
                }
            };
            if judged.as_deref().is_some_and(matters) {
                found.fetch_add(1, Relaxed);
                control.advance(1);
            }
            answers.push((number, drawn, judged));
        }
        Ok(answers)
    });
    let mut answers = Vec::new();
    for part in parts {
        answers.extend(part?);
    }
    let found = found.into_inner();
    if found < n && control.stopped() {
        return Err(MetError::Stopped { found, asked: n });
    }
    answers.sort_unstable_by_key(|a| a.0);
    gather(game, n, answers)
}

/// Whether the choice matters: some but not all moves keep the value.
fn matters(worths: &[Worth]) -> bool {
    worths.iter().any(|w| w.value != worths[0].value)
}

/// The position that game `number` gives; `None` if the start is finished.
fn draw<G: Game>(
    referee: &Referee<G>,
    seed: u64,
    number: usize,
    path: &mut Vec<G::Position>,
    moves: &mut Vec<G::Move>,
) -> Option<Drawn<G>> {
    // Replicates 0 and 1 of this purpose are the two weightings' draws from a list.
    let mut rng = Stream::open(seed, Purpose::Sample, 2, number as u64);
    path.clear();
    let (_, ending) = referee.play(
        Context::start(&referee.game),
        moves,
        |context, legal| Uniform.choose(&referee.game, context, legal, &mut rng),
        |context| path.push(context.position),
    );
    if let Ending::Over(_) = ending {
        path.pop();
    }
    let position = *path.get(rng.below(path.len() as u32) as usize)?;
    let weight = path.len() as f64;
    Some(Drawn { position, weight })
}

/// The first `n` positions of E among those drawn, as a ground and a sample.
fn gather<G: Game>(
    game: G,
    n: usize,
    answers: Vec<(usize, Drawn<G>, Judged)>,
) -> Result<(Ground<G>, Sample), MetError> {
    let mut numbers: FxHashMap<G::Position, u32> = FxHashMap::default();
    let mut centres: Vec<(G::Position, Vec<Worth>)> = Vec::new();
    let (mut positions, mut weights) = (Vec::new(), Vec::new());
    let (mut drawn, mut unsolved, mut solved) = (0, 0, 0.0);
    for (_, draw, judged) in answers {
        if positions.len() == n {
            break;
        }
        drawn += 1;
        let Some(worths) = judged else {
            unsolved += 1;
            continue;
        };
        solved += draw.weight;
        if matters(&worths) {
            let number = *numbers.entry(draw.position).or_insert_with(|| {
                centres.push((draw.position, worths));
                centres.len() as u32 - 1
            });
            positions.push(number);
            weights.push(draw.weight);
        }
    }
    let rare = MetError::Rare {
        found: positions.len(),
        drawn,
        unsolved,
        asked: n,
    };
    if positions.len() < n {
        return Err(rare);
    }
    let met = Met {
        drawn,
        unsolved,
        share: weights.iter().sum::<f64>() / solved,
    };
    let ground = around(game, &centres, met)?;
    // How often uniform play comes to a position reached, from those drawn.
    let mut reached: FxHashMap<usize, f64> = FxHashMap::default();
    for (&i, weight) in positions.iter().zip(&weights) {
        let edges = ground.graph.edges(i as usize);
        let each = weight / edges.len() as f64;
        for edge in edges {
            *reached.entry(ground.question(edge)).or_default() += each;
        }
    }
    let mut questions: Vec<(usize, f64)> = reached.into_iter().collect();
    questions.sort_unstable_by_key(|q| q.0);
    let sample = Sample::of(
        &ground,
        Weighting::Visits,
        (positions, weights),
        true,
        questions,
    );
    Ok((ground, sample.ok_or(rare)?))
}

/// The ground of some positions whose moves have been judged.
fn around<G: Game>(
    game: G,
    centres: &[(G::Position, Vec<Worth>)],
    met: Met,
) -> Result<Ground<G>, ReachError> {
    let positions: Vec<G::Position> = centres.iter().map(|c| c.0).collect();
    let graph = Reachable::around(&game, &positions)?;
    let mut values = vec![Value::Draw; graph.len()];
    let mut margins = vec![Some(0); graph.len()];
    for (i, (position, worths)) in centres.iter().enumerate() {
        for (target, worth) in graph.targets(i).zip(worths) {
            let again = game.mover(graph.position(target)) == game.mover(position);
            (values[target], margins[target]) = match again {
                true => (worth.value, worth.margin),
                false => (-worth.value, worth.margin.map(|m| -m)),
            };
        }
    }
    // After all targets, one of which may be a centre too: the same value twice.
    for (i, (_, worths)) in centres.iter().enumerate() {
        let value = worths.iter().map(|w| w.value).max();
        values[i] = value.unwrap_or(Value::Loss);
        margins[i] = worths.iter().map(|w| w.margin).max().flatten();
    }
    let margins: Option<Vec<i16>> = margins.into_iter().collect();
    let extent = Extent::Met(met);
    Ok(Ground::of(game, graph, values, margins, extent))
}

/// The solver as a judge of positions, with tables of at most `memory` bytes. A
/// limit of nodes holds for each position, and then no position has the help of
/// those before it, so that what is given up depends on the position alone (where
/// play can go on for ever, everything is worked out once).
pub fn solver_worths<G: Searchable>(
    game: &G,
    memory: usize,
    limits: Limits,
    control: &Control,
) -> impl FnMut(&G::Position) -> Result<Vec<Worth>, Unsolved> {
    let mut solver = Solver::new(game.clone(), memory);
    move |position| {
        if limits.nodes.is_some() {
            solver = solver.fork(memory);
        }
        let moves = solver.moves_with_values(position, &limits, control)?;
        let worth = |m: &MoveValue<G>| Worth {
            value: m.value,
            margin: m.margin,
        };
        Ok(moves.iter().map(worth).collect())
    }
}
