//! Sampled games, each from its own address of randomness.

use std::ops::Range;

use super::Record;
use crate::game::{Context, Ending, Game, Referee};
use crate::policy::Policy;
use crate::random::{Purpose, Stream};

/// A recorded position of a played game.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<G: Game> {
    /// The position.
    pub position: G::Position,
    /// How its game ended.
    pub ending: Ending,
    /// The number of its game.
    pub game: u64,
    /// Plies played before the position.
    pub ply: u32,
    /// Plies of the whole game; equal to `ply` in the final position, which is
    /// always recorded.
    pub length: u32,
}

/// How games are played and what is recorded of them. Game number `i` is a
/// function of these fields and `i` alone.
#[derive(Clone, Debug)]
pub struct SelfPlay<'a, G, P> {
    /// The game, with the cap of its length.
    pub referee: Referee<G>,
    /// Chooses the moves of both sides.
    pub policy: &'a P,
    /// The seed of all randomness.
    pub seed: u64,
    /// Which independent repetition of the experiment this is.
    pub replicate: u64,
    /// Which positions are recorded.
    pub record: Record,
}

impl<'a, G: Game, P: Policy<G>> SelfPlay<'a, G, P> {
    /// Games from the game's start, capped as usual ([`Referee::new`]).
    pub fn new(game: G, policy: &'a P, seed: u64, replicate: u64, record: Record) -> Self {
        Self {
            referee: Referee::new(game),
            policy,
            seed,
            replicate,
            record,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.referee.game
    }

    /// Plays the games of these numbers and gives every recorded position to
    /// `sink`, by game and ply.
    #[inline]
    pub fn play(&self, games: Range<u64>, mut sink: impl FnMut(Recorded<G>)) {
        let game = &self.referee.game;
        let mut moves = Vec::new();
        let mut path: Vec<G::Position> = Vec::new();
        let keep_path = self.record != Record::Final;
        for number in games {
            let mut rng = Stream::open(self.seed, Purpose::SelfPlay, self.replicate, number);
            path.clear();
            let (last, ending) = self.referee.run(
                Context::start(game),
                &mut moves,
                |context, moves| self.policy.draw(game, context, moves, &mut rng),
                |context| {
                    if keep_path {
                        path.push(context.position);
                    }
                },
            );
            let length = last.ply;
            let mut record = |position, ply| {
                sink(Recorded {
                    position,
                    ending,
                    game: number,
                    ply,
                    length,
                })
            };
            if keep_path {
                let skip = self.record.skip(path.len());
                for (ply, &position) in path.iter().enumerate().skip(skip) {
                    record(position, ply as u32);
                }
            } else {
                record(last.position, length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::game::sowing::Sowing;
    use crate::policy::Uniform;

    fn games(record: Record, numbers: Range<u64>) -> Vec<Recorded<Sowing<1>>> {
        let game = Sowing::uniform(6, 2, Player::One).unwrap();
        let mut out = Vec::new();
        SelfPlay::new(game, &Uniform, 1, 0, record).play(numbers, |r| out.push(r));
        out
    }

    #[test]
    fn what_is_recorded_is_the_end_of_the_whole_game() {
        let key = |r: &Recorded<Sowing<1>>| (r.game, r.ply, r.length, r.position, r.ending);
        let all = games(Record::All, 0..50);
        for n in [1, 3, 100] {
            let last = games(Record::Last(n.try_into().unwrap()), 0..50);
            let expected = all.iter().filter(|r| r.ply + n > r.length);
            assert!(last.iter().map(key).eq(expected.map(key)));
        }
        let finals = games(Record::Final, 0..50);
        assert!(
            finals
                .iter()
                .map(key)
                .eq(all.iter().filter(|r| r.ply == r.length).map(key))
        );
        assert_eq!(finals.len(), 50);
        assert_eq!(all.iter().filter(|r| r.ply == 0).count(), 50);
    }

    #[test]
    fn a_game_does_not_depend_on_those_before_it() {
        let many = games(Record::Final, 0..20);
        let one = games(Record::Final, 13..14);
        assert_eq!(many[13].position, one[0].position);
    }
}
