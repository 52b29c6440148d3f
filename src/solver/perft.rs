//! Counting move sequences: the classical check of a move generator.

use crate::control::Control;
use crate::game::Game;
use crate::parallel::Pool;

/// For every depth from 0 to `depth`, the number of sequences of exactly that
/// many legal moves from `position`. `None` if the caller stopped it.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: usize,
    pool: &Pool,
    control: &Control,
) -> Option<Vec<u64>> {
    let mut counts = vec![0; depth + 1];
    // Down to a ply that is wide enough to keep every thread busy.
    let mut front = vec![*position];
    let mut moves = Vec::new();
    for ply in 0..depth {
        counts[ply] = front.len() as u64;
        if front.len() >= 64 * pool.threads() {
            let rest = pool.map(front.len(), |i| count(game, front[i], depth - ply, control));
            counts[ply] = 0;
            for part in rest {
                for (total, n) in counts[ply..].iter_mut().zip(part?) {
                    *total += n;
                }
            }
            return Some(counts);
        }
        let mut next = Vec::new();
        for at in &front {
            game.expand(at, &mut moves);
            next.extend(moves.iter().map(|&mv| game.play(at, mv)));
        }
        front = next;
    }
    counts[depth] = front.len() as u64;
    Some(counts)
}

/// For every legal move, the number of sequences of exactly `depth` moves that
/// begin with it; none if `depth` is 0. `None` if the caller stopped it.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: usize,
    pool: &Pool,
    control: &Control,
) -> Option<Vec<(G::Move, u64)>> {
    let mut moves = Vec::new();
    let Some(rest) = depth.checked_sub(1) else {
        return Some(Vec::new());
    };
    game.expand(position, &mut moves);
    let after = |&mv: &G::Move| {
        let counts = perft(game, &game.play(position, mv), rest, pool, control)?;
        Some((mv, counts[rest]))
    };
    moves.iter().map(after).collect()
}

/// Depth first, on the heap: no depth can exhaust the stack.
fn count<G: Game>(
    game: &G,
    position: G::Position,
    depth: usize,
    control: &Control,
) -> Option<Vec<u64>> {
    let mut counts = vec![0; depth + 1];
    let mut moves = Vec::new();
    let mut open = vec![(position, 0)];
    // It looks at the control at once, then now and then.
    let mut steps = u32::MAX;
    while let Some((at, ply)) = open.pop() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(4096) && control.stopped() {
            return None;
        }
        counts[ply] += 1;
        if ply == depth {
            continue;
        }
        game.expand(&at, &mut moves);
        if ply + 1 == depth {
            counts[depth] += moves.len() as u64;
        } else {
            open.extend(moves.iter().map(|&mv| (game.play(&at, mv), ply + 1)));
        }
    }
    Some(counts)
}
