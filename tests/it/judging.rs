//! Judging said again as plainly as possible: the twin that `sowlab evaluate`
//! must equal. Boards are vectors, votes are lists, everything is a recursion.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::plain::{State, moves, reachable, wins};

/// Scores that differ by less are equal.
const EQUAL: f64 = 1e-12;

/// A row of a database.
pub struct Row {
    board: Vec<u8>,
    south_to_move: bool,
    south_won: bool,
    count: usize,
    /// Whether an equal row stands before it: then it is not distinct.
    repeated: bool,
}

/// The rows of a database file.
pub fn read_rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    let mut rows: Vec<Row> = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let named = || names.iter().zip(&record);
        let field = |name: &str| named().find(|(n, _)| *n == name).map(|(_, f)| f);
        let pots = named().filter(|(n, _)| n.starts_with("pot"));
        let mut row = Row {
            repeated: false,
            board: pots.map(|(_, f)| f.parse().unwrap()).collect(),
            south_to_move: field("to_move") == Some("south"),
            south_won: field("winner") == Some("south"),
            count: field("count").map_or(1, |n| n.parse().unwrap()),
        };
        let key = |r: &Row| (r.board.clone(), r.south_to_move, r.south_won);
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
}

impl Advisor<'_> {
    /// Whether a row that may vote stands at distance 0.
    fn seen(&self, (board, south): &State) -> bool {
        let equal = |r: &&Row| r.board == *board && (!self.same_mover || r.south_to_move == *south);
        !self.hide_exact && self.rows.iter().any(|r| equal(&r))
    }

    /// The score of a position for the player who has just moved there.
    pub fn score(&self, rule: &Rule, (board, south): &State) -> f64 {
        let mirror: Vec<u8> = board.iter().rev().copied().collect();
        let mut votes: Vec<(f64, usize, bool)> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let hidden = self.hide_exact && (row.board == *board || row.board == mirror);
            if hidden || self.same_mover && row.south_to_move != *south {
                continue;
            }
            // South moved to this position if North is to move, and conversely.
            let won = row.south_won != *south;
            let order = match rule.ties {
                "all" => 0,
                "classroom" => usize::from(won),
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
        let weight = |v: &(f64, usize, bool)| match rule.vote {
            "distance" if v.0 > 0.0 => 1.0 / v.0,
            _ => 1.0,
        };
        let total: f64 = votes.iter().map(weight).sum();
        let balance: f64 = votes
            .iter()
            .map(|v| if v.2 { weight(v) } else { -weight(v) })
            .sum();
        if votes.is_empty() {
            0.0
        } else {
            balance / total
        }
    }
}

/// A game's positions with all that judging needs.
pub struct Ground {
    pub states: Vec<State>,
    /// The positions that the moves of each lead to.
    pub next: Vec<Vec<usize>>,
    /// Whether the side to move wins.
    pub wins: Vec<bool>,
    /// How likely uniform play is to come there.
    pub visits: Vec<f64>,
    /// E.
    pub set: Vec<usize>,
    /// Positions of E with a move that wins at once.
    pub immediate: usize,
}

/// Figures by (figure, rule, weights).
pub type Figures = BTreeMap<(String, String, String), f64>;

impl Ground {
    /// Everything that can be reached from this start with South to move.
    pub fn new(board: &[u8]) -> Self {
        let states = reachable((board.to_vec(), true));
        let numbers: HashMap<&State, usize> = states.iter().zip(0..).collect();
        let follow = |s: &State| moves(s).iter().map(|(_, n)| numbers[n]).collect();
        let next: Vec<Vec<usize>> = states.iter().map(follow).collect();
        let mut memo = HashMap::new();
        let won: Vec<bool> = states.iter().map(|s| wins(s, &mut memo)).collect();
        let mut before = vec![Vec::new(); states.len()];
        for (i, list) in next.iter().enumerate() {
            list.iter().for_each(|&n| before[n].push(i));
        }
        let mut visits = vec![None; states.len()];
        visits[0] = Some(1.0);
        for i in 0..states.len() {
            visit(i, &before, &next, &mut visits);
        }
        let mut ground = Self {
            wins: won,
            visits: visits.into_iter().map(Option::unwrap).collect(),
            set: Vec::new(),
            immediate: 0,
            states,
            next,
        };
        for i in 0..ground.states.len() {
            let kept = ground.kept(i).len();
            if kept > 0 && kept < ground.next[i].len() {
                ground.set.push(i);
                // Who cannot move loses.
                let over = |&n: &usize| ground.next[n].is_empty();
                ground.immediate += usize::from(ground.next[i].iter().any(over));
            }
        }
        ground
    }

    /// The places of the moves that keep the value.
    fn kept(&self, i: usize) -> Vec<usize> {
        let keeps = |&m: &usize| self.wins[self.next[i][m]] != self.wins[i];
        (0..self.next[i].len()).filter(keeps).collect()
    }

    pub fn weight(&self, i: usize, weights: &str) -> f64 {
        match weights {
            "positions" => 1.0,
            "visits" => self.visits[i],
            other => panic!("{other}"),
        }
    }

    /// The weighted mean over E.
    fn mean(&self, weights: &str, figure: impl Fn(usize) -> f64) -> f64 {
        let over = |f: &dyn Fn(usize) -> f64| -> f64 {
            let terms = self.set.iter().map(|&i| self.weight(i, weights) * f(i));
            terms.sum()
        };
        over(&figure) / over(&|_| 1.0)
    }

    pub fn chance(&self, weights: &str) -> f64 {
        self.mean(weights, |i| {
            self.kept(i).len() as f64 / self.next[i].len() as f64
        })
    }

    /// The places of the moves that a rule takes, and whether it had no advice.
    fn chosen(&self, i: usize, scores: &[f64], rule: &str) -> (Vec<usize>, bool) {
        let of = |m: &usize| scores[self.next[i][*m]];
        let all: Vec<usize> = (0..self.next[i].len()).collect();
        let top = all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let taken: Vec<usize> = match rule {
            "best" => all.iter().copied().filter(|m| of(m) > top - EQUAL),
            "approve" => {
                let taken: Vec<usize> = all.iter().copied().filter(|m| of(m) > EQUAL).collect();
                let silent = taken.is_empty();
                return (if silent { all } else { taken }, silent);
            }
            other => panic!("{other}"),
        }
        .collect();
        let silent = taken.len() == all.len() && all.len() > 1;
        (taken, silent)
    }

    /// The probability that the move taken at `i` keeps the value.
    pub fn hit(&self, i: usize, scores: &[f64], rule: &str) -> f64 {
        let (taken, _) = self.chosen(i, scores, rule);
        let kept = self.kept(i);
        let good = taken.iter().filter(|m| kept.contains(m)).count();
        good as f64 / taken.len() as f64
    }

    /// Every figure of a table of scores, by position.
    pub fn figures(&self, scores: &[f64], advisor: Option<&Advisor>) -> Figures {
        let mut out = Figures::new();
        let mut put = |figure: &str, rule: &str, weights: &str, value: f64| {
            if !value.is_nan() {
                out.insert((figure.into(), rule.into(), weights.into()), value);
            }
        };
        let candidate = |&n: &usize| advisor.is_some_and(|a| a.seen(&self.states[n]));
        let seen: Vec<bool> = self.next.iter().map(|n| n.iter().any(candidate)).collect();
        for rule in ["best", "approve"] {
            for weights in ["positions", "visits"] {
                let hit = self.mean(weights, |i| self.hit(i, scores, rule));
                let chance = self.chance(weights);
                put("hit", rule, weights, hit);
                put("skill", rule, weights, (hit - chance) / (1.0 - chance));
                let silent = |i| f64::from(u8::from(self.chosen(i, scores, rule).1));
                put("no_advice", rule, weights, self.mean(weights, silent));
                let share = |was: bool| self.mean(weights, |i| f64::from(u8::from(seen[i] == was)));
                put("seen", rule, weights, share(true));
                for (name, was) in [("hit_seen", true), ("hit_unseen", false)] {
                    let part = |i: usize| match seen[i] == was {
                        true => self.hit(i, scores, rule),
                        false => 0.0,
                    };
                    put(name, rule, weights, self.mean(weights, part) / share(was));
                }
            }
            for (name, answers_best) in [("win_uniform", false), ("win_best_reply", true)] {
                let sides = [true, false].map(|south| {
                    let mut memo = vec![None; self.states.len()];
                    self.win(0, south, scores, rule, answers_best, &mut memo)
                });
                put(name, rule, "", (sides[0] + sides[1]) / 2.0);
                put(&format!("{name}_south"), rule, "", sides[0]);
                put(&format!("{name}_north"), rule, "", sides[1]);
            }
        }
        for weights in ["positions", "visits"] {
            for (name, value) in self.classes(scores, weights) {
                put(&name, "", weights, value);
            }
        }
        out
    }

    /// The probability that the advisor wins from position `i`.
    fn win(
        &self,
        i: usize,
        advisor_south: bool,
        scores: &[f64],
        rule: &str,
        answers_best: bool,
        memo: &mut [Option<f64>],
    ) -> f64 {
        if let Some(known) = memo[i] {
            return known;
        }
        let own = self.states[i].1 == advisor_south;
        let mut after = |m: &usize| {
            let n = self.next[i][*m];
            self.win(n, advisor_south, scores, rule, answers_best, memo)
        };
        let all: Vec<usize> = (0..self.next[i].len()).collect();
        let value = if all.is_empty() {
            f64::from(u8::from(!own))
        } else if own {
            let (taken, _) = self.chosen(i, scores, rule);
            taken.iter().map(&mut after).sum::<f64>() / taken.len() as f64
        } else if answers_best {
            all.iter().map(&mut after).fold(f64::INFINITY, f64::min)
        } else {
            all.iter().map(&mut after).sum::<f64>() / all.len() as f64
        };
        memo[i] = Some(value);
        value
    }

    /// The positions that the moves of E lead to, each once.
    fn reached(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self
            .set
            .iter()
            .flat_map(|&i| &self.next[i])
            .copied()
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The share of the commoner label among the positions reached.
    pub fn majority(&self, weights: &str) -> f64 {
        let mass = |lost: bool| -> f64 {
            let reached = self.reached().into_iter();
            let of = reached.filter(|&n| self.wins[n] == lost);
            of.map(|n| self.weight(n, weights)).sum()
        };
        let (won, lost) = (mass(false), mass(true));
        won.max(lost) / (won + lost)
    }

    fn classes(&self, scores: &[f64], weights: &str) -> Vec<(String, f64)> {
        // (weight, whether the player who moved there wins, what the score says)
        let asked: Vec<(f64, bool, i8)> = self
            .reached()
            .into_iter()
            .map(|n| {
                let says = i8::from(scores[n] > EQUAL) - i8::from(scores[n] < -EQUAL);
                (self.weight(n, weights), !self.wins[n], says)
            })
            .collect();
        let total: f64 = asked.iter().map(|a| a.0).sum();
        let share = |of: &dyn Fn(&(f64, bool, i8)) -> bool| -> f64 {
            asked.iter().filter(|a| of(a)).map(|a| a.0).sum::<f64>() / total
        };
        let right = |won: bool| share(&|a| a.1 == won && a.2 == if won { 1 } else { -1 });
        let recalls = [true, false].map(|won| (right(won), share(&|a| a.1 == won)));
        let recalls: Vec<f64> = recalls
            .iter()
            .filter(|r| r.1 > 0.0)
            .map(|r| r.0 / r.1)
            .collect();
        let mut out = vec![
            ("accuracy".into(), right(true) + right(false)),
            (
                "balanced_accuracy".into(),
                recalls.iter().sum::<f64>() / recalls.len() as f64,
            ),
            ("undecided".into(), share(&|a| a.2 == 0)),
            ("mcc".into(), matthews(&asked, total)),
        ];
        for (truth, won) in [("loss", false), ("win", true)] {
            for (said, sign) in [("loss", -1), ("undecided", 0), ("win", 1)] {
                let cell = share(&|a| a.1 == won && a.2 == sign);
                out.push((format!("{truth}_as_{said}"), cell));
            }
        }
        out
    }
}

/// The correlation of truth and answer as indicator vectors over the classes.
fn matthews(asked: &[(f64, bool, i8)], total: f64) -> f64 {
    let truth = |a: &(f64, bool, i8), c: i8| f64::from(u8::from(c == if a.1 { 1 } else { -1 }));
    let answer = |a: &(f64, bool, i8), c: i8| f64::from(u8::from(a.2 == c));
    type Indicator<'f> = &'f dyn Fn(&(f64, bool, i8), i8) -> f64;
    let mean = |f: &dyn Fn(&(f64, bool, i8)) -> f64| -> f64 {
        asked.iter().map(|a| a.0 * f(a)).sum::<f64>() / total
    };
    let covariance = |x: Indicator, y: Indicator| -> f64 {
        let of = |c| {
            let (mx, my) = (mean(&|a| x(a, c)), mean(&|a| y(a, c)));
            mean(&|a| (x(a, c) - mx) * (y(a, c) - my))
        };
        [-1, 0, 1].map(of).iter().sum()
    };
    let spread = covariance(&truth, &truth) * covariance(&answer, &answer);
    if spread < 1e-24 {
        0.0
    } else {
        covariance(&truth, &answer) / spread.sqrt()
    }
}

/// The probability of coming to position `i` by uniform play.
fn visit(i: usize, before: &[Vec<usize>], next: &[Vec<usize>], memo: &mut [Option<f64>]) -> f64 {
    if let Some(known) = memo[i] {
        return known;
    }
    let mut sum = 0.0;
    for &b in &before[i] {
        // A move that leads to the same position twice stands twice in the list.
        sum += visit(b, before, next, memo) / next[b].len() as f64;
    }
    memo[i] = Some(sum);
    sum
}
