//! What ends a game besides its own rules.

use std::convert::Infallible;

use super::{Context, Game, Outcome};

/// How a played game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// By the rules.
    Over(Outcome),
    /// Cut short at the ply cap: not a result.
    Capped,
}

/// Runs games of one kind and cuts short those that would go on for ever.
#[derive(Clone, Debug)]
pub struct Referee<G> {
    /// The game.
    pub game: G,
    cap: u32,
}

/// The cap of games that can run for ever, in plies.
pub const DEFAULT_CAP: u32 = 1_000;

impl<G: Game> Referee<G> {
    /// A referee with the default cap: none for games that always end, else
    /// [`DEFAULT_CAP`] plies.
    pub fn new(game: G) -> Self {
        let cap = if game.always_ends() {
            u32::MAX
        } else {
            DEFAULT_CAP
        };
        Self { game, cap }
    }

    /// Plays one game from `start`. `choose` gets the context and the legal
    /// moves and answers the index of one; `visit` sees every context, the last
    /// one included. `moves` is scratch space.
    #[inline]
    pub fn play(
        &self,
        start: Context<G>,
        moves: &mut Vec<G::Move>,
        mut choose: impl FnMut(&Context<G>, &[G::Move]) -> usize,
        visit: impl FnMut(&Context<G>),
    ) -> (Context<G>, Ending) {
        let chosen = |context: &_, legal: &_| Ok::<_, Infallible>(choose(context, legal));
        let Ok(end) = self.try_play(start, moves, chosen, visit);
        end
    }

    /// [`Referee::play`] by a `choose` that may give up.
    ///
    /// # Errors
    /// The first error of `choose`.
    #[inline]
    pub fn try_play<E>(
        &self,
        start: Context<G>,
        moves: &mut Vec<G::Move>,
        mut choose: impl FnMut(&Context<G>, &[G::Move]) -> Result<usize, E>,
        mut visit: impl FnMut(&Context<G>),
    ) -> Result<(Context<G>, Ending), E> {
        let mut context = start;
        loop {
            visit(&context);
            if let Some(outcome) = self.game.expand(&context.position, moves) {
                return Ok((context, Ending::Over(outcome)));
            }
            if context.ply >= self.cap {
                return Ok((context, Ending::Capped));
            }
            let mv = moves[choose(&context, moves)?];
            context = Context {
                position: self.game.play(&context.position, mv),
                last_move: Some(mv),
                ply: context.ply + 1,
            };
        }
    }
}
