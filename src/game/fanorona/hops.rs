//! The view of hops: a move is one step, or a pass to stop a sequence that could
//! go on; in the middle of a turn the position holds what the turn has done.

use super::check::{self, broken, check_hop, check_start};
use super::lattice::{DIRECTIONS, opposite};

use super::{Fanorona, Hop, Kind, Position, Turn};
use crate::board::{mask, sites_of};
use crate::game::{Broken, TextError};

/// The names of the directions.
const NAMES: [&str; DIRECTIONS] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

impl Fanorona {
    /// The captures with which the moving stone can go on.
    #[inline]
    pub(super) fn onward(&self, position: &Position, visit: impl FnMut(usize, Kind, u64)) {
        let empty = self.lattice.all & !(position.own() | position.enemy);
        self.captures(
            empty,
            position.enemy,
            usize::from(position.at),
            position.visited,
            usize::from(position.last),
            visit,
        );
    }

    /// What a hop captures.
    #[inline]
    pub(super) fn row(&self, enemy: u64, from: usize, hop: Hop) -> u64 {
        let board = &*self.lattice;
        if !board.has_line(from, hop.direction) {
            return 0;
        }
        match hop.kind {
            Kind::Paika => 0,
            Kind::Approach => {
                let to = board.step(from, hop.direction);
                board.row(enemy, to, hop.direction)
            }
            Kind::Withdrawal => board.row(enemy, from, opposite(hop.direction)),
        }
    }

    /// The moves in the middle of a turn.
    #[inline]
    pub(super) fn expand_onward(&self, position: &Position, moves: &mut Vec<Turn>) {
        let at = usize::from(position.at);
        self.onward(position, |direction, kind, _| {
            moves.push(Turn::capture(at, direction, kind));
        });
        if !self.rules.must_continue || moves.is_empty() {
            moves.push(Turn::PASS);
        }
    }

    /// The position after a hop or a pass.
    #[inline]
    pub(super) fn play_hop(&self, position: &Position, turn: Turn) -> Position {
        let Some(hop) = turn.hops().next().filter(|_| turn != Turn::PASS) else {
            return position.passed_on(position.own(), position.enemy);
        };
        let from = turn.start();
        let row = self.row(position.enemy, from, hop);
        let to = self.lattice.step(from, hop.direction);
        let own = position.own & !(1 << from) | 1 << to;
        let enemy = position.enemy & !row;
        let after = Position {
            own,
            enemy,
            visited: position.visited | 1 << from | 1 << to,
            at: to as u8,
            last: hop.direction as u8,
        };
        let mut goes_on = false;
        if hop.kind != Kind::Paika {
            self.onward(&after, |_, _, _| goes_on = true);
        }
        if goes_on {
            after
        } else {
            position.passed_on(after.own(), enemy)
        }
    }

    /// The rules said slowly, in the documented order: the game is over; a pass
    /// that is not offered; no stone of the mover there, or not the moving one; no
    /// line; the target is taken; it captures nothing; a point visited twice; the
    /// same direction twice; a paika where a capture is possible.
    pub(super) fn check_hops(&self, position: &Position, turn: Turn) -> Result<(), Broken> {
        let board = self.lattice();
        if turn == Turn::PASS {
            if position.moving().is_none() {
                let en = "a pass only stops a sequence of captures".into();
                let fr = "On ne passe que pour arrêter une séquence de prises !".into();
                return broken("pass-without-sequence", en, fr);
            }
            // A sequence that cannot go on has ended by itself.
            return match self.rules.must_continue {
                true => check::must_continue(),
                false => Ok(()),
            };
        }
        let (own, from) = (position.own(), turn.start());
        let movable = position.moving().map_or(own, |at| 1 << at);
        let legal = check_start(self, position, movable, from)?;
        let Some(hop) = turn.hops().next() else {
            return check::must_capture();
        };
        let row = self.row(position.enemy, from, hop);
        check_hop(board, own | position.enemy, from, hop, row)?;
        let to = board.step(from, hop.direction);
        if position.visited >> to & 1 == 1 {
            return check::visited_twice(board, to);
        }
        let again = position.moving().is_some() && usize::from(position.last) == hop.direction;
        if again && !self.rules.repeat_direction {
            return check::same_direction();
        }
        if legal.contains(&turn) {
            Ok(())
        } else {
            check::must_capture()
        }
    }

    /// ` moving=c2 visited=b1,c2 last=ne` in the middle of a turn.
    pub(super) fn turn_text(&self, position: &Position) -> String {
        let board = self.lattice();
        let Some(at) = position.moving() else {
            return String::new();
        };
        let visited: Vec<String> = sites_of(position.visited).map(|p| board.name(p)).collect();
        format!(
            " moving={} visited={} last={}",
            board.name(at),
            visited.join(","),
            NAMES[usize::from(position.last)]
        )
    }

    /// Reads the end of a position's text, what [`Fanorona::turn_text`] writes.
    pub(super) fn parse_turn(
        &self,
        position: Position,
        text: &str,
        rest: &str,
    ) -> Result<Position, TextError> {
        let fail = |message: &str| Err(TextError::new(text, text.len() - rest.len(), message));
        let expected = "expected moving=POINT visited=POINTS last=DIRECTION (n, ne, e, ...)";
        let board = self.lattice();
        let (mut moving, mut visited, mut last) = (None, None, None);
        for word in rest.split_whitespace() {
            match word.split_once('=') {
                Some(("moving", name)) => moving = board.find(name),
                Some(("visited", names)) => {
                    let points = names.split(',').map(|n| board.find(n));
                    visited = points.collect::<Option<Vec<_>>>();
                }
                Some(("last", name)) => last = NAMES.iter().position(|n| *n == name),
                _ => return fail(expected),
            }
        }
        let (Some(moving), Some(visited), Some(last)) = (moving, visited, last) else {
            return fail(expected);
        };
        let (own, visited) = (position.own(), mask(visited));
        if own >> moving & 1 == 0 || visited >> moving & 1 == 0 {
            return fail("the moving stone must be the mover's and stand on a visited point");
        }
        let others = visited & !(1 << moving);
        if others == 0 || others & (own | position.enemy) != 0 {
            return fail("the points visited must be the start and others, all empty but the last");
        }
        let position = Position {
            visited,
            at: moving as u8,
            last: last as u8,
            ..position
        };
        let mut goes_on = false;
        self.onward(&position, |_, _, _| goes_on = true);
        if goes_on {
            Ok(position)
        } else {
            fail("the moving stone cannot go on, so the turn is over")
        }
    }
}
