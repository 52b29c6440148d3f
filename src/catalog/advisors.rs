//! kNN advisors by name: `knn(db="x.csv",k=5,metric=manhattan)`.

use super::args::Args;
use super::grammar::{NameError, parse};
use super::nearest::nearest;
use crate::knn::{LabelSource, Metric, Mover, Rule, Ties, Vote, Weight};

/// How a database is asked: everything of an advisor but the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnnOptions {
    /// How neighbours become a score.
    pub rule: Rule,
    /// Whose rows vote; `None` = by the kind of the database.
    pub mover: Option<Mover>,
    /// Whose word on a row counts.
    pub label: LabelSource,
    /// Whether rows equal to the position asked about, or to its mirror, do not
    /// vote.
    pub hide_exact: bool,
}

/// The keys of [`KnnOptions`].
pub(super) const OPTION_KEYS: [&str; 8] = [
    "k",
    "metric",
    "ties",
    "weight",
    "vote",
    "mover",
    "label",
    "hide_exact",
];

impl KnnOptions {
    /// Takes the options from the arguments of a name.
    pub(super) fn take(args: &Args<'_>) -> Result<Self, NameError> {
        Ok(Self {
            rule: Rule {
                metric: args.one_of("metric", Metric::ALL, Metric::Manhattan)?,
                k: args.integer("k", 1..=u64::from(u32::MAX), 5)? as u32,
                ties: args.one_of("ties", Ties::ALL, Ties::All)?,
                weight: args.one_of("weight", Weight::ALL, Weight::Distinct)?,
                vote: args.one_of("vote", Vote::ALL, Vote::Majority)?,
            },
            mover: match args.has("mover") {
                true => Some(args.one_of("mover", Mover::ALL, Mover::Any)?),
                false => None,
            },
            label: args.one_of("label", LabelSource::ALL, LabelSource::Game)?,
            hide_exact: args.choice("hide_exact", &["no", "yes"], "no")? == "yes",
        })
    }
}

impl std::fmt::Display for KnnOptions {
    /// `k=5,metric=manhattan`, and what is not the default.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rule {
            metric,
            k,
            ties,
            weight,
            vote,
        } = self.rule;
        write!(f, "k={k},metric={metric}")?;
        if ties != Ties::All {
            write!(f, ",ties={ties}")?;
        }
        if weight != Weight::Distinct {
            write!(f, ",weight={weight}")?;
        }
        if vote != Vote::Majority {
            write!(f, ",vote={vote}")?;
        }
        if let Some(mover) = self.mover {
            write!(f, ",mover={mover}")?;
        }
        if self.label != LabelSource::Game {
            write!(f, ",label={}", self.label)?;
        }
        if self.hide_exact {
            f.write_str(",hide_exact=yes")?;
        }
        Ok(())
    }
}

/// A kNN advisor as its name describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnnName {
    /// The database file.
    pub db: String,
    /// How it is asked.
    pub options: KnnOptions,
}

impl std::fmt::Display for KnnName {
    /// The name without the database, as captions give it; defaults are left out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "knn({})", self.options)
    }
}

/// Reads the name of an advisor.
///
/// # Errors
/// The name cannot be read, is no advisor, or has impossible parameters.
pub fn open_advisor(text: &str) -> Result<KnnName, NameError> {
    let name = parse(text)?;
    if name.word != "knn" {
        let hint = nearest(&name.word, ["knn"]).map_or("", |_| "; did you mean knn?");
        let message = format!("unknown advisor {}: expected knn(db=...){hint}", name.word);
        return Err(NameError::new(text, name.at, message));
    }
    let keys = [&["db"], &OPTION_KEYS[..]].concat();
    let args = Args::new(text, &name, &keys)?;
    let db = args
        .text("db")?
        .ok_or_else(|| args.error("db", "knn: expected db=\"FILE.csv\""))?;
    let options = KnnOptions::take(&args)?;
    Ok(KnnName { db, options })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_faults() {
        let found = open_advisor("knn(db=\"a b.csv\",k=3,metric=chebyshev,mover=same)").unwrap();
        assert_eq!(found.db, "a b.csv");
        assert_eq!(
            (found.options.rule.k, found.options.rule.metric),
            (3, Metric::Chebyshev)
        );
        assert_eq!(found.options.mover, Some(Mover::Same));
        assert_eq!(open_advisor("knn(db=x.csv)").unwrap().options.rule.k, 5);
        for (text, part) in [
            ("knn", "expected db"),
            ("knn(db=x.csv,k=0)", "from 1 to"),
            ("knn(db=x.csv,metric=manhatan)", "did you mean manhattan"),
            ("knn(db=x.csv,metrik=manhattan)", "did you mean metric"),
            ("kn(db=x.csv)", "did you mean knn"),
            ("knn(db=[1])", "expected a file"),
        ] {
            let error = open_advisor(text).unwrap_err();
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }
}
