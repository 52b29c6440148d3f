//! Sowing as people write it, and the classroom exercise.

use super::{Position, Sowing};
use crate::game::describe::choose;
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Notation, Parameter, Player, PositionBound,
    TextError, seeds,
};

/// The rules on a plain board, in the order of the classroom exercise; `pot` is
/// the text of a whole number of any size.
pub(super) fn check(board: &[u8], mover: Player, pot: &str) -> Result<(), Broken> {
    let last = board.len() - 1;
    let Some(start) = pot.parse().ok().filter(|&i: &usize| i <= last) else {
        return Err(Broken {
            rule: "start-outside",
            en: format!("the start, pot {pot}, is outside the board: pots 0 to {last}"),
            fr: "Début hors des limites du plateau !".into(),
        });
    };
    let seeds = usize::from(board[start]);
    if seeds == 0 {
        return Err(Broken {
            rule: "start-empty",
            en: format!("the start, pot {start}, is empty"),
            fr: "Début sur case vide !".into(),
        });
    }
    let end = match mover {
        Player::One => Some(start + seeds).filter(|&t| t <= last),
        Player::Two => start.checked_sub(seeds),
    };
    let Some(end) = end else {
        let side = match mover {
            Player::One => "right",
            Player::Two => "left",
        };
        return Err(Broken {
            rule: "leaves-board",
            en: format!("sowing {seeds} from pot {start} leaves the board on the {side}"),
            fr: "Sorti du plateau !".into(),
        });
    };
    if board[end] == 0 {
        return Err(Broken {
            rule: "end-empty",
            en: format!("the last seed falls in pot {end}, which is empty"),
            fr: "Fin sur une case vide !".into(),
        });
    }
    Ok(())
}

impl<const W: usize> Notation for Sowing<W> {
    fn position_text(&self, position: &Position<W>) -> String {
        let player = self.players()[position.mover.index()];
        format!("{} {player}", seeds::list(&self.board(position)))
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, TextError> {
        let (row, mover) = seeds::parse(text, "pot", &[self.pots()])?;
        self.position(&row.numbers, mover.unwrap_or(self.start.mover))
            .map_err(|e| row.error(e.to_string()))
    }

    fn move_text(&self, _: &Position<W>, pot: u8) -> String {
        pot.to_string()
    }

    fn parse_move(&self, _: &Position<W>, text: &str) -> Result<u8, TextError> {
        text.trim().parse().map_err(|_| {
            let last = self.pots() - 1;
            TextError::new(text, 0, format!("expected a pot, 0 to {last}"))
        })
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        seeds::player(text)
    }
}

impl<const W: usize> Exercise for Sowing<W> {
    fn with_mover(&self, position: &Position<W>, mover: Player) -> Option<Position<W>> {
        Some(Position { mover, ..*position })
    }

    fn check_text(
        &self,
        position: &Position<W>,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let pot = seeds::whole_number(mv, "pot")?;
        let Some(player) = self.parse_player(player) else {
            return Ok(Err(seeds::unknown_player(player)));
        };
        Ok(check(&self.board(position), player, &pot))
    }
}

impl<const W: usize> Describe for Sowing<W> {
    const INFO: GameInfo = INFO;

    /// No seed leaves the board.
    fn position_bound(&self) -> Option<PositionBound> {
        let pots = self.pots();
        let seeds: usize = self
            .board(&self.initial())
            .iter()
            .map(|&s| usize::from(s))
            .sum();
        Some(PositionBound {
            count: 2.0 * choose(seeds + pots - 1, pots - 1),
            formula: format!(
                "2 x C({}, {}): the ways to put {seeds} seeds in {pots} pots, and the side to move",
                seeds + pots - 1,
                pots - 1
            ),
        })
    }
}

/// The page of Sowing.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "sowing",
    title: "Sowing (John Conway, 1994): a row of pots, South sows right, North sows left",
    rules: "\
A row of pots, numbered 0, 1, 2, ... from South's left, with some seeds in each.
South sows to the right, North to the left, and they move in turn.
A move: choose a pot that is not empty, lift all its seeds and drop one in each
of the following pots in your direction. The move is legal only if the last seed
stays on the board and falls in a pot that was not empty before the move.
The player to move who has no legal move loses. There are no draws.",
    parameters: &[
        Parameter {
            name: "pots",
            range: "1..32",
            default: "6",
            meaning: "number of pots",
        },
        Parameter {
            name: "seeds",
            range: "1..255",
            default: "2",
            meaning: "seeds in each pot; pots x seeds at most 255",
        },
        Parameter {
            name: "board",
            range: "[0..255,...]",
            default: "none",
            meaning: "the seeds of each pot, instead of pots and seeds; at most 255 in all",
        },
        Parameter {
            name: "first",
            range: "south|north",
            default: "south",
            meaning: "who moves first",
        },
    ],
    notation: "\
Position: the pots from left to right, then the side to move: [2,0,3,3] north
(without a side: the one that moves first). Move: the number of the pot.",
    vector: "one coordinate per pot from left to right: pot0, pot1, ...",
    results: "\
Starts of 2 seeds in each pot, by Conway value: 4 pots is * (the player to move
wins), 5 pots is 0 (the player to move loses), 6 pots is hot and only the opening
2 wins, 7 and 8 pots are *, 9 and 10 pots are 0; 11 and 12 pots are won by the
player to move. Positions (with the side to move) met from 4..8 pots: 6, 31, 459,
15 998, 187 946.
Uniform random play, exactly: South, first, wins with probability 0.5 (4 pots),
0.409722222 (5), 0.541715562 (6); expected plies 2.5, 3.534722222, 5.226932897.",
    sources: "\
J. Erickson, Sowing games, in: R. J. Nowakowski (ed.), Games of No Chance,
Cambridge University Press, 1996 (the game is John Conway's).",
    sizes: &[],
};
