//! What is judged: positions, their exact values, how often they occur.

use rustc_hash::FxHashMap;

use crate::control::Control;
use crate::game::{Game, Player, ReachError, Reachable, Scored, Value};
use crate::policy::Uniform;
use crate::selfplay::Distribution;
use crate::solver;
use crate::solver::retrograde::{Fate, graph_fates};

/// How the positions of E are weighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weighting {
    /// Each position once.
    Positions,
    /// By the exact probability that uniform play from the start meets it.
    Visits,
}

impl Weighting {
    /// Both weightings.
    pub const ALL: [Weighting; 2] = [Weighting::Positions, Weighting::Visits];

    /// `positions` or `visits`.
    pub fn name(self) -> &'static str {
        match self {
            Weighting::Positions => "positions",
            Weighting::Visits => "visits",
        }
    }
}

/// Positions with everything that judging needs to know about them: all that
/// can be reached ([`Ground::new`]), or a sample of them with what their moves
/// lead to ([`met`](super::met)).
///
/// A *question* is a position together with the player who has just moved
/// there: what advisors are asked. Every edge of the graph asks one question.
#[derive(Clone, Debug)]
pub struct Ground<G: Game> {
    /// The game.
    pub game: G,
    /// The positions.
    pub graph: Reachable<G>,
    /// The exact value of each position for its side to move, where both sides
    /// play for the outcome.
    pub values: Vec<Value>,
    /// The exact margin of each position for its side to move, where both sides
    /// play for the margin; `None` if the game counts no points.
    pub margins: Option<Vec<i16>>,
    /// Where play can go on for ever: how far each position is from its end.
    pub fates: Option<Vec<Fate>>,
    /// How much of the game this is.
    pub extent: Extent,
    /// The evaluation set E: numbers of the positions, both movers, where some
    /// but not all legal moves keep the exact value.
    pub set: Vec<u32>,
    /// How many positions of E offer a move that wins at once.
    pub immediate: usize,
    /// Whether a finished position of the graph is a draw.
    pub draws: bool,
    questions: Vec<(u32, Player)>,
    question_of_edge: Vec<u32>,
}

/// How much of a game a [`Ground`] holds.
#[derive(Clone, Debug)]
pub enum Extent {
    /// Everything that can be reached, with the exact distribution of uniform
    /// play from the start.
    Whole(Distribution),
    /// A sample of E.
    Met(Met),
}

/// How a sample of E was met by uniform play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Positions drawn, one a game, until enough of them were of E.
    pub drawn: usize,
    /// Those of them that the solver gave up.
    pub unsolved: usize,
    /// The share of E among all visits to positions that were solved.
    pub share: f64,
}

/// Why a game cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum GroundError {
    /// The positions could not be listed.
    #[error(transparent)]
    Reach(#[from] ReachError),
}

/// What follows the listing: values, margins, visits, questions.
const PARTS: u64 = 4;

impl<G: Scored> Ground<G> {
    /// Lists, solves and weighs everything that can be reached from the start,
    /// at most `limit` positions. `control` counts positions while they are listed,
    /// then parts of the work.
    ///
    /// # Errors
    /// Too many positions, or stopped by the caller.
    pub fn new(game: G, limit: usize, control: &Control) -> Result<Self, GroundError> {
        let graph = Reachable::new(&game, game.initial(), limit, control)?;
        control.begin(PARTS);
        // Whether it is to stop is asked between the parts.
        let part = || {
            control.advance(1);
            match control.stopped() {
                true => Err(ReachError::Stopped(graph.len())),
                false => Ok(()),
            }
        };
        let uniform = Distribution::new(&game, &graph, &Uniform);
        part()?;
        let extent = Extent::Whole(uniform);
        if graph.is_ordered() {
            let values = solver::table(&game, &graph);
            part()?;
            let margins = solver::margin_table(&game, &graph);
            part()?;
            return Ok(Self::of(game, graph, values, margins, extent));
        }
        let fates = graph_fates(&game, &graph);
        part()?;
        let values = fates.iter().map(|f| f.value()).collect();
        let ground = Self::of(game, graph, values, None, extent);
        Ok(Self {
            fates: Some(fates),
            ..ground
        })
    }
}

impl<G: Game> Ground<G> {
    /// Finds E and the questions.
    pub(super) fn of(
        game: G,
        graph: Reachable<G>,
        values: Vec<Value>,
        margins: Option<Vec<i16>>,
        extent: Extent,
    ) -> Self {
        let mut numbers: FxHashMap<(u32, Player), u32> = FxHashMap::default();
        let mut questions = Vec::new();
        let mut question_of_edge = Vec::new();
        for i in 0..graph.len() {
            let mover = game.mover(graph.position(i));
            for target in graph.targets(i) {
                let question = (target as u32, mover);
                let number = *numbers.entry(question).or_insert_with(|| {
                    questions.push(question);
                    questions.len() as u32 - 1
                });
                question_of_edge.push(number);
            }
        }
        let drawn = |i| graph.outcome(i).is_some_and(|o| o.winner.is_none());
        let mut ground = Self {
            draws: (0..graph.len()).any(drawn),
            game,
            graph,
            values,
            margins,
            fates: None,
            extent,
            set: Vec::new(),
            immediate: 0,
            questions,
            question_of_edge,
        };
        for i in 0..ground.graph.len() {
            let kept = ground
                .graph
                .edges(i)
                .filter(|&e| ground.keeps(i, e))
                .count();
            if kept > 0 && kept < ground.graph.edges(i).len() {
                ground.set.push(i as u32);
                ground.immediate += usize::from(ground.wins_at_once(i));
            }
        }
        ground
    }

    /// The exact distribution of uniform play, if this is the whole game.
    pub fn uniform(&self) -> Option<&Distribution> {
        match &self.extent {
            Extent::Whole(uniform) => Some(uniform),
            Extent::Met(_) => None,
        }
    }

    /// The positions that advisors are asked about, each with the player who
    /// has just moved there.
    pub fn questions(&self) -> &[(u32, Player)] {
        &self.questions
    }

    /// The question that an edge of the graph asks.
    pub fn question(&self, edge: usize) -> usize {
        self.question_of_edge[edge] as usize
    }

    /// The exact value that a move has for the player who makes it.
    pub fn value_of_move(&self, i: usize, edge: usize) -> Value {
        let target = self.graph.target(edge);
        solver::worth(&self.game, &self.graph, &self.values, i, target)
    }

    /// Whether a move of position `i` keeps its exact value.
    pub fn keeps(&self, i: usize, edge: usize) -> bool {
        self.value_of_move(i, edge) == self.values[i]
    }

    /// The exact margin that a move has for the player who makes it, if both
    /// sides play for the margin from there on. `None` if the game counts no
    /// points.
    pub fn margin_of_move(&self, i: usize, edge: usize) -> Option<i16> {
        let margins = self.margins.as_ref()?;
        let target = self.graph.target(edge);
        Some(solver::worth(&self.game, &self.graph, margins, i, target))
    }

    /// How many points a move of position `i` gives away: 0 for a best move for
    /// the margin. `None` if the game counts no points.
    pub fn regret(&self, i: usize, edge: usize) -> Option<f64> {
        let best = f64::from(self.margins.as_ref()?[i]);
        Some(best - f64::from(self.margin_of_move(i, edge)?))
    }

    /// Whether a move brings a win nearer, if there is one at position `i` that
    /// can be kept for ever without.
    pub fn progresses(&self, i: usize, edge: usize) -> Option<bool> {
        let fates = self.fates.as_ref()?;
        let (own, target) = (fates[i], self.graph.target(edge));
        if own.value() != Value::Win {
            return None;
        }
        let (from, to) = (self.graph.position(i), self.graph.position(target));
        Some(fates[target].of_move_between(&self.game, from, to) == own)
    }

    fn wins_at_once(&self, i: usize) -> bool {
        let mover = self.game.mover(self.graph.position(i));
        self.graph.targets(i).any(|t| {
            self.graph
                .outcome(t)
                .is_some_and(|o| o.winner == Some(mover))
        })
    }

    /// Moves that keep the value / legal moves, at position `i`.
    pub fn chance_at(&self, i: usize) -> f64 {
        let edges = self.graph.edges(i);
        let legal = edges.len() as f64;
        edges.filter(|&e| self.keeps(i, e)).count() as f64 / legal
    }

    /// [`Ground::chance_at`] for the margin, and the mean regret of all moves.
    pub fn margin_chance_at(&self, i: usize) -> Option<[f64; 2]> {
        let edges = self.graph.edges(i);
        let legal = edges.len() as f64;
        let mut sums = [0.0; 2];
        for edge in edges {
            let regret = self.regret(i, edge)?;
            sums[0] += f64::from(u8::from(regret == 0.0));
            sums[1] += regret;
        }
        Some(sums.map(|s| s / legal))
    }
}
