//! Kalah(m, n) (W. J. Champion, 1940; the rules as in G. Irving, J. Donkers,
//! J. Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000).
//!
//! Two rows of `pits` pits and a store at the end of each. A player lifts all
//! seeds of one of the own pits and sows them counter-clockwise: the own pits
//! that follow, the own store, the enemy's pits, the own pits again; the enemy's
//! store is skipped, the pit that was lifted is not. A last seed in the own store
//! gives another move; a last seed in an own pit that was empty captures it and
//! the seeds opposite. Pits are numbered from 1 in the mover's own direction.
//!
//! Parameters: `pits` 1..12 (default 6), `seeds` 1.. (default 4; at most 255 in
//! all), `capture=empty|nonempty` (whether it captures where the pit opposite is
//! empty), `end=either|mover` (over as soon as either side is empty, or only
//! when the player to move has none), `vector=pits|pits+stores`.

mod drawing;
mod endgame;
mod half;
mod search;
mod sites;
mod text;

pub use half::Half;
pub(crate) use text::INFO;

use super::{
    Broken, Game, Heuristic, Outcome, Player, RuleOfThumb, Scored, Symmetric, VectorError,
    Vectorize,
};

/// The most pits a side of any board.
const MOST_PITS_A_SIDE: usize = 12;

/// Whether a last seed in an empty own pit captures where the pit opposite is
/// empty too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Capture {
    /// It does: the single seed goes to the store. The rule text read literally,
    /// and Irving et al.
    #[default]
    Empty,
    /// Only if the pit opposite holds seeds; else the seed stays. OpenSpiel and
    /// most programs.
    NonEmpty,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// As soon as a side has no seeds, also in the middle of extra turns.
    #[default]
    Either,
    /// When the player to move has none (Ludii).
    Mover,
}

/// What the coordinates of a database row hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The pits only: South's from South's left, then North's from North's left.
    #[default]
    Pits,
    /// The pits, then South's and North's store.
    PitsAndStores,
}

/// A board as the side to move sees it: its own half and the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<H> {
    /// The flag says that North is to move.
    own: H,
    enemy: H,
}

/// The game, for boards of at most [`Half::PITS`] pits a side.
#[derive(Clone, Debug)]
pub struct Kalah<H> {
    start: Position<H>,
    /// The seeds with which a sowing from each pit ends in the store.
    reaching: H,
    pits: usize,
    seeds: u8,
    capture: Capture,
    end: End,
    view: View,
}

/// Parameters that are no game, or seeds that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The number of pits is not possible.
    #[error("{0} pits a side: expected 1 to {1}")]
    Pits(usize, usize),
    /// No seeds.
    #[error("no seeds: expected at least 1 in each pit")]
    NoSeeds,
    /// Too many seeds.
    #[error("{0} seeds in all: expected at most 255")]
    Seeds(u64),
}

impl<H: Half> Kalah<H> {
    /// `pits` pits a side with `seeds` seeds in each.
    ///
    /// # Errors
    /// More pits than the word holds, none, no seeds, or more than 255 in all.
    pub fn new(pits: usize, seeds: u8, capture: Capture, end: End) -> Result<Self, BoardError> {
        if pits == 0 || pits > H::PITS {
            return Err(BoardError::Pits(pits, H::PITS));
        }
        if seeds == 0 {
            return Err(BoardError::NoSeeds);
        }
        let total = 2 * pits as u64 * u64::from(seeds);
        if total > 255 {
            return Err(BoardError::Seeds(total));
        }
        let half = H::EMPTY.laps(seeds, pits);
        Ok(Self {
            start: Position {
                own: half,
                enemy: half,
            },
            reaching: (0..pits).fold(H::EMPTY, |half, i| half.plus(i, (pits - i) as u8)),
            pits,
            seeds,
            capture,
            end,
            view: View::default(),
        })
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The number of pits a side.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The seeds in each pit at the start.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// Which last seeds capture.
    pub fn capture(&self) -> Capture {
        self.capture
    }

    /// When the game is over.
    pub fn end(&self) -> End {
        self.end
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// The seeds of the whole game.
    pub fn total(&self) -> u8 {
        2 * self.pits as u8 * self.seeds
    }

    /// A position with these pits (each side's from its own left) and stores,
    /// South's first. Its seeds need not be those of the start.
    ///
    /// # Errors
    /// Another number of pits, or more than 255 seeds in all.
    pub fn position(
        &self,
        pits: [&[u8]; 2],
        stores: [u8; 2],
        mover: Player,
    ) -> Result<Position<H>, BoardError> {
        let mut halves = [H::EMPTY; 2];
        let mut total = 0;
        for (pits, store) in pits.into_iter().zip(stores) {
            if pits.len() != self.pits {
                return Err(BoardError::Pits(pits.len(), self.pits));
            }
            total += pits.iter().map(|&s| u64::from(s)).sum::<u64>() + u64::from(store);
        }
        if total > 255 {
            return Err(BoardError::Seeds(total));
        }
        for ((half, pits), store) in halves.iter_mut().zip(pits).zip(stores) {
            for (i, &seeds) in pits.iter().enumerate() {
                *half = half.plus(i, seeds);
            }
            *half = half.plus(self.pits, store);
        }
        let [south, north] = halves;
        Ok(match mover {
            Player::One => Position {
                own: south,
                enemy: north,
            },
            Player::Two => Position {
                own: north.with_flag(true),
                enemy: south,
            },
        })
    }

    /// South's half and North's half.
    #[inline]
    fn halves(&self, position: &Position<H>) -> [H; 2] {
        match self.mover(position) {
            Player::One => [position.own, position.enemy],
            Player::Two => [position.enemy, position.own],
        }
    }

    /// A player's pits from its own left.
    pub fn pits_of(&self, position: &Position<H>, player: Player) -> Vec<u8> {
        let half = self.halves(position)[player.index()];
        (0..self.pits).map(|i| half.get(i)).collect()
    }

    /// The seeds in a player's store.
    pub fn store_of(&self, position: &Position<H>, player: Player) -> u8 {
        self.halves(position)[player.index()].get(self.pits)
    }

    /// The same board with the given side to move.
    pub fn turned(&self, position: &Position<H>, mover: Player) -> Position<H> {
        if self.mover(position) == mover {
            *position
        } else {
            swapped(position.own, position.enemy)
        }
    }

    /// The outcome of a board on which the owners take what is left.
    #[inline]
    fn outcome(&self, position: &Position<H>) -> Outcome {
        let [south, north] = self.halves(position);
        let margin = i16::from(south.sum(self.pits + 1)) - i16::from(north.sum(self.pits + 1));
        let winner = match margin {
            0 => None,
            1.. => Some(Player::One),
            _ => Some(Player::Two),
        };
        Outcome {
            winner,
            margin: Some(margin),
        }
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self, position: &Position<H>) -> bool {
        position.own.is_empty(self.pits)
            || self.end == End::Either && position.enemy.is_empty(self.pits)
    }

    /// Sows pit `i`, counted from 0. The halves keep their flags.
    #[inline(always)]
    fn sow(&self, position: &Position<H>, i: usize) -> Sown<H> {
        let seeds = usize::from(position.own.get(i));
        let own = position.own.without(i);
        if seeds > 2 * self.pits {
            return self.sow_laps(own, position.enemy, i, seeds);
        }
        self.sow_on(own, position.enemy, i, seeds)
    }

    /// Sows once round the board or more.
    #[cold]
    fn sow_laps(&self, own: H, enemy: H, i: usize, seeds: usize) -> Sown<H> {
        let m = self.pits;
        let ring = 2 * m + 1;
        let laps = (seeds / ring) as u8;
        let (own, enemy) = (own.laps(laps, m + 1), enemy.laps(laps, m));
        match seeds % ring {
            // The last seed fell where all were lifted.
            0 => self.land(own, enemy, i),
            rest => self.sow_on(own, enemy, i, rest),
        }
    }

    /// Sows `seeds` that came out of pit `i`, less than a lap: own pits and
    /// store, the enemy's pits, own pits again.
    #[inline(always)]
    fn sow_on(&self, own: H, enemy: H, i: usize, seeds: usize) -> Sown<H> {
        let m = self.pits;
        let near = m - i;
        let (own, enemy, last) = if seeds <= near {
            (own.sow(i + 1, seeds), enemy, i + seeds)
        } else {
            let own = own.sow(i + 1, near);
            let far = seeds - near;
            if far <= m {
                return Sown {
                    own,
                    enemy: enemy.sow(0, far),
                    again: false,
                    captured: 0,
                };
            }
            (own.sow(0, far - m), enemy.sow(0, m), far - m - 1)
        };
        self.land(own, enemy, last)
    }

    /// The last seed has fallen in the own pit `last`, or in the store.
    #[inline(always)]
    fn land(&self, own: H, enemy: H, last: usize) -> Sown<H> {
        let m = self.pits;
        let mut sown = Sown {
            own,
            enemy,
            again: last == m,
            captured: 0,
        };
        if last < m && own.get(last) == 1 {
            let prize = enemy.get(m - 1 - last);
            if prize > 0 || self.capture == Capture::Empty {
                sown.own = own.without(last).plus(m, prize + 1);
                sown.enemy = enemy.without(m - 1 - last);
                sown.captured = prize;
            }
        }
        sown
    }

    /// The most enemy seeds that the side to move can capture at once.
    fn largest_capture(&self, position: &Position<H>) -> u8 {
        (0..self.pits)
            .filter(|&i| position.own.get(i) > 0)
            .map(|i| self.sow(position, i).captured)
            .max()
            .unwrap_or(0)
    }
}

/// The board after a sowing, still seen by the side that sowed.
struct Sown<H> {
    own: H,
    enemy: H,
    /// The last seed fell in the own store.
    again: bool,
    /// Enemy seeds captured.
    captured: u8,
}

impl<H: Half> Sown<H> {
    /// The position with the side to move set.
    #[inline(always)]
    fn position(&self) -> Position<H> {
        let &Sown { own, enemy, .. } = self;
        if self.again {
            Position { own, enemy }
        } else {
            swapped(own, enemy)
        }
    }
}

/// The board from the other side, the enemy to move.
#[inline]
fn swapped<H: Half>(own: H, enemy: H) -> Position<H> {
    Position {
        own: enemy.with_flag(!own.flag()),
        enemy: own.with_flag(false),
    }
}

impl<H: Half> Game for Kalah<H> {
    type Position = Position<H>;
    /// The pit, counted from 0; people see it counted from 1.
    type Move = u8;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        let mut name = format!("kalah(pits={},seeds={}", self.pits, self.seeds);
        if self.capture == Capture::NonEmpty {
            name += ",capture=nonempty";
        }
        if self.end == End::Mover {
            name += ",end=mover";
        }
        if self.view == View::PitsAndStores {
            name += ",vector=pits+stores";
        }
        name + ")"
    }

    fn players(&self) -> [&'static str; 2] {
        ["south", "north"]
    }

    #[inline]
    fn initial(&self) -> Position<H> {
        self.start
    }

    #[inline]
    fn mover(&self, position: &Position<H>) -> Player {
        if position.own.flag() {
            Player::Two
        } else {
            Player::One
        }
    }

    #[inline]
    fn expand(&self, position: &Position<H>, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.clear();
        if self.is_over(position) {
            return Some(self.outcome(position));
        }
        let mut legal = position.own.occupied(self.pits);
        while legal != 0 {
            moves.push(legal.trailing_zeros() as u8);
            legal &= legal - 1;
        }
        None
    }

    #[inline]
    fn pick(
        &self,
        position: &Position<H>,
        _: &mut Vec<u8>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<u8, Outcome> {
        if self.is_over(position) {
            return Err(self.outcome(position));
        }
        Ok(position.own.pick(self.pits, choose) as u8)
    }

    #[inline]
    fn play(&self, position: &Position<H>, pit: u8) -> Position<H> {
        debug_assert_eq!(self.check(position, pit), Ok(()));
        self.sow(position, usize::from(pit)).position()
    }

    fn check(&self, position: &Position<H>, pit: u8) -> Result<(), Broken> {
        text::check(self, position, &(u32::from(pit) + 1).to_string())
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl<H: Half> Symmetric for Kalah<H> {
    /// Both players see the same board.
    #[inline]
    fn mirror(&self, position: &Position<H>) -> Option<Position<H>> {
        Some(Position {
            own: position.own.with_flag(!position.own.flag()),
            ..*position
        })
    }
}

impl<H: Half> Scored for Kalah<H> {
    fn margin_bound(&self) -> Option<i16> {
        Some(i16::from(self.total()))
    }

    fn margin_decides(&self) -> bool {
        true
    }

    #[inline]
    fn banked(&self, position: &Position<H>) -> i16 {
        i16::from(position.own.get(self.pits)) - i16::from(position.enemy.get(self.pits))
    }
}

/// The rules of thumb, in the order of [`Heuristic::rules`].
const RULES: &[RuleOfThumb] = &[
    RuleOfThumb {
        name: "store",
        meaning: "most seeds into the own store with this move, captures included",
    },
    RuleOfThumb {
        name: "extra",
        meaning: "a move that ends in the own store and so gives another move",
    },
    RuleOfThumb {
        name: "capture",
        meaning: "most enemy seeds captured",
    },
    RuleOfThumb {
        name: "protect",
        meaning: "fewest own seeds that the enemy could capture with its next move",
    },
    RuleOfThumb {
        name: "starve",
        meaning: "fewest seeds in the enemy's pits after the move",
    },
];

impl<H: Half> Heuristic for Kalah<H> {
    fn rules(&self) -> &'static [RuleOfThumb] {
        RULES
    }

    fn appeal(&self, rule: usize, position: &Position<H>, pit: u8) -> i32 {
        let m = self.pits;
        let sown = self.sow(position, usize::from(pit));
        match RULES[rule].name {
            "store" => i32::from(sown.own.get(m)) - i32::from(position.own.get(m)),
            "extra" => i32::from(sown.again),
            "capture" => i32::from(sown.captured),
            "protect" if sown.again => 0,
            "protect" => -i32::from(self.largest_capture(&sown.position())),
            _ => -i32::from(sown.enemy.sum(m)),
        }
    }

    /// The difference of the stores.
    fn estimate(&self, position: &Position<H>) -> i32 {
        i32::from(self.banked(position))
    }
}

impl<H: Half> Vectorize for Kalah<H> {
    fn dim(&self) -> usize {
        match self.view {
            View::Pits => 2 * self.pits,
            View::PitsAndStores => 2 * self.pits + 2,
        }
    }

    fn columns(&self) -> Vec<String> {
        let pits = |side: &'static str| (1..=self.pits).map(move |i| format!("{side}{i}"));
        let mut columns: Vec<String> = pits("south").chain(pits("north")).collect();
        if self.view == View::PitsAndStores {
            columns.extend(["south_store".into(), "north_store".into()]);
        }
        columns
    }

    fn max_coordinate(&self) -> u8 {
        self.total()
    }

    #[inline]
    fn write(&self, position: &Position<H>, out: &mut [u8]) {
        let m = self.pits;
        let [south, north] = self.halves(position);
        for i in 0..m {
            out[i] = south.get(i);
            out[m + i] = north.get(i);
        }
        if self.view == View::PitsAndStores {
            out[2 * m] = south.get(m);
            out[2 * m + 1] = north.get(m);
        }
    }

    fn is_final(&self, coordinates: &[u8], mover: Player) -> bool {
        if coordinates.len() != self.dim() {
            return false;
        }
        let (south, north) = coordinates[..2 * self.pits].split_at(self.pits);
        let empty = |side: &[u8]| side.iter().all(|&s| s == 0);
        match (self.end, mover) {
            (End::Either, _) => empty(south) || empty(north),
            (End::Mover, Player::One) => empty(south),
            (End::Mover, Player::Two) => empty(north),
        }
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position<H>, VectorError> {
        let (m, total) = (self.pits, self.total());
        if coordinates.len() != self.dim() {
            return Err(VectorError::Impossible(format!(
                "{} numbers, expected {}",
                coordinates.len(),
                self.dim()
            )));
        }
        let seeds: u64 = coordinates.iter().map(|&s| u64::from(s)).sum();
        if self.view == View::Pits {
            return Err(if seeds > u64::from(total) {
                VectorError::Impossible(format!("{seeds} seeds in the pits, at most {total}"))
            } else {
                VectorError::Undetermined(
                    "the pits do not say what the stores hold: vector=pits+stores does".into(),
                )
            });
        }
        if seeds != u64::from(total) {
            let message = format!("{seeds} seeds in all, expected {total}: no seed is lost");
            return Err(VectorError::Impossible(message));
        }
        let (pits, stores) = coordinates.split_at(2 * m);
        let (south, north) = pits.split_at(m);
        self.position([south, north], [stores[0], stores[1]], mover)
            .map_err(|e| VectorError::Impossible(e.to_string()))
    }
}
