//! kNN said again as plainly as possible: rows of a file, votes as lists.

use std::path::Path;

use crate::plain::State;

/// A row of a database.
pub struct Row {
    board: Vec<u8>,
    first_to_move: bool,
    /// 1 if the first player won, -1 if the second, 0 for a draw.
    winner: i32,
    count: usize,
    /// Whether an equal row stands before it: then it is not distinct.
    repeated: bool,
}

/// Columns that are no coordinates.
const OTHERS: [&str; 7] = [
    "to_move", "winner", "margin", "count", "game", "ply", "length",
];

/// The rows of a database file; the first player is South.
pub fn read_rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    let mut rows: Vec<Row> = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let named = || names.iter().zip(&record);
        let field = |name: &str| named().find(|(n, _)| *n == name).map(|(_, f)| f);
        let coordinates = named().filter(|(n, _)| !OTHERS.contains(n));
        let mut row = Row {
            repeated: false,
            board: coordinates.map(|(_, f)| f.parse().unwrap()).collect(),
            first_to_move: field("to_move") == Some("south"),
            winner: match field("winner").unwrap() {
                "south" => 1,
                "draw" => 0,
                "north" => -1,
                other => panic!("{other}"),
            },
            count: field("count").map_or(1, |n| n.parse().unwrap()),
        };
        let key = |r: &Row| (r.board.clone(), r.first_to_move, r.winner);
        row.repeated = rows.iter().any(|r| key(r) == key(&row));
        rows.push(row);
    }
    rows
}

/// How votes become a score, by the words of the command line.
#[derive(Clone, Debug)]
pub struct Rule {
    pub metric: &'static str,
    pub k: usize,
    pub ties: &'static str,
    pub vote: &'static str,
    pub weight: &'static str,
}

impl Rule {
    /// Every combination.
    pub fn all(ks: &[usize]) -> Vec<Rule> {
        let mut rules = Vec::new();
        for metric in ["manhattan", "euclidean", "chebyshev"] {
            for ties in ["all", "classroom", "first"] {
                for weight in ["distinct", "count"] {
                    for vote in ["majority", "distance"] {
                        rules.extend(ks.iter().map(|&k| Rule {
                            metric,
                            k,
                            ties,
                            vote,
                            weight,
                        }));
                    }
                }
            }
        }
        rules
    }
}

fn distance(metric: &str, a: &[u8], b: &[u8]) -> f64 {
    let apart = a.iter().zip(b).map(|(&x, &y)| f64::from(x.abs_diff(y)));
    match metric {
        "manhattan" => apart.sum(),
        "euclidean" => apart.map(|d| d * d).sum::<f64>().sqrt(),
        "chebyshev" => apart.fold(0.0, f64::max),
        other => panic!("{other}"),
    }
}

/// Who is asked.
pub struct Advisor<'r> {
    pub rows: &'r [Row],
    /// Only rows with the query's side to move vote.
    pub same_mover: bool,
    /// Rows equal to the query or to its mirror do not vote.
    pub hide_exact: bool,
    /// The board from the other side.
    pub mirror: fn(&[u8]) -> Vec<u8>,
}

/// A row read backwards is the same board from the other side.
pub fn backwards(board: &[u8]) -> Vec<u8> {
    board.iter().rev().copied().collect()
}

/// The first half of the numbers is one side's, the second the other's.
pub fn halves(board: &[u8]) -> Vec<u8> {
    let (one, two) = board.split_at(board.len() / 2);
    [two, one].concat()
}

impl Advisor<'_> {
    /// Whether a row that may vote stands at distance 0.
    pub fn seen(&self, (board, first): &State) -> bool {
        let equal = |r: &&Row| r.board == *board && (!self.same_mover || r.first_to_move == *first);
        !self.hide_exact && self.rows.iter().any(|r| equal(&r))
    }

    /// The score of a position for the player who has just moved there.
    pub fn score(&self, rule: &Rule, (board, first): &State, moved: bool) -> f64 {
        let mirror = (self.mirror)(board);
        let mut votes: Vec<(f64, usize, i32)> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let hidden = self.hide_exact && (row.board == *board || row.board == mirror);
            if hidden || self.same_mover && row.first_to_move != *first {
                continue;
            }
            let won = if moved { row.winner } else { -row.winner };
            let order = match rule.ties {
                "all" => 0,
                "classroom" => (won + 1) as usize,
                _ => number,
            };
            let vote = (distance(rule.metric, board, &row.board), order, won);
            let copies = match rule.weight {
                "count" => row.count,
                _ => usize::from(!row.repeated),
            };
            votes.extend(std::iter::repeat_n(vote, copies));
        }
        votes.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let taken = match votes.get(rule.k - 1) {
            None => votes.len(),
            Some(last) if rule.ties == "all" => votes.iter().filter(|v| v.0 <= last.0).count(),
            Some(_) => rule.k,
        };
        votes.truncate(taken);
        if rule.vote == "distance" && votes.iter().any(|v| v.0 == 0.0) {
            votes.retain(|v| v.0 == 0.0);
        }
        let weight = |v: &(f64, usize, i32)| match rule.vote {
            "distance" if v.0 > 0.0 => 1.0 / v.0,
            _ => 1.0,
        };
        let total: f64 = votes.iter().map(weight).sum();
        // A win votes 1, a draw 0, a loss -1.
        let balance: f64 = votes.iter().map(|v| f64::from(v.2) * weight(v)).sum();
        if votes.is_empty() {
            0.0
        } else {
            balance / total
        }
    }
}
