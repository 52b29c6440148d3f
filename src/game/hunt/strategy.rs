//! The strategy of *Winning Ways*: the hounds make the sum of the numbers under
//! the four pieces divisible by 3, the hare prevents it.
//!
//! The numbers are a colouring modulo 3, so every step changes the remainder. A
//! remainder of 0 is an invariant of good play, not a full strategy: often several
//! moves of the hounds reach it and not all of them win. What decides here, in
//! this order:
//!
//! 1. a move that wins at once;
//! 2. safety: no move that loses at once, none that lets the other side win with
//!    its next move;
//! 3. the sum: the hounds make it divisible by 3; the hare goes where no move of
//!    the hounds can make it so.
//!
//! Moves that are equal in all of this are equally likely. In a dead end, where no
//! move is safe or none has the right sum, the other points decide.

use super::{HOUND_STEPS, Hunt, Move, Position, number, points_of};
use crate::game::{Game, Player, RuleOfThumb};

pub(super) const STRATEGIES: &[RuleOfThumb] = &[RuleOfThumb {
    name: "bcg",
    meaning: "a win at once; else safety (no win for the other side at its next move); else the hounds a sum of the numbering divisible by 3, the hare one that no hound move makes so",
}];

/// What a move is worth to the strategy: a win at once, else the sum of the other
/// two, less than nothing for a loss at once.
const WINS: i32 = 4;
const SAFE: i32 = 2;
const SUM: i32 = 1;
const LOSES: i32 = -1;

impl Hunt {
    /// The sum of the numbers of *Winning Ways* under the pieces; without the
    /// hare's before it is placed.
    pub fn number_sum(&self, position: &Position) -> i32 {
        let pieces = self.hounds(position).chain(self.hare(position));
        pieces.map(number).sum()
    }

    /// Whether the sum of the numbers is divisible by 3.
    pub fn sum_is_divisible(&self, position: &Position) -> bool {
        self.number_sum(position) % 3 == 0
    }

    /// How far a move agrees with the strategy, for its side.
    pub(super) fn bcg(&self, position: &Position, mv: Move) -> i32 {
        let mover = self.mover(position);
        let after = self.play(position, mv);
        match self.winner(&after) {
            Some(winner) if winner == mover => return WINS,
            Some(_) => return LOSES,
            None => {}
        }
        let enemy = mover.other();
        let safe = !self.any_reply(&after, |next| self.winner(next) == Some(enemy));
        let sum = match mover {
            Player::Two => self.sum_is_divisible(&after),
            Player::One => !self.any_reply(&after, |next| self.sum_is_divisible(next)),
        };
        i32::from(safe) * SAFE + i32::from(sum) * SUM
    }

    /// Whether a move from a position that is not finished leads to one like this.
    fn any_reply(&self, at: &Position, wanted: impl Fn(&Position) -> bool) -> bool {
        let reaches = |mv| wanted(&self.play(at, mv));
        if !at.hounds_to_move {
            let from = usize::from(at.hare);
            return points_of(self.hare_targets(at)).any(|to| reaches(Move::step(from, to)));
        }
        let free = !(at.hounds | 1 << at.hare);
        let targets = |from: usize| HOUND_STEPS[from] & free;
        if points_of(at.hounds).all(|from| targets(from) == 0) {
            return reaches(Move::PASS);
        }
        points_of(at.hounds)
            .any(|from| points_of(targets(from)).any(|to| reaches(Move::step(from, to))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hunt::{Goal, HARE_STEPS, Start};
    use crate::game::{Heuristic, Notation};

    fn hunt() -> Hunt {
        Hunt::new(Start::Lucas, Goal::Home, None).unwrap()
    }

    /// The moves that the strategy plays, as text.
    fn played(text: &str) -> String {
        let game = hunt();
        let at = game.parse_position(text).unwrap();
        let mut moves = Vec::new();
        assert_eq!(game.expand(&at, &mut moves), None);
        let top = moves.iter().map(|&mv| game.obedience(0, &at, mv)).max();
        let best = moves
            .iter()
            .filter(|&&mv| Some(game.obedience(0, &at, mv)) == top);
        let texts: Vec<String> = best.map(|&mv| game.move_text(&at, mv)).collect();
        texts.join(" ")
    }

    /// Published sums: the start, and Lucas's two traps.
    #[test]
    fn sums_of_known_positions() {
        let game = hunt();
        let sum = |text: &str| game.number_sum(&game.parse_position(text).unwrap());
        assert_eq!(game.number_sum(&game.initial()), 0);
        assert_eq!(sum("A3 / A2,B3,A4 hare"), 6);
        assert_eq!(sum("B5 / A4,B4,C4 hare"), 15);
    }

    #[test]
    fn every_step_changes_the_remainder() {
        for (from, &steps) in HARE_STEPS.iter().enumerate() {
            assert!(points_of(steps).all(|to| (number(to) - number(from)) % 3 != 0));
        }
    }

    #[test]
    fn what_the_strategy_plays() {
        // The sum is 1: B1-B2 adds 2. It is also the only move that wins.
        assert_eq!(played("B3 / B1,A2,C2 hounds"), "B1-B2");
        // Both sides take a win at hand: the trap is shut, the hare goes home.
        assert_eq!(played("B5 / A4,B3,C4 hounds"), "B3-B4");
        assert_eq!(played("B2 / A2,B3,C3 hare"), "B2-B1 B2-C2");
    }
}
