//! Reading the results that `sowlab evaluate` writes.

use std::collections::BTreeMap;
use std::path::Path;

use crate::judging::Figures;

/// A row of the results file.
#[derive(Clone, Debug)]
pub struct Result {
    fields: BTreeMap<String, String>,
}

impl Result {
    pub fn get(&self, name: &str) -> &str {
        &self.fields[name]
    }

    pub fn number(&self, name: &str) -> f64 {
        self.get(name).parse().unwrap()
    }

    /// (figure, rule, weights)
    pub fn key(&self) -> (String, String, String) {
        let [figure, rule, weights] = ["figure", "rule", "weights"].map(|n| self.get(n).into());
        (figure, rule, weights)
    }

    pub fn is(&self, pairs: &[(&str, &str)]) -> bool {
        pairs.iter().all(|(name, value)| self.get(name) == *value)
    }
}

pub fn results(path: &Path) -> Vec<Result> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| Result {
        fields: names
            .iter()
            .zip(&record)
            .map(|(n, f)| (n.into(), f.into()))
            .collect(),
    };
    reader.records().map(|r| row(r.unwrap())).collect()
}

/// The figures of one subject in the sections of advice.
pub fn figures_of(rows: &[Result], subject: &[(&str, String)], sections: &[&str]) -> Figures {
    let mine = |r: &&Result| {
        sections.contains(&r.get("section")) && subject.iter().all(|(n, v)| r.get(n) == v)
    };
    let mut out = Figures::new();
    for row in rows.iter().filter(mine) {
        let twice = out.insert(row.key(), row.number("value"));
        assert!(twice.is_none(), "{row:?}");
    }
    out
}

/// The sections that judge advice from a database.
pub const ADVICE: [&str; 3] = ["advice", "play", "classification"];

pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}
