//! Fang (Alain Busser, 2023).
//!
//! A row of holes, numbered from 1 at South's left; the left half is South's,
//! the right half North's. A player puts a seed of the reserve into any hole
//! that is not empty, lifts all its seeds and sows them one by one from the own
//! outermost hole (the *tibong*) inwards. When the reserves are spent, the side
//! with more seeds in its half wins.
//!
//! Parameters: `holes` 4..12, even (default 8); `result=tibong|score|neighbours`;
//! `relay=none|opponent|own|repeat|opponent-nonempty`; `limit=on|off`;
//! `zone=fair|ludii` (12 holes only); `first=south|north`;
//! `vector=holes|holes+reserves`.

mod board;
mod drawing;
mod sites;
mod text;

pub use board::{MAX_HOLES, Position};
pub(crate) use text::INFO;

use super::{
    Broken, Game, Heuristic, Outcome, Player, RuleOfThumb, Scored, Searchable, Symmetric,
    VectorError, Vectorize, flags,
};

/// What decides where both halves hold the same number of seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The fuller own tibong, else a draw: the text's rule.
    #[default]
    Tibong,
    /// Nothing: a draw. Ludii's script.
    Score,
    /// The fuller own tibong, then the next hole inwards, and so on, else a draw.
    Neighbours,
}

/// Whether a sowing goes on with the pile of its last hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relay {
    /// Never.
    #[default]
    None,
    /// Once, if it ended in the enemy's half.
    Opponent,
    /// Once, if it ended in the own half.
    Own,
    /// As long as it ends in the enemy's half.
    Repeat,
    /// Once, if it ended in the enemy's half in a hole that was not empty.
    OpponentNonEmpty,
}

/// What the coordinates of a database row hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The holes from South's left.
    #[default]
    Holes,
    /// The holes, then South's and North's reserve.
    HolesAndReserves,
}

/// The rules that may vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What decides equal halves.
    pub tie: Tie,
    /// Whether sowings go on.
    pub relay: Relay,
    /// Only holes with fewer seeds than there are holes may be chosen, so that
    /// no seed leaves the board. Otherwise seeds past the end leave the game.
    pub limit: bool,
    /// North's half lacks its tibong when seeds are counted, as in the 12-hole
    /// option of Ludii's script.
    pub forgets_last: bool,
    /// Who moves first.
    pub first: Player,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            tie: Tie::default(),
            relay: Relay::default(),
            limit: true,
            forgets_last: false,
            first: Player::One,
        }
    }
}

/// The game.
#[derive(Clone, Debug)]
pub struct Fang {
    holes: usize,
    rules: Rules,
    view: View,
}

/// Parameters that are no game, or seeds that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The number of holes is not possible.
    #[error("{0} holes: expected an even number from 4 to {MAX_HOLES}")]
    Holes(usize),
    /// The number of holes is another one.
    #[error("{0} holes, expected {1}")]
    OtherHoles(usize, usize),
    /// The forgotten hole is a slip of the 12-hole option alone.
    #[error("zone=ludii is a slip of the 12-hole option: expected holes=12")]
    Zone,
    /// The seeds or reserves are not those of any ply.
    #[error("{0}")]
    Ply(String),
}

impl Fang {
    /// The game with the given rules.
    ///
    /// # Errors
    /// An odd number of holes, fewer than 4, more than [`MAX_HOLES`]; or a
    /// forgotten hole on another board than that of 12 holes.
    pub fn new(holes: usize, rules: Rules) -> Result<Self, BoardError> {
        if !(4..=MAX_HOLES).contains(&holes) || holes % 2 == 1 {
            return Err(BoardError::Holes(holes));
        }
        if rules.forgets_last && holes != 12 {
            return Err(BoardError::Zone);
        }
        Ok(Self {
            holes,
            rules,
            view: View::default(),
        })
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The number of holes.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// The seeds in each reserve at the start, which is also the number of moves
    /// that each side makes.
    pub fn reserve(&self) -> u8 {
        (self.holes / 2 + 1) as u8
    }

    /// The seeds of the holes from South's left.
    pub fn row(&self, position: &Position) -> Vec<u8> {
        (0..self.holes).map(|i| position.seeds(i)).collect()
    }

    /// The position with these holes. Under `limit=on` the seeds on the board
    /// say how many plies were played, so who is to move and what is in reserve.
    ///
    /// # Errors
    /// Another number of holes, or seeds of no ply; under `limit=off` always,
    /// unless all seeds are still there.
    pub fn position(&self, holes: &[u8]) -> Result<Position, BoardError> {
        self.counted(holes)?;
        let seeds: usize = holes.iter().map(|&s| usize::from(s)).sum();
        let start = self.holes - 2;
        let plies = seeds.checked_sub(start).filter(|&p| p <= self.holes + 2);
        let Some(plies) = plies else {
            return Err(BoardError::Ply(format!(
                "{seeds} seeds in the holes, expected {start} at the start to {} at the end",
                2 * self.holes
            )));
        };
        let left = |played: usize| self.reserve() - played as u8;
        let (first, second) = (left(plies.div_ceil(2)), left(plies / 2));
        let (reserves, mover) = match (self.rules.first, plies % 2) {
            (Player::One, 0) => ([first, second], Player::One),
            (Player::One, _) => ([first, second], Player::Two),
            (Player::Two, 0) => ([second, first], Player::Two),
            (Player::Two, _) => ([second, first], Player::One),
        };
        self.playable(Position::new(holes, reserves, mover))
    }

    /// The position with these holes and reserves (South's, North's).
    ///
    /// # Errors
    /// Another number of holes, reserves that cannot be at that turn, or (under
    /// `limit=on`) other seeds on the board than those that left the reserves.
    pub fn position_with_reserves(
        &self,
        holes: &[u8],
        reserves: [u8; 2],
        mover: Player,
    ) -> Result<Position, BoardError> {
        self.counted(holes)?;
        let [south, north] = reserves;
        let (first, second) = match self.rules.first {
            Player::One => (south, north),
            Player::Two => (north, south),
        };
        let spent = u8::from(mover != self.rules.first);
        if second > self.reserve() || first.checked_add(spent) != Some(second) {
            let message = format!(
                "reserves {south} and {north}: expected at most {}, equal when the first player is to move and one less for that player otherwise",
                self.reserve()
            );
            return Err(BoardError::Ply(message));
        }
        let seeds: usize = holes.iter().map(|&s| usize::from(s)).sum();
        let all = 2 * self.holes - usize::from(south) - usize::from(north);
        if self.rules.limit && seeds != all || seeds > all {
            let most = if self.rules.limit { "" } else { "at most " };
            return Err(BoardError::Ply(format!(
                "{seeds} seeds in the holes, expected {most}{all} with these reserves"
            )));
        }
        self.playable(Position::new(holes, reserves, mover))
    }

    fn counted(&self, holes: &[u8]) -> Result<(), BoardError> {
        if holes.len() == self.holes {
            Ok(())
        } else {
            Err(BoardError::OtherHoles(holes.len(), self.holes))
        }
    }

    /// No game leads to a board on which the side to move has seeds to spend and
    /// no hole to put one in: with `limit=off` the tibong just sown is not empty,
    /// and with `limit=on` a sowing of two or more leaves two holes with seeds,
    /// which hold N each only when all 2N seeds are played (the tests look at
    /// every position of 4 to 8 holes).
    fn playable(&self, position: Position) -> Result<Position, BoardError> {
        if position.reserve(position.mover()) > 0 && self.legal(&position) == 0 {
            let message = "no hole may be chosen: no game leads here".into();
            return Err(BoardError::Ply(message));
        }
        Ok(position)
    }

    /// The topmost bit of every hole that may be chosen.
    #[inline]
    fn legal(&self, position: &Position) -> u128 {
        let most = if self.rules.limit {
            self.holes as u8 - 1
        } else {
            127
        };
        position.with_at_most(most, self.holes)
    }

    /// Whether hole `i` is in a player's half.
    #[inline]
    pub fn owns(&self, player: Player, i: usize) -> bool {
        (i < self.holes / 2) == (player == Player::One)
    }

    /// A player's hole `i`, counted from 0 at its tibong inwards.
    #[inline]
    fn hole_of(&self, player: Player, i: usize) -> usize {
        match player {
            Player::One => i,
            Player::Two => self.holes - 1 - i,
        }
    }

    /// South's half minus North's half.
    #[inline]
    fn margin(&self, position: &Position) -> i16 {
        let half = self.holes / 2;
        let north = half - usize::from(self.rules.forgets_last);
        i16::from(position.sum(0, half)) - i16::from(position.sum(half, north))
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let margin = self.margin(position);
        let compared = match self.rules.tie {
            Tie::Score => 0,
            Tie::Tibong => 1,
            Tie::Neighbours => self.holes / 2,
        };
        let seeds = |player, i| i16::from(position.seeds(self.hole_of(player, i)));
        let difference = (0..compared)
            .map(|i| seeds(Player::One, i) - seeds(Player::Two, i))
            .fold(
                margin,
                |so_far, next| if so_far == 0 { next } else { so_far },
            );
        let winner = match difference {
            0 => None,
            1.. => Some(Player::One),
            _ => Some(Player::Two),
        };
        Outcome {
            winner,
            margin: Some(margin),
        }
    }

    /// The most that the side to move can add to its margin with one move, where
    /// no seed leaves the board and nothing is relayed.
    #[inline]
    fn largest_change(&self, position: &Position) -> i16 {
        let half = self.holes / 2;
        let (own, enemy) = match position.mover() {
            Player::One => (0, half),
            Player::Two => (half, 0),
        };
        let piles = |from: usize| (from..from + half).map(|i| i16::from(position.seeds(i)));
        let most = self.holes as i16 - 1;
        let may_be_chosen = |&seeds: &i16| seeds > 0 && seeds <= most;
        match piles(enemy).filter(may_be_chosen).max() {
            Some(seeds) => (2 * seeds + 1).min(most),
            None => {
                let least = piles(own).filter(may_be_chosen).min();
                least.map_or(0, |seeds| (most - 2 * seeds).min(1))
            }
        }
    }

    /// Sows `seeds` from the mover's tibong; those past the end leave the game.
    /// Also the last hole reached.
    #[inline]
    fn sow(&self, position: Position, seeds: usize) -> (Position, usize) {
        let mover = position.mover();
        let reached = seeds.min(self.holes);
        let last = self.hole_of(mover, reached - 1);
        (position.sown(mover, reached, self.holes), last)
    }

    /// The relays after a sowing that ended in hole `last`. Every relay that
    /// starts in the enemy's half puts a seed into each own hole, so even the
    /// repeated ones end.
    fn relay(&self, mut position: Position, mut last: usize) -> Position {
        loop {
            let (lifted, pile) = position.lifted(last);
            let own = self.owns(position.mover(), last);
            let goes_on = match self.rules.relay {
                Relay::None => false,
                Relay::Own => own,
                Relay::Opponent | Relay::Repeat => !own,
                Relay::OpponentNonEmpty => !own && pile > 1,
            };
            if !goes_on || (self.rules.limit && pile > self.holes) {
                return position;
            }
            (position, last) = self.sow(lifted, pile);
            if self.rules.relay != Relay::Repeat {
                return position;
            }
        }
    }
}

impl Game for Fang {
    type Position = Position;
    /// The hole, counted from 0; people see it counted from 1.
    type Move = u8;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        let mut name = format!("fang(holes={}", self.holes);
        match self.rules.tie {
            Tie::Tibong => {}
            Tie::Score => name += ",result=score",
            Tie::Neighbours => name += ",result=neighbours",
        }
        match self.rules.relay {
            Relay::None => {}
            Relay::Opponent => name += ",relay=opponent",
            Relay::Own => name += ",relay=own",
            Relay::Repeat => name += ",relay=repeat",
            Relay::OpponentNonEmpty => name += ",relay=opponent-nonempty",
        }
        if !self.rules.limit {
            name += ",limit=off";
        }
        if self.rules.forgets_last {
            name += ",zone=ludii";
        }
        if self.rules.first == Player::Two {
            name += ",first=north";
        }
        if self.view == View::HolesAndReserves {
            name += ",vector=holes+reserves";
        }
        name + ")"
    }

    fn players(&self) -> [&'static str; 2] {
        ["south", "north"]
    }

    fn initial(&self) -> Position {
        let mut holes = [1; MAX_HOLES];
        holes[0] = 0;
        holes[self.holes - 1] = 0;
        Position::new(&holes[..self.holes], [self.reserve(); 2], self.rules.first)
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.mover()
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.clear();
        let legal = self.legal(position);
        if position.reserve(position.mover()) == 0 || legal == 0 {
            return Some(self.outcome(position));
        }
        let mut holes = flags::bits(legal);
        while holes != 0 {
            moves.push(holes.trailing_zeros() as u8);
            holes &= holes - 1;
        }
        None
    }

    #[inline]
    fn pick(
        &self,
        position: &Position,
        _: &mut Vec<u8>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<u8, Outcome> {
        let legal = self.legal(position);
        if position.reserve(position.mover()) == 0 || legal == 0 {
            return Err(self.outcome(position));
        }
        Ok(flags::pick_wide(legal, choose) as u8)
    }

    #[inline]
    fn play(&self, position: &Position, hole: u8) -> Position {
        debug_assert_eq!(self.check(position, hole), Ok(()));
        let (lifted, seeds) = position.lifted(usize::from(hole));
        let (mut sown, last) = self.sow(lifted, seeds + 1);
        if self.rules.relay != Relay::None {
            sown = self.relay(sown, last);
        }
        sown.passed_on()
    }

    fn check(&self, position: &Position, hole: u8) -> Result<(), Broken> {
        text::check(self, position, &(u32::from(hole) + 1).to_string())
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Symmetric for Fang {
    #[inline]
    fn mirror(&self, position: &Position) -> Option<Position> {
        (!self.rules.forgets_last).then(|| position.mirrored(self.holes))
    }

    fn mirror_move(&self, hole: u8) -> u8 {
        self.holes as u8 - 1 - hole
    }
}

impl Scored for Fang {
    fn margin_bound(&self) -> Option<i16> {
        Some(2 * self.holes as i16)
    }

    fn margin_decides(&self) -> bool {
        self.rules.tie == Tie::Score
    }
}

impl Searchable for Fang {
    fn pack_bits(&self, _: &Position) -> Option<u32> {
        Some(3 * self.holes as u32 + 4)
    }

    #[inline]
    fn pack(&self, canonical: &Position) -> u64 {
        canonical.name(self.holes)
    }

    /// What one move can change: into the enemy's half it brings the seeds of an
    /// enemy hole home, twice as many as it holds and one more, but at most as
    /// many as there are holes less one; elsewhere 1 seed at most. And one of
    /// the enemy's holes may always be chosen after the enemy's move, since its
    /// sowing leaves seeds in its two outermost holes and one of them is not
    /// full: that is worth 3 seeds at least.
    #[inline]
    fn rest_bounds(&self, position: &Position) -> (i16, i16) {
        let bound = 2 * self.holes as i16;
        let rules = &self.rules;
        if rules.relay != Relay::None || !rules.limit || rules.forgets_last {
            return (-bound, bound);
        }
        let mover = position.mover();
        let margin = match mover {
            Player::One => self.margin(position),
            Player::Two => -self.margin(position),
        };
        let [own, enemy] = [mover, mover.other()].map(|p| i16::from(position.reserve(p)));
        if own == 0 {
            return (margin, margin);
        }
        let most = self.holes as i16 - 1;
        let now = self.largest_change(position);
        let low = margin + now - most * enemy + 3 * (own - 1);
        let high = margin + now - 3 * enemy + most * (own - 1);
        (low.max(-bound), high.min(bound))
    }

    /// The larger margin first: half the nodes of an order by replies.
    #[inline]
    fn order(
        &self,
        from: &Position,
        hole: u8,
        next: &Position,
        _: &mut Vec<u8>,
    ) -> Result<i32, Outcome> {
        if next.reserve(next.mover()) == 0 {
            return Err(self.outcome(next));
        }
        let margin = match from.mover() {
            Player::One => self.margin(next),
            Player::Two => -self.margin(next),
        };
        let lifted = i32::from(from.seeds(usize::from(hole)));
        Ok(-4 * i32::from(margin) - lifted)
    }
}

impl Heuristic for Fang {
    fn rules(&self) -> &'static [RuleOfThumb] {
        &[RuleOfThumb {
            name: "fullest",
            meaning: "the fullest hole of the enemy's half that may be chosen; if there is none, the fullest of the board",
        }]
    }

    fn appeal(&self, _: usize, position: &Position, hole: u8) -> i32 {
        let hole = usize::from(hole);
        let enemy = self.owns(position.mover().other(), hole);
        // More than any hole can hold.
        i32::from(position.seeds(hole)) + if enemy { 256 } else { 0 }
    }

    /// The own half minus the enemy's half.
    fn estimate(&self, position: &Position) -> i32 {
        let margin = i32::from(self.margin(position));
        match position.mover() {
            Player::One => margin,
            Player::Two => -margin,
        }
    }
}

impl Vectorize for Fang {
    fn dim(&self) -> usize {
        match self.view {
            View::Holes => self.holes,
            View::HolesAndReserves => self.holes + 2,
        }
    }

    fn columns(&self) -> Vec<String> {
        let mut columns: Vec<String> = (1..=self.holes).map(|i| format!("hole{i}")).collect();
        if self.view == View::HolesAndReserves {
            columns.extend(["south_reserve".into(), "north_reserve".into()]);
        }
        columns
    }

    fn max_coordinate(&self) -> u8 {
        2 * self.holes as u8
    }

    #[inline]
    fn write(&self, position: &Position, out: &mut [u8]) {
        for (i, seeds) in out[..self.holes].iter_mut().enumerate() {
            *seeds = position.seeds(i);
        }
        if self.view == View::HolesAndReserves {
            out[self.holes] = position.reserve(Player::One);
            out[self.holes + 1] = position.reserve(Player::Two);
        }
    }

    /// Every move brings a seed from a reserve to the board.
    fn plies_lie_apart(&self) -> bool {
        true
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        let impossible = |e: BoardError| VectorError::Impossible(e.to_string());
        if self.view == View::HolesAndReserves {
            let Some((holes, &[south, north])) = coordinates.split_last_chunk::<2>() else {
                return Err(impossible(BoardError::OtherHoles(0, self.holes)));
            };
            return self
                .position_with_reserves(holes, [south, north], mover)
                .map_err(impossible);
        }
        if self.rules.limit {
            let position = self.position(coordinates).map_err(impossible)?;
            if position.mover() != mover {
                let message = "the other side is to move after that many plies".into();
                return Err(VectorError::Impossible(message));
            }
            return Ok(position);
        }
        self.counted(coordinates).map_err(impossible)?;
        let seeds: usize = coordinates.iter().map(|&s| usize::from(s)).sum();
        Err(if seeds > 2 * self.holes {
            let most = 2 * self.holes;
            VectorError::Impossible(format!("{seeds} seeds in the holes, at most {most}"))
        } else {
            let message = "with limit=off the holes do not say what is in reserve: vector=holes+reserves does";
            VectorError::Undetermined(message.into())
        })
    }
}
