//! Kalah once more, seed by seed round the board: the twin that the fast one must
//! equal.

use std::collections::HashMap;

use sowlab::game::kalah::{Capture, End};

/// Each side's pits from its own left; `mover` is 0 for South.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub pits: [Vec<u8>; 2],
    pub stores: [u8; 2],
    pub mover: usize,
}

pub fn start(pits: usize, seeds: u8) -> Board {
    Board {
        pits: [vec![seeds; pits], vec![seeds; pits]],
        stores: [0, 0],
        mover: 0,
    }
}

pub fn is_over(board: &Board, end: End) -> bool {
    let empty = |side: usize| board.pits[side].iter().all(|&s| s == 0);
    match end {
        End::Either => empty(0) || empty(1),
        End::Mover => empty(board.mover),
    }
}

/// South's points minus North's if the game were over now.
pub fn margin(board: &Board) -> i16 {
    let points = |side: usize| -> i16 {
        let pits: i16 = board.pits[side].iter().map(|&s| i16::from(s)).sum();
        pits + i16::from(board.stores[side])
    };
    points(0) - points(1)
}

/// The pits that may be lifted.
pub fn legal(board: &Board, end: End) -> Vec<usize> {
    if is_over(board, end) {
        return vec![];
    }
    let own = &board.pits[board.mover];
    (0..own.len()).filter(|&i| own[i] > 0).collect()
}

/// The board after lifting a pit that holds seeds.
pub fn play(board: &Board, capture: Capture, pit: usize) -> Board {
    let mut after = board.clone();
    let me = board.mover;
    let m = board.pits[0].len();
    let hand = std::mem::take(&mut after.pits[me][pit]);
    assert!(hand > 0);
    // A side and a place of it; place m is the store.
    let (mut side, mut at) = (me, pit);
    let mut was_empty = false;
    for _ in 0..hand {
        at += 1;
        if at > m || (at == m && side != me) {
            side = 1 - side;
            at = 0;
        }
        if at == m {
            after.stores[me] += 1;
        } else {
            was_empty = after.pits[side][at] == 0;
            after.pits[side][at] += 1;
        }
    }
    if at == m {
        return after;
    }
    if side == me && was_empty {
        let opposite = after.pits[1 - me][m - 1 - at];
        if opposite > 0 || capture == Capture::Empty {
            after.stores[me] += opposite + 1;
            after.pits[me][at] = 0;
            after.pits[1 - me][m - 1 - at] = 0;
        }
    }
    after.mover = 1 - me;
    after
}

/// For each depth, the number of sequences of exactly that many moves.
pub fn perft(board: &Board, capture: Capture, end: End, depth: usize) -> Vec<u64> {
    let mut counts = vec![1];
    let mut front: HashMap<Board, u64> = HashMap::from([(board.clone(), 1)]);
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (board, n) in &front {
            for pit in legal(board, end) {
                *next.entry(play(board, capture, pit)).or_insert(0) += n;
            }
        }
        counts.push(next.values().sum());
        front = next;
    }
    counts
}
