//! Feature sets in descriptions of games for Ludii.
//!
//! A description is a tree of lists in brackets. Sets stand in lists `(features ...)`,
//! anywhere; the rest is only looked at for the names of what stands around:
//!
//! ```text
//! (define "Name"                                        // names its sets, unless
//!     (useFor { "Ruleset/Name" }                        // rulesets do
//!         trainedFeatures:(features {
//!             (featureSet P1 selectionFeatures:{ (pair "rel:..." 1.5) ... })
//!             (featureSet P2 { (pair "rel:..." -0.5) ... })
//!         })
//!     )
//! )
//! ```

mod lexer;
mod survey;

use super::Loaded;
use super::source::{FileError, Source, quote};
use crate::catalog::nearest;
use crate::feature::{Feature, FeatureSet, Weighted};
use lexer::{Lexer, Token};
use survey::Survey;

/// Reads the set that is chosen, or the only one.
pub(super) fn parse(source: Source<'_>, choice: Option<&str>) -> Result<Loaded, FileError> {
    let survey = Survey::of(source)?;
    let block = survey.choose(source, choice)?;
    let mut loaded = Reader(Lexer {
        source,
        at: block.at,
    })
    .block()?;
    if let Some(at) = survey.trees {
        let message = "feature trees are not read: another kind of policy";
        loaded.warnings.push(source.fault(at, message).to_string());
    }
    Ok(loaded)
}

/// Features with their weights, as they are written.
type List = Vec<(Feature, f32)>;

/// The names of the lists of a set, in the order of the indices of [`Set::lists`].
const LISTS: [&str; 3] = ["selectionFeatures:", "playoutFeatures:", "tspgFeatures:"];

/// Which of the lists gives the weights: the first that is there.
const SELECTION: [usize; 3] = [0, 1, 2];
const PLAYOUT: [usize; 3] = [1, 0, 2];

/// Whose a set is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Owner {
    Both,
    One(usize),
}

/// The set of one player, or of both.
struct Set {
    owner: Owner,
    lists: [Option<List>; 3],
}

impl Set {
    /// The features with the weights of the first list that is there.
    fn weighted(&self, order: [usize; 3]) -> impl Iterator<Item = Weighted> {
        let list = order.into_iter().find_map(|i| self.lists[i].as_ref());
        list.into_iter().flatten().map(|(feature, weight)| {
            let weights = match self.owner {
                Owner::Both => [Some(*weight); 2],
                Owner::One(player) => {
                    let mut weights = [None; 2];
                    weights[player] = Some(*weight);
                    weights
                }
            };
            Weighted::new(feature.clone(), weights)
        })
    }
}

/// Reads the sets of one block.
struct Reader<'a>(Lexer<'a>);

impl<'a> Reader<'a> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, FileError> {
        self.0.source.error(at, message)
    }

    fn next(&mut self) -> Result<(usize, Option<Token<'a>>), FileError> {
        let next = self.0.next()?;
        Ok(next.map_or((self.0.at, None), |(at, token)| (at, Some(token))))
    }

    fn wanted<T>(&self, what: &str, (at, found): (usize, Option<Token>)) -> Result<T, FileError> {
        let found = found.map_or_else(|| "the end".into(), |t| t.shown());
        self.error(at, format!("expected {what}, found {found}"))
    }

    /// The next token, which must be this one; its place.
    fn expect(&mut self, token: Token, what: &str) -> Result<usize, FileError> {
        match self.next()? {
            (at, Some(found)) if found == token => Ok(at),
            other => self.wanted(what, other),
        }
    }

    fn block(&mut self) -> Result<Loaded, FileError> {
        let begin = self.expect(Token::Open('('), "(features")?;
        self.expect(Token::Word("features"), "features")?;
        let mut sets: Vec<Set> = Vec::new();
        let mut warnings = Vec::new();
        match self.next()? {
            (at, Some(Token::Open('('))) => self.set(at, &mut sets, &mut warnings)?,
            (at, Some(Token::Open('{'))) => {
                loop {
                    match self.next()? {
                        (at, Some(Token::Open('('))) => self.set(at, &mut sets, &mut warnings)?,
                        (_, Some(Token::Close('}'))) => break,
                        other => return self.wanted("(featureSet ...) or \"}\"", other),
                    }
                }
                if sets.is_empty() {
                    return self.error(at, "no featureSet in these brackets");
                }
            }
            other => return self.wanted("(featureSet ...) or several in { }", other),
        }
        self.expect(Token::Close(')'), "\")\", the end of features")?;
        if let [
            Set {
                owner: Owner::One(player),
                ..
            },
        ] = sets[..]
        {
            let message = format!("no set for P{}: it has no features", 2 - player);
            warnings.push(self.0.source.fault(begin, message).to_string());
        }
        let of = |order| {
            let features = sets.iter().flat_map(|s| s.weighted(order)).collect();
            FeatureSet { features }
        };
        Ok(Loaded {
            game: None,
            selection: of(SELECTION),
            playout: of(PLAYOUT),
            warnings,
        })
    }

    /// One set, after its bracket at `begin`.
    fn set(
        &mut self,
        begin: usize,
        sets: &mut Vec<Set>,
        warnings: &mut Vec<String>,
    ) -> Result<(), FileError> {
        self.expect(Token::Word("featureSet"), "featureSet")?;
        let owner = self.owner(warnings)?;
        if sets.iter().any(|s| s.owner == owner) {
            return self.error(begin, "a second set of this role");
        }
        if sets.iter().any(|s| s.owner == Owner::Both) || (owner == Owner::Both && !sets.is_empty())
        {
            let message = "a set of both players beside one of a single player: expected either one \
                           set for both, or P1 and P2";
            return self.error(begin, message);
        }
        let mut lists: [Option<List>; 3] = [None, None, None];
        loop {
            let (at, token) = self.next()?;
            let index = match token {
                Some(Token::Close(')')) => break,
                // Without a name: selection.
                Some(Token::Open('{')) => 0,
                Some(Token::Word(name)) => {
                    let Some(index) = LISTS.iter().position(|l| *l == name) else {
                        let near = nearest(name, LISTS).map(|n| format!("; did you mean {n}?"));
                        let hint = near.unwrap_or_else(|| {
                            format!("; expected {{ or one of {}", LISTS.join(" "))
                        });
                        return self
                            .error(at, format!("a featureSet has no {}{hint}", quote(name)));
                    };
                    self.expect(Token::Open('{'), "\"{\" and pairs")?;
                    index
                }
                other => return self.wanted("a list of pairs or \")\"", (at, other)),
            };
            if lists[index].is_some() {
                let name = LISTS[index].trim_end_matches(':');
                let message =
                    format!("a second list of {name} (a list without a name is of selection)");
                return self.error(at, message);
            }
            let list = self.pairs()?;
            if let Some(first) = lists.iter().flatten().next() {
                self.agree(at, first, &list)?;
            }
            lists[index] = Some(list);
        }
        if lists.iter().all(Option::is_none) {
            let message = "this featureSet has no list of pairs";
            return self.error(begin, message);
        }
        sets.push(Set { owner, lists });
        Ok(())
    }

    fn owner(&mut self, warnings: &mut Vec<String>) -> Result<Owner, FileError> {
        const ROLES: &str = "All, Shared, Neutral, P1 or P2";
        match self.next()? {
            (_, Some(Token::Word("Shared"))) => Ok(Owner::Both),
            (at, Some(Token::Word(role @ ("All" | "Neutral")))) => {
                let message = format!(
                    "role {role}: read as for both players; Ludii's own test whether a policy supports \
                     the game wants Shared"
                );
                warnings.push(self.0.source.fault(at, message).to_string());
                Ok(Owner::Both)
            }
            (_, Some(Token::Word("P1"))) => Ok(Owner::One(0)),
            (_, Some(Token::Word("P2"))) => Ok(Owner::One(1)),
            other => self.wanted(&format!("a role: {ROLES}"), other),
        }
    }

    /// The pairs of a list, after its bracket.
    fn pairs(&mut self) -> Result<List, FileError> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                (_, Some(Token::Close('}'))) => return Ok(list),
                (_, Some(Token::Open('('))) => {}
                other => return self.wanted("(pair \"feature\" weight) or \"}\"", other),
            }
            self.expect(Token::Word("pair"), "pair")?;
            let feature = match self.next()? {
                // After the quotation mark.
                (at, Some(Token::Text(text))) => self.0.source.feature(at + 1, text)?,
                other => return self.wanted("a feature in quotation marks", other),
            };
            let weight = match self.next()? {
                (at, Some(Token::Word(word))) => self.0.source.weight(at, word)?,
                other => return self.wanted("a weight", other),
            };
            self.expect(Token::Close(')'), "\")\", the end of the pair")?;
            list.push((feature, weight));
        }
    }

    /// Refuses lists of different features: only the weights may differ.
    fn agree(&self, at: usize, first: &List, list: &List) -> Result<(), FileError> {
        if first.len() != list.len() {
            let message = format!(
                "{} pairs, where the list before has {}: lists of one set must have the same \
                 features in the same order",
                list.len(),
                first.len()
            );
            return self.error(at, message);
        }
        match (0..list.len()).find(|&i| first[i].0 != list[i].0) {
            None => Ok(()),
            Some(i) => self.error(
                at,
                format!(
                    "pair {} has another feature than in the list before: lists of one set must \
                     have the same features in the same order",
                    i + 1
                ),
            ),
        }
    }
}
