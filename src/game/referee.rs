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

/// The positions of a game that may still come back.
struct History<P> {
    stage: u32,
    seen: Vec<P>,
}

impl<P> Default for History<P> {
    fn default() -> Self {
        // Takes no memory for games without the rule.
        Self {
            stage: 0,
            seen: Vec::new(),
        }
    }
}

impl<P: Copy + PartialEq> History<P> {
    /// Notes a position; whether it is there for the third time.
    #[inline]
    fn is_third<G: Game<Position = P>>(&mut self, game: &G, position: &P) -> bool {
        let Some(stage) = game.recurs(position) else {
            return false;
        };
        if stage != self.stage {
            self.seen.clear();
            self.stage = stage;
        }
        let before = self.seen.iter().filter(|p| *p == position).count();
        if self.seen.capacity() == 0 {
            // Once a game; most games need no more.
            self.seen.reserve(64);
        }
        self.seen.push(*position);
        before >= 2
    }
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
        visit: impl FnMut(&Context<G>),
    ) -> Result<(Context<G>, Ending), E> {
        let next = |context: &Context<G>, moves: &mut Vec<G::Move>| {
            Ok(match self.game.expand(&context.position, moves) {
                Some(outcome) => Err(outcome),
                None => Ok(moves[choose(context, moves)?]),
            })
        };
        self.try_run(start, moves, next, visit)
    }

    /// [`Referee::play`] by a function that finds the move by itself: `next` gets
    /// the context and the scratch space and answers a legal move, or the
    /// outcome if the game is over.
    #[inline]
    pub fn run(
        &self,
        start: Context<G>,
        moves: &mut Vec<G::Move>,
        mut next: impl FnMut(&Context<G>, &mut Vec<G::Move>) -> Result<G::Move, Outcome>,
        visit: impl FnMut(&Context<G>),
    ) -> (Context<G>, Ending) {
        let found = |context: &_, moves: &mut _| Ok::<_, Infallible>(next(context, moves));
        let Ok(end) = self.try_run(start, moves, found, visit);
        end
    }

    /// The game loop; the outer `Result` of `next` is whether it gave up.
    #[inline]
    fn try_run<E>(
        &self,
        start: Context<G>,
        moves: &mut Vec<G::Move>,
        mut next: impl FnMut(&Context<G>, &mut Vec<G::Move>) -> Result<Result<G::Move, Outcome>, E>,
        mut visit: impl FnMut(&Context<G>),
    ) -> Result<(Context<G>, Ending), E> {
        let mut context = start;
        let mut history = History::default();
        loop {
            visit(&context);
            if history.is_third(&self.game, &context.position) {
                moves.clear();
                return Ok((context, Ending::Over(Outcome::draw())));
            }
            if context.ply >= self.cap {
                let ending = match self.game.expand(&context.position, moves) {
                    Some(outcome) => Ending::Over(outcome),
                    None => Ending::Capped,
                };
                return Ok((context, ending));
            }
            let mv = match next(&context, moves)? {
                Ok(mv) => mv,
                Err(outcome) => return Ok((context, Ending::Over(outcome))),
            };
            context = context.after(&self.game, mv);
        }
    }
}
