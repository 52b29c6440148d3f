//! Reading features, with the place of every fault.

use std::fmt;
use std::str::FromStr;

use super::{Element, Feature, Pattern, Place, Role, Spatial, Target, Test, Walk};

/// A text that is no feature: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The whole text.
    pub text: String,
    /// The byte offset of the fault; a character boundary of `text`.
    pub at: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl SyntaxError {
    /// An error at a byte of `text` (moved back to a character boundary).
    pub fn new(text: &str, at: usize, message: impl Into<String>) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        Self {
            text: text.into(),
            at,
            message: message.into(),
        }
    }

    /// The column of the fault in characters, from 1.
    pub fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }
}

impl fmt::Display for SyntaxError {
    /// The message, a window of the text around the fault, a caret under it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let before = self.column() - 1;
        let skip = before.saturating_sub(60);
        let shown: String = self.text.chars().map(clean).skip(skip).take(100).collect();
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {shown}")?;
        write!(f, "  {}^", " ".repeat(before - skip))
    }
}

impl std::error::Error for SyntaxError {}

/// Turns beyond this are a slip of the pen.
const MOST_TURNS: f32 = 1_000_000.0;

/// A text longer than this is no feature.
const LONGEST: usize = 100_000;

impl FromStr for Feature {
    type Err = SyntaxError;

    /// Reads a feature.
    ///
    /// # Errors
    /// The first fault with its place.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        if text.len() > LONGEST {
            let message = format!("longer than {LONGEST} bytes: no feature");
            return Err(SyntaxError::new(text, 0, message));
        }
        match text {
            "PassMove" => Ok(Feature::PassMove),
            "SwapMove" => Ok(Feature::SwapMove),
            "Intercept" => Ok(Feature::Intercept),
            _ => Reader { text, at: 0 }.spatial().map(Feature::Spatial),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, SyntaxError>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(SyntaxError::new(self.text, self.at, message))
    }

    /// What stands here, for messages.
    fn found(&self) -> String {
        match self.rest().chars().next() {
            None => "the end".into(),
            Some(c) => format!("\"{}\"", c.escape_debug()),
        }
    }

    fn wanted<T>(&self, what: &str) -> Read<T> {
        self.error(format!("expected {what}, found {}", self.found()))
    }

    fn take(&mut self, part: &str) -> bool {
        let here = self.rest().starts_with(part);
        if here {
            self.at += part.len();
        }
        here
    }

    fn expect(&mut self, part: &str) -> Read<()> {
        match self.take(part) {
            true => Ok(()),
            false => self.wanted(&format!("\"{part}\"")),
        }
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn spatial(mut self) -> Read<Spatial> {
        let absolute = self.take("abs:");
        if !absolute && !self.take("rel:") {
            return self.wanted("rel: or abs:, or one of PassMove, SwapMove, Intercept");
        }
        let mut places: Vec<(Role, Place)> = Vec::new();
        let mut pattern = None;
        loop {
            let begin = self.at;
            if self.take("pat=<") {
                if pattern.is_some() {
                    self.at = begin;
                    return self.error("a second pat");
                }
                pattern = Some(self.pattern()?);
            } else {
                let role = self.role()?;
                if places.iter().any(|(r, _)| *r == role) {
                    self.at = begin;
                    return self.error(format!("{} is given twice", role.name()));
                }
                places.push((role, self.place(absolute)?));
            }
            self.expect(">")?;
            if self.rest().is_empty() {
                break;
            }
            if !self.take(":") {
                return self.wanted("\":\" and one more part, or the end");
            }
        }
        match pattern {
            Some(pattern) => Ok(Spatial {
                absolute,
                places,
                pattern,
            }),
            None => self.error("no pattern: expected :pat=<els=[...]>"),
        }
    }

    fn role(&mut self) -> Read<Role> {
        // The longer names first.
        for role in Role::ALL {
            let begin = self.at;
            if self.take(role.name()) {
                if self.take("=<") {
                    return Ok(role);
                }
                self.at = begin;
            }
        }
        self.wanted("a part: last_to=<, last_from=<, to=<, from=< or pat=<")
    }

    fn place(&mut self, absolute: bool) -> Read<Place> {
        if !absolute {
            return match self.rest().starts_with('{') {
                true => self.walk().map(Place::Walk),
                false => self.wanted("a walk in braces, such as {} or {0,1/4}"),
            };
        }
        if self.take("-1") {
            return Ok(Place::Anywhere);
        }
        match self.digits() {
            Some(_) => self.natural("the number of a site").map(Place::Site),
            None => self.wanted("the number of a site, or -1 for any"),
        }
    }

    /// The digits that stand here, if any.
    fn digits(&self) -> Option<&'a str> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        Some(&rest[..end.unwrap_or(rest.len())]).filter(|d| !d.is_empty())
    }

    /// A whole number from 0 to a billion.
    fn natural(&mut self, what: &str) -> Read<u32> {
        let Some(digits) = self.digits() else {
            return self.wanted(what);
        };
        match digits.parse() {
            Ok(n) if n <= 1_000_000_000 => {
                self.at += digits.len();
                Ok(n)
            }
            _ => self.error(format!("{what}: {digits} is too large")),
        }
    }

    fn walk(&mut self) -> Read<Walk> {
        self.expect("{")?;
        if self.take("}") {
            return Ok(Walk::default());
        }
        self.numbers("}", true).map(Walk)
    }

    /// Numbers with commas between them, up to a closing sign.
    fn numbers(&mut self, close: &str, fractions: bool) -> Read<Vec<f32>> {
        let mut numbers = Vec::new();
        loop {
            self.blanks();
            numbers.push(self.number(fractions)?);
            self.blanks();
            if self.take(close) {
                return Ok(numbers);
            }
            if !self.take(",") {
                return self.wanted(&format!("\",\" or \"{close}\""));
            }
        }
    }

    fn number(&mut self, fractions: bool) -> Read<f32> {
        let begin = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-./".contains(c)));
        let word = &rest[..end.unwrap_or(rest.len())];
        let number = match word.split_once('/') {
            Some(_) if !fractions => {
                return self.error("rotations are decimals, such as 0.25, not fractions");
            }
            Some((p, q)) => fraction(p, q),
            None => decimal(word),
        };
        match number {
            Some(n) if n.abs() <= MOST_TURNS => {
                self.at = begin + word.len();
                // There is but one zero.
                Ok(n + 0.0)
            }
            Some(_) => self.error(format!("{word} is no sensible part of a circle")),
            None if word.is_empty() => self.wanted("a number such as 0, 1/4 or -0.25"),
            None => self.error(format!(
                "\"{word}\" is no number; expected one such as 0, 1/4 or -0.25"
            )),
        }
    }

    fn pattern(&mut self) -> Read<Pattern> {
        let mut pattern = Pattern {
            reflects: true,
            rotations: None,
            elements: Vec::new(),
        };
        loop {
            if self.take("refl=true") {
                pattern.reflects = true;
            } else if self.take("refl=false") {
                pattern.reflects = false;
            } else if self.take("refl=") {
                return self.wanted("true or false");
            } else if self.take("rots=all") {
                pattern.rotations = None;
            } else if self.take("rots=[") {
                if self.take("]") {
                    self.at -= 1;
                    return self.error("no rotations: at least one is needed");
                }
                pattern.rotations = Some(self.numbers("]", false)?);
            } else if self.take("rots=") {
                return self.wanted("all or a list such as [0,0.25]");
            } else if self.take("els=[") {
                pattern.elements = self.elements()?;
                return Ok(pattern);
            } else {
                return self.wanted("refl=, rots= or els=[");
            }
            self.expect(",")?;
        }
    }

    fn elements(&mut self) -> Read<Vec<Element>> {
        let mut elements = Vec::new();
        if self.take("]") {
            return Ok(elements);
        }
        loop {
            self.blanks();
            elements.push(self.element()?);
            if self.take("]") {
                return Ok(elements);
            }
            if !self.take(",") {
                return self.wanted("\",\" and one more element, or \"]\"");
            }
        }
    }

    fn element(&mut self) -> Read<Element> {
        let negated = self.take("!");
        let begin = self.at;
        // A name before those that it begins with.
        type Numbered = fn(u32) -> Test;
        let numbered: [(&str, Numbered, &str, u32); 6] = [
            ("LOSO", Test::Orthogonal, "the number of a piece kind", 1),
            ("LOSD", Test::Diagonal, "the number of a piece kind", 1),
            ("pos", Test::Is, "the number of a site", 0),
            ("I", Test::Kind, "the number of a piece kind", 1),
            ("N", Test::Slots, "a number of slots", 0),
            ("R", Test::Nearer, "the number of a region", 0),
        ];
        let plain = [
            ("-", Test::Empty),
            ("f", Test::Friend),
            ("e", Test::Enemy),
            ("#", Test::OffBoard),
            ("*", Test::Anything),
        ];
        let test = if let Some((_, test, what, least)) =
            numbered.iter().find(|(name, ..)| self.take(name))
        {
            let place = self.at;
            let n = self.natural(what)?;
            if n < *least {
                self.at = place;
                return self.error(format!("{what}: counted from {least}"));
            }
            test(n)
        } else if let Some((_, test)) = plain.iter().find(|(name, _)| self.take(name)) {
            if self.digits().is_some() {
                return self.error("this element takes no number");
            }
            *test
        } else if let Some(digits) = self.digits() {
            match digits {
                "1" => Test::Owner(1),
                "2" => Test::Owner(2),
                _ => {
                    self.at = begin;
                    return self.error(format!("there is no player {digits}: expected 1 or 2"));
                }
            }
        } else {
            return self.wanted("an element: -, f, e, #, *, 1, 2, I, pos, N, R, LOSO or LOSD");
        };
        if let Test::Owner(_) = test {
            self.at += 1;
        }
        if self.take("{abs-") {
            let site = self.natural("the number of a site")?;
            self.expect("}")?;
            return Ok(Element {
                negated,
                test,
                site: Target::Site(site),
            });
        }
        match self.rest().starts_with('{') {
            true => Ok(Element {
                negated,
                test,
                site: Target::Walk(self.walk()?),
            }),
            false => self.wanted("a walk in braces, such as {} or {0,1/4}"),
        }
    }
}

/// The quotient of two whole numbers.
fn fraction(p: &str, q: &str) -> Option<f32> {
    let (p, q): (i32, i32) = (p.parse().ok()?, q.parse().ok()?);
    (q != 0).then(|| p as f32 / q as f32)
}

/// A decimal, without the names that a float may have.
fn decimal(word: &str) -> Option<f32> {
    let plain = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let number: f32 = word.parse().ok().filter(|_| word.chars().all(plain))?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        let feature: Feature = text.parse().unwrap_or_else(|e| panic!("{e}"));
        let printed = feature.to_string();
        assert_eq!(printed.parse(), Ok(feature), "{text}");
        printed
    }

    #[test]
    fn printing_is_normal() {
        for (text, normal) in [
            ("PassMove", "PassMove"),
            (
                "rel:to=<{}>:pat=<refl=true,rots=all,els=[!-{0},!-{0.5}]>",
                "rel:to=<{}>:pat=<els=[!-{0}, !-{1/2}]>",
            ),
            (
                "rel:to=<{ .125 , -2/8 }>:pat=<rots=[ 0.25 , .5],refl=false,els=[ e{1.25},f{.3}]>",
                "rel:to=<{1/8,-1/4}>:pat=<refl=false,rots=[0.25,0.5],els=[e{5/4}, f{3/10}]>",
            ),
            (
                "rel:pat=<refl=false,refl=true,rots=[1],rots=[-0.25],els=[1{}, pos4{0}, LOSO2{1/3}]>",
                "rel:pat=<rots=[-0.25],els=[1{}, pos4{0}, LOSO2{1/3}]>",
            ),
            (
                "abs:from=<4>:to=<-1>:pat=<els=[!e{abs-5}]>",
                "abs:from=<4>:to=<-1>:pat=<els=[!e{abs-5}]>",
            ),
            (
                "rel:to=<{0.26,.02,1,-0,0.333,3e-1}>:pat=<els=[]>",
                "rel:to=<{0.26,0.02,1,0,0.333,3/10}>:pat=<els=[]>",
            ),
        ] {
            assert_eq!(printed(text), normal);
            assert_eq!(printed(normal), normal);
        }
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, at, part) in [
            ("", 0, "expected rel: or abs:"),
            ("rel:", 4, "expected a part"),
            ("rel:to=<{}>", 11, "no pattern"),
            ("rel:too=<{}>:pat=<els=[]>", 4, "expected a part"),
            ("rel:to=<{}>:to=<{}>:pat=<els=[]>", 12, "given twice"),
            ("rel:pat=<els=[]>:pat=<els=[]>", 17, "second pat"),
            ("rel:to=<4>:pat=<els=[]>", 8, "a walk in braces"),
            ("abs:to=<{}>:pat=<els=[]>", 8, "number of a site"),
            ("abs:to=<-2>:pat=<els=[]>", 8, "number of a site"),
            ("rel:to=<{ }>:pat=<els=[]>", 10, "expected a number"),
            ("rel:to=<{1/0}>:pat=<els=[]>", 9, "no number"),
            ("rel:to=<{nan}>:pat=<els=[]>", 9, "no number"),
            ("rel:to=<{inf}>:pat=<els=[]>", 9, "no number"),
            ("rel:to=<{1 /4}>:pat=<els=[]>", 11, "expected \",\""),
            ("rel:to=<{1e9}>:pat=<els=[]>", 9, "sensible"),
            ("rel:to=<{}>:pat=<rots=[],els=[]>", 23, "no rotations"),
            ("rel:to=<{}>:pat=<rots=[1/4],els=[]>", 23, "not fractions"),
            ("rel:to=<{}>:pat=<els=[],refl=true>", 23, "expected \">\""),
            ("rel:to=<{}>:pat=<refl=true els=[]>", 26, "expected \",\""),
            ("rel:to=<{}>:pat=<els=[! e{0}]>", 23, "an element"),
            ("rel:to=<{}>:pat=<els=[e{0} ,f{0}]>", 26, "one more element"),
            ("rel:to=<{}>:pat=<els=[e]>", 23, "a walk in braces"),
            ("rel:to=<{}>:pat=<els=[e2{0}]>", 23, "takes no number"),
            ("rel:to=<{}>:pat=<els=[3{0}]>", 22, "no player 3"),
            ("rel:to=<{}>:pat=<els=[12{0}]>", 22, "no player 12"),
            ("rel:to=<{}>:pat=<els=[I0{0}]>", 23, "counted from 1"),
            ("rel:to=<{}>:pat=<els=[I{0}]>", 23, "piece kind"),
            ("rel:to=<{}>:pat=<els=[R-1{0}]>", 23, "a region"),
            ("rel:to=<{}>:pat=<els=[e{abs--1}]>", 28, "number of a site"),
            ("rel:to=<{}>:pat=<els=[]> ", 24, "or the end"),
            ("rel:to=<{}>:pat=<els=[]", 23, "found the end"),
            ("Rel:to=<{}>:pat=<els=[]>", 0, "expected rel:"),
            ("rel:to=<{}>:pät=<els=[]>", 12, "expected a part"),
        ] {
            let error = text.parse::<Feature>().unwrap_err();
            assert!(error.message.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
        let error = "rel:to=<{x}>".parse::<Feature>().unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("\n  rel:to=<{x}>\n           ^"),
            "{error}"
        );
    }
}
