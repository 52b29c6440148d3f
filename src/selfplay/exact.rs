//! The exact distribution of play under a policy, by dynamic programming
//! instead of sampling.

use crate::game::{Context, DEFAULT_CAP, Game, Outcome, Player, Reachable};
use crate::policy::Policy;

/// What happens, exactly, when both sides follow a policy from the start.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// For each reachable position: how often a game is expected to pass through
    /// it. Where no position can occur twice this is a probability.
    pub visits: Vec<f64>,
    /// The probability that player one wins, of a draw, that player two wins.
    pub results: [f64; 3],
    /// The probability that a game is not over after [`DEFAULT_CAP`] plies; 0 in
    /// a game that always ends.
    pub capped: f64,
    /// The expected number of plies.
    pub expected_length: f64,
    /// The probability of every edge of the graph.
    odds: Vec<f64>,
}

/// The policy depends on more than the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the policy {0} depends on the last move: no exact distribution over positions")]
pub struct HistoryError(String);

impl Distribution {
    /// The distribution over the positions of `graph` when both sides follow `policy`.
    /// Where play can go on for ever games are cut short after [`DEFAULT_CAP`]
    /// plies, and no rule ends them when a position comes back.
    ///
    /// # Errors
    /// The policy depends on the last move.
    pub fn new<G: Game>(
        game: &G,
        graph: &Reachable<G>,
        policy: &impl Policy<G>,
    ) -> Result<Self, HistoryError> {
        if policy.uses_last_move() {
            return Err(HistoryError(policy.name()));
        }
        let mut all = Self {
            visits: vec![0.0; graph.len()],
            results: [0.0; 3],
            capped: 0.0,
            expected_length: 0.0,
            odds: edge_probabilities(game, graph, policy),
        };
        if graph.is_ordered() {
            all.visits[0] = 1.0;
            for i in graph.forwards() {
                for edge in graph.edges(i) {
                    all.visits[graph.target(edge)] += all.visits[i] * all.odds[edge];
                }
            }
        } else {
            all.capped = all.follow(graph);
        }
        for i in 0..graph.len() {
            match graph.outcome(i) {
                Some(outcome) => all.results[result_index(outcome)] += all.visits[i],
                None => all.expected_length += all.visits[i],
            }
        }
        // Visits to the positions where the last ply was cut short are no plies.
        all.expected_length -= all.capped;
        Ok(all)
    }

    /// Adds up the visits ply by ply; what is left after the last.
    fn follow<G: Game>(&mut self, graph: &Reachable<G>) -> f64 {
        let mut plies = Plies::new(graph);
        for ply in 0..=DEFAULT_CAP {
            for &(i, p) in &plies.here {
                self.visits[i] += p;
            }
            let open = |&&(i, _): &&(usize, f64)| graph.outcome(i).is_none();
            let left: f64 = plies.here.iter().filter(open).map(|here| here.1).sum();
            if left == 0.0 || ply == DEFAULT_CAP {
                return left;
            }
            plies.advance(graph, &self.odds);
        }
        0.0
    }

    /// The probability of each length in plies, from 0. A position can be met at
    /// many plies, so this takes far longer than the rest: 100 million steps for
    /// the 1.5 million positions of Sowing with 9 pots of 2.
    pub fn lengths<G: Game>(&self, graph: &Reachable<G>) -> Vec<f64> {
        let mut lengths = Vec::new();
        let mut plies = Plies::new(graph);
        while !plies.here.is_empty() && lengths.len() <= DEFAULT_CAP as usize {
            let ended = plies.here.iter();
            let ended = ended.filter(|(i, _)| graph.outcome(*i).is_some());
            lengths.push(ended.map(|(_, p)| p).sum());
            plies.advance(graph, &self.odds);
        }
        lengths
    }
}

/// Play followed ply by ply. A list beside a dense array keeps a ply's work
/// proportional to the positions that are possible in it.
struct Plies {
    /// The positions possible at this ply, and how likely each is there.
    here: Vec<(usize, f64)>,
    next: Vec<usize>,
    next_of: Vec<f64>,
}

impl Plies {
    fn new<G: Game>(graph: &Reachable<G>) -> Self {
        Self {
            here: vec![(0, 1.0)],
            next: Vec::new(),
            next_of: vec![0.0; graph.len()],
        }
    }

    fn advance<G: Game>(&mut self, graph: &Reachable<G>, odds: &[f64]) {
        for &(i, p) in &self.here {
            for edge in graph.edges(i) {
                let q = p * odds[edge];
                if q > 0.0 {
                    let sum = &mut self.next_of[graph.target(edge)];
                    if *sum == 0.0 {
                        self.next.push(graph.target(edge));
                    }
                    *sum += q;
                }
            }
        }
        self.here.clear();
        let next_of = &mut self.next_of;
        let moved = self.next.drain(..);
        let moved = moved.map(|i| (i, std::mem::take(&mut next_of[i])));
        self.here.extend(moved);
    }
}

/// The probability of every edge of the graph under a policy.
fn edge_probabilities<G: Game>(
    game: &G,
    graph: &Reachable<G>,
    policy: &impl Policy<G>,
) -> Vec<f64> {
    let mut all = Vec::new();
    let mut moves = Vec::new();
    let mut odds = Vec::new();
    for (i, position) in graph.positions().iter().enumerate() {
        moves.clear();
        moves.extend(graph.edges(i).map(|e| graph.mv(e)));
        if !moves.is_empty() {
            policy.probabilities(game, &Context::of(*position), &moves, &mut odds);
            all.extend_from_slice(&odds);
        }
    }
    all
}

fn result_index(outcome: Outcome) -> usize {
    match outcome.winner {
        Some(Player::One) => 0,
        None => 1,
        Some(Player::Two) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::game::sowing::Sowing;
    use crate::policy::Uniform;

    /// The exact figures of the rules' text.
    #[test]
    fn uniform_play_of_small_sowing() {
        for (pots, states, south, plies) in [
            (4, 6, 0.5, 2.5),
            (5, 31, 0.409_722_222, 3.534_722_222),
            (6, 459, 0.541_715_562, 5.226_932_897),
        ] {
            let game = Sowing::<1>::uniform(pots, 2, Player::One).unwrap();
            let graph = Reachable::new(&game, game.initial(), 1000, &Control::new()).unwrap();
            assert_eq!(graph.len(), states);
            let exact = Distribution::new(&game, &graph, &Uniform).unwrap();
            assert!((exact.results[0] - south).abs() < 1e-9);
            assert!((exact.expected_length - plies).abs() < 1e-9);
            let finals: f64 = (0..graph.len())
                .filter(|&i| graph.outcome(i).is_some())
                .map(|i| exact.visits[i])
                .sum();
            assert!((finals - 1.0).abs() < 1e-12);
            let lengths = exact.lengths(&graph);
            assert!((lengths.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mean: f64 = (0..).zip(&lengths).map(|(n, p)| f64::from(n) * p).sum();
            assert!((mean - plies).abs() < 1e-9);
        }
    }
}
