//! Backward induction over a reachable graph: the value of every position.

use std::ops::Neg;

use super::retrograde::{Fate, graph_fates};
use crate::game::{Game, Outcome, Player, Reachable, Scored, Value};

/// The value of every position of the graph for its side to move, by number:
/// each side plays for the outcome. Play without end is worth a draw.
pub fn table<G: Game>(game: &G, graph: &Reachable<G>) -> Vec<Value> {
    if !graph.is_ordered() {
        let fates = graph_fates(game, graph);
        return fates.into_iter().map(Fate::value).collect();
    }
    induce(game, graph, Value::Loss, Outcome::value_for)
}

/// The margin of every position of the graph for its side to move, by number:
/// each side plays for the margin. `None` if the game counts no points, or play
/// may return.
///
/// It is another question than [`table`]: where a larger margin does not decide
/// the game (see [`Scored::margin_decides`]), the best move for the one need not
/// be a best move for the other; and where it does, many moves can keep a win of
/// which few keep the margin.
pub fn margin_table<G: Scored>(game: &G, graph: &Reachable<G>) -> Option<Vec<i16>> {
    game.margin_bound().filter(|_| graph.is_ordered())?;
    let margin = |outcome: Outcome, player| {
        let margin = outcome.margin.unwrap_or(0);
        match player {
            Player::One => margin,
            Player::Two => -margin,
        }
    };
    Some(induce(game, graph, 0, margin))
}

/// Every position's best, for its side to move, of what its moves are worth.
fn induce<G: Game, V: Ord + Copy + Neg<Output = V>>(
    game: &G,
    graph: &Reachable<G>,
    blank: V,
    result: impl Fn(Outcome, Player) -> V,
) -> Vec<V> {
    let mut values = vec![blank; graph.len()];
    for i in graph.backwards() {
        let mover = game.mover(graph.position(i));
        values[i] = match graph.outcome(i) {
            Some(outcome) => result(outcome, mover),
            None => {
                let worth = graph.targets(i).map(|t| worth(game, graph, &values, i, t));
                worth.max().unwrap_or(blank)
            }
        };
    }
    values
}

/// What a move from position `from` to position `to` is worth to the side that
/// plays it, given what the graph's positions are worth to their sides to move.
pub fn worth<G: Game, V: Copy + Neg<Output = V>>(
    game: &G,
    graph: &Reachable<G>,
    values: &[V],
    from: usize,
    to: usize,
) -> V {
    if game.mover(graph.position(from)) == game.mover(graph.position(to)) {
        values[to]
    } else {
        -values[to]
    }
}
