//! Sowing once more, as plainly as possible: the twin that the fast one must equal.

use std::collections::HashMap;

use proptest::prelude::*;
use sowlab::game::Player;

/// A board and whether South is to move.
pub type State = (Vec<u8>, bool);

/// The board after sowing from pot `i`, if that is legal.
pub fn sow(board: &[u8], south: bool, i: usize) -> Option<Vec<u8>> {
    let mut after = board.to_vec();
    let mut at = i as i32;
    after[i] = 0;
    for _ in 0..board[i] {
        at += if south { 1 } else { -1 };
        if at < 0 || at as usize >= board.len() {
            return None;
        }
        after[at as usize] += 1;
    }
    (board[i] > 0 && board[at as usize] > 0).then_some(after)
}

/// The legal pots with the boards reached.
pub fn moves((board, south): &State) -> Vec<(usize, State)> {
    let reached = |i| Some((i, (sow(board, *south, i)?, !south)));
    (0..board.len()).filter_map(reached).collect()
}

/// Whether the side to move wins, by minimax without pruning.
pub fn wins(state: &State, memo: &mut HashMap<State, bool>) -> bool {
    if let Some(&known) = memo.get(state) {
        return known;
    }
    let mut any = false;
    for (_, next) in moves(state) {
        any |= !wins(&next, memo);
    }
    memo.insert(state.clone(), any);
    any
}

/// Everything that play can reach.
pub fn reachable(start: State) -> Vec<State> {
    let mut all = vec![start];
    let mut seen: HashMap<State, ()> = all.iter().map(|s| (s.clone(), ())).collect();
    let mut at = 0;
    while at < all.len() {
        for (_, next) in moves(&all[at]) {
            if seen.insert(next.clone(), ()).is_none() {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

/// For each depth, the number of sequences of exactly that many moves.
pub fn perft(state: &State, depth: usize) -> Vec<u64> {
    let mut counts = vec![1];
    let mut front: HashMap<State, u64> = HashMap::from([(state.clone(), 1)]);
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (state, n) in &front {
            for (_, after) in moves(state) {
                *next.entry(after).or_insert(0) += n;
            }
        }
        counts.push(next.values().sum());
        front = next;
    }
    counts
}

pub fn player(south: bool) -> Player {
    if south { Player::One } else { Player::Two }
}

/// Boards of 1 to `pots` pots with few seeds in each.
pub fn boards(pots: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(0u8..4, 1..=pots)
}
