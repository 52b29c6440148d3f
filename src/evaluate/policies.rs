//! A policy judged exactly: how it fares against chance and against the exact
//! player, how much of the exact value it keeps, how often it misses a win that
//! is there.

use rustc_hash::FxHashMap;

use super::{Ground, Weighting};
use crate::game::{Context, Game, LastMove, Player, Value};
use crate::policy::{Policy, Sides};
use crate::random::Stream;
use crate::selfplay::Distribution;

/// The exact player as a policy: uniform over the moves that keep the exact value
/// and, where a win can be kept for ever, bring it nearer.
pub struct Optimal<'a, G: Game> {
    ground: &'a Ground<G>,
    numbers: FxHashMap<G::Position, u32>,
}

impl<'a, G: Game> Optimal<'a, G> {
    /// The exact player of a ground.
    pub fn new(ground: &'a Ground<G>) -> Self {
        let positions = ground.graph.positions().iter().copied();
        Self {
            ground,
            numbers: positions.zip(0..).collect(),
        }
    }
}

impl<G: Game> Policy<G> for Optimal<'_, G> {
    fn name(&self) -> String {
        "exact".into()
    }

    fn probabilities(&self, _: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        out.clear();
        match self.numbers.get(&context.position) {
            Some(&i) => {
                let i = i as usize;
                let best = |e: &usize| {
                    let hurries = self.ground.progresses(i, *e).unwrap_or(true);
                    self.ground.keeps(i, *e) && hurries
                };
                let edges = self.ground.graph.edges(i);
                let count = edges.clone().filter(best).count() as f64;
                out.extend(edges.map(|e| f64::from(u8::from(best(&e))) / count));
            }
            // A position of another game.
            None => out.resize(moves.len(), 1.0 / moves.len() as f64),
        }
    }

    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        let mut odds = Vec::new();
        self.probabilities(game, context, moves, &mut odds);
        let mut left = rng.unit();
        let mut chosen = 0;
        for (i, p) in odds.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            chosen = i;
            left -= p;
            if left < 0.0 {
                break;
            }
        }
        chosen
    }
}

/// The results of games from the start, exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Results {
    /// The probability that the side wins.
    pub win: f64,
    /// That the game is drawn.
    pub draw: f64,
    /// That the side loses.
    pub loss: f64,
    /// That it is not over after [`DEFAULT_CAP`](crate::game::DEFAULT_CAP) plies.
    pub capped: f64,
    /// The expected number of plies.
    pub plies: f64,
}

/// The results of a side that follows `own` while the other follows `other`.
pub fn results<G: Game>(
    ground: &Ground<G>,
    side: Player,
    own: &impl Policy<G>,
    other: &impl Policy<G>,
) -> Results {
    let game = &ground.game;
    let found = match side {
        Player::One => Distribution::new(game, &ground.graph, &Sides::new(game, own, other)),
        Player::Two => Distribution::new(game, &ground.graph, &Sides::new(game, other, own)),
    };
    let [one, draw, two] = found.results;
    let (win, loss) = match side {
        Player::One => (one, two),
        Player::Two => (two, one),
    };
    Results {
        win,
        draw,
        loss,
        capped: found.capped,
        plies: found.expected_length,
    }
}

/// How well a side's policy decides where it matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decisions {
    /// Positions of E with this side to move.
    pub positions: usize,
    /// The probability that a uniform move keeps the exact value.
    pub chance: f64,
    /// The probability that the policy keeps it.
    pub hit: f64,
    /// (hit - chance) / (1 - chance).
    pub skill: f64,
    /// Positions of the game in which this side can win at once.
    pub immediate: usize,
    /// The probability that it does not.
    pub missed: f64,
    /// The same of a uniform move.
    pub missed_by_chance: f64,
}

/// Judges the decisions of a side. A policy that asks for the last move is judged
/// by the moves that lead to a position under uniform play, as they are likely.
/// `None` if the ground is not a whole game.
pub fn decisions<G: Game>(
    ground: &Ground<G>,
    side: Player,
    policy: &impl Policy<G>,
    weighting: Weighting,
) -> Option<Decisions> {
    let uniform = ground.uniform()?;
    let graph = &ground.graph;
    let game = &ground.game;
    let pasts = policy
        .uses_last_move()
        .then(|| pasts(ground, &uniform.visits));
    let mut of_set = vec![false; graph.len()];
    for &i in &ground.set {
        of_set[i as usize] = true;
    }
    let mut all = Decisions {
        positions: 0,
        chance: 0.0,
        hit: 0.0,
        skill: 0.0,
        immediate: 0,
        missed: 0.0,
        missed_by_chance: 0.0,
    };
    let (mut of_all, mut of_wins) = (0.0, 0.0);
    let (mut moves, mut odds) = (Vec::new(), Vec::new());
    for (i, in_set) in of_set.iter().enumerate() {
        let position = *graph.position(i);
        if game.mover(&position) != side || graph.edges(i).is_empty() {
            continue;
        }
        let wins = |e: usize| {
            let end = graph.outcome(graph.target(e));
            end.is_some_and(|o| o.winner == Some(side))
        };
        let winning = graph.edges(i).filter(|&e| wins(e)).count();
        let weight = match weighting {
            Weighting::Positions => 1.0,
            Weighting::Visits => uniform.visits[i],
        };
        if !in_set && winning == 0 {
            continue;
        }
        moves.clear();
        moves.extend(graph.edges(i).map(|e| graph.mv(e)));
        let mut kept = 0.0;
        let mut won = 0.0;
        let none = [(None, 1.0)];
        let known = pasts.as_ref().map_or(&none[..], |p| &p[i][..]);
        let sum: f64 = known.iter().map(|k| k.1).sum();
        for &(last_move, share) in known {
            let context = Context {
                last_move,
                ..Context::of(position)
            };
            policy.probabilities(game, &context, &moves, &mut odds);
            for (e, p) in graph.edges(i).zip(&odds) {
                kept += f64::from(u8::from(ground.keeps(i, e))) * p * share / sum;
                won += f64::from(u8::from(wins(e))) * p * share / sum;
            }
        }
        if *in_set {
            all.positions += 1;
            of_all += weight;
            all.chance += weight * ground.chance_at(i);
            all.hit += weight * kept;
        }
        if winning > 0 {
            all.immediate += 1;
            of_wins += weight;
            all.missed += weight * (1.0 - won);
            all.missed_by_chance += weight * (1.0 - winning as f64 / moves.len() as f64);
        }
    }
    all.chance /= of_all;
    all.hit /= of_all;
    all.skill = (all.hit - all.chance) / (1.0 - all.chance);
    all.missed /= of_wins;
    all.missed_by_chance /= of_wins;
    Some(all)
}

/// The moves that lead to a position, with how often they do.
type Past<G> = Vec<(LastMove<G>, f64)>;

fn pasts<G: Game>(ground: &Ground<G>, visits: &[f64]) -> Vec<Past<G>> {
    let graph = &ground.graph;
    let mut pasts: Vec<Past<G>> = vec![Vec::new(); graph.len()];
    // A position that uniform play never meets has its moves all alike.
    let least = f64::MIN_POSITIVE;
    pasts[0].push((None, 1.0));
    for (i, visits) in visits.iter().enumerate() {
        let mover = ground.game.mover(graph.position(i));
        let edges = graph.edges(i);
        let share = (visits / edges.len() as f64).max(least);
        for e in edges {
            let last = Some((mover, graph.mv(e)));
            let past = &mut pasts[graph.target(e)];
            match past.iter_mut().find(|(known, _)| *known == last) {
                Some((_, sum)) => *sum += share,
                None => past.push((last, share)),
            }
        }
    }
    pasts
}

/// What the game is worth to a side.
pub fn value_for<G: Game>(ground: &Ground<G>, side: Player) -> Value {
    let start = ground.graph.position(0);
    let value = ground.values[0];
    match ground.game.mover(start) == side {
        true => value,
        false => -value,
    }
}
