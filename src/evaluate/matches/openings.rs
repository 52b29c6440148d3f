//! The positions that games of a match start from.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::control::Control;
use crate::game::{Context, Game};
use crate::parallel::Pool;
use crate::policy::{Policy, Uniform};
use crate::random::{Purpose, Stream};

/// Why openings could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// Games hardly ever last so long.
    #[error(
        "{attempts} random games in a row ended within {plies} plies: expected shorter openings"
    )]
    TooLong {
        /// The plies of an opening.
        plies: u32,
        /// How many games were tried.
        attempts: u32,
    },
    /// The caller stopped it.
    #[error("stopped before the openings were drawn")]
    Stopped,
}

/// Games that may end too early, for one opening.
const ATTEMPTS: u32 = 10_000;

/// Openings of these numbers: the position after so many uniformly random plies
/// from the start. A game that is over by then is drawn anew. An opening depends
/// on its number and the seed alone, not on who plays.
///
/// # Errors
/// See [`OpeningError`].
pub fn random_openings<G: Game>(
    game: &G,
    plies: u32,
    numbers: Range<u64>,
    seed: u64,
    pool: &Pool,
    control: &Control,
) -> Result<Vec<Context<G>>, OpeningError> {
    let draw = |i: usize| {
        let mut rng = Stream::open(seed, Purpose::Opening, 0, numbers.start + i as u64);
        let mut moves = Vec::new();
        for _ in 0..ATTEMPTS {
            if control.stopped() {
                return Err(OpeningError::Stopped);
            }
            if let Some(opening) = draw(game, plies, &mut rng, &mut moves) {
                return Ok(opening);
            }
        }
        Err(OpeningError::TooLong {
            plies,
            attempts: ATTEMPTS,
        })
    };
    let n = numbers.end.saturating_sub(numbers.start) as usize;
    pool.map(n, draw).into_iter().collect()
}

/// One random game up to the opening; `None` if it is over by then.
fn draw<G: Game>(
    game: &G,
    plies: u32,
    rng: &mut Stream,
    moves: &mut Vec<G::Move>,
) -> Option<Context<G>> {
    let mut context = Context::start(game);
    loop {
        if game.expand(&context.position, moves).is_some() {
            return None;
        }
        if context.ply == plies {
            return Some(context);
        }
        let mv = moves[Uniform.choose(game, &context, moves, rng)];
        context = context.after(game, mv);
    }
}

/// The openings with a position that no earlier one has: all that two
/// deterministic agents can play.
pub fn distinct<G: Game>(openings: &[Context<G>]) -> Vec<Context<G>> {
    let mut seen = FxHashSet::default();
    let fresh = openings.iter().filter(|o| seen.insert(o.position));
    fresh.cloned().collect()
}
