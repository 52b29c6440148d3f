//! Hare and hounds as people write it.

use super::strategy::STRATEGIES;
use super::{HARE_STEPS, HOUND_STEPS, board};
use super::{Hunt, MAX_STALL, Move, NAMES, POINTS, Position, Start, View};
use crate::game::describe::choose;
use crate::game::stones::{self, Stones};
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Heuristic, Notation, Parameter, Player,
    PositionBound, RuleOfThumb, Scored, Searchable, Symmetric, TextError, VectorError, Vectorize,
};

/// The rules said slowly, in the documented order: the game is over; the hare
/// must be placed first, or is placed already; a pass with a move at hand; no
/// piece of the mover there; no line between the points; a hound going back; the
/// target is taken.
pub(super) fn check(game: &Hunt, position: &Position, mv: Move) -> Result<(), Broken> {
    let broken = |rule, en: String, fr: String| Err(Broken { rule, en, fr });
    if let Some(winner) = game.winner(position) {
        let (who, qui) = match winner {
            Player::One => ("the hare has won", "le lièvre a gagné"),
            Player::Two => ("the hounds have won", "les chiens ont gagné"),
        };
        let (en, fr) = (
            format!("the game is over: {who}"),
            format!("La partie est finie : {qui} !"),
        );
        return broken("game-over", en, fr);
    }
    let hounds = position.hounds_to_move;
    let occupied = position.hounds | position_bit(position);
    let Some((from, to)) = mv.points() else {
        let able = board::points_of(position.hounds).any(|p| HOUND_STEPS[p] & !occupied != 0);
        if hounds && !able {
            return Ok(());
        }
        let en = "only a side of hounds without a move passes".into();
        let fr = "Seuls des chiens sans coup possible passent !".into();
        return broken("pass-with-moves", en, fr);
    };
    let placed = game.hare(position).is_some();
    let Some(from) = from else {
        if placed {
            let en = "the hare is on the board already".into();
            let fr = "Le lièvre est déjà sur le plateau !".into();
            return broken("placed-already", en, fr);
        }
        if occupied >> to & 1 == 1 {
            return taken(to);
        }
        return Ok(());
    };
    if !placed {
        let en = "the hare must first be placed: the move is a point alone".into();
        let fr = "Le lièvre doit d'abord être posé : un point seul !".into();
        return broken("not-placed", en, fr);
    }
    let own = if hounds {
        position.hounds
    } else {
        position_bit(position)
    };
    if own >> from & 1 == 0 {
        let (name, (who, qui)) = (NAMES[from], pieces(hounds));
        let en = format!("no {who} stands on {name}");
        let fr = format!("Pas de {qui} en {name} !");
        return broken("not-own-piece", en, fr);
    }
    if HARE_STEPS[from] >> to & 1 == 0 {
        let (a, b) = (NAMES[from], NAMES[to]);
        let en = format!("no line joins {a} and {b}");
        let fr = format!("Aucune ligne ne joint {a} et {b} !");
        return broken("no-line", en, fr);
    }
    if hounds && HOUND_STEPS[from] >> to & 1 == 0 {
        let en = "a hound never goes back".into();
        let fr = "Un chien ne recule jamais !".into();
        return broken("hound-back", en, fr);
    }
    if occupied >> to & 1 == 1 {
        return taken(to);
    }
    Ok(())
}

fn taken(to: usize) -> Result<(), Broken> {
    Err(Broken {
        rule: "target-taken",
        en: format!("{} is taken", NAMES[to]),
        fr: format!("{} est occupé !", NAMES[to]),
    })
}

fn pieces(hounds: bool) -> (&'static str, &'static str) {
    if hounds {
        ("hound", "chien")
    } else {
        ("hare", "lièvre")
    }
}

/// The hare's point as a mask, empty before it is placed.
fn position_bit(position: &Position) -> u16 {
    if usize::from(position.hare) < POINTS {
        1 << position.hare
    } else {
        0
    }
}

/// The point with this name, in any case.
fn find(name: &str) -> Option<usize> {
    NAMES.iter().position(|n| n.eq_ignore_ascii_case(name))
}

impl Hunt {
    fn position_of_points(
        &self,
        hare: &[usize],
        hounds: &[usize],
        mover: Player,
        stalled: u8,
    ) -> Result<Position, String> {
        let hare = match *hare {
            [] => None,
            [point] => Some(point),
            _ => return Err("more than one hare".into()),
        };
        let Ok(hounds) = hounds.try_into() else {
            return Err(format!("{} hounds, expected 3", hounds.len()));
        };
        self.position(hare, hounds, mover, stalled)
            .map_err(|e| e.to_string())
    }

    fn position_of_row(&self, row: &[u8], mover: Player) -> Result<Position, VectorError> {
        let impossible = VectorError::Impossible;
        if self.view == View::Pieces {
            let [hare, hounds @ ..] = row else {
                return Err(impossible("no numbers".into()));
            };
            if row.len() != 4 {
                return Err(impossible(format!("{} numbers, expected 4", row.len())));
            }
            let hare = Some(usize::from(*hare)).filter(|&p| p != POINTS);
            let hounds: Vec<usize> = hounds.iter().map(|&p| usize::from(p)).collect();
            let hare: Vec<usize> = hare.into_iter().collect();
            return self
                .position_of_points(&hare, &hounds, mover, 0)
                .map_err(impossible);
        }
        let (low, high) = stones::read(row, POINTS)?;
        let swapped = self.view == View::Mover && mover == Player::Two;
        let (hare, hounds) = if swapped { (high, low) } else { (low, high) };
        let points = |mask: u64| board::points_of(mask as u16).collect::<Vec<_>>();
        self.position_of_points(&points(hare), &points(hounds), mover, 0)
            .map_err(impossible)
    }
}

impl Notation for Hunt {
    fn neither(&self) -> &'static str {
        "endless"
    }

    fn position_text(&self, position: &Position) -> String {
        let hare = stones::list(self.hare(position).map(|p| NAMES[p]));
        let hounds = stones::list(self.hounds(position).map(|p| NAMES[p]));
        let player = self.players()[self.mover(position).index()];
        let stalled = match position.stalled {
            0 => String::new(),
            n => format!(" stalled={n}"),
        };
        format!("{hare} / {hounds} {player}{stalled}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let parsed = stones::parse(text, find, |word| self.parse_player(word))?;
        let stalled = match parsed.rest.split_once('=') {
            Some(("stalled", n)) => n
                .parse()
                .ok()
                .filter(|&n: &u8| n <= MAX_STALL)
                .ok_or_else(|| parsed.error(format!("stalled={n}: expected 0 to {MAX_STALL}")))?,
            _ if parsed.rest.is_empty() => 0,
            _ => return Err(parsed.error(format!("unknown end \"{}\"", parsed.rest))),
        };
        let mover = parsed.mover.unwrap_or(match self.start {
            Start::Modern => Player::Two,
            _ => Player::One,
        });
        let position = match &parsed.stones {
            Stones::Points([hare, hounds]) => self.position_of_points(hare, hounds, mover, stalled),
            Stones::Row(row) => match self.position_of_row(row, mover) {
                Ok(position) if stalled == 0 => Ok(position),
                Ok(p) => {
                    let hounds: Vec<usize> = self.hounds(&p).collect();
                    let hare: Vec<usize> = self.hare(&p).into_iter().collect();
                    self.position_of_points(&hare, &hounds, mover, stalled)
                }
                Err(e) => Err(e.to_string()),
            },
        };
        position.map_err(|message| parsed.error(message))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        match mv.points() {
            None => "pass".into(),
            Some((None, to)) => NAMES[to].into(),
            Some((Some(from), to)) => format!("{}-{}", NAMES[from], NAMES[to]),
        }
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<Move, TextError> {
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let point = |name: &str| {
            find(name.trim()).ok_or_else(|| {
                let message =
                    "expected a step such as B2-B3, a point alone to place the hare, or pass";
                TextError::new(text, 0, message)
            })
        };
        match trimmed.split_once('-') {
            Some((from, to)) => Ok(Move::step(point(from)?, point(to)?)),
            None => point(trimmed).map(Move::placing),
        }
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        match text.trim().to_lowercase().as_str() {
            "hare" | "lièvre" | "lievre" => Some(Player::One),
            "hounds" | "chiens" => Some(Player::Two),
            _ => None,
        }
    }
}

impl Exercise for Hunt {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        let hounds: Vec<usize> = self.hounds(position).collect();
        let hounds = hounds.try_into().ok()?;
        self.position(self.hare(position), hounds, mover, position.stalled)
            .ok()
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let name = |mover: Player| self.players()[mover.index()];
        stones::check_text(self, position, player, mv, |mover| {
            stones::not_to_move(name(mover))
        })
    }
}

impl Vectorize for Hunt {
    fn dim(&self) -> usize {
        match self.view {
            View::Pieces => 4,
            View::Board | View::Mover => POINTS,
        }
    }

    fn columns(&self) -> Vec<String> {
        match self.view {
            View::Pieces => ["hare", "hound1", "hound2", "hound3"]
                .map(String::from)
                .into(),
            View::Board | View::Mover => NAMES.map(String::from).into(),
        }
    }

    fn max_coordinate(&self) -> u8 {
        match self.view {
            View::Pieces => POINTS as u8,
            View::Board | View::Mover => 2,
        }
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        if self.view == View::Pieces {
            // A hare that is not placed stands beyond the last point.
            out[0] = position.hare.min(POINTS as u8);
            for (coordinate, hound) in out[1..].iter_mut().zip(self.hounds(position)) {
                *coordinate = hound as u8;
            }
            return;
        }
        let (hare, hounds) = (position_bit(position), position.hounds);
        if self.view == View::Mover && position.hounds_to_move {
            stones::write(hounds.into(), hare.into(), out);
        } else {
            stones::write(hare.into(), hounds.into(), out);
        }
    }

    fn poor_finals(&self) -> Option<&'static str> {
        Some("the hounds win in three final positions only, those of the traps")
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        let position = self.position_of_row(coordinates, mover)?;
        if self.stall > 0 {
            let message = "the coordinates do not say the stall count";
            return Err(VectorError::Undetermined(message.into()));
        }
        Ok(position)
    }

    fn is_final(&self, coordinates: &[u8], mover: Player) -> bool {
        let position = self.position_of_row(coordinates, mover);
        position.is_ok_and(|p| self.winner(&p).is_some())
    }
}

impl Symmetric for Hunt {}

impl Scored for Hunt {}

impl Searchable for Hunt {
    /// Every position, since they are so few; and the start, which may be without
    /// a hare.
    fn roots(&self) -> Vec<Position> {
        let mut roots = vec![self.initial()];
        let triples =
            (0..POINTS).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])));
        for hounds in triples {
            for (hare, mover) in (0..POINTS).flat_map(|h| Player::BOTH.map(|m| (h, m))) {
                let stalled = 0..=self.stall().unwrap_or(0);
                let at = stalled.map(|s| self.position(Some(hare), hounds, mover, s));
                roots.extend(at.flatten());
            }
        }
        roots
    }
}

impl Heuristic for Hunt {
    fn strategies(&self) -> &'static [RuleOfThumb] {
        STRATEGIES
    }

    fn obedience(&self, _: usize, position: &Position, mv: Move) -> i32 {
        self.bcg(position, mv)
    }

    /// How many moves the hare has, seen by the side to move.
    fn estimate(&self, position: &Position) -> i32 {
        let moves = self.hare_targets(position).count_ones() as i32;
        if position.hounds_to_move {
            -moves
        } else {
            moves
        }
    }
}

impl Describe for Hunt {
    const INFO: GameInfo = INFO;

    /// With a stall limit k the count is 0 to k, and less than k when the hounds are
    /// to move.
    fn position_bound(&self) -> Option<PositionBound> {
        let boards = choose(POINTS, 3) * (POINTS - 3) as f64;
        let (counts, how, stalled) = match self.stall() {
            None => (2.0, "2".to_string(), ""),
            Some(k) => (
                f64::from(k) * 2.0 + 1.0,
                format!("(2 x {k} + 1)"),
                " with the stall count",
            ),
        };
        let (unplaced, before) = match self.start {
            Start::Gardner => (1.0, " + 1"),
            _ => (0.0, ""),
        };
        Some(PositionBound {
            count: boards * counts + unplaced,
            formula: format!(
                "{how} x C(11, 3) x 8{before}: the hounds, the hare, the side to move{stalled}"
            ),
        })
    }
}

/// The page of hare and hounds.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "hare-and-hounds",
    title: "Hare and hounds (jeu militaire; E. Lucas, 1887): three hounds lock up a hare",
    rules: "\
Eleven points, north up:        B5
                             A4 B4 C4
                             A3 B3 C3
                             A2 B2 C2
                                B1
Rows and columns are joined, the centre B3 with all its neighbours, B1 with A2
and C2, B5 with A4 and C4. The hare steps to a neighbouring free point along any
line; a hound does the same, but never back (south). Nobody captures. Hounds
without a move pass.
The hounds win when the hare is to move and has no move. The hare wins when it
stands on A2, B1 or C2 after its move (goal=home), or when after its move it is in
no row above the rearmost hound (goal=pass). With stall=k it also wins after k
hound moves in a row that were not forward; a diagonal step is forward, a pass is
not. Without a limit play may be endless.",
    parameters: &[
        Parameter {
            name: "start",
            range: "lucas|gardner|modern",
            default: "lucas",
            meaning: "hare on B2 and to move; hare places itself first; hare on B5, hounds to move",
        },
        Parameter {
            name: "goal",
            range: "home|pass",
            default: "home",
            meaning: "what the hare must reach",
        },
        Parameter {
            name: "stall",
            range: "none|1..99",
            default: "none",
            meaning: "hound moves in a row without a forward one that lose",
        },
        Parameter {
            name: "vector",
            range: "pieces|board|mover",
            default: "pieces",
            meaning: "the coordinates of a database row",
        },
    ],
    notation: "\
Position: the hare's point (- before it is placed), the hounds' points, the side
to move, with a stall limit the count: B2 / B1,A2,C2 hare stalled=1. Move: B2-B3;
a point alone places the hare; pass.",
    vector: "\
pieces: the number of the hare's point (11: not placed), then those of the
hounds, ascending; points are numbered from 0: B1 A2 B2 C2 A3 B3 C3 A4 B4 C4 B5.
board: one coordinate a point, hare 0, empty 1, hound 2. mover: the mover's own
0, empty 1, enemy 2. Final positions won by the hounds are three: record earlier
positions.",
    results: "\
2 640 positions. From the start of Lucas the hounds win in 24 plies under both
goals; with a stall limit of 1, 2 or 3 the hare wins.",
    sources: "\
E. Lucas, Recreations mathematiques III, 1887; E. R. Berlekamp, J. H. Conway,
R. K. Guy, Winning Ways, chapter 21.",
    sizes: &[],
};
