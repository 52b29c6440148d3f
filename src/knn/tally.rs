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

    /// The score, rounded to a multiple of [`GRID`]: one vote at distance 3
    /// against two is worth what it is at distance 2, also where 1/3 is not exact.
    /// Moves that are equally good must stay so, or noise would choose.
    fn score(mut self, rule: &Rule) -> f64 {
        self.close(rule);
        let [losses, draws, wins] = self.sum;
        (balance(losses, draws, wins) / GRID).round() * GRID
    }
}

/// Finer than any difference that votes can make, coarser than the rounding of
/// their sums: 2^-40.
const GRID: f64 = 1.0 / (1u64 << 40) as f64;

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

#[cfg(test)]
mod tests {
    use super::super::rule::Metric;
    use super::*;

    fn rule(k: u32, ties: Ties, weight: Weight, vote: Vote) -> Rule {
        Rule {
            metric: Metric::Manhattan,
            k,
            ties,
            weight,
            vote,
        }
    }

    fn shell(distance: u32, rows: [u32; 3], weight: [u64; 3]) -> Shell {
        Shell {
            distance,
            rows,
            weight,
        }
    }

    /// Two rows at distance 1, four at distance 2, one at distance 4.
    fn shells() -> [Shell; 3] {
        [
            shell(1, [1, 0, 1], [3, 0, 1]),
            shell(2, [1, 1, 2], [2, 4, 5]),
            shell(4, [1, 0, 0], [9, 0, 0]),
        ]
    }

    /// (wins, draws, losses, distance, rows)
    fn counted(rule: Rule, player: Player) -> (u64, u64, u64, Option<u32>, u64) {
        let t = tally(&shells(), &rule, player);
        let balance = (t.wins as f64 - t.losses as f64) / t.votes() as f64;
        assert_eq!(t.score, balance);
        (t.wins, t.draws, t.losses, t.distance, t.rows)
    }

    #[test]
    fn all_rows_of_the_last_distance_vote() {
        use Weight::{Count, Distinct};
        let all = |k, weight| rule(k, Ties::All, weight, Vote::Majority);
        let (one, two) = (Player::One, Player::Two);
        // Four games at distance 1 are not five.
        assert_eq!(counted(all(4, Count), one), (3, 0, 1, Some(1), 2));
        assert_eq!(counted(all(5, Count), one), (5, 4, 6, Some(2), 6));
        assert_eq!(counted(all(5, Count), two), (6, 4, 5, Some(2), 6));
        assert_eq!(counted(all(2, Distinct), one), (1, 0, 1, Some(1), 2));
        assert_eq!(counted(all(3, Distinct), one), (2, 1, 3, Some(2), 6));
        // Fewer rows than k: all of them.
        assert_eq!(counted(all(99, Distinct), one), (3, 1, 3, Some(4), 7));
    }

    #[test]
    fn the_classroom_counts_losses_first() {
        use Weight::{Count, Distinct};
        let classroom = |k, weight| rule(k, Ties::Classroom, weight, Vote::Majority);
        let (one, two) = (Player::One, Player::Two);
        assert_eq!(counted(classroom(1, Distinct), one), (0, 0, 1, Some(1), 1));
        assert_eq!(counted(classroom(1, Distinct), two), (0, 0, 1, Some(1), 1));
        assert_eq!(counted(classroom(3, Distinct), one), (1, 0, 2, Some(2), 3));
        assert_eq!(counted(classroom(3, Distinct), two), (1, 0, 2, Some(2), 3));
        assert_eq!(counted(classroom(5, Distinct), one), (1, 1, 3, Some(2), 5));
        // A row of several games can take part with some of them.
        assert_eq!(counted(classroom(7, Count), one).0, 3);
        assert_eq!(counted(classroom(7, Count), one).2, 4);
        assert_eq!(counted(classroom(12, Count), one), (3, 3, 6, Some(2), 5));
        // 3 lost and 1 won nearer; then 2 lost, 4 drawn, and 2 of the 5 won.
        assert_eq!(counted(classroom(12, Count), two), (3, 4, 5, Some(2), 6));
    }

    #[test]
    fn first_takes_rows_as_they_come() {
        let rows = [
            shell(1, [0, 0, 1], [0, 0, 2]),
            shell(1, [1, 0, 0], [4, 0, 0]),
            shell(3, [0, 1, 0], [0, 7, 0]),
        ];
        let first = |k, weight| {
            tally(
                &rows,
                &rule(k, Ties::First, weight, Vote::Majority),
                Player::One,
            )
        };
        let t = first(5, Weight::Count);
        assert_eq!((t.wins, t.draws, t.losses, t.rows), (3, 0, 2, 2));
        assert_eq!(t.score, 0.2);
        let t = first(3, Weight::Distinct);
        assert_eq!((t.wins, t.draws, t.losses, t.distance), (1, 1, 1, Some(3)));
    }

    #[test]
    fn votes_by_distance() {
        let all = rule(5, Ties::All, Weight::Count, Vote::Distance);
        // 3/1 + 2/2 won, 4/2 drawn, 1/1 + 5/2 lost.
        let one = tally(&shells(), &all, Player::One).score;
        assert!((one - (4.0 - 3.5) / 9.5).abs() < 1e-12);
        // The same seen by the other side, exactly.
        assert_eq!(tally(&shells(), &all, Player::Two).score, -one);
        // Squared distances 1 and 4 are 1 and 2.
        let euclidean = Rule {
            metric: Metric::Euclidean,
            ..all
        };
        let squared = [shells()[0], shell(4, [1, 1, 2], [2, 4, 5])];
        assert_eq!(tally(&squared, &euclidean, Player::One).score, one);
        // A row at distance 0 decides alone, though five took part.
        let mut with_zero = vec![shell(0, [0, 0, 1], [0, 0, 1])];
        with_zero.extend(shells());
        let t = tally(&with_zero, &all, Player::One);
        assert_eq!((t.score, t.wins, t.losses), (-1.0, 3, 2));
    }

    /// The same shares at other distances are the same score, and a balance is
    /// none, though 1/3, 1/7 and square roots are not exact.
    #[test]
    fn equal_votes_by_distance_are_equal_scores() {
        for metric in [Metric::Manhattan, Metric::Euclidean] {
            let all = Rule {
                metric,
                ..rule(9, Ties::All, Weight::Count, Vote::Distance)
            };
            let score = |shells: &[Shell]| tally(shells, &all, Player::One).score;
            for (won, lost) in [(1, 2), (1, 3), (4, 3), (2, 9)] {
                let alone = |d| score(&[shell(d, [1, 0, 1], [won, 0, lost])]);
                assert!((2..200).all(|d| alone(d) == alone(1)), "{won} {lost}");
            }
            for d in 1..200 {
                // As much won at thrice the distance (nine times as an integer).
                let far = d * if metric == Metric::Euclidean { 9 } else { 3 };
                let near = shell(d, [0, 0, 1], [0, 0, 1]);
                assert_eq!(score(&[near, shell(far, [1, 0, 0], [3, 0, 0])]), 0.0);
            }
        }
    }

    #[test]
    fn no_votes_are_no_advice() {
        for &vote in Vote::ALL {
            let t = tally(&[], &rule(3, Ties::All, Weight::Count, vote), Player::One);
            assert_eq!(t, Tally::default());
        }
    }

    #[test]
    fn two_ways_to_choose() {
        let of = |scores: &[f64]| {
            let best: Vec<usize> = best(scores).collect();
            (best, approve(scores).collect::<Vec<usize>>())
        };
        assert_eq!(of(&[0.5, -1.0, 0.5, 0.1]), (vec![0, 2], vec![0, 2, 3]));
        assert_eq!(of(&[-0.5, -1.0]), (vec![0], vec![]));
        assert_eq!(of(&[0.0, 0.0]), (vec![0, 1], vec![]));
        assert_eq!(of(&[]), (vec![], vec![]));
    }
}
