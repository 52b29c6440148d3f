//! Retrograde analysis on a graph.

use super::Fate;
use crate::game::{Game, Reachable};

/// The fate of every position of a graph, by number. Play may return.
pub fn graph_fates<G: Game>(game: &G, graph: &Reachable<G>) -> Vec<Fate> {
    let mover = |i: usize| game.mover(graph.position(i));
    let (first, origins) = turned(graph);
    let mut fates = vec![Fate::NEITHER; graph.len()];
    // Moves that are not known to be bad.
    let mut open: Vec<u32> = (0..graph.len())
        .map(|i| graph.edges(i).len() as u32)
        .collect();
    let mut settled: Vec<u32> = Vec::new();
    for (i, fate) in fates.iter_mut().enumerate() {
        if let Some(outcome) = graph.outcome(i) {
            *fate = Fate::finished(outcome, mover(i));
            if *fate != Fate::NEITHER {
                settled.push(i as u32);
            }
        }
    }
    // In the order of distance, since the first that is settled is the nearest. What
    // is settled within a turn is as near as what it was settled by, so its origins
    // come before those that are one turn farther.
    let mut farther = Vec::new();
    while !settled.is_empty() {
        let mut at = 0;
        while let Some(&to) = settled.get(at) {
            let to = to as usize;
            at += 1;
            for &from in &origins[first[to] as usize..first[to + 1] as usize] {
                let from = from as usize;
                if fates[from] != Fate::NEITHER {
                    continue;
                }
                let position = graph.position(from);
                let fate = fates[to].of_move_between(game, position, graph.position(to));
                open[from] -= 1;
                if fate.rank() > 0 || open[from] == 0 {
                    fates[from] = fate;
                    match game.goes_on(position) {
                        true => settled.push(from as u32),
                        false => farther.push(from as u32),
                    }
                }
            }
        }
        settled.clear();
        std::mem::swap(&mut settled, &mut farther);
    }
    fates
}

/// The edges turned round: `origins[first[i]..first[i + 1]]` lead to `i`.
fn turned<G: Game>(graph: &Reachable<G>) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; graph.len() + 1];
    for i in 0..graph.len() {
        for t in graph.targets(i) {
            first[t + 1] += 1;
        }
    }
    for i in 0..graph.len() {
        first[i + 1] += first[i];
    }
    let mut next = first.clone();
    let mut origins = vec![0u32; first[graph.len()] as usize];
    for i in 0..graph.len() {
        for t in graph.targets(i) {
            origins[next[t] as usize] = i as u32;
            next[t] += 1;
        }
    }
    (first, origins)
}
