//! The best reply where play can go on for ever, which is worth 1/2.
//!
//! It is a Markov decision process. Where the other side can keep play among some
//! positions for ever, however chance falls (an *end component*), it can also lead
//! play from any of them to any other, so they are all worth the same: the most of
//! 1/2 and of what its moves out of there are worth. With each such set merged into
//! one node, no play stays among the nodes for ever, so the equations have one
//! solution. (Going n plies back from "not over yet" as a draw is no way to it: who
//! waits and then begins a fight that n plies do not decide would be rewarded.)

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::components::{Components, NONE};
use super::equations::{Bounds, Equations, Kind};
use super::{Line, Reply, ReplyError};
use crate::control::Control;
use crate::game::{Context, Game, Outcome, Player, Reachable};
use crate::policy::Policy;

/// Moves whose scores differ by no more are equally good.
const EQUAL: f64 = 1e-12;

/// The largest half gap of bounds that is no failure.
const SETTLED: f64 = 1e-9;

pub(super) struct Endless<'a, G: Game> {
    graph: &'a Reachable<G>,
    fixed: Player,
    /// Whether a position belongs to the fixed side.
    chance: Vec<bool>,
    /// Of each edge of the fixed side, the probability.
    odds: Vec<f64>,
    /// The end component of each position, or [`NONE`].
    kept: Vec<u32>,
}

impl<'a, G: Game> Endless<'a, G> {
    pub fn new<P: Policy<G>>(
        game: &G,
        graph: &'a Reachable<G>,
        fixed: Player,
        policy: &P,
        control: &Control,
    ) -> Result<Self, ReplyError> {
        let (mut legal, mut here, mut odds) = (Vec::new(), Vec::new(), Vec::new());
        let mut chance = Vec::with_capacity(graph.len());
        for i in 0..graph.len() {
            let position = graph.position(i);
            let mine = graph.outcome(i).is_none() && game.mover(position) == fixed;
            chance.push(mine);
            if mine {
                game.expand(position, &mut legal);
                policy.probabilities(game, &Context::of(*position), &legal, &mut here);
                odds.extend(here.iter().filter(|&&p| p > 0.0));
            } else {
                odds.resize(odds.len() + graph.edges(i).len(), 1.0);
            }
        }
        let mut found = Self {
            graph,
            fixed,
            chance,
            odds,
            kept: Vec::new(),
        };
        found.kept = found.end_components(control)?;
        Ok(found)
    }

    /// The sets of positions, each as large as it can be, that the other side can
    /// keep play in: positions that chance leads out of, and those from where every
    /// move does, are taken away until nothing changes (de Alfaro 1997).
    fn end_components(&self, control: &Control) -> Result<Vec<u32>, ReplyError> {
        let graph = self.graph;
        let mut alive: Vec<bool> = (0..graph.len())
            .map(|i| graph.outcome(i).is_none())
            .collect();
        loop {
            if control.stopped() {
                return Err(ReplyError::Stopped);
            }
            let edges = |i| graph.edges(i);
            let parts = Components::new(graph.len(), edges, |e| graph.target(e), |i| alive[i]);
            let stays = |i: usize, t: usize| parts.of[t] == parts.of[i];
            let leaves = |i: usize| match self.chance[i] {
                true => !graph.targets(i).all(|t| stays(i, t)),
                false => !graph.targets(i).any(|t| stays(i, t)),
            };
            let gone = (0..graph.len()).filter(|&i| alive[i] && leaves(i));
            let gone: Vec<usize> = gone.collect();
            if gone.is_empty() {
                return Ok(parts.of);
            }
            for i in gone {
                alive[i] = false;
            }
        }
    }

    pub fn reply(&self, control: &Control) -> Result<Reply<G>, ReplyError> {
        let graph = self.graph;
        let outcomes = (0..graph.len()).filter_map(|i| graph.outcome(i));
        let lost = |o: Outcome| o.winner == Some(self.fixed);
        let always_wins = outcomes.into_iter().all(lost) && self.kept.iter().all(|&k| k == NONE);
        let mut reply = Reply {
            fixed: self.fixed,
            score: 0.0,
            results: [0.0; 3],
            endless: 0.0,
            margin: None,
            always_wins,
            line: None,
            positions: graph.len(),
        };
        if always_wins {
            reply.results[2 * self.fixed.index()] = 1.0;
            return Ok(reply);
        }
        let worth = self.worth(control)?;
        let chosen = self.choose(&worth);
        reply.score = settled(worth[0])?;
        let play = Play::new(self, &chosen);
        let [one, two, endless] = play.results(control)?;
        let draw = rounded(1.0 - one - two).clamp(0.0, 1.0);
        reply.results = [one, draw, two];
        reply.endless = endless;
        reply.line = play.line();
        Ok(reply)
    }

    /// What the other side can expect from each position.
    fn worth(&self, control: &Control) -> Result<Vec<Bounds>, ReplyError> {
        let graph = self.graph;
        // One node for each end component, then one for each other position.
        let sets = self.kept.iter().filter(|&&k| k != NONE).max();
        let sets = sets.map_or(0, |&most| most as usize + 1);
        let mut members = vec![Vec::new(); sets];
        let mut node = vec![0; graph.len()];
        let mut nodes = sets as u32;
        for (i, &set) in self.kept.iter().enumerate() {
            if set == NONE {
                node[i] = nodes;
                nodes += 1;
            } else {
                node[i] = set;
                members[set as usize].push(i);
            }
        }
        let mut equations = Equations::default();
        for (set, members) in members.iter().enumerate() {
            let ways = members.iter().filter(|&&i| !self.chance[i]);
            let ways = ways.flat_map(|&i| graph.targets(i).map(|t| node[t]));
            let out = ways.filter(|&to| to as usize != set);
            equations.push(Kind::Choice(0.5), out.map(|to| (to, 1.0)));
        }
        for i in (0..graph.len()).filter(|&i| self.kept[i] == NONE) {
            let kind = match graph.outcome(i) {
                Some(outcome) => Kind::Known(match outcome.winner {
                    Some(winner) => f64::from(u8::from(winner != self.fixed)),
                    None => 0.5,
                }),
                None if self.chance[i] => Kind::Chance,
                None => Kind::Choice(0.0),
            };
            let edges = graph.edges(i);
            equations.push(kind, edges.map(|e| (node[graph.target(e)], self.odds[e])));
        }
        let solved = equations.solve(control)?;
        Ok(node.into_iter().map(|n| solved[n as usize]).collect())
    }

    /// The edge that the other side plays at each of its positions: the first of the
    /// best. Where play can be kept for ever it is, unless leaving is better: then
    /// it is led to the nearest move that leaves with that worth.
    fn choose(&self, worth: &[Bounds]) -> Vec<Option<usize>> {
        let graph = self.graph;
        let of_edge = |e: usize| worth[graph.target(e)].middle();
        let mut chosen = vec![None; graph.len()];
        let mut led = VecDeque::new();
        for i in (0..graph.len()).filter(|&i| !self.chance[i] && graph.outcome(i).is_none()) {
            let set = self.kept[i];
            let stays = |e: &usize| set != NONE && self.kept[graph.target(*e)] == set;
            let own = worth[i].middle();
            chosen[i] = if set != NONE && own <= 0.5 + EQUAL {
                graph.edges(i).find(stays)
            } else if set == NONE {
                let best = graph.edges(i).map(of_edge).fold(0.0, f64::max);
                graph.edges(i).find(|&e| of_edge(e) >= best - EQUAL)
            } else {
                let mut out = graph.edges(i).filter(|e| !stays(e));
                let out = out.find(|&e| of_edge(e) >= own - EQUAL);
                led.extend(out.map(|_| i as u32));
                out
            };
        }
        self.lead(led, &mut chosen);
        chosen
    }

    /// Leads play within end components to the positions that leave them.
    fn lead(&self, mut led: VecDeque<u32>, chosen: &mut [Option<usize>]) {
        if led.is_empty() {
            return;
        }
        let graph = self.graph;
        let same = |i: usize, t: usize| self.kept[i] != NONE && self.kept[i] == self.kept[t];
        let mut origins = vec![Vec::new(); graph.len()];
        for i in (0..graph.len()).filter(|&i| self.kept[i] != NONE) {
            for e in graph.edges(i).filter(|&e| same(i, graph.target(e))) {
                origins[graph.target(e)].push((i as u32, e));
            }
        }
        let mut done = vec![false; graph.len()];
        for &i in &led {
            done[i as usize] = true;
        }
        while let Some(to) = led.pop_front() {
            for &(from, edge) in &origins[to as usize] {
                let i = from as usize;
                if done[i] {
                    continue;
                }
                done[i] = true;
                if !self.chance[i] {
                    chosen[i] = Some(edge);
                }
                led.push_back(from);
            }
        }
    }
}

/// The middle of bounds that have met, to 12 places: they tell no more.
fn settled(bounds: Bounds) -> Result<f64, ReplyError> {
    match bounds.gap() / 2.0 > SETTLED {
        true => Err(ReplyError::Unsettled),
        false => Ok(rounded(bounds.middle())),
    }
}

fn rounded(p: f64) -> f64 {
    // No negative zero.
    (p * 1e12).round() / 1e12 + 0.0
}

/// One play of the other side, as a Markov chain.
struct Play<'a, G: Game> {
    process: &'a Endless<'a, G>,
    chosen: &'a [Option<usize>],
    /// The positions that can end.
    ends: Vec<bool>,
}

impl<'a, G: Game> Play<'a, G> {
    fn new(process: &'a Endless<'a, G>, chosen: &'a [Option<usize>]) -> Self {
        let graph = process.graph;
        let mut play = Self {
            process,
            chosen,
            ends: vec![false; graph.len()],
        };
        let mut origins = vec![Vec::new(); graph.len()];
        for i in 0..graph.len() {
            for (t, _) in play.steps(i) {
                origins[t].push(i as u32);
            }
        }
        let finished = (0..graph.len()).filter(|&i| graph.outcome(i).is_some());
        let mut open: Vec<usize> = finished.collect();
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut play.ends[i], true) {
                open.extend(origins[i].iter().map(|&o| o as usize));
            }
        }
        play
    }

    /// The edges that are played at a position, with their probabilities.
    fn edges(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let odds = &self.process.odds;
        let edges = match self.chosen[i] {
            Some(e) => e..e + 1,
            None => self.process.graph.edges(i),
        };
        edges.map(|e| (e, odds[e]))
    }

    fn steps(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let graph = self.process.graph;
        self.edges(i).map(|(e, p)| (graph.target(e), p))
    }

    /// The probability that player one wins, that player two does, and that play
    /// never ends.
    fn results(&self, control: &Control) -> Result<[f64; 3], ReplyError> {
        let graph = self.process.graph;
        let mut equations = Equations::default();
        for i in 0..graph.len() {
            let steps = self.steps(i).map(|(t, p)| (t as u32, p));
            equations.push(Kind::Chance, steps.filter(|_| self.ends[i]));
        }
        let mut results = [0.0; 3];
        let asked = [Some(Player::One), Some(Player::Two), None];
        for (result, asked) in results.iter_mut().zip(asked) {
            for i in 0..graph.len() {
                let here = match (graph.outcome(i), asked) {
                    (Some(outcome), Some(player)) => outcome.winner == Some(player),
                    (Some(_), None) => false,
                    (None, player) if !self.ends[i] => player.is_none(),
                    _ => continue,
                };
                equations.kinds[i] = Kind::Known(f64::from(u8::from(here)));
            }
            *result = settled(equations.solve(control)?[0])?;
        }
        Ok(results)
    }

    /// The most probable line to a finished position that the fixed side has not
    /// won, or to where play cannot end any more; from there on until a position
    /// comes back.
    fn line(&self) -> Option<Line<G>> {
        let graph = self.process.graph;
        let lost = |o: Outcome| o.winner == Some(self.process.fixed);
        let mut best = vec![0.0; graph.len()];
        let mut by = vec![None; graph.len()];
        let mut heap = BinaryHeap::new();
        best[0] = 1.0;
        // Probabilities are not negative, so their bits are in their order.
        heap.push((1f64.to_bits(), Reverse(0)));
        let to = loop {
            let (bits, Reverse(i)) = heap.pop()?;
            let p = f64::from_bits(bits);
            let there = graph.outcome(i).map_or(!self.ends[i], |o| !lost(o));
            if there && p > 0.0 {
                break i;
            }
            if p < best[i] {
                continue;
            }
            for (e, odds) in self.edges(i) {
                let t = graph.target(e);
                if p * odds > best[t] {
                    best[t] = p * odds;
                    by[t] = Some((i, e));
                    heap.push((best[t].to_bits(), Reverse(t)));
                }
            }
        };
        let (mut moves, mut at) = (Vec::new(), to);
        let mut seen = vec![to];
        while let Some((from, e)) = by[at] {
            moves.push(graph.mv(e));
            at = from;
            seen.push(from);
        }
        moves.reverse();
        let (mut at, mut probability) = (to, best[to]);
        let likely = |i: usize| {
            let edges = self.edges(i);
            edges.reduce(|best, edge| if edge.1 > best.1 { edge } else { best })
        };
        while let Some((e, odds)) = likely(at) {
            moves.push(graph.mv(e));
            probability *= odds;
            at = graph.target(e);
            if seen.contains(&at) {
                break;
            }
            seen.push(at);
        }
        Some(Line {
            moves,
            probability,
            outcome: graph.outcome(to),
        })
    }
}
