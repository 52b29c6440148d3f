//! The definition, said plainly: sort all rows, then vote.
//!
//! Slow, and that is its use: tests and benchmarks compare the scan with it.

use std::collections::BTreeMap;

use super::rule::{Metric, Mover, Rule, Ties, Vote, Weight};
use super::tally::Tally;
use super::voters::Label;
use crate::game::Player;

/// A row as it comes: not merged, not filtered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position.
    pub coordinates: Vec<u8>,
    /// The side to move.
    pub to_move: Player,
    /// What it votes for.
    pub label: Label,
    /// What it stands for; not 0.
    pub weight: u64,
}

/// The tally of one query. Rows whose coordinates are among `hidden` do not vote.
pub fn tally(
    rows: &[Row],
    mover: Mover,
    (query, to_move): (&[u8], Player),
    hidden: &[&[u8]],
    rule: &Rule,
    player: Player,
) -> Tally {
    // Equal rows are one voter, except where rows go by their numbers.
    let by_row = rule.ties == Ties::First && rule.weight == Weight::Count;
    type Key<'a> = (&'a [u8], Player, Label, Option<usize>);
    let mut voters: BTreeMap<Key<'_>, (usize, u64)> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        let mine = mover == Mover::Any || row.to_move == to_move;
        if mine && !hidden.contains(&row.coordinates.as_slice()) {
            let itself = by_row.then_some(number);
            let key = (row.coordinates.as_slice(), row.to_move, row.label, itself);
            voters.entry(key).or_insert((number, 0)).1 += row.weight;
        }
    }
    // (distance, place at equal distance, number, won, drawn, votes)
    let mut list: Vec<(u64, i8, usize, Label, u64)> = Vec::new();
    for (&(coordinates, _, label, _), &(number, weight)) in &voters {
        // +1 won, 0 drawn, -1 lost by the player.
        let place = match rule.ties {
            Ties::Classroom => value(label, player),
            _ => 0,
        };
        let votes = match rule.weight {
            Weight::Count => weight,
            Weight::Distinct => 1,
        };
        list.push((
            distance(rule.metric, query, coordinates),
            place,
            number,
            label,
            votes,
        ));
    }
    list.sort_unstable();
    let mut out = Tally::default();
    let (mut sum, mut total, mut at_zero) = (0.0, 0.0, false);
    for (distance, _, _, label, mut votes) in list {
        let left = u64::from(rule.k).saturating_sub(out.votes());
        if rule.ties == Ties::All {
            if left == 0 && out.distance.map(u64::from) != Some(distance) {
                break;
            }
        } else {
            votes = votes.min(left);
            if votes == 0 {
                break;
            }
        }
        match value(label, player) {
            1 => out.wins += votes,
            0 => out.draws += votes,
            _ => out.losses += votes,
        }
        out.rows += 1;
        out.distance = Some(distance as u32);
        let weight = match (rule.vote, rule.metric) {
            (Vote::Majority, _) => 1.0,
            (Vote::Distance, Metric::Euclidean) => 1.0 / (distance as f64).sqrt(),
            (Vote::Distance, _) => 1.0 / distance as f64,
        };
        if weight.is_infinite() {
            at_zero = true;
            sum += f64::from(value(label, player)) * votes as f64;
            total += votes as f64;
        } else if !at_zero {
            sum += f64::from(value(label, player)) * votes as f64 * weight;
            total += votes as f64 * weight;
        }
    }
    out.score = if total > 0.0 { sum / total } else { 0.0 };
    out
}

fn value(label: Label, player: Player) -> i8 {
    let one = match label {
        Label::One => 1,
        Label::Draw => 0,
        Label::Two => -1,
    };
    if player == Player::One { one } else { -one }
}

fn distance(metric: Metric, a: &[u8], b: &[u8]) -> u64 {
    let differences = a
        .iter()
        .zip(b)
        .map(|(&x, &y)| (i64::from(x) - i64::from(y)).unsigned_abs());
    match metric {
        Metric::Manhattan => differences.sum(),
        Metric::Euclidean => differences.map(|d| d * d).sum(),
        Metric::Chebyshev => differences.max().unwrap_or(0),
    }
}
