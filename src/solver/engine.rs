//! A search with the form of table that a position asks for, and the windows
//! that lead to an exact score.

use super::objective::{Objective, Score};
use super::search::{Search, bound};
use super::transposition::{MOST_BITS, MOST_SCORE, Named, Packed, Whole};
use crate::game::Searchable;

/// What names positions in the table; a later one holds what an earlier one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Packed,
    Named,
    Whole,
}

fn form<G: Searchable, O: Objective<G>>(game: &G, reduced: &G::Position) -> Form {
    match game.pack_bits(reduced) {
        Some(bits) if bits <= MOST_BITS && bound::<G, O>(game, reduced) <= MOST_SCORE => {
            Form::Packed
        }
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
}

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
        }
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
        stop: &mut impl FnMut(u64) -> bool,
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
        stop: &mut impl FnMut(u64) -> bool,
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
        stop: &mut impl FnMut(u64) -> bool,
    ) -> Option<Score> {
        let before = self.nodes_before;
        let mut stop = |nodes| stop(nodes + before);
        match &mut self.searches {
            Searches::Packed(search) => search.run(game, position, window, &mut stop),
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
