//! Fang as people write it.

use super::{Fang, Position};
use crate::game::describe::choose;
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Notation, Parameter, Player, PositionBound,
    TextError, seeds,
};

/// The rules said slowly, in the documented order: the game is over, the hole is
/// not on the board, it is empty, it is too full. `hole` is the text of a whole
/// number of any size, counted from 1.
pub(super) fn check(game: &Fang, position: &Position, hole: &str) -> Result<(), Broken> {
    if position.reserve(position.mover()) == 0 {
        return Err(Broken {
            rule: "reserve-empty",
            en: "the game is over: the mover's reserve is empty".into(),
            fr: "La partie est finie : la réserve du joueur est vide !".into(),
        });
    }
    let last = game.holes();
    let Some(number) = hole.parse().ok().filter(|n| (1..=last).contains(n)) else {
        return Err(Broken {
            rule: "hole-outside",
            en: format!("hole {hole} is not on the board: holes 1 to {last}"),
            fr: format!("Le trou {hole} n'est pas sur le plateau : trous 1 à {last} !"),
        });
    };
    let seeds = usize::from(position.seeds(number - 1));
    if seeds == 0 {
        return Err(Broken {
            rule: "hole-empty",
            en: format!("hole {number} is empty"),
            fr: format!("Le trou {number} est vide !"),
        });
    }
    if game.rules().limit && seeds >= last {
        return Err(Broken {
            rule: "hole-full",
            en: format!(
                "hole {number} holds {seeds} seeds: with the seed put into it the sowing would leave the board"
            ),
            fr: format!(
                "Le trou {number} contient {seeds} graines : avec la graine posée, le semis sortirait du plateau !"
            ),
        });
    }
    Ok(())
}

impl Notation for Fang {
    fn position_text(&self, position: &Position) -> String {
        let row = seeds::plain(&self.row(position));
        let [south, north] = Player::BOTH.map(|p| position.reserve(p));
        let player = self.players()[position.mover().index()];
        format!("[{row} | {south},{north}] {player}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let n = self.holes();
        let (row, mover) = seeds::parse(text, "hole", &[n, n + 2])?;
        let first = self.rules().first;
        let position = match row.numbers.split_at(n) {
            (holes, &[south, north]) => {
                let turn = if south == north { first } else { first.other() };
                self.position_with_reserves(holes, [south, north], mover.unwrap_or(turn))
            }
            (holes, _) if self.rules().limit => self.position(holes),
            _ => {
                let message = "expected the reserves too: with limit=off the holes do not say them";
                return Err(row.error(message));
            }
        };
        let position = position.map_err(|e| row.error(e.to_string()))?;
        if mover.is_some_and(|m| m != position.mover()) {
            let turn = self.players()[position.mover().index()];
            return Err(row.error(format!("after that many plies {turn} is to move")));
        }
        Ok(position)
    }

    fn move_text(&self, _: &Position, hole: u8) -> String {
        (u32::from(hole) + 1).to_string()
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<u8, TextError> {
        let number = text.trim().parse().ok().filter(|&n: &u8| n > 0);
        number.map(|n| n - 1).ok_or_else(|| {
            TextError::new(text, 0, format!("expected a hole, 1 to {}", self.holes()))
        })
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        seeds::player(text)
    }
}

impl Exercise for Fang {
    /// The number of plies says who is to move.
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        (position.mover() == mover).then_some(*position)
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let hole = seeds::whole_number(mv, "hole")?;
        let Some(mover) = self.parse_player(player) else {
            return Ok(Err(seeds::unknown_player(player)));
        };
        if mover != position.mover() {
            let (turn, tour) = match position.mover() {
                Player::One => ("South", "Sud"),
                Player::Two => ("North", "Nord"),
            };
            return Ok(Err(Broken {
                rule: "not-your-turn",
                en: format!("it is {turn}'s turn"),
                fr: format!("C'est à {tour} de jouer !"),
            }));
        }
        Ok(check(self, position, &hole))
    }
}

impl Describe for Fang {
    const INFO: GameInfo = INFO;

    /// Every ply puts one more seed on the board; without the limit, seeds may also
    /// have left it. The side to move follows from the ply.
    fn position_bound(&self) -> Option<PositionBound> {
        let holes = self.holes();
        let places = if self.rules().limit { holes } else { holes + 1 };
        let seeds = holes - 2..=2 * holes;
        Some(PositionBound {
            count: seeds.map(|s| choose(s + places - 1, places - 1)).sum(),
            formula: format!(
                "sum of C(s + {0}, {0}), s = {1}..{2}: the ways to put s seeds in {holes} holes{3}",
                places - 1,
                holes - 2,
                2 * holes,
                if self.rules().limit {
                    ""
                } else {
                    " or off the board"
                }
            ),
        })
    }
}

/// The page of Fang.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "fang",
    title: "Fang (Alain Busser, 2023): seeds from a reserve, sown from one's own tibong",
    rules: "\
A row of N holes, numbered from 1 at South's left. The left half is South's, the
right half North's; the outermost hole of a player is its tibong. At the start
every hole but the tibongs holds one seed, and each player has N/2 + 1 seeds in
reserve.
A move: put one seed of your reserve into any hole that is not empty, lift all
seeds of that hole and sow them one by one from your own tibong inwards: South
1, 2, 3, ..., North N, N-1, .... No hole is skipped. With limit=on a hole may be
chosen only if it holds fewer than N seeds; with limit=off seeds that would fall
past the end leave the game.
The game is over when both reserves are spent. The player with more seeds in its
half wins; if both halves hold as many, the player with more seeds in its own
tibong (result=tibong), then in the next hole inwards and so on
(result=neighbours), or it is a draw at once (result=score).
With a relay the pile of the hole that received the last seed is lifted and sown
once more from your tibong, at no cost: relay=opponent if that hole is in the
enemy's half, own if in the own half, opponent-nonempty if in the enemy's half
and not empty before its last seed, repeat as opponent but as long as it holds.",
    parameters: &[
        Parameter {
            name: "holes",
            range: "4..12, even",
            default: "8",
            meaning: "number of holes (small 4, middle 6, grand 8)",
        },
        Parameter {
            name: "result",
            range: "tibong|score|neighbours",
            default: "tibong",
            meaning: "what decides where both halves hold as many seeds",
        },
        Parameter {
            name: "relay",
            range: "none|opponent|own|repeat|opponent-nonempty",
            default: "none",
            meaning: "whether a sowing goes on with the pile of its last hole",
        },
        Parameter {
            name: "limit",
            range: "on|off",
            default: "on",
            meaning: "whether holes that would sow seeds off the board are forbidden",
        },
        Parameter {
            name: "zone",
            range: "fair|ludii",
            default: "fair",
            meaning: "ludii (12 holes only): hole 12 does not count for North, a slip of a published script",
        },
        Parameter {
            name: "first",
            range: "south|north",
            default: "south",
            meaning: "who moves first",
        },
        Parameter {
            name: "vector",
            range: "holes|holes+reserves",
            default: "holes",
            meaning: "the coordinates of a database row",
        },
    ],
    notation: "\
Position: the holes from South's left, the reserves of South and North, then the
side to move: [0,1,1,1,1,1,1,0 | 5,5] south. With limit=on reserves and side may
be left out: the number of seeds says them. Move: the number of the hole.",
    vector: "\
holes: one coordinate per hole from South's left, hole1, hole2, ...;
holes+reserves: then south_reserve and north_reserve. Final positions hold 2N
seeds, earlier ones fewer (limit=on), so a distance between positions of
different plies measures the ply too.",
    results: "\
With best play (no relay, limit=on): 4 holes is a draw by score (only with move
3) and North's by tibong, margin 0; 6 holes is North's under every result rule,
margin -2 (first moves 2, 4, 5); 8 holes is North's, margin -4 (2, 3, 5, 6); 10
and 12 holes are North's by score.
Reachable positions, all and final: 121 and 57 (4 holes), 3 458 and 1 566 (6),
110 864 and 52 379 (8).
The kindergarten strategy greedy(rule=fullest) wins every game for North on 6
and 8 holes.",
    sources: "A. Busser, 2023: the rules of Fang and a script of it for Ludii.",
    sizes: &[],
};
