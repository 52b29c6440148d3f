//! Positions and moves as people write them.

use super::{Game, Player};

/// The language of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French, as in the classroom.
    Fr,
}

/// A rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// A stable identifier of the rule, such as `start-empty`.
    pub rule: &'static str,
    /// What is wrong, in English.
    pub en: String,
    /// What is wrong, in French.
    pub fr: String,
}

impl Broken {
    /// The message in a language.
    pub fn message(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Fr => &self.fr,
        }
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Broken {}

/// A text that is no position or move: what is wrong, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told(Language::En))]
pub struct TextError {
    /// The text that was to be read.
    pub text: String,
    /// The byte offset of the fault, a character boundary of `text`; `None` if it
    /// is a fault of the whole.
    pub at: Option<usize>,
    /// What was expected.
    pub message: String,
    /// The same in French, if the game says it.
    pub french: Option<String>,
}

impl TextError {
    /// An error at a byte of `text` (moved back to a character boundary).
    pub fn new(text: &str, at: usize, message: impl Into<String>) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        Self {
            at: Some(at),
            ..Self::whole(text, message)
        }
    }

    /// An error of the text as a whole.
    pub fn whole(text: &str, message: impl Into<String>) -> Self {
        Self {
            text: text.to_string(),
            at: None,
            message: message.into(),
            french: None,
        }
    }

    /// The error with its message in French too.
    pub fn in_french(self, message: impl Into<String>) -> Self {
        Self {
            french: Some(message.into()),
            ..self
        }
    }

    /// The error as a sentence in a language.
    pub fn told(&self, language: Language) -> String {
        let text = &self.text;
        let at = self.at.map(|at| text[..at].chars().count() + 1);
        match language {
            Language::En => {
                let message = &self.message;
                match at {
                    Some(at) => format!("{message} (at character {at} of \"{text}\")"),
                    None => format!("{message} (in \"{text}\")"),
                }
            }
            Language::Fr => {
                let message = self.french.as_deref().unwrap_or("texte illisible");
                match at {
                    Some(at) => format!("{message} (au caractère {at} de « {text} »)"),
                    None => format!("{message} (dans « {text} »)"),
                }
            }
        }
    }
}

/// Games that read and print positions and moves. Printing and reading agree:
/// what is printed reads back equal.
pub trait Notation: Game {
    /// What it is called if neither side can force a win: `draw`, or `endless`
    /// where no play ends in one.
    fn neither(&self) -> &'static str {
        "draw"
    }

    /// The position with its side to move, on one line.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position. A text without a side to move means the side that
    /// moves first in this game.
    ///
    /// # Errors
    /// The text is no position of this board.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// A move of this position.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move. It need not be legal.
    ///
    /// # Errors
    /// The text is no move of any position.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError>;

    /// The player of that name, English or French, in any case.
    fn parse_player(&self, text: &str) -> Option<Player>;
}

/// The classroom exercise: check a move that comes as free text.
pub trait Exercise: Game {
    /// The position with another side to move, if that is a position.
    fn with_mover(&self, position: &Self::Position, mover: Player) -> Option<Self::Position>;

    /// Whether `player` may play `mv`: `Err` outside if the move cannot be read
    /// at all, `Err` inside with the first rule that it breaks (an unknown
    /// player comes before every rule about the move).
    fn check_text(
        &self,
        position: &Self::Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError>;
}
