//! Backward induction over a reachable graph: the value of every position.

use crate::game::{Game, Reachable, Value};

/// The value of every position of the graph for its side to move, by number.
pub fn table<G: Game>(game: &G, graph: &Reachable<G>) -> Vec<Value> {
    let mut values = vec![Value::Loss; graph.len()];
    for i in graph.backwards() {
        let mover = game.mover(graph.position(i));
        values[i] = match graph.outcome(i) {
            Some(outcome) => outcome.value_for(mover),
            None => {
                let worth = |t: usize| {
                    if game.mover(graph.position(t)) == mover {
                        values[t]
                    } else {
                        -values[t]
                    }
                };
                graph.targets(i).map(worth).max().unwrap_or(Value::Loss)
            }
        };
    }
    values
}
