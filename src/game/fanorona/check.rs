//! The rules of Fanorona said slowly, for people.

use super::{Fanorona, Hop, Kind, Lattice, Position, Turn};
use crate::game::{Broken, Game};

pub(super) fn broken<T>(rule: &'static str, en: String, fr: String) -> Result<T, Broken> {
    Err(Broken { rule, en, fr })
}

/// Whether a hop is legal by itself, with the first broken rule: no line, the
/// target is taken, it captures nothing. `row` is what it captures.
pub(super) fn check_hop(
    board: &Lattice,
    taken: u64,
    at: usize,
    hop: Hop,
    row: u64,
) -> Result<(), Broken> {
    let from = board.name(at);
    if !board.has_line(at, hop.direction) {
        let en = format!("no line leaves {from} in that direction");
        let fr = format!("Aucune ligne ne part de {from} dans cette direction !");
        return broken("no-line", en, fr);
    }
    let to = board.step(at, hop.direction);
    if taken >> to & 1 == 1 {
        let name = board.name(to);
        let (en, fr) = (format!("{name} is taken"), format!("{name} est occupé !"));
        return broken("target-taken", en, fr);
    }
    if hop.kind != Kind::Paika && row == 0 {
        let (how, comment) = match hop.kind {
            Kind::Withdrawal => ("withdrawal", "retrait"),
            _ => ("approach", "approche"),
        };
        let en = format!(
            "from {from} to {} captures nothing by {how}",
            board.name(to)
        );
        let fr = format!(
            "De {from} à {}, aucune prise par {comment} !",
            board.name(to)
        );
        return broken("captures-nothing", en, fr);
    }
    Ok(())
}

/// The first rules of both views: the game is over; no stone of the mover there.
pub(super) fn check_start(
    game: &Fanorona,
    position: &Position,
    own: u64,
    start: usize,
) -> Result<Vec<Turn>, Broken> {
    let mut legal = Vec::new();
    if game.expand(position, &mut legal).is_some() {
        let (en, fr) = ("the game is over".into(), "La partie est finie !".into());
        return broken("game-over", en, fr);
    }
    if start >= game.lattice().points() || own >> start & 1 == 0 {
        let en = "no stone of the mover stands there".into();
        let fr = "Pas de pion du joueur à cet endroit !".into();
        return broken("not-own-stone", en, fr);
    }
    Ok(legal)
}

/// Capturing is obligatory.
pub(super) fn must_capture<T>() -> Result<T, Broken> {
    let en = "a capture is possible, so it is obligatory".into();
    let fr = "Une prise est possible, elle est obligatoire !".into();
    broken("must-capture", en, fr)
}

/// The rules said slowly, in the documented order: the game is over; no stone of
/// the mover there; then hop by hop: no line, the target is taken, it captures
/// nothing, a point visited twice, the same direction twice; a paika where a
/// capture is possible; a sequence that must go on.
pub(super) fn check(game: &Fanorona, position: &Position, turn: Turn) -> Result<(), Broken> {
    let board = game.lattice();
    let legal = check_start(game, position, position.own(), turn.start())?;
    let mut fault = Ok(());
    let mut taken = position.own() | position.enemy();
    let mut visited = 1u64 << turn.start();
    let mut last = None;
    game.walk(position, turn, |at, hop, row| {
        fault = check_hop(board, taken, at, hop, row);
        if fault.is_err() {
            return false;
        }
        let to = board.step(at, hop.direction);
        if visited >> to & 1 == 1 {
            fault = visited_twice(board, to);
        } else if last == Some(hop.direction) && !game.rules().repeat_direction {
            fault = same_direction();
        }
        taken = taken & !(1 << at) & !row | 1 << to;
        visited |= 1 << to;
        last = Some(hop.direction);
        fault.is_ok()
    });
    fault?;
    if legal.contains(&turn) {
        return Ok(());
    }
    if turn.captures() == 0 {
        return must_capture();
    }
    must_continue()
}

pub(super) fn visited_twice<T>(board: &Lattice, point: usize) -> Result<T, Broken> {
    let name = board.name(point);
    let en = format!("{name} was visited this turn already");
    let fr = format!("{name} a déjà été visité pendant ce tour !");
    broken("visited-twice", en, fr)
}

pub(super) fn same_direction<T>() -> Result<T, Broken> {
    let en = "the same direction twice in a row".into();
    let fr = "Deux fois de suite la même direction !".into();
    broken("same-direction", en, fr)
}

pub(super) fn must_continue<T>() -> Result<T, Broken> {
    let en = "the sequence can go on, so it must".into();
    let fr = "La séquence peut continuer, elle le doit !".into();
    broken("must-continue", en, fr)
}
