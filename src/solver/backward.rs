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
                let worth = graph.targets(i).map(|t| worth(game, graph, &values, i, t));
                worth.max().unwrap_or(Value::Loss)
            }
        };
    }
    values
}

/// What a move from position `from` to position `to` is worth to the side that
/// plays it, given the values of the graph's positions.
pub fn worth<G: Game>(
    game: &G,
    graph: &Reachable<G>,
    values: &[Value],
    from: usize,
    to: usize,
) -> Value {
    if game.mover(graph.position(from)) == game.mover(graph.position(to)) {
        values[to]
    } else {
        -values[to]
    }
}
