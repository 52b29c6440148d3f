//! Where the sets of a description stand, and which one is meant.

use super::super::source::{FileError, Source, quote};
use super::lexer::{Lexer, Token};

/// Deeper brackets are no description of a game.
const DEEPEST: usize = 500;

/// As many sets are listed in messages.
const LISTED: usize = 20;

/// As many names of one set are remembered.
const NAMES: usize = 50;

/// A list of sets for one ruleset.
pub(super) struct Block {
    /// The place of its names in [`Survey::names`], if it has any.
    names: Option<usize>,
    /// Where it begins.
    pub at: usize,
}

/// Brackets that are open.
struct Frame<'a> {
    bracket: char,
    at: usize,
    /// The first word.
    head: Option<&'a str>,
    /// The place of its names in [`Survey::names`], of a `define` or `useFor`.
    names: Option<usize>,
}

/// Where the sets of a description stand.
pub(super) struct Survey<'a> {
    blocks: Vec<Block>,
    /// The names of definitions, and those of rulesets that are used together.
    names: Vec<Vec<&'a str>>,
    /// Where feature trees begin, which are no sets.
    pub trees: Option<usize>,
    /// The definition that `(ai "...")` refers to.
    elsewhere: Option<&'a str>,
}

impl<'a> Survey<'a> {
    pub fn of(source: Source<'a>) -> Result<Self, FileError> {
        let mut survey = Survey {
            blocks: Vec::new(),
            names: Vec::new(),
            trees: None,
            elsewhere: None,
        };
        let mut lexer = Lexer { source, at: 0 };
        let mut frames: Vec<Frame<'a>> = Vec::new();
        while let Some((at, token)) = lexer.next()? {
            match token {
                Token::Open(_) if frames.len() == DEEPEST => {
                    return source.error(at, format!("more than {DEEPEST} brackets deep"));
                }
                Token::Open(bracket) => frames.push(Frame {
                    bracket,
                    at,
                    head: None,
                    names: None,
                }),
                Token::Close(closing) => match frames.pop() {
                    Some(frame) if closes(frame.bracket, closing) => {}
                    Some(frame) => {
                        let opener = source.fault(frame.at, "");
                        let (line, column) = opener.place.unwrap_or_default();
                        let message = format!(
                            "\"{closing}\" does not close the \"{}\" of line {line}, column {column}",
                            frame.bracket
                        );
                        return source.error(at, message);
                    }
                    None => return source.error(at, format!("\"{closing}\" closes nothing")),
                },
                Token::Text(text) => survey.text(&mut frames, text),
                Token::Word(word) => {
                    let Some(frame) = frames.last_mut().filter(|f| f.head.is_none()) else {
                        continue;
                    };
                    frame.head = Some(word);
                    let begin = frame.at;
                    match (frame.bracket, word) {
                        ('(', "features") => survey.blocks.push(Block {
                            names: names(&frames),
                            at: begin,
                        }),
                        ('(', "featureTrees") => {
                            survey.trees.get_or_insert(begin);
                        }
                        ('(', "featureSet") if !within(&frames, "features") => {
                            let message = "a featureSet outside of (features ...)";
                            return source.error(begin, message);
                        }
                        _ => {}
                    }
                }
            }
        }
        match frames.last() {
            Some(frame) => source.error(
                frame.at,
                format!("this \"{}\" is never closed", frame.bracket),
            ),
            None => Ok(survey),
        }
    }

    /// Remembers a text that names what stands around.
    fn text(&mut self, frames: &mut [Frame<'a>], text: &'a str) {
        let frame = match frames {
            [.., outer, inner] if inner.bracket == '{' && outer.head == Some("useFor") => outer,
            [.., frame] if frame.bracket == '(' => frame,
            _ => return,
        };
        match frame.head {
            Some("define") if frame.names.is_none() => {}
            Some("useFor") => {}
            Some("ai") => {
                self.elsewhere = Some(text);
                return;
            }
            _ => return,
        }
        let place = *frame.names.get_or_insert(self.names.len());
        if place == self.names.len() {
            self.names.push(Vec::new());
        }
        let names = &mut self.names[place];
        if names.len() < NAMES {
            names.push(text);
        }
    }

    fn names(&self, block: &Block) -> &[&'a str] {
        block.names.map_or(&[], |place| &self.names[place])
    }

    /// The blocks with a name that satisfies `test`.
    fn named(&self, test: impl Fn(&str) -> bool) -> Vec<&Block> {
        // Each name once, however many blocks it has.
        let any = |names: &Vec<&str>| names.iter().any(|name| test(name));
        let fits: Vec<bool> = self.names.iter().map(any).collect();
        let named = |b: &&Block| b.names.is_some_and(|place| fits[place]);
        self.blocks.iter().filter(named).collect()
    }

    /// The block that is chosen by number or name, or the only one.
    pub fn choose(&self, source: Source<'_>, choice: Option<&str>) -> Result<&Block, FileError> {
        let failed = |message: String| Err(FileError::whole(source.file, message));
        let Some(choice) = choice else {
            return match &self.blocks[..] {
                [] => failed(self.nothing()),
                [block] => Ok(block),
                blocks => failed(format!(
                    "{} sets of features; choose one by number or name:{}",
                    blocks.len(),
                    self.listed(source)
                )),
            };
        };
        if self.blocks.is_empty() {
            return failed(self.nothing());
        }
        let number = choice.parse::<usize>().ok();
        let numbered = number.and_then(|n| self.blocks.get(n.checked_sub(1)?));
        if let Some(block) = numbered {
            return Ok(block);
        }
        let mut found = self.named(|name| name == choice);
        if found.is_empty() && !choice.is_empty() {
            let word = choice.to_lowercase();
            found = self.named(|name| name.to_lowercase().contains(&word));
        }
        match found[..] {
            [block] => Ok(block),
            _ => failed(format!(
                "{} set of features is {}; choose one by number or name:{}",
                if found.is_empty() {
                    "no"
                } else {
                    "more than one"
                },
                quote(choice),
                self.listed(source)
            )),
        }
    }

    fn nothing(&self) -> String {
        match self.elsewhere {
            None => "no (features ...) in this description".into(),
            Some(name) => format!(
                "no (features ...) in this description: it refers to the definition {}, which \
                 stands in a file of its own",
                quote(name)
            ),
        }
    }

    /// The blocks, one a line.
    fn listed(&self, source: Source<'_>) -> String {
        let mut list = String::new();
        for (i, block) in self.blocks.iter().take(LISTED).enumerate() {
            let (line, _) = source.fault(block.at, "").place.unwrap_or_default();
            let name = match self.names(block) {
                [] => "without a name".to_string(),
                names => names.join(", "),
            };
            let name: String = name.chars().take(80).collect();
            let name = name.escape_debug();
            list.push_str(&format!("\n  {}  {name} (line {line})", i + 1));
        }
        if self.blocks.len() > LISTED {
            list.push_str("\n  ...");
        }
        list
    }
}

fn closes(open: char, close: char) -> bool {
    matches!((open, close), ('(', ')') | ('{', '}') | ('[', ']'))
}

/// The place of the names of what stands here: rulesets before definitions.
fn names(frames: &[Frame<'_>]) -> Option<usize> {
    let of = |head: &str| {
        let named = |f: &&Frame| f.head == Some(head) && f.names.is_some();
        frames.iter().rfind(named)
    };
    of("useFor").or_else(|| of("define"))?.names
}

fn within(frames: &[Frame<'_>], head: &str) -> bool {
    frames.iter().any(|f| f.head == Some(head))
}
