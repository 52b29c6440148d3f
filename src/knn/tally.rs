//! From the rows around a query to a score.

use super::profile::Shell;
use super::rule::{Rule, Ties, Vote, Weight};
use crate::game::Player;

/// The vote of a query's neighbours, as one player sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The distance of the farthest row that took part, as an integer (see
    /// [`super::Metric::between`]); `None` if none did.
    pub distance: Option<u32>,
    /// Distinct rows that took part. Where the rule takes only some of the games
    /// of merged rows, at most this many.
    pub rows: u64,
    /// Votes of neighbours that the player won: games or rows, as the rule weighs.
    pub wins: u64,
    /// Votes of draws.
    pub draws: u64,
    /// Votes of neighbours that the player lost.
    pub losses: u64,
    /// (for - against) / all votes, from -1 to 1; 0 without votes.
    pub score: f64,
}

impl Tally {
    /// All votes that took part.
    pub fn votes(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Applies a rule to the shells around a query, nearest first. Under
/// [`Ties::First`] each shell must hold one row, in the order of (distance, row
/// number).
///
/// * [`Ties::All`]: every row at most as far as the distance at which `k` votes
///   are reached; all rows, if they are fewer.
/// * [`Ties::Classroom`]: exactly `k` votes; at the last distance those that
///   `player` lost come first, then draws, then wins.
/// * [`Ties::First`]: exactly `k` votes; of the last row only as many as fit.
///
/// With [`Vote::Distance`] a vote weighs the inverse of its distance, and votes
/// at distance 0 decide alone.
#[inline]
pub fn tally(shells: &[Shell], rule: &Rule, player: Player) -> Tally {
    let k = u64::from(rule.k.max(1));
    let mut out = Tally::default();
    let mut inverse = Inverse::default();
    for shell in shells {
        let room = k.saturating_sub(out.votes());
        if room == 0 {
            break;
        }
        // [lost, drawn, won] by the player.
        let rows = seen_by(player, shell.rows.map(u64::from));
        let mut votes = match rule.weight {
            Weight::Count => seen_by(player, shell.weight),
            Weight::Distinct => rows,
        };
        if rule.ties != Ties::All {
            let mut room = room;
            for vote in &mut votes {
                *vote = room.min(*vote);
                room -= *vote;
            }
        }
        out.rows += (0..3).map(|i| rows[i].min(votes[i])).sum::<u64>();
        out.losses += votes[0];
        out.draws += votes[1];
        out.wins += votes[2];
        out.distance = Some(shell.distance);
        if rule.vote == Vote::Distance {
            inverse.add(rule, shell.distance, votes);
        }
    }
    out.score = match rule.vote {
        Vote::Majority => balance(out.losses as f64, out.draws as f64, out.wins as f64),
        Vote::Distance => inverse.score(rule),
    };
    out
}

/// Player one's wins, draws, player two's wins -> losses, draws, wins.
#[inline]
fn seen_by(player: Player, [one, draws, two]: [u64; 3]) -> [u64; 3] {
    match player {
        Player::One => [two, draws, one],
        Player::Two => [one, draws, two],
    }
}

/// The score of votes. Exchanging wins and losses changes the sign, exactly.
#[inline]
fn balance(losses: f64, draws: f64, wins: f64) -> f64 {
    let total = (wins + losses) + draws;
    if total > 0.0 {
        (wins - losses) / total
    } else {
        0.0
    }
}

/// Votes weighed by the inverse of their distance. The votes of one distance
/// are added up as integers first, so that the sum does not depend on their order.
#[derive(Default)]
struct Inverse {
    distance: u32,
    votes: [u64; 3],
    sum: [f64; 3],
    decided: bool,
}

impl Inverse {
    fn add(&mut self, rule: &Rule, distance: u32, votes: [u64; 3]) {
        if distance != self.distance {
            self.close(rule);
            self.distance = distance;
        }
        for (mine, more) in self.votes.iter_mut().zip(votes) {
            *mine += more;
        }
    }

    /// Weighs the votes gathered for the current distance.
    fn close(&mut self, rule: &Rule) {
        let votes = std::mem::take(&mut self.votes);
        if self.decided || votes == [0; 3] {
            return;
        }
        let real = rule.metric.real(self.distance);
        let weight = |v: u64| v as f64 / if real > 0.0 { real } else { 1.0 };
        for (sum, v) in self.sum.iter_mut().zip(votes) {
            *sum += weight(v);
        }
        self.decided = self.distance == 0;
    }

    fn score(mut self, rule: &Rule) -> f64 {
        self.close(rule);
        let [losses, draws, wins] = self.sum;
        balance(losses, draws, wins)
    }
}

/// The places of the largest score, all of them: advice by the rule `best`,
/// uniform among these.
pub fn best(scores: &[f64]) -> impl Iterator<Item = usize> + '_ {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..scores.len()).filter(move |&i| scores[i] == top)
}

/// The places of positive scores: advice by the rule `approve`, uniform among
/// these; if there is none, there is no advice.
pub fn approve(scores: &[f64]) -> impl Iterator<Item = usize> + '_ {
    (0..scores.len()).filter(move |&i| scores[i] > 0.0)
}
