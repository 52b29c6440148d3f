//! The exact distribution of play under a policy, by dynamic programming
//! instead of sampling.

use crate::game::{Context, Game, Outcome, Player, Reachable};
use crate::policy::Policy;

/// What happens, exactly, when both sides follow a policy from the start.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// For each reachable position: the probability that a game passes through
    /// it (no position can occur twice in a game).
    pub visits: Vec<f64>,
    /// The probability that player one wins, of a draw, that player two wins.
    pub results: [f64; 3],
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
        let odds = edge_probabilities(game, graph, policy);
        let mut visits = vec![0.0; graph.len()];
        visits[0] = 1.0;
        let mut results = [0.0; 3];
        let mut expected_length = 0.0;
        for i in graph.forwards() {
            let p = visits[i];
            match graph.outcome(i) {
                Some(outcome) => results[result_index(outcome)] += p,
                None => expected_length += p,
            }
            for edge in graph.edges(i) {
                visits[graph.target(edge)] += p * odds[edge];
            }
        }
        Ok(Self {
            visits,
            results,
            expected_length,
            odds,
        })
    }

    /// The probability of each length in plies, from 0. A position can be met at
    /// many plies, so this takes far longer than the rest: 100 million steps for
    /// the 1.5 million positions of Sowing with 9 pots of 2.
    pub fn lengths<G: Game>(&self, graph: &Reachable<G>) -> Vec<f64> {
        let mut lengths = Vec::new();
        // The positions possible at this ply, and how likely each is there. A
        // list beside a dense array keeps a ply's work proportional to its size.
        let mut here: Vec<(usize, f64)> = vec![(0, 1.0)];
        let mut next_of = vec![0.0; graph.len()];
        let mut next = Vec::new();
        while !here.is_empty() {
            let mut ended = 0.0;
            for &(i, p) in &here {
                if graph.outcome(i).is_some() {
                    ended += p;
                }
                for edge in graph.edges(i) {
                    let q = p * self.odds[edge];
                    if q > 0.0 {
                        let sum: &mut f64 = &mut next_of[graph.target(edge)];
                        if *sum == 0.0 {
                            next.push(graph.target(edge));
                        }
                        *sum += q;
                    }
                }
            }
            lengths.push(ended);
            here.clear();
            here.extend(next.iter().map(|&i| (i, std::mem::take(&mut next_of[i]))));
            next.clear();
        }
        lengths
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
