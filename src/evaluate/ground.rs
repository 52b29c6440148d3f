//! What is judged: positions, their exact values, how often they occur.

use rustc_hash::FxHashMap;

use crate::control::Control;
use crate::game::{Game, Player, ReachError, Reachable, Value};
use crate::policy::Uniform;
use crate::selfplay::{Distribution, HistoryError};
use crate::solver;

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

/// A game's reachable positions with everything that judging needs to know
/// about them.
///
/// A *question* is a position together with the player who has just moved
/// there: what advisors are asked. Every edge of the graph asks one question.
#[derive(Clone, Debug)]
pub struct Ground<G: Game> {
    /// The game.
    pub game: G,
    /// All reachable positions.
    pub graph: Reachable<G>,
    /// The exact value of each position for its side to move.
    pub values: Vec<Value>,
    /// Uniform play from the start.
    pub uniform: Distribution,
    /// The evaluation set E: numbers of the positions, both movers, where some
    /// but not all legal moves keep the exact value.
    pub set: Vec<u32>,
    /// How many positions of E offer a move that wins at once.
    pub immediate: usize,
    questions: Vec<(u32, Player)>,
    question_of_edge: Vec<u32>,
}

/// Why a game cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum GroundError {
    /// The positions could not be listed.
    #[error(transparent)]
    Reach(#[from] ReachError),
    /// The reference play has no exact distribution.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl<G: Game> Ground<G> {
    /// Lists, solves and weighs everything that can be reached from the start,
    /// at most `limit` positions.
    ///
    /// # Errors
    /// Too many positions, play that can return, or stopped by the caller.
    pub fn new(game: G, limit: usize, control: &Control) -> Result<Self, GroundError> {
        let graph = Reachable::new(&game, game.initial(), limit, control)?;
        let values = solver::table(&game, &graph);
        let uniform = Distribution::new(&game, &graph, &Uniform)?;

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
        let mut ground = Self {
            game,
            graph,
            values,
            uniform,
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
        Ok(ground)
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

    fn wins_at_once(&self, i: usize) -> bool {
        let mover = self.game.mover(self.graph.position(i));
        self.graph.targets(i).any(|t| {
            self.graph
                .outcome(t)
                .is_some_and(|o| o.winner == Some(mover))
        })
    }

    /// The weight of a position of the graph; not normalised.
    pub fn weight(&self, i: usize, weighting: Weighting) -> f64 {
        match weighting {
            Weighting::Positions => 1.0,
            Weighting::Visits => self.uniform.visits[i],
        }
    }

    /// Moves that keep the value / legal moves, at position `i`.
    pub fn chance_at(&self, i: usize) -> f64 {
        let edges = self.graph.edges(i);
        let legal = edges.len() as f64;
        edges.filter(|&e| self.keeps(i, e)).count() as f64 / legal
    }
}
