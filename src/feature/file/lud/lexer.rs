//! The signs of a description.

use super::super::source::{FileError, Source, quote};

/// What a description is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `(`, `{` or `[`.
    Open(char),
    /// `)`, `}` or `]`.
    Close(char),
    /// A text, without its quotation marks.
    Text(&'a str),
    /// A word, number or other sign.
    Word(&'a str),
}

impl Token<'_> {
    /// As it is told in messages.
    pub fn shown(&self) -> String {
        match self {
            Token::Open(c) | Token::Close(c) => format!("\"{c}\""),
            Token::Text(text) => format!("the text {}", quote(text)),
            Token::Word(word) => quote(word),
        }
    }
}

/// The tokens of a description, each with its place.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub source: Source<'a>,
    pub at: usize,
}

impl<'a> Lexer<'a> {
    /// Skips blanks and comments.
    fn gap(&mut self) {
        loop {
            let rest = &self.source.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.source.text[self.at..];
            if !rest.starts_with("//") {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The next token and where it begins.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, FileError> {
        self.gap();
        let begin = self.at;
        let rest = &self.source.text[begin..];
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '(' | '{' | '[' => Token::Open(first),
            ')' | '}' | ']' => Token::Close(first),
            '"' => {
                let Some(length) = closing(&rest[1..]) else {
                    return self.source.error(begin, "this text is never closed");
                };
                self.at += length + 2;
                return Ok(Some((begin, Token::Text(&rest[1..=length]))));
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(){}[]\"".contains(c);
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                let word = word.split("//").next().unwrap_or(word);
                self.at += word.len();
                return Ok(Some((begin, Token::Word(word))));
            }
        };
        self.at += 1;
        Ok(Some((begin, token)))
    }
}

/// Where the quotation mark stands that closes a text: none after a backslash.
fn closing(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    })
}
