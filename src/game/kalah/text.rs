//! Kalah as people write it.

use super::{End, Half, Kalah, Position};
use crate::game::describe::choose;
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Notation, Parameter, Player, PositionBound,
    PublishedSize, TextError, seeds,
};

/// The rules said slowly, in the documented order: the game is over, the pit is
/// none of the mover's, the pit is empty. `pit` is the text of a whole number of
/// any size, counted from 1.
pub(super) fn check<H: Half>(
    game: &Kalah<H>,
    position: &Position<H>,
    pit: &str,
) -> Result<(), Broken> {
    if game.is_over(position) {
        let (why, pourquoi) = match game.end() {
            End::Either => ("a side has no seeds left", "un camp est vide"),
            End::Mover => (
                "the side to move has no seeds left",
                "le joueur n'a plus de graines",
            ),
        };
        return Err(Broken {
            rule: "game-over",
            en: format!("the game is over: {why}"),
            fr: format!("La partie est finie : {pourquoi} !"),
        });
    }
    let last = game.pits();
    let Some(number) = pit.parse().ok().filter(|n| (1..=last).contains(n)) else {
        return Err(Broken {
            rule: "pit-outside",
            en: format!("pit {pit} is none of the mover's pits: 1 to {last}"),
            fr: format!("La case {pit} n'est pas une case du joueur : 1 à {last} !"),
        });
    };
    if game.pits_of(position, game.mover(position))[number - 1] == 0 {
        return Err(Broken {
            rule: "pit-empty",
            en: format!("pit {number} is empty"),
            fr: format!("La case {number} est vide !"),
        });
    }
    Ok(())
}

impl<H: Half> Notation for Kalah<H> {
    fn position_text(&self, position: &Position<H>) -> String {
        let [south, north] = Player::BOTH.map(|p| seeds::plain(&self.pits_of(position, p)));
        let [one, two] = Player::BOTH.map(|p| self.store_of(position, p));
        let player = self.players()[self.mover(position).index()];
        format!("[{south} | {north} | {one},{two}] {player}")
    }

    fn parse_position(&self, text: &str) -> Result<Position<H>, TextError> {
        let m = self.pits();
        let (row, mover) = seeds::parse(text, "pit", &[2 * m, 2 * m + 2])?;
        let (pits, stores) = row.numbers.split_at(2 * m);
        let (south, north) = pits.split_at(m);
        let stores = match stores {
            &[south, north] => [south, north],
            _ => [0, 0],
        };
        self.position([south, north], stores, mover.unwrap_or(Player::One))
            .map_err(|e| row.error(e.to_string()))
    }

    fn move_text(&self, _: &Position<H>, pit: u8) -> String {
        (u32::from(pit) + 1).to_string()
    }

    fn parse_move(&self, _: &Position<H>, text: &str) -> Result<u8, TextError> {
        let number = text.trim().parse().ok().filter(|&n: &u8| n > 0);
        number
            .map(|n| n - 1)
            .ok_or_else(|| TextError::new(text, 0, format!("expected a pit, 1 to {}", self.pits())))
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        seeds::player(text)
    }
}

impl<H: Half> Exercise for Kalah<H> {
    fn with_mover(&self, position: &Position<H>, mover: Player) -> Option<Position<H>> {
        Some(self.turned(position, mover))
    }

    fn check_text(
        &self,
        position: &Position<H>,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let pit = seeds::whole_number(mv, "pit")?;
        let Some(mover) = self.parse_player(player) else {
            return Ok(Err(seeds::unknown_player(player)));
        };
        Ok(check(self, &self.turned(position, mover), &pit))
    }
}

impl<H: Half> Describe for Kalah<H> {
    const INFO: GameInfo = INFO;

    /// No seed is lost.
    fn position_bound(&self) -> Option<PositionBound> {
        let seeds = usize::from(self.total());
        let places = 2 * self.pits() + 2;
        Some(PositionBound {
            count: 2.0 * choose(seeds + places - 1, places - 1),
            formula: format!(
                "2 x C({}, {}): the ways to put {seeds} seeds in {} pits and 2 stores, and the side to move",
                seeds + places - 1,
                places - 1,
                places - 2
            ),
        })
    }
}

/// The page of Kalah.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "kalah",
    title: "Kalah(m, n) (W. J. Champion, 1940): two rows of m pits, n seeds in each, and two stores",
    rules: "\
Each player owns a row of pits and the store at its right-hand end. South moves
first. A move: lift all seeds of one of your pits that is not empty and sow them
counter-clockwise, one in each of your following pits, your store, the enemy's
pits, your pits again, and so on; the enemy's store is skipped, the pit you
lifted is not.
If the last seed falls in your store you move again. If it falls in a pit of your
own that was empty before, it is captured with all seeds of the pit opposite:
they go to your store (capture=empty: even if the pit opposite is empty;
capture=nonempty: only if it is not, else the seed stays).
The game is over as soon as a side has no seeds (end=either), or when the player
to move has none (end=mover). Then each player takes the seeds left in the own
pits. More seeds win; as many each is a draw.",
    parameters: &[
        Parameter {
            name: "pits",
            range: "1..12",
            default: "6",
            meaning: "pits a side",
        },
        Parameter {
            name: "seeds",
            range: "1..127",
            default: "4",
            meaning: "seeds in each pit; 2 x pits x seeds at most 255",
        },
        Parameter {
            name: "capture",
            range: "empty|nonempty",
            default: "empty",
            meaning: "whether a last seed in an empty own pit captures where the pit opposite is empty",
        },
        Parameter {
            name: "end",
            range: "either|mover",
            default: "either",
            meaning: "over when either side is empty, or only when the side to move is",
        },
        Parameter {
            name: "vector",
            range: "pits|pits+stores",
            default: "pits",
            meaning: "the coordinates of a database row; without the stores it cannot be solved again",
        },
    ],
    notation: "\
Position: South's pits from South's left, North's pits from North's left, the
stores of South and North, then the side to move:
[4,4,4,4,4,4 | 4,4,4,4,4,4 | 0,0] south (without stores: both empty; without a
side: South). Move: the number of the pit in the mover's own direction, from 1.",
    vector: "\
pits: one coordinate per pit, south1, south2, ..., north1, north2, ..., each side
from its own left; pits+stores: then south_store and north_store. The final
position is the board before the seeds that remain are collected; the margin is
the difference after it.",
    results: "\
South's margin with best play on both sides, capture=empty (Irving et al. 2000):
(4,1..6) 2 6 8 2 2 0; (5,1..6) 0 0 8 12 2 2; (6,1..5) 2 10 2 10 12.
capture=nonempty: (6,1..5) 2 6 2 8 10. All but (5,6) and (6,5) were computed again
(data/kalah_values.csv). The only best first move of (6,4) is pit 3, under both
rules.",
    sources: "\
G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000;
A. Rawlings, 2015, for (6,6).",
    sizes: &[PublishedSize {
        game: "kalah(pits=6,seeds=4)",
        log10_positions: Some(13.0),
        log10_tree: Some(18.0),
        source: "van den Herik, Uiterwijk, van Rijswijck 2002",
    }],
};
