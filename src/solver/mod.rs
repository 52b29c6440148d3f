//! Exact values: alpha-beta with a transposition table, tables, perft.

use crate::game::{Game, Reachable, Value};

/// Values for the side to move of every position of a graph.
pub fn table<G: Game>(game: &G, graph: &Reachable<G>) -> Vec<Value> {
    let mut values = vec![Value::Loss; graph.len()];
    for i in graph.backwards() {
        let mover = game.mover(graph.position(i));
        values[i] = match graph.outcome(i) {
            Some(o) => o.value_for(mover),
            None => graph
                .targets(i)
                .map(|t| {
                    if game.mover(graph.position(t)) == mover {
                        values[t]
                    } else {
                        -values[t]
                    }
                })
                .max()
                .unwrap_or(Value::Loss),
        };
    }
    values
}
