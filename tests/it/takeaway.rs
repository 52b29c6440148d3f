//! A game from outside the crate: take 1 to 3 stones from a heap in turn; the
//! game is over when it is empty, and who has more stones wins.

use sowlab::game::{
    Broken, Heuristic, Outcome, Player, RuleOfThumb, Scored, Searchable, TextError, VectorError,
};
use sowlab::prelude::*;

#[derive(Clone, Debug)]
pub struct TakeAway {
    pub heap: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    taken: [u8; 2],
    left: u8,
    mover: Player,
}

impl Game for TakeAway {
    type Position = Heap;
    type Move = u8;

    const RULES_VERSION: u32 = 7;

    fn name(&self) -> String {
        format!("take-away(heap={})", self.heap)
    }

    fn players(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    fn initial(&self) -> Heap {
        Heap {
            taken: [0, 0],
            left: self.heap,
            mover: Player::One,
        }
    }

    fn mover(&self, position: &Heap) -> Player {
        position.mover
    }

    fn expand(&self, position: &Heap, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.clear();
        moves.extend(1..=position.left.min(3));
        let [a, b] = position.taken.map(i16::from);
        moves.is_empty().then_some(Outcome {
            winner: match a.cmp(&b) {
                std::cmp::Ordering::Greater => Some(Player::One),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Player::Two),
            },
            margin: Some(a - b),
        })
    }

    fn play(&self, position: &Heap, mv: u8) -> Heap {
        let mut next = *position;
        next.taken[position.mover.index()] += mv;
        next.left -= mv;
        next.mover = position.mover.other();
        next
    }

    fn check(&self, position: &Heap, mv: u8) -> Result<(), Broken> {
        if (1..=position.left.min(3)).contains(&mv) {
            return Ok(());
        }
        Err(Broken {
            rule: "stones",
            en: "1 to 3 stones that are there".into(),
            fr: "1 à 3 pierres".into(),
        })
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Vectorize for TakeAway {
    fn dim(&self) -> usize {
        3
    }

    fn columns(&self) -> Vec<String> {
        ["left", "taken, first", "taken \"second\""]
            .map(String::from)
            .to_vec()
    }

    fn max_coordinate(&self) -> u8 {
        self.heap
    }

    fn write(&self, position: &Heap, out: &mut [u8]) {
        out.copy_from_slice(&[position.left, position.taken[0], position.taken[1]]);
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Heap, VectorError> {
        match *coordinates {
            [left, a, b]
                if u32::from(left) + u32::from(a) + u32::from(b) == u32::from(self.heap) =>
            {
                Ok(Heap {
                    taken: [a, b],
                    left,
                    mover,
                })
            }
            _ => Err(VectorError::Impossible("stones are missing".into())),
        }
    }
}

impl Notation for TakeAway {
    fn position_text(&self, p: &Heap) -> String {
        format!("{} {} {}", p.left, p.taken[0], p.taken[1])
    }

    fn parse_position(&self, text: &str) -> Result<Heap, TextError> {
        Err(TextError::new(text, 0, "not used"))
    }

    fn move_text(&self, _: &Heap, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &Heap, text: &str) -> Result<u8, TextError> {
        text.parse()
            .map_err(|_| TextError::new(text, 0, "expected a number"))
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        match text.to_lowercase().as_str() {
            "first" | "premier" => Some(Player::One),
            "second" => Some(Player::Two),
            _ => None,
        }
    }
}

impl Symmetric for TakeAway {}

impl Scored for TakeAway {
    fn margin_bound(&self) -> Option<i16> {
        Some(i16::from(self.heap))
    }

    fn margin_decides(&self) -> bool {
        true
    }
}

impl Heuristic for TakeAway {
    fn rules(&self) -> &'static [RuleOfThumb] {
        &[
            RuleOfThumb {
                name: "few",
                meaning: "one stone at a time",
            },
            RuleOfThumb {
                name: "most",
                meaning: "as many stones as possible",
            },
        ]
    }

    fn appeal(&self, rule: usize, _: &Heap, mv: u8) -> i32 {
        [-1, 1][rule] * i32::from(mv)
    }
}

impl Searchable for TakeAway {}
