//! The rows behind a score, one by one: for people, not for speed.

use super::rule::{Rule, Ties, Weight, by_row};
use super::search::Hide;
use super::voters::{Label, Voters};
use crate::game::Player;

/// A row that took part in a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its number in the data that the voters were made from (the first of
    /// those that were merged into one voter).
    pub row: usize,
    /// Its distance as an integer (see [`super::Metric::between`]).
    pub distance: u32,
    /// What it votes for.
    pub label: Label,
    /// Its weight.
    pub weight: u64,
    /// How many votes it had: games or 1, as the rule weighs; fewer where the
    /// rule took only some of its games.
    pub votes: u64,
}

impl Voters {
    /// The rows that take part in the vote on `query`, nearest first; at equal
    /// distance in the order of their numbers, under [`Ties::Classroom`] those
    /// that `player` lost first. `None` if a slice has another number of
    /// coordinates than the voters.
    pub fn neighbours(
        &self,
        query: &[u8],
        to_move: Player,
        rule: &Rule,
        player: Player,
        hide: Hide<'_>,
    ) -> Option<Vec<Neighbour>> {
        let (exact, mirror) = match hide {
            Hide::Nothing => (false, None),
            Hide::Exact => (true, None),
            Hide::Mirrored(m) => (true, Some(m)),
        };
        if query.len() != self.dim() || mirror.is_some_and(|m| m.len() != self.dim()) {
            return None;
        }
        let table = &self.tables(by_row(rule))[self.table_index(to_move)];
        let mut values = Vec::with_capacity(self.dim());
        let mut rows = Vec::new();
        for slot in 0..table.rows {
            values.clear();
            values.extend(table.coordinates(slot));
            if (exact && values == query) || mirror.is_some_and(|m| values == m) {
                continue;
            }
            let weight = table.weights[slot];
            rows.push(Neighbour {
                row: table.numbers[slot] as usize,
                distance: rule.metric.between(query, &values),
                label: table.labels[slot],
                weight,
                votes: match rule.weight {
                    Weight::Count => weight,
                    Weight::Distinct => 1,
                },
            });
        }
        let order = |n: &Neighbour| match rule.ties {
            Ties::Classroom => {
                u8::from(n.label != lost_by(player)) + u8::from(won_by(player) == n.label)
            }
            Ties::All | Ties::First => 0,
        };
        rows.sort_unstable_by_key(|n| (n.distance, order(n), n.row));
        let (mut votes, mut last) = (0, None);
        let k = u64::from(rule.k.max(1));
        rows.retain_mut(|n| {
            if votes >= k && (rule.ties != Ties::All || last != Some(n.distance)) {
                return false;
            }
            if rule.ties != Ties::All {
                n.votes = n.votes.min(k - votes);
            }
            votes += n.votes;
            last = Some(n.distance);
            true
        });
        Some(rows)
    }
}

fn won_by(player: Player) -> Label {
    match player {
        Player::One => Label::One,
        Player::Two => Label::Two,
    }
}

fn lost_by(player: Player) -> Label {
    won_by(player.other())
}
