//! The exact distribution of play under a policy, by dynamic programming
//! instead of sampling.

use std::ops::Range;

use crate::game::{Context, DEFAULT_CAP, Game, LastMove, Outcome, Player, Reachable};
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
    chain: Chain,
}

impl Distribution {
    /// The distribution over the positions of `graph` when both sides follow `policy`.
    /// Where play can go on for ever games are cut short after [`DEFAULT_CAP`]
    /// plies, and no rule ends them when a position comes back.
    ///
    /// If the policy depends on the last move, positions are told apart by the
    /// moves that lead to them, and the first one has none.
    pub fn new<G: Game>(game: &G, graph: &Reachable<G>, policy: &impl Policy<G>) -> Self {
        let chain = match policy.uses_last_move() {
            false => Chain::of_positions(game, graph, policy),
            true => Chain::with_last_moves(game, graph, policy),
        };
        let mut of_states = vec![0.0; chain.len()];
        let mut all = Self {
            visits: vec![0.0; graph.len()],
            results: [0.0; 3],
            capped: 0.0,
            expected_length: 0.0,
            chain,
        };
        let chain = &all.chain;
        if graph.is_ordered() {
            of_states[0] = 1.0;
            for i in graph.forwards() {
                for state in chain.states_of(i) {
                    for (next, p) in chain.from(state) {
                        of_states[next] += of_states[state] * p;
                    }
                }
            }
        } else {
            all.capped = chain.follow(&mut of_states).max(0.0);
        }
        for (i, visits) in all.visits.iter_mut().enumerate() {
            *visits = all.chain.states_of(i).map(|s| of_states[s]).sum();
            match graph.outcome(i) {
                Some(outcome) => all.results[result_index(outcome)] += *visits,
                None => all.expected_length += *visits,
            }
        }
        // Visits to the positions where the last ply was cut short are no plies.
        all.expected_length -= all.capped;
        all
    }

    /// The probability of each length in plies, from 0. A position can be met at
    /// many plies, so this takes far longer than the rest: 100 million steps for
    /// the 1.5 million positions of Sowing with 9 pots of 2.
    pub fn lengths(&self) -> Vec<f64> {
        let mut lengths = Vec::new();
        let mut plies = Plies::new(&self.chain);
        while !plies.here.is_empty() && lengths.len() <= DEFAULT_CAP as usize {
            let ended = plies.here.iter();
            let ended = ended.filter(|(state, _)| self.chain.is_final(*state));
            lengths.push(ended.map(|(_, p)| p).sum());
            plies.advance();
        }
        lengths
    }
}

/// Play as a Markov chain. Its states are the positions of a graph, or if the
/// policy asks for the last move the positions with each move that leads to them;
/// state 0 is the start.
#[derive(Clone, Debug)]
struct Chain {
    /// `of_position[i]..of_position[i + 1]` are the states of position `i`.
    of_position: Vec<u32>,
    /// `first[s]..first[s + 1]` are the steps from state `s`.
    first: Vec<u32>,
    targets: Vec<u32>,
    odds: Vec<f64>,
}

impl Chain {
    fn of_positions<G: Game>(game: &G, graph: &Reachable<G>, policy: &impl Policy<G>) -> Self {
        let mut chain = Self::empty((0..=graph.len() as u32).collect());
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        for i in 0..graph.len() {
            moves.clear();
            moves.extend(graph.edges(i).map(|e| graph.mv(e)));
            let context = Context::of(*graph.position(i));
            let edges = graph.edges(i);
            let target = |k| graph.target(edges.start + k) as u32;
            chain.add(game, policy, &context, &moves, target, &mut scratch);
        }
        chain
    }

    fn with_last_moves<G: Game>(game: &G, graph: &Reachable<G>, policy: &impl Policy<G>) -> Self {
        // The moves that lead to each position, each once.
        let mut last: Vec<Vec<LastMove<G>>> = vec![Vec::new(); graph.len()];
        last[0].push(None);
        for i in 0..graph.len() {
            let mover = game.mover(graph.position(i));
            for e in graph.edges(i) {
                last[graph.target(e)].push(Some((mover, graph.mv(e))));
            }
        }
        let mut of_position = vec![0];
        for moves in &mut last {
            moves.sort_unstable_by_key(|m| m.map(|(player, mv)| (player.index(), mv)));
            moves.dedup();
            of_position.push(of_position[of_position.len() - 1] + moves.len() as u32);
        }
        let mut chain = Self::empty(of_position);
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        for i in 0..graph.len() {
            moves.clear();
            moves.extend(graph.edges(i).map(|e| graph.mv(e)));
            let mover = game.mover(graph.position(i));
            let next: Vec<u32> = graph
                .edges(i)
                .map(|e| {
                    let to = graph.target(e);
                    let mv = Some((mover, graph.mv(e)));
                    let at = last[to].iter().position(|m| *m == mv).unwrap_or(0);
                    chain.of_position[to] + at as u32
                })
                .collect();
            for &last_move in &last[i] {
                let context = Context {
                    last_move,
                    ..Context::of(*graph.position(i))
                };
                chain.add(game, policy, &context, &moves, |k| next[k], &mut scratch);
            }
        }
        chain
    }

    fn empty(of_position: Vec<u32>) -> Self {
        Self {
            of_position,
            first: vec![0],
            targets: Vec::new(),
            odds: Vec::new(),
        }
    }

    /// Adds the steps from the next state, in the order of the numbers.
    fn add<G: Game>(
        &mut self,
        game: &G,
        policy: &impl Policy<G>,
        context: &Context<G>,
        moves: &[G::Move],
        target: impl Fn(usize) -> u32,
        scratch: &mut Vec<f64>,
    ) {
        if !moves.is_empty() {
            policy.probabilities(game, context, moves, scratch);
            self.odds.extend_from_slice(scratch);
            self.targets.extend((0..moves.len()).map(target));
        }
        self.first.push(self.targets.len() as u32);
    }

    fn len(&self) -> usize {
        self.first.len() - 1
    }

    fn states_of(&self, position: usize) -> Range<usize> {
        self.of_position[position] as usize..self.of_position[position + 1] as usize
    }

    fn is_final(&self, state: usize) -> bool {
        self.first[state] == self.first[state + 1]
    }

    /// The states that play goes on to, with their probabilities.
    fn from(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let steps = self.first[state] as usize..self.first[state + 1] as usize;
        steps.map(|e| (self.targets[e] as usize, self.odds[e]))
    }

    /// Adds up the visits ply by ply; what is left after the last.
    fn follow(&self, visits: &mut [f64]) -> f64 {
        let mut plies = Plies::new(self);
        for ply in 0..=DEFAULT_CAP {
            for &(state, p) in &plies.here {
                visits[state] += p;
            }
            let open = |&&(state, _): &&(usize, f64)| !self.is_final(state);
            let left = plies.here.iter().filter(open).fold(0.0, |sum, h| sum + h.1);
            if left == 0.0 || ply == DEFAULT_CAP {
                return left;
            }
            plies.advance();
        }
        0.0
    }
}

/// Play followed ply by ply. A list beside a dense array keeps a ply's work
/// proportional to the states that are possible in it.
struct Plies<'a> {
    chain: &'a Chain,
    /// The states possible at this ply, and how likely each is there.
    here: Vec<(usize, f64)>,
    next: Vec<usize>,
    next_of: Vec<f64>,
}

impl<'a> Plies<'a> {
    fn new(chain: &'a Chain) -> Self {
        Self {
            chain,
            here: vec![(0, 1.0)],
            next: Vec::new(),
            next_of: vec![0.0; chain.len()],
        }
    }

    fn advance(&mut self) {
        for &(state, p) in &self.here {
            for (next, odds) in self.chain.from(state) {
                let q = p * odds;
                if q > 0.0 {
                    let sum = &mut self.next_of[next];
                    if *sum == 0.0 {
                        self.next.push(next);
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
            let exact = Distribution::new(&game, &graph, &Uniform);
            assert!((exact.results[0] - south).abs() < 1e-9);
            assert!((exact.expected_length - plies).abs() < 1e-9);
            let finals: f64 = (0..graph.len())
                .filter(|&i| graph.outcome(i).is_some())
                .map(|i| exact.visits[i])
                .sum();
            assert!((finals - 1.0).abs() < 1e-12);
            let lengths = exact.lengths();
            assert!((lengths.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mean: f64 = (0..).zip(&lengths).map(|(n, p)| f64::from(n) * p).sum();
            assert!((mean - plies).abs() < 1e-9);
        }
    }
}
