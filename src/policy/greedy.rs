//! Playing by a rule of thumb, or by a strategy.

use super::Policy;
use crate::game::{Context, Heuristic, RuleOfThumb};
use crate::random::Stream;

/// Uniform over the legal moves that a rule of thumb likes best, or that agree
/// best with a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greedy {
    kind: Kind,
    number: usize,
    name: &'static str,
}

/// Which list of the game the rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    RuleOfThumb,
    Strategy,
}

impl Greedy {
    /// The player who goes by the game's rule of this name; `None` if the game
    /// has no such rule.
    pub fn by_name<G: Heuristic>(game: &G, rule: &str) -> Option<Self> {
        Self::all(game).find(|g| g.name == rule)
    }

    /// The player who goes by the game's first rule, if it has any.
    pub fn of<G: Heuristic>(game: &G) -> Option<Self> {
        Self::all(game).next()
    }

    /// The player who follows the game's strategy of this name; `None` if the game
    /// has no such strategy.
    pub fn by_strategy<G: Heuristic>(game: &G, rule: &str) -> Option<Self> {
        let mut all = Self::listed(Kind::Strategy, game.strategies());
        all.find(|g| g.name == rule)
    }

    fn all<G: Heuristic>(game: &G) -> impl Iterator<Item = Self> {
        Self::listed(Kind::RuleOfThumb, game.rules())
    }

    fn listed(kind: Kind, rules: &'static [RuleOfThumb]) -> impl Iterator<Item = Self> {
        let numbered = rules.iter().enumerate();
        numbered.map(move |(number, &RuleOfThumb { name, .. })| Self { kind, number, name })
    }

    /// The name in the catalog's grammar.
    pub fn full_name(&self) -> String {
        match self.kind {
            Kind::RuleOfThumb => format!("greedy(rule={})", self.name),
            Kind::Strategy => format!("strategy(rule={})", self.name),
        }
    }

    #[inline]
    fn appeal<G: Heuristic>(&self, game: &G, at: &G::Position, mv: G::Move) -> i32 {
        match self.kind {
            Kind::RuleOfThumb => game.appeal(self.number, at, mv),
            Kind::Strategy => game.obedience(self.number, at, mv),
        }
    }

    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        self.name
    }

    /// The largest appeal of a move, and how many moves have it.
    #[inline]
    fn top<G: Heuristic>(&self, game: &G, at: &G::Position, moves: &[G::Move]) -> (i32, u32) {
        let (mut top, mut count) = (i32::MIN, 0);
        for &mv in moves {
            let appeal = self.appeal(game, at, mv);
            if appeal > top {
                (top, count) = (appeal, 0);
            }
            count += u32::from(appeal == top);
        }
        (top, count)
    }
}

impl<G: Heuristic> Policy<G> for Greedy {
    fn name(&self) -> String {
        self.full_name()
    }

    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        let at = &context.position;
        let (top, count) = self.top(game, at, moves);
        let probability = |&mv: &G::Move| match self.appeal(game, at, mv) == top {
            true => 1.0 / f64::from(count),
            false => 0.0,
        };
        out.clear();
        out.extend(moves.iter().map(probability));
    }

    /// Draws nothing where one move is liked best.
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        let at = &context.position;
        let (top, count) = self.top(game, at, moves);
        let mut skip = if count > 1 { rng.below(count) } else { 0 };
        for (i, &mv) in moves.iter().enumerate() {
            if self.appeal(game, at, mv) == top {
                if skip == 0 {
                    return i;
                }
                skip -= 1;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::game::sowing::Sowing;
    use crate::game::{Game, Player, Reachable};
    use crate::random::Purpose;

    #[test]
    fn the_moves_that_are_liked_best_are_equally_likely() {
        let game: Sowing<1> = Sowing::uniform(6, 2, Player::One).unwrap();
        assert_eq!(Greedy::by_name(&game, "fullest"), None);
        let greedy = Greedy::by_name(&game, "mobility").unwrap();
        assert_eq!(Greedy::of(&game), Some(greedy));
        assert_eq!(Policy::<Sowing<1>>::name(&greedy), "greedy(rule=mobility)");
        let graph = Reachable::new(&game, game.initial(), 1000, &Control::new()).unwrap();
        let mut several = 0;
        for &position in graph.positions().iter().step_by(7) {
            let context = Context::of(position);
            let mut moves = Vec::new();
            if game.expand(&position, &mut moves).is_some() {
                continue;
            }
            let appeal = |mv| game.appeal(0, &position, mv);
            let top = moves.iter().map(|&mv| appeal(mv)).max().unwrap();
            let best: Vec<bool> = moves.iter().map(|&mv| appeal(mv) == top).collect();
            let count = best.iter().filter(|b| **b).count();
            several += usize::from(count > 1 && count < moves.len());

            let mut odds = Vec::new();
            greedy.probabilities(&game, &context, &moves, &mut odds);
            for (p, &b) in odds.iter().zip(&best) {
                assert_eq!(*p, if b { 1.0 / count as f64 } else { 0.0 });
            }
            let mut drawn = vec![0u32; moves.len()];
            for i in 0..3_000 {
                let mut rng = Stream::open(1, Purpose::Synthetic, 0, i);
                drawn[greedy.choose(&game, &context, &moves, &mut rng)] += 1;
            }
            for (&n, &b) in drawn.iter().zip(&best) {
                let expected = if b { 3_000.0 / count as f64 } else { 0.0 };
                assert!((f64::from(n) - expected).abs() <= 4.0 * expected.sqrt());
            }
        }
        assert!(
            several > 0,
            "no position where some moves tie and others do not"
        );
    }
}
