//! Fang once more, seed by seed on a list: the twin that the fast one must equal.

use std::collections::HashMap;

use sowlab::game::Player;
use sowlab::game::fang::{Relay, Rules, Tie};

/// A board with both reserves; `mover` is 0 for South.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub holes: Vec<u8>,
    pub reserves: [u8; 2],
    pub mover: usize,
}

pub fn start(n: usize, rules: &Rules) -> Board {
    let mut holes = vec![1; n];
    holes[0] = 0;
    holes[n - 1] = 0;
    Board {
        holes,
        reserves: [n as u8 / 2 + 1; 2],
        mover: rules.first.index(),
    }
}

/// The place of a player's hole `i`, counted inwards from its tibong.
fn place(n: usize, player: usize, i: usize) -> usize {
    if player == 0 { i } else { n - 1 - i }
}

fn own_half(n: usize, player: usize, hole: usize) -> bool {
    (hole < n / 2) == (player == 0)
}

/// The board after a move, if it is legal.
pub fn play(board: &Board, rules: &Rules, hole: usize) -> Option<Board> {
    let n = board.holes.len();
    let me = board.mover;
    let full = rules.limit && usize::from(board.holes[hole]) >= n;
    if board.reserves[me] == 0 || board.holes[hole] == 0 || full {
        return None;
    }
    let mut after = board.clone();
    after.reserves[me] -= 1;
    after.holes[hole] += 1;
    let mut lifted = hole;
    let mut relays = 0;
    loop {
        let pile = std::mem::take(&mut after.holes[lifted]);
        let mut last = None;
        for i in 0..usize::from(pile) {
            if i < n {
                let at = place(n, me, i);
                last = Some((at, after.holes[at] == 0));
                after.holes[at] += 1;
            } else {
                assert!(!rules.limit, "a seed left the board");
            }
        }
        let (last, was_empty) = last.expect("a pile has seeds");
        let own = own_half(n, me, last);
        let again = match rules.relay {
            Relay::None => false,
            Relay::Own => own && relays == 0,
            Relay::Opponent => !own && relays == 0,
            Relay::Repeat => !own,
            Relay::OpponentNonEmpty => !own && !was_empty && relays == 0,
        };
        let too_many = rules.limit && usize::from(after.holes[last]) > n;
        if !again || too_many {
            break;
        }
        relays += 1;
        lifted = last;
    }
    after.mover = 1 - me;
    Some(after)
}

pub fn legal(board: &Board, rules: &Rules) -> Vec<usize> {
    let may = |&hole: &usize| play(board, rules, hole).is_some();
    (0..board.holes.len()).filter(may).collect()
}

/// Winner and margin once the reserve of the side to move is spent.
pub fn outcome(board: &Board, rules: &Rules) -> Option<(Option<Player>, i16)> {
    if board.reserves[board.mover] > 0 {
        return None;
    }
    let n = board.holes.len();
    let seeds = |player, i| i16::from(board.holes[place(n, player, i)]);
    let south: i16 = (0..n / 2).map(|i| seeds(0, i)).sum();
    let forgotten = usize::from(rules.forgets_last);
    let north: i16 = (forgotten..n / 2).map(|i| seeds(1, i)).sum();
    let compared = match rules.tie {
        Tie::Score => 0,
        Tie::Tibong => 1,
        Tie::Neighbours => n / 2,
    };
    let mut difference = south - north;
    for i in 0..compared {
        if difference == 0 {
            difference = seeds(0, i) - seeds(1, i);
        }
    }
    let winner = match difference.signum() {
        1 => Some(Player::One),
        0 => None,
        _ => Some(Player::Two),
    };
    Some((winner, south - north))
}

/// For each depth, the number of sequences of exactly that many moves.
pub fn perft(board: &Board, rules: &Rules, depth: usize) -> Vec<u64> {
    let mut counts = vec![1];
    let mut front: HashMap<Board, u64> = HashMap::from([(board.clone(), 1)]);
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (board, n) in &front {
            for hole in 0..board.holes.len() {
                if let Some(after) = play(board, rules, hole) {
                    *next.entry(after).or_insert(0) += n;
                }
            }
        }
        counts.push(next.values().sum());
        front = next;
    }
    counts
}
