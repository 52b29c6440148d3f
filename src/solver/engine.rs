//! A search with the form of table that a position asks for, and the windows
//! that lead to an exact score.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::objective::{Objective, Score};
use super::search::Search;
use super::transposition::{MOST_BITS, MOST_SCORE, Named, Packed, Whole};
use crate::game::Searchable;
use crate::parallel::Pool;

/// What names positions in the table; a later one holds what an earlier one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Packed,
    Named,
    Whole,
}

fn form<G: Searchable, O: Objective<G>>(game: &G, reduced: &G::Position) -> Form {
    match game.pack_bits(reduced) {
        Some(bits) if bits <= MOST_BITS && O::bound(game, reduced) <= MOST_SCORE => Form::Packed,
        Some(_) => Form::Named,
        None => Form::Whole,
    }
}

enum Searches<G: Searchable, O: Objective<G>> {
    Packed(Search<G, Packed, O>),
    Named(Search<G, Named, O>),
    Whole(Search<G, Whole<G::Position>, O>),
}

/// Answers questions about one objective.
pub(super) struct Engine<G: Searchable, O: Objective<G>> {
    bytes: usize,
    form: Form,
    searches: Searches<G, O>,
    /// Nodes of searches that were given up for a wider form.
    nodes_before: u64,
    /// More than one thread, if positions are searched by several.
    pool: Option<Arc<Pool>>,
}

/// A window that takes no more nodes than this is left to one thread.
const ALONE: u64 = 200_000;

/// The part of the memory that endgame tables may take.
const RESTS_SHARE: usize = 8;

impl<G: Searchable, O: Objective<G>> Engine<G, O> {
    /// An engine whose tables take at most `bytes`.
    pub fn new(game: &G, bytes: usize) -> Self {
        let form = form::<G, O>(game, &O::reduced(game, &game.initial()));
        Self {
            bytes,
            form,
            searches: Searches::new(form, bytes),
            nodes_before: 0,
            pool: None,
        }
    }

    /// Searches with these threads together, where the table can be shared.
    pub fn share_work(&mut self, pool: Arc<Pool>) {
        self.pool = (pool.threads() > 1).then_some(pool);
    }

    /// Positions whose moves were listed so far.
    pub fn nodes(&self) -> u64 {
        self.nodes_before + self.searches.nodes()
    }

    /// The bytes that the tables take now.
    pub fn bytes(&self) -> usize {
        self.searches.bytes()
    }

    /// Makes sure that the table holds this position.
    fn admit(&mut self, game: &G, position: &G::Position) {
        let form = form::<G, O>(game, &O::reduced(game, position));
        if form > self.form {
            self.nodes_before = self.nodes();
            self.form = form;
            self.searches = Searches::new(form, self.bytes);
        }
    }

    /// Whether the score of a position for its side to move is at least `score`;
    /// `None` if `stop` says so.
    pub fn at_least(
        &mut self,
        game: &G,
        position: &G::Position,
        score: Score,
        stop: &mut (impl FnMut(u64) -> bool + Send),
    ) -> Option<bool> {
        self.admit(game, position);
        let found = self.run(game, position, (score - 1, score), stop)?;
        Some(found >= score)
    }

    /// Bounds of the score of a position for its side to move, narrowed until
    /// they are equal or `enough` is content with them: a series of searches
    /// with windows that hold no score, the first at `guess`.
    pub fn narrow(
        &mut self,
        game: &G,
        position: &G::Position,
        guess: Score,
        enough: impl Fn(Score, Score) -> bool,
        stop: &mut (impl FnMut(u64) -> bool + Send),
    ) -> Option<(Score, Score)> {
        self.admit(game, position);
        let (low, high) = O::bounds(game, &O::reduced(game, position));
        let settled = O::settled(game, position);
        let (mut low, mut high) = (low + settled, high + settled);
        let mut at = guess;
        while low < high && !enough(low, high) {
            let beta = at.clamp(low + 1, high);
            at = self.run(game, position, (beta - 1, beta), stop)?;
            if at < beta {
                high = at.max(low);
            } else {
                low = at.min(high);
            }
        }
        Some((low, high))
    }

    fn run(
        &mut self,
        game: &G,
        position: &G::Position,
        window: (Score, Score),
        stop: &mut (impl FnMut(u64) -> bool + Send),
    ) -> Option<Score> {
        let before = self.nodes_before;
        let mut stop = |nodes| stop(nodes + before);
        match &mut self.searches {
            Searches::Packed(search) => match &self.pool {
                None => search.run(game, position, window, &mut stop),
                Some(pool) => together(search, pool, game, position, window, &mut stop),
            },
            Searches::Named(search) => search.run(game, position, window, &mut stop),
            Searches::Whole(search) => search.run(game, position, window, &mut stop),
        }
    }
}

impl<G: Searchable, O: Objective<G>> Searches<G, O> {
    fn new(form: Form, bytes: usize) -> Self {
        let rests = if O::MARGIN { bytes / RESTS_SHARE } else { 0 };
        let bytes = bytes - rests;
        match form {
            Form::Packed => Searches::Packed(Search::new(Packed::new(bytes), rests)),
            Form::Named => Searches::Named(Search::new(Named(Whole::new(bytes)), rests)),
            Form::Whole => Searches::Whole(Search::new(Whole::new(bytes), rests)),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Searches::Packed(search) => search.nodes,
            Searches::Named(search) => search.nodes,
            Searches::Whole(search) => search.nodes,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Searches::Packed(search) => search.bytes(),
            Searches::Named(search) => search.bytes(),
            Searches::Whole(search) => search.bytes(),
        }
    }
}

/// [`Search::run`] on all threads of a pool: whoever is first has the answer,
/// and what it proves is true whoever it is.
///
/// Tables cannot grow while they are shared, so the threads meet now and then,
/// each time after twice as much work, and go on from what the tables know.
fn together<G: Searchable, O: Objective<G>>(
    search: &mut Search<G, Packed, O>,
    pool: &Pool,
    game: &G,
    position: &G::Position,
    window: (Score, Score),
    stop: &mut (impl FnMut(u64) -> bool + Send),
) -> Option<Score> {
    let mut stopped = false;
    let mut stint = ALONE;
    let most = search.nodes + stint;
    let alone = search.run(game, position, window, &mut |nodes| {
        stopped = stop(nodes);
        stopped || nodes > most
    });
    if stopped || alone.is_some() {
        return alone;
    }
    loop {
        let helpers = (1..pool.threads()).map_while(|_| search.helper(game));
        let helpers: Vec<_> = helpers.map(Mutex::new).collect();
        let most = search.nodes + stint;
        let done = AtomicBool::new(false);
        let answer = Mutex::new(None);
        let main = Mutex::new((&mut *search, &mut stopped, &mut *stop));
        pool.workers(|thread| {
            let found = if thread == 0 {
                let mut main = main.lock().unwrap_or_else(PoisonError::into_inner);
                let (search, stopped, stop) = &mut *main;
                let found = search.run(game, position, window, &mut |nodes| {
                    **stopped = stop(nodes);
                    **stopped || nodes > most || done.load(Relaxed)
                });
                done.store(true, Relaxed);
                found
            } else {
                let helper = helpers.get(thread - 1)?;
                let mut helper = helper.lock().unwrap_or_else(PoisonError::into_inner);
                let found = helper.run(game, position, window, &mut |_| done.load(Relaxed));
                done.fetch_or(found.is_some(), Relaxed);
                found
            };
            let score = found?;
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(score);
            Some(())
        });
        for helper in helpers {
            search.rejoin(helper.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        if stopped || answer.is_some() {
            return answer;
        }
        stint *= 2;
    }
}
