//! Who won, absolutely; and what that is worth to the side to move.

use std::ops::Neg;

/// A side. Player one is South, White or the hare; player two North, Black or
/// the hounds. Which of them moves first is a parameter of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// South, White, the hare.
    One,
    /// North, Black, the hounds.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The other player.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for player one, 1 for player two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How a finished game ended, in absolute terms. Never mix it with [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The winner, `None` for a draw.
    pub winner: Option<Player>,
    /// Player one's points minus player two's, where the game counts points.
    pub margin: Option<i16>,
}

impl Outcome {
    /// A win without points.
    #[inline]
    pub fn win(player: Player) -> Self {
        Self {
            winner: Some(player),
            margin: None,
        }
    }

    /// A draw without points.
    pub fn draw() -> Self {
        Self {
            winner: None,
            margin: None,
        }
    }

    /// The outcome as `player` sees it.
    #[inline]
    pub fn value_for(self, player: Player) -> Value {
        match self.winner {
            None => Value::Draw,
            Some(w) if w == player => Value::Win,
            Some(_) => Value::Loss,
        }
    }
}

/// What a position is worth to one side, usually the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Value {
    /// The side loses against best play.
    Loss = -1,
    /// Neither side can win.
    Draw = 0,
    /// The side wins whatever the other does.
    Win = 1,
}

impl Value {
    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }

    /// The absolute winner if `player` has this value.
    pub fn winner(self, player: Player) -> Option<Player> {
        match self {
            Value::Win => Some(player),
            Value::Draw => None,
            Value::Loss => Some(player.other()),
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        }
    }
}
