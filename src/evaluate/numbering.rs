//! The rule of *Winning Ways* for the hunt against its exact values: are the
//! hounds winning exactly where the sum of the numbers under the pieces is
//! divisible by 3?

use rustc_hash::FxHashSet;

use crate::control::Control;
use crate::game::hunt::{Hunt, POINTS, Position, row};
use crate::game::{Game, Player, Value};
use crate::solver::{Limits, Solver, Unsolved};

/// Positions counted by the rule and by their exact value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub positions: usize,
    /// Won by the hounds.
    pub won: usize,
    /// With a sum divisible by 3.
    pub divisible: usize,
    /// Both.
    pub won_divisible: usize,
}

impl Counts {
    fn add(&mut self, won: bool, divisible: bool) {
        self.positions += 1;
        self.won += usize::from(won);
        self.divisible += usize::from(divisible);
        self.won_divisible += usize::from(won && divisible);
    }

    /// Where rule and value agree.
    pub fn agree(&self) -> usize {
        self.positions + 2 * self.won_divisible - self.won - self.divisible
    }
}

/// Where the hounds stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hounds {
    /// No hound on B1.
    OffB1,
    /// A hound on B1.
    OnB1,
    /// Anywhere.
    Any,
}

impl Hounds {
    /// All, in the order of [`Agreement::counts`].
    pub const ALL: [Hounds; 3] = [Hounds::OffB1, Hounds::OnB1, Hounds::Any];

    /// As files state it.
    pub fn name(self) -> &'static str {
        match self {
            Hounds::OffB1 => "off B1",
            Hounds::OnB1 => "on B1",
            Hounds::Any => "any",
        }
    }
}

/// Turns of the hounds in play where they take every move that is safe (keeps the
/// exact win) and leaves a sum divisible by 3, and the hare any move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Positions that are reached with the hounds to move.
    pub turns: usize,
    /// Of these, without such a move.
    pub without: usize,
    /// Of these, where another move leaves such a sum but throws the win away.
    pub traps: usize,
}

/// The rule against the exact values of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Positions with the hare to move and above the rearmost hound (with a stall
    /// limit: with a count of 0), by [`Hounds::ALL`].
    pub counts: [Counts; 3],
    /// Those won by the hounds with no hound on B1 and another sum.
    pub exceptions: Vec<Position>,
    /// Play by the rule from the start of the game.
    pub play: Turns,
}

/// Compares the rule with the exact values.
///
/// # Errors
/// The caller stopped the solver.
pub fn agreement(game: &Hunt, control: &Control) -> Result<Agreement, Unsolved> {
    let mut solver = Solver::new(game.clone(), 1 << 28);
    let mut counts = [Counts::default(); 3];
    let mut exceptions = Vec::new();
    for position in hare_above(game) {
        let solved = solver.solve(&position, &Limits::default(), control)?;
        let won = solved.value == Value::Loss;
        let divisible = game.sum_is_divisible(&position);
        let on_b1 = game.hounds(&position).any(|p| p == 0);
        counts[usize::from(on_b1)].add(won, divisible);
        counts[2].add(won, divisible);
        if won && !divisible && !on_b1 {
            exceptions.push(position);
        }
    }
    Ok(Agreement {
        counts,
        exceptions,
        play: turns(game, &mut solver, control)?,
    })
}

/// All positions with the hare to move and above the rearmost hound.
fn hare_above(game: &Hunt) -> impl Iterator<Item = Position> + '_ {
    let sets = (0..POINTS).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [c, b, a])));
    sets.flat_map(move |hounds| {
        // Points are numbered by rows: the first hound is a rearmost one.
        let above = (0..POINTS).filter(move |&hare| row(hare) > row(hounds[0]));
        above.filter_map(move |hare| game.position(Some(hare), hounds, Player::One, 0).ok())
    })
}

fn turns(game: &Hunt, solver: &mut Solver<Hunt>, control: &Control) -> Result<Turns, Unsolved> {
    let mut found = Turns::default();
    let start = game.initial();
    let mut seen = FxHashSet::from_iter([start]);
    let mut open = vec![start];
    let mut moves = Vec::new();
    while let Some(at) = open.pop() {
        if game.expand(&at, &mut moves).is_some() {
            continue;
        }
        let mut follow = |next: Position| {
            if seen.insert(next) {
                open.push(next);
            }
        };
        if game.mover(&at) == Player::One {
            moves.iter().for_each(|&mv| follow(game.play(&at, mv)));
            continue;
        }
        let valued = solver.moves_with_values(&at, &Limits::default(), control)?;
        let by_rule = valued.iter().filter(|m| game.sum_is_divisible(&m.position));
        let (safe, unsafe_): (Vec<_>, Vec<_>) = by_rule.partition(|m| m.value == Value::Win);
        found.turns += 1;
        found.without += usize::from(safe.is_empty());
        found.traps += usize::from(!unsafe_.is_empty());
        safe.iter().for_each(|m| follow(m.position));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::game::hunt::{Goal, Start};

    fn found(goal: Goal) -> (Agreement, Hunt) {
        let game = Hunt::new(Start::Lucas, goal, None).unwrap();
        (agreement(&game, &Control::new()).unwrap(), game)
    }

    #[test]
    fn the_published_counts() {
        for goal in [Goal::Home, Goal::Pass] {
            let (found, game) = found(goal);
            let [off, on, any] = found.counts;
            assert_eq!(off.positions + on.positions, any.positions);
            assert_eq!((off.won, off.won_divisible), (48, 46), "{goal:?}");
            assert_eq!(off.divisible - off.won_divisible, 132, "{goal:?}");
            assert_eq!(any.divisible - any.won_divisible, 232, "{goal:?}");
            let texts: Vec<String> = found
                .exceptions
                .iter()
                .map(|p| game.position_text(p))
                .collect();
            assert_eq!(texts, ["B5 / A2,A4,C4 hare", "B5 / C2,A4,C4 hare"]);
            let expected = Turns {
                turns: 79,
                without: 0,
                traps: 65,
            };
            assert_eq!(found.play, expected, "{goal:?}");
        }
    }

    #[test]
    fn agreement_is_counted_both_ways() {
        let mut counts = Counts::default();
        counts.add(true, true);
        counts.add(true, false);
        counts.add(false, true);
        counts.add(false, false);
        counts.add(false, false);
        assert_eq!((counts.positions, counts.agree()), (5, 3));
    }
}
