//! Judging said again as plainly as possible: the twin that `sowlab evaluate`
//! must equal. Boards are vectors, everything is a recursion.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use sowlab::game::{Heuristic, Player, Scored, Vectorize};

use crate::plain::{self, State};
use crate::voting::{Advisor, Rule};

/// Scores that differ by less are equal.
const EQUAL: f64 = 1e-12;

/// How a game ended for the first player: the sign of the result, the margin.
type End = (i32, Option<i32>);

/// A game's positions with all that judging needs.
pub struct Ground {
    pub states: Vec<State>,
    /// The positions that the moves of each lead to.
    pub next: Vec<Vec<usize>>,
    /// How each ended, if it is over.
    pub ends: Vec<Option<End>>,
    /// What each is worth to its side to move: 1, 0 or -1.
    pub values: Vec<i32>,
    /// The margin for the side to move, if both play for it.
    pub margins: Option<Vec<i32>>,
    /// How likely uniform play is to come there.
    pub visits: Vec<f64>,
    /// E.
    pub set: Vec<usize>,
    /// Positions of E with a move that wins at once.
    pub immediate: usize,
}

/// Figures by (figure, rule, weights).
pub type Figures = BTreeMap<(String, String, String), f64>;

/// What an advisor says of every move of every position.
pub type Scores = Vec<Vec<f64>>;

/// Everything that play reaches, with what follows each.
fn explore<S: Clone + Eq + Hash>(
    start: S,
    next: impl Fn(&S) -> Vec<S>,
) -> (Vec<S>, Vec<Vec<usize>>) {
    let mut all = vec![start.clone()];
    let mut numbers = HashMap::from([(start, 0)]);
    let mut follow = Vec::new();
    while follow.len() < all.len() {
        let mut list = Vec::new();
        for state in next(&all[follow.len()]) {
            let number = *numbers.entry(state.clone()).or_insert_with(|| {
                all.push(state);
                all.len() - 1
            });
            list.push(number);
        }
        follow.push(list);
    }
    (all, follow)
}

impl Ground {
    /// Everything that can be reached in Sowing from this start with South to move.
    pub fn new(board: &[u8]) -> Self {
        let follow = |s: &State| plain::moves(s).into_iter().map(|m| m.1).collect();
        let (states, next) = explore((board.to_vec(), true), follow);
        // Who cannot move loses.
        let lost = |(i, s): (usize, &State)| {
            let sign = if s.1 { -1 } else { 1 };
            next[i].is_empty().then_some((sign, None))
        };
        let ends = states.iter().enumerate().map(lost).collect();
        Self::of(states, next, ends)
    }

    /// Everything that can be reached in a game whose rules are taken on trust,
    /// with what its rules of thumb say.
    pub fn of_game<G: Vectorize + Scored + Heuristic>(game: &G) -> (Self, Vec<(String, Scores)>) {
        let legal = |p: &G::Position| {
            let mut moves = Vec::new();
            game.expand(p, &mut moves);
            moves
        };
        let follow = |p: &G::Position| legal(p).into_iter().map(|m| game.play(p, m)).collect();
        let (positions, next) = explore(game.initial(), follow);
        let state = |p| (game.vector(p), game.mover(p) == Player::One);
        let end = |p| {
            let outcome = game.expand(p, &mut Vec::new())?;
            let sign = match outcome.winner {
                Some(Player::One) => 1,
                None => 0,
                Some(Player::Two) => -1,
            };
            Some((sign, outcome.margin.map(i32::from)))
        };
        let rules = game.rules().iter().enumerate().map(|(number, rule)| {
            let appeal = |p: &G::Position| {
                let of = |m| f64::from(game.appeal(number, p, m));
                legal(p).into_iter().map(of).collect()
            };
            let scores = positions.iter().map(appeal).collect();
            (format!("greedy(rule={})", rule.name), scores)
        });
        let rules = rules.collect();
        let states = positions.iter().map(state).collect();
        let ends = positions.iter().map(end).collect();
        (Self::of(states, next, ends), rules)
    }

    fn of(states: Vec<State>, next: Vec<Vec<usize>>, ends: Vec<Option<End>>) -> Self {
        let mut before = vec![Vec::new(); states.len()];
        for (i, list) in next.iter().enumerate() {
            list.iter().for_each(|&n| before[n].push(i));
        }
        let mut visits = vec![None; states.len()];
        visits[0] = Some(1.0);
        for i in 0..states.len() {
            visit(i, &before, &next, &mut visits);
        }
        let points = ends.iter().flatten().all(|e| e.1.is_some());
        let mut ground = Self {
            visits: visits.into_iter().map(Option::unwrap).collect(),
            set: Vec::new(),
            immediate: 0,
            values: Vec::new(),
            margins: None,
            states,
            next,
            ends,
        };
        ground.values = ground.minimax(|end| end.0);
        ground.margins = points.then(|| ground.minimax(|end| end.1.unwrap()));
        for i in 0..ground.states.len() {
            let kept = ground.kept(i).len();
            if kept > 0 && kept < ground.next[i].len() {
                ground.set.push(i);
                let sign = if ground.states[i].1 { 1 } else { -1 };
                let won = |&n: &usize| ground.ends[n].is_some_and(|e| e.0 == sign);
                ground.immediate += usize::from(ground.next[i].iter().any(won));
            }
        }
        ground
    }

    /// What every position is worth to its side to move, by a measure of ends for
    /// the first player.
    fn minimax(&self, measure: impl Fn(End) -> i32) -> Vec<i32> {
        fn first(
            g: &Ground,
            i: usize,
            measure: &impl Fn(End) -> i32,
            memo: &mut [Option<i32>],
        ) -> i32 {
            if let Some(known) = memo[i] {
                return known;
            }
            let value = match g.ends[i] {
                Some(end) => measure(end),
                None => {
                    let after = g.next[i].iter().map(|&n| first(g, n, measure, memo));
                    let after: Vec<i32> = after.collect();
                    let best = if g.states[i].1 {
                        after.iter().max()
                    } else {
                        after.iter().min()
                    };
                    *best.unwrap()
                }
            };
            memo[i] = Some(value);
            value
        }
        let mut memo = vec![None; self.states.len()];
        (0..self.states.len())
            .map(|i| {
                let value = first(self, i, &measure, &mut memo);
                if self.states[i].1 { value } else { -value }
            })
            .collect()
    }

    /// What a move is worth to the side that plays it.
    fn worth(&self, values: &[i32], i: usize, m: usize) -> i32 {
        let n = self.next[i][m];
        if self.states[n].1 == self.states[i].1 {
            values[n]
        } else {
            -values[n]
        }
    }

    /// The places of the moves that keep the value.
    fn kept(&self, i: usize) -> Vec<usize> {
        let keeps = |&m: &usize| self.worth(&self.values, i, m) == self.values[i];
        (0..self.next[i].len()).filter(keeps).collect()
    }

    /// Scores of moves that only depend on where they lead and who moved there.
    pub fn scores(&self, of: impl Fn(usize, bool) -> f64) -> Scores {
        let mut memo = HashMap::new();
        let mut score = |n, moved| *memo.entry((n, moved)).or_insert_with(|| of(n, moved));
        let moves = self.next.iter().zip(&self.states);
        let of_position =
            |(list, s): (&Vec<usize>, &State)| list.iter().map(|&n| score(n, s.1)).collect();
        moves.map(of_position).collect()
    }

    /// What an advisor says by a rule.
    pub fn advice(&self, advisor: &Advisor, rule: &Rule) -> Scores {
        self.scores(|n, moved| advisor.score(rule, &self.states[n], moved))
    }

    /// What those say who know everything: of the outcome, or of the margin.
    pub fn exact(&self, margin: bool) -> Scores {
        let values = match margin {
            false => &self.values,
            true => self.margins.as_ref().unwrap(),
        };
        let worth =
            |i: usize| (0..self.next[i].len()).map(move |m| f64::from(self.worth(values, i, m)));
        (0..self.states.len()).map(|i| worth(i).collect()).collect()
    }

    /// Every move alike.
    pub fn nothing(&self) -> Scores {
        self.next.iter().map(|n| vec![0.0; n.len()]).collect()
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

    /// The share of the moves at these places that keep the margin, and the mean
    /// of the points they give away.
    fn margin_of(&self, i: usize, taken: &[usize]) -> Option<[f64; 2]> {
        let margins = self.margins.as_ref()?;
        let lost: Vec<i32> = taken
            .iter()
            .map(|&m| margins[i] - self.worth(margins, i, m))
            .collect();
        let n = taken.len() as f64;
        let kept = lost.iter().filter(|&&l| l == 0).count() as f64;
        Some([kept / n, f64::from(lost.iter().sum::<i32>()) / n])
    }

    /// The same of all moves, over E.
    pub fn margin_chance(&self, weights: &str) -> Option<[f64; 2]> {
        self.margins.as_ref()?;
        let all = |i: usize| (0..self.next[i].len()).collect::<Vec<_>>();
        let of = |part: usize| self.mean(weights, |i| self.margin_of(i, &all(i)).unwrap()[part]);
        Some([of(0), of(1)])
    }

    /// The places of the moves that a rule takes, and whether it had no advice.
    fn chosen(&self, i: usize, scores: &Scores, rule: &str) -> (Vec<usize>, bool) {
        let of = |m: &usize| scores[i][*m];
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
    pub fn hit(&self, i: usize, scores: &Scores, rule: &str) -> f64 {
        let (taken, _) = self.chosen(i, scores, rule);
        let kept = self.kept(i);
        let good = taken.iter().filter(|m| kept.contains(m)).count();
        good as f64 / taken.len() as f64
    }

    /// Every figure of a table of scores.
    pub fn figures(&self, scores: &Scores, advisor: Option<&Advisor>) -> Figures {
        let mut out = Figures::new();
        let mut put = |figure: &str, rule: &str, weights: &str, value: f64| {
            if !value.is_nan() {
                out.insert((figure.into(), rule.into(), weights.into()), value);
            }
        };
        let candidate = |&n: &usize| advisor.is_some_and(|a| a.seen(&self.states[n]));
        let seen: Vec<bool> = self.next.iter().map(|n| n.iter().any(candidate)).collect();
        let draws = self.ends.iter().flatten().any(|e| e.0 == 0);
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
                if self.margins.is_some() {
                    for (part, name) in ["margin_kept", "margin_regret"].into_iter().enumerate() {
                        let of = |i| {
                            let (taken, _) = self.chosen(i, scores, rule);
                            self.margin_of(i, &taken).unwrap()[part]
                        };
                        put(name, rule, weights, self.mean(weights, of));
                    }
                }
            }
            for (against, answers_best) in [("uniform", false), ("best_reply", true)] {
                let sides = [true, false].map(|first| {
                    let mut memo = vec![None; self.states.len()];
                    self.play(0, first, scores, rule, answers_best, &mut memo)
                });
                let mut both = |part: &str, of: fn([f64; 2]) -> f64| {
                    let [one, two] = sides.map(of);
                    let name = format!("{part}_{against}");
                    put(&name, rule, "", (one + two) / 2.0);
                    put(&format!("{name}_south"), rule, "", one);
                    put(&format!("{name}_north"), rule, "", two);
                };
                both("win", |[won, drawn]| won + drawn / 2.0);
                if draws {
                    both("won", |[won, _]| won);
                    both("drawn", |[_, drawn]| drawn);
                }
            }
        }
        if let Some(says) = self.classifier(scores) {
            for weights in ["positions", "visits"] {
                for (name, value) in self.classes(&says, weights) {
                    put(&name, "", weights, value);
                }
            }
        }
        out
    }

    /// The probabilities that the advisor wins and draws from position `i`.
    fn play(
        &self,
        i: usize,
        advisor_first: bool,
        scores: &Scores,
        rule: &str,
        answers_best: bool,
        memo: &mut [Option<[f64; 2]>],
    ) -> [f64; 2] {
        if let Some(known) = memo[i] {
            return known;
        }
        let mut after = |m: usize| {
            let n = self.next[i][m];
            self.play(n, advisor_first, scores, rule, answers_best, memo)
        };
        let all: Vec<usize> = (0..self.next[i].len()).collect();
        let mean = |all: Vec<[f64; 2]>| {
            [0, 1].map(|part| all.iter().map(|p| p[part]).sum::<f64>() / all.len() as f64)
        };
        let value = if let Some((sign, _)) = self.ends[i] {
            let won = if advisor_first { sign == 1 } else { sign == -1 };
            [f64::from(u8::from(won)), f64::from(u8::from(sign == 0))]
        } else if self.states[i].1 == advisor_first {
            let (taken, _) = self.chosen(i, scores, rule);
            mean(taken.into_iter().map(&mut after).collect())
        } else if answers_best {
            // The least for the advisor; of equal ones that with fewest wins.
            let all: Vec<[f64; 2]> = all.into_iter().map(&mut after).collect();
            let points = |p: &[f64; 2]| p[0] + p[1] / 2.0;
            let least = all.iter().map(points).fold(f64::INFINITY, f64::min);
            let equal = all.iter().filter(|p| points(p) < least + EQUAL);
            let won = equal.map(|p| p[0]).fold(f64::INFINITY, f64::min);
            [won, 2.0 * (least - won)]
        } else {
            mean(all.into_iter().map(&mut after).collect())
        };
        memo[i] = Some(value);
        value
    }

    /// What the scores say of each position reached, for who moved there; `None`
    /// if they say two things of the same.
    fn classifier(&self, scores: &Scores) -> Option<HashMap<(usize, bool), f64>> {
        let mut says = HashMap::new();
        for (i, list) in self.next.iter().enumerate() {
            for (m, &n) in list.iter().enumerate() {
                let said = *says.entry((n, self.states[i].1)).or_insert(scores[i][m]);
                if said != scores[i][m] {
                    return None;
                }
            }
        }
        Some(says)
    }

    /// The positions that the moves of E lead to with who moved there, each once,
    /// and what they are worth to that player.
    fn reached(&self) -> BTreeMap<(usize, bool), i32> {
        let mut all = BTreeMap::new();
        for &i in &self.set {
            for (m, &n) in self.next[i].iter().enumerate() {
                all.insert((n, self.states[i].1), self.worth(&self.values, i, m));
            }
        }
        all
    }

    /// How many positions advisors are asked about.
    pub fn asked(&self) -> usize {
        self.reached().len()
    }

    /// The share of the commonest label among the positions reached.
    pub fn majority(&self, weights: &str) -> f64 {
        let mut mass = [0.0; 3];
        for ((n, _), value) in self.reached() {
            mass[(value + 1) as usize] += self.weight(n, weights);
        }
        mass.iter().fold(0.0, |a: f64, &b| a.max(b)) / mass.iter().sum::<f64>()
    }

    fn classes(&self, says: &HashMap<(usize, bool), f64>, weights: &str) -> Vec<(String, f64)> {
        // (weight, what it is worth to the player who moved there, what the score says)
        let asked: Vec<Asked> = self
            .reached()
            .into_iter()
            .map(|(question, value)| {
                let score = says[&question];
                let says = i32::from(score > EQUAL) - i32::from(score < -EQUAL);
                (self.weight(question.0, weights), value, says)
            })
            .collect();
        let total: f64 = asked.iter().map(|a| a.0).sum();
        let share = |of: &dyn Fn(&Asked) -> bool| -> f64 {
            asked.iter().filter(|a| of(a)).map(|a| a.0).sum::<f64>() / total
        };
        let right = |class: i32| share(&|a| a.1 == class && a.2 == class);
        let recalls = [-1, 0, 1].map(|class| (right(class), share(&|a| a.1 == class)));
        let recalls: Vec<f64> = recalls
            .iter()
            .filter(|r| r.1 > 0.0)
            .map(|r| r.0 / r.1)
            .collect();
        let mut out = vec![
            ("accuracy".into(), share(&|a| a.1 == a.2)),
            (
                "balanced_accuracy".into(),
                recalls.iter().sum::<f64>() / recalls.len() as f64,
            ),
            ("undecided".into(), share(&|a| a.2 == 0)),
            ("mcc".into(), matthews(&asked, total)),
        ];
        for (truth, class) in [("loss", -1), ("draw", 0), ("win", 1)] {
            if class == 0 && share(&|a| a.1 == 0) == 0.0 {
                continue;
            }
            for (said, sign) in [("loss", -1), ("undecided", 0), ("win", 1)] {
                let cell = share(&|a| a.1 == class && a.2 == sign);
                out.push((format!("{truth}_as_{said}"), cell));
            }
        }
        out
    }
}

/// Weight, exact value, answer.
type Asked = (f64, i32, i32);

/// The correlation of truth and answer as indicator vectors over the classes.
fn matthews(asked: &[Asked], total: f64) -> f64 {
    let truth = |a: &Asked, c: i32| f64::from(u8::from(a.1 == c));
    let answer = |a: &Asked, c: i32| f64::from(u8::from(a.2 == c));
    type Indicator<'f> = &'f dyn Fn(&Asked, i32) -> f64;
    let mean = |f: &dyn Fn(&Asked) -> f64| -> f64 {
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
