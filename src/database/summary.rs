//! What is counted while games are played.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::selfplay::Recorded;

use super::Winner;

/// Games counted by winner and by length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    winners: [u64; 4],
    /// Games by length in plies.
    lengths: Vec<u64>,
}

impl Summary {
    /// Counts a recorded position's game, if it is the final position.
    #[inline]
    pub fn add<G: Game>(&mut self, recorded: &Recorded<G>) {
        if recorded.ply != recorded.length {
            return;
        }
        self.winners[Winner::of(recorded.ending) as usize] += 1;
        let length = recorded.length as usize;
        if length >= self.lengths.len() {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;
    }

    /// Adds the games of another summary.
    pub fn absorb(&mut self, other: &Summary) {
        for (mine, theirs) in self.winners.iter_mut().zip(other.winners) {
            *mine += theirs;
        }
        if other.lengths.len() > self.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        for (mine, theirs) in self.lengths.iter_mut().zip(&other.lengths) {
            *mine += theirs;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.winners.iter().sum()
    }

    /// Games with this winner.
    pub fn won(&self, winner: Winner) -> u64 {
        self.winners[winner as usize]
    }

    /// Games by length in plies, only lengths that occur.
    pub fn length_histogram(&self) -> BTreeMap<u32, u64> {
        let games = self.lengths.iter().enumerate().filter(|(_, n)| **n > 0);
        games.map(|(length, &n)| (length as u32, n)).collect()
    }
}

/// The mean length in plies of games counted by length; `None` without games.
pub fn mean_length(histogram: &BTreeMap<u32, u64>) -> Option<f64> {
    let games: u64 = histogram.values().sum();
    let plies: f64 = histogram
        .iter()
        .map(|(&length, &n)| f64::from(length) * n as f64)
        .sum();
    (games > 0).then(|| plies / games as f64)
}
