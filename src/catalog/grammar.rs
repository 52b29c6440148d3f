//! Parsing `name(key=value,...)`.

use std::fmt;

/// A parsed name with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The word before the parenthesis.
    pub word: String,
    /// Byte offset of the word in the text.
    pub at: usize,
    /// The arguments in the order written.
    pub arguments: Vec<Argument>,
}

/// `key=value`, with where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The key.
    pub key: String,
    /// Byte offset of the key.
    pub at: usize,
    /// The value.
    pub value: Value,
    /// Byte offset of the value.
    pub value_at: usize,
}

/// The value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A bare word or number.
    Word(String),
    /// A string in double quotes.
    Text(String),
    /// A list in brackets.
    List(Vec<Value>),
    /// A name with arguments of its own.
    Name(Name),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(w) => f.write_str(w),
            Value::Text(t) => {
                write!(f, "\"{}\"", t.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Value::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Name(n) => n.fmt(f),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        for (i, a) in self.arguments.iter().enumerate() {
            let open = if i == 0 { "(" } else { "," };
            write!(f, "{open}{}={}", a.key, a.value)?;
        }
        f.write_str(")")
    }
}

/// A name that cannot be read or does not exist: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The whole text.
    pub text: String,
    /// Byte offset of the fault.
    pub at: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl NameError {
    /// An error at a byte of `text`, moved back to a character boundary.
    pub fn new(text: &str, at: usize, message: impl Into<String>) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        Self {
            text: text.to_string(),
            at,
            message: message.into(),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A window of the text around the fault, with a caret under it.
        let line: String = self.text.replace(['\n', '\r', '\t'], " ");
        let before = line[..self.at].chars().count();
        let skip = before.saturating_sub(60);
        let shown: String = line.chars().skip(skip).take(100).collect();
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {shown}")?;
        write!(f, "  {}^", " ".repeat(before - skip))
    }
}

impl std::error::Error for NameError {}

/// Nesting deeper than this is refused, so no text can exhaust the stack.
const MAX_DEPTH: usize = 32;

/// Parses a whole text as one name.
///
/// # Errors
/// The first fault with its place.
pub fn parse(text: &str) -> Result<Name, NameError> {
    let mut parser = Parser { text, at: 0 };
    let name = parser.name(0)?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.error("expected the end of the name"));
    }
    Ok(name)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn error(&self, message: &str) -> NameError {
        NameError::new(self.text, self.at, message)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn blanks(&mut self) {
        while let Some(c) = self.peek().filter(|c| c.is_whitespace()) {
            self.at += c.len_utf8();
        }
    }

    fn eat(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn word(&mut self, what: &str) -> Result<(String, usize), NameError> {
        self.blanks();
        let begin = self.at;
        while let Some(c) = self.peek() {
            if c.is_alphanumeric() || "._-/+".contains(c) {
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        if self.at == begin {
            return Err(self.error(what));
        }
        Ok((self.text[begin..self.at].to_string(), begin))
    }

    fn name(&mut self, depth: usize) -> Result<Name, NameError> {
        let (word, at) = self.word("expected a name")?;
        self.arguments(word, at, depth)
    }

    fn arguments(&mut self, word: String, at: usize, depth: usize) -> Result<Name, NameError> {
        let mut arguments: Vec<Argument> = Vec::new();
        if self.eat('(') && !self.eat(')') {
            loop {
                let (key, key_at) = self.word("expected a parameter's name")?;
                if arguments.iter().any(|a| a.key == key) {
                    let message = format!("{key} is given twice");
                    return Err(NameError::new(self.text, key_at, message));
                }
                if !self.eat('=') {
                    let message = match key.parse::<f64>() {
                        // rollout(10): the parameter has a name.
                        Ok(_) => format!(
                            "expected name=value: which parameter of {word} is {key}? (see sowlab games, sowlab agents)"
                        ),
                        Err(_) => format!("expected '=' and a value after {key}"),
                    };
                    return Err(self.error(&message));
                }
                self.blanks();
                let value_at = self.at;
                let value = self.value(depth + 1)?;
                arguments.push(Argument {
                    key,
                    at: key_at,
                    value,
                    value_at,
                });
                if self.eat(')') {
                    break;
                }
                if !self.eat(',') {
                    return Err(self.error("expected ',' or ')'"));
                }
            }
        }
        Ok(Name {
            word,
            at,
            arguments,
        })
    }

    fn value(&mut self, depth: usize) -> Result<Value, NameError> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        if self.eat('[') {
            let mut items = Vec::new();
            if self.eat(']') {
                return Ok(Value::List(items));
            }
            loop {
                items.push(self.value(depth + 1)?);
                if self.eat(']') {
                    return Ok(Value::List(items));
                }
                if !self.eat(',') {
                    return Err(self.error("expected ',' or ']'"));
                }
            }
        }
        if self.eat('"') {
            return self.quoted();
        }
        let (word, at) = self.word("expected a value")?;
        if self.peek() == Some('(') {
            return Ok(Value::Name(self.arguments(word, at, depth)?));
        }
        Ok(Value::Word(word))
    }

    fn quoted(&mut self) -> Result<Value, NameError> {
        let begin = self.at - 1;
        let mut out = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Value::Text(out)),
                '\\' => match self.peek() {
                    Some(e @ ('"' | '\\')) => {
                        self.at += 1;
                        out.push(e);
                    }
                    _ => return Err(self.error("expected \\\" or \\\\ after a backslash")),
                },
                c => out.push(c),
            }
        }
        Err(NameError::new(
            self.text,
            begin,
            "this string has no closing quote",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_every_form() {
        let text = "uct(iterations=1000,playouts=features(file=\"a b.toml\"),l=[1,[2],x],e=[])";
        assert_eq!(parse(text).unwrap().to_string(), text);
        assert_eq!(parse(" sowing ( ) ").unwrap().to_string(), "sowing");
        assert_eq!(
            parse(r#"a(b="q\"\\é")"#).unwrap().to_string(),
            r#"a(b="q\"\\é")"#
        );
    }

    #[test]
    fn points_at_the_fault() {
        for (text, at) in [
            ("", 0),
            ("(", 0),
            ("a(", 2),
            ("a(b", 3),
            ("a(b=", 4),
            ("a(b=1", 5),
            ("a(b=1,", 6),
            ("a(b=1;c=2)", 5),
            ("a(b=1,b=2)", 6),
            ("a(b=[1;2])", 6),
            ("a(b=\"x", 4),
            ("a(b=1) c", 7),
            ("é(ü=ï!)", 8),
        ] {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
        let deep = format!("a(b={}", "[".repeat(10_000));
        assert!(parse(&deep).unwrap_err().message.contains("deeply"));
        let shown = parse("sowing(pots=6;seeds=2)").unwrap_err().to_string();
        assert_eq!(
            shown,
            "expected ',' or ')'\n  sowing(pots=6;seeds=2)\n               ^"
        );
    }

    proptest! {
        #[test]
        fn never_panics(text in ".{0,80}") {
            if let Err(e) = parse(&text) {
                let _ = e.to_string();
            }
        }

        #[test]
        fn never_panics_on_near_names(text in "[a-b(),=\\[\\]\"\\\\ é]{0,40}") {
            match parse(&text) {
                Ok(name) => prop_assert_eq!(parse(&name.to_string()).unwrap().to_string(), name.to_string()),
                Err(e) => { let _ = e.to_string(); }
            }
        }
    }
}
