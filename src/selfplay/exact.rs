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
    /// The probability of each length in plies, from 0.
    pub lengths: Vec<f64>,
    /// The probability that player one wins, of a draw, that player two wins.
    pub results: [f64; 3],
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
        let mut visits = vec![0.0; graph.len()];
        let mut lengths = Vec::new();
        let mut results = [0.0; 3];
        // The positions possible at this ply, and how likely each is there. A
        // list beside a dense array keeps a ply's work proportional to its size.
        let mut here: Vec<(usize, f64)> = vec![(0, 1.0)];
        let mut next_of = vec![0.0; graph.len()];
        let mut next = Vec::new();
        let mut moves = Vec::new();
        let mut odds = Vec::new();
        while !here.is_empty() {
            let mut ended = 0.0;
            for &(i, p) in &here {
                visits[i] += p;
                if let Some(outcome) = graph.outcome(i) {
                    ended += p;
                    results[result_index(outcome)] += p;
                    continue;
                }
                moves.clear();
                moves.extend(graph.edges(i).map(|e| graph.mv(e)));
                let context = Context::of(*graph.position(i));
                policy.probabilities(game, &context, &moves, &mut odds);
                for (target, q) in graph.targets(i).zip(&odds).filter(|(_, q)| **q > 0.0) {
                    if next_of[target] == 0.0 {
                        next.push(target);
                    }
                    next_of[target] += p * q;
                }
            }
            lengths.push(ended);
            here.clear();
            here.extend(next.iter().map(|&i| (i, std::mem::take(&mut next_of[i]))));
            next.clear();
        }
        Ok(Self {
            visits,
            lengths,
            results,
        })
    }

    /// The expected number of plies.
    pub fn expected_length(&self) -> f64 {
        let weighted = self.lengths.iter().enumerate();
        weighted.map(|(plies, p)| plies as f64 * p).sum()
    }
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
            assert!((exact.expected_length() - plies).abs() < 1e-9);
            let finals: f64 = (0..graph.len())
                .filter(|&i| graph.outcome(i).is_some())
                .map(|i| exact.visits[i])
                .sum();
            assert!((finals - 1.0).abs() < 1e-12);
            assert!((exact.lengths.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
