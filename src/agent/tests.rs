use std::sync::Arc;

use super::*;
use crate::control::Control;
use crate::game::sowing::Sowing;
use crate::game::{Heuristic, Player, Value};
use crate::policy::{Greedy, Uniform};
use crate::random::Purpose;
use crate::solver::{Limits, Solver};

fn game() -> Sowing<1> {
    Sowing::uniform(6, 2, Player::One).unwrap()
}

/// Every position that play of the game can reach.
fn reachable(game: &Sowing<1>) -> Vec<<Sowing<1> as Game>::Position> {
    let graph = crate::game::Reachable::new(game, game.initial(), 100_000, &Control::new());
    graph.unwrap().positions().to_vec()
}

/// Asks an agent in a position; `None` if the game is over there.
fn decide(
    agent: &mut dyn Agent<Sowing<1>>,
    position: <Sowing<1> as Game>::Position,
    number: u64,
) -> Option<(u8, Vec<u8>)> {
    let referee = Referee::new(game());
    let mut moves = Vec::new();
    if referee.game.expand(&position, &mut moves).is_some() {
        return None;
    }
    let turn = Turn {
        referee: &referee,
        context: &Context::of(position),
        moves: &moves,
        control: &Control::new(),
    };
    let mut rng = Stream::open(3, Purpose::Synthetic, 0, number);
    let at = agent.decide(&turn, &mut rng).unwrap();
    Some((moves[at], moves))
}

/// The depth-limited value without pruning, as the documentation words it.
fn plain(game: &Sowing<1>, position: &<Sowing<1> as Game>::Position, depth: u32) -> i64 {
    let mut moves = Vec::new();
    if let Some(outcome) = game.expand(position, &mut moves) {
        let sooner = i64::from(depth);
        return outcome.value_for(game.mover(position)) as i64 * (1_000_000 + sooner);
    }
    if depth == 0 {
        return i64::from(game.estimate(position));
    }
    let values = moves
        .iter()
        .map(|&mv| -plain(game, &game.play(position, mv), depth - 1));
    values.max().unwrap()
}

#[test]
fn alphabeta_plays_the_first_of_the_best_moves_of_plain_minimax() {
    let game = game();
    for depth in 1..=6 {
        let mut agent = AlphaBeta::new(depth);
        for position in reachable(&game) {
            let Some((played, moves)) = decide(&mut agent, position, 0) else {
                continue;
            };
            let value = |&mv: &u8| -plain(&game, &game.play(&position, mv), depth - 1);
            let best = moves.iter().map(value).max().unwrap();
            let first = moves.iter().find(|mv| value(mv) == best).unwrap();
            assert_eq!(played, *first, "depth {depth}: {position:?}");
        }
    }
}

/// With random ties every best move of plain minimax is played, and no other.
#[test]
fn alphabeta_chooses_among_all_best_moves() {
    let game = game();
    let mut several = 0;
    for depth in 1..=4 {
        let mut agent = AlphaBeta::new(depth).with_ties(TiesBetween::Random);
        for position in reachable(&game).into_iter().step_by(3) {
            let Some((_, moves)) = decide(&mut agent, position, 0) else {
                continue;
            };
            let value = |&mv: &u8| -plain(&game, &game.play(&position, mv), depth - 1);
            let best = moves.iter().map(value).max();
            let best: Vec<u8> = moves
                .into_iter()
                .filter(|mv| Some(value(mv)) == best)
                .collect();
            let draws = 0..40;
            let mut seen: Vec<u8> = draws
                .map(|i| decide(&mut agent, position, i).unwrap().0)
                .collect();
            seen.sort_unstable();
            seen.dedup();
            several += usize::from(best.len() > 1);
            assert_eq!(seen, best, "depth {depth}: {position:?}");
        }
    }
    assert!(several > 0);
}

#[test]
fn the_exact_player_keeps_the_value_and_reaches_every_move_that_does() {
    let game = game();
    let mut solver = Solver::new(game.clone(), 1 << 20);
    let control = Control::new();
    let mut choices = 0;
    for position in reachable(&game) {
        let solved = solver.moves_with_values(&position, &Limits::default(), &control);
        let solved = solved.unwrap();
        let Some(best) = solved.iter().map(|m| m.value).max() else {
            continue;
        };
        let kept = |mv: u8| solved.iter().any(|m| m.mv == mv && m.value == best);
        let mut first =
            Exact::new(game.clone(), 1 << 20, TiesBetween::First, &Control::new()).unwrap();
        let (played, moves) = decide(&mut first, position, 0).unwrap();
        assert_eq!(Some(&played), moves.iter().find(|&&mv| kept(mv)));
        let mut any =
            Exact::new(game.clone(), 1 << 20, TiesBetween::Random, &Control::new()).unwrap();
        let mut seen: Vec<u8> = (0..40)
            .map(|i| decide(&mut any, position, i).unwrap().0)
            .collect();
        seen.sort_unstable();
        seen.dedup();
        let all: Vec<u8> = moves.into_iter().filter(|&mv| kept(mv)).collect();
        choices += usize::from(all.len() > 1);
        assert_eq!(seen, all);
    }
    assert!(
        choices > 0
            && solver
                .solve(&game.initial(), &Limits::default(), &control)
                .unwrap()
                .value
                == Value::Win
    );
}

/// Rollouts of enough games find the winning opening of this game, pot 2.
#[test]
fn rollouts_prefer_what_wins_more_random_games() {
    let start = game().initial();
    let share = |n: u32| {
        let mut agent = Rollout::new(n);
        (0..200)
            .filter(|&i| decide(&mut agent, start, i).unwrap().0 == 2)
            .count()
    };
    let (few, many) = (share(1), share(200));
    assert!(many > 190 && few < 150, "{few} {many}");
}

#[test]
fn neighbours_follow_the_rule() {
    use crate::knn::{Choice, Label, LabelSource, Metric, Mover, Rule, Ties, Vote, Voters, Weight};
    let game = game();
    let _ = LabelSource::Game;
    // The positions after pots 0 and 2 are won by South, that after pot 3 by North.
    let after: Vec<_> = [0, 2, 3].map(|mv| game.play(&game.initial(), mv)).to_vec();
    let mut rows = ndarray::Array2::zeros((3, 6));
    for (position, mut row) in after.iter().zip(rows.rows_mut()) {
        use crate::game::Vectorize;
        game.write(position, row.as_slice_mut().unwrap());
    }
    let labels = [Some(Label::One), Some(Label::One), Some(Label::Two)];
    let sides = [Player::Two; 3];
    let voters = Arc::new(Voters::new(rows.view(), &sides, &labels, &[1; 3], Mover::Any).unwrap());
    let rule = Rule {
        metric: Metric::Manhattan,
        k: 1,
        ties: Ties::All,
        weight: Weight::Distinct,
        vote: Vote::Majority,
    };
    let asked = |choice, hide| {
        let voters = Arc::clone(&voters);
        let mut agent = Neighbours::new(&game, "knn".into(), voters, rule, choice, hide).unwrap();
        let mut seen: Vec<u8> = (0..200)
            .map(|i| decide(&mut agent, game.initial(), i).unwrap().0)
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    };
    let advisor = crate::knn::Advisor {
        voters: &voters,
        rule,
        hide_exact: false,
    };
    let advice = advisor.advise(&game, &game.initial()).unwrap();
    let of = |take: fn(&crate::knn::MoveAdvice<Sowing<1>>) -> bool| -> Vec<u8> {
        let taken = advice.moves.iter().filter(|m| take(m));
        taken.map(|m| m.mv).collect()
    };
    assert_eq!(asked(Choice::Best, false), of(|m| m.best));
    assert_eq!(asked(Choice::Approve, false), of(|m| m.approve));
    assert!(of(|m| m.best).contains(&2) && !of(|m| m.best).contains(&3));

    let other: Sowing<1> = Sowing::uniform(5, 2, Player::One).unwrap();
    assert!(Neighbours::new(&other, "knn".into(), voters, rule, Choice::Best, false).is_err());
}

#[test]
fn names_and_what_is_deterministic() {
    let greedy = Greedy::of(&game()).unwrap();
    let agents: [(Box<dyn Agent<Sowing<1>>>, &str, bool); 7] = [
        (Box::new(Chance::named("random", Uniform)), "random", false),
        (
            Box::new(Chance::new(greedy)),
            "greedy(rule=mobility)",
            false,
        ),
        (Box::new(Rollout::new(7)), "rollout(n=7)", false),
        (Box::new(AlphaBeta::new(3)), "alphabeta(depth=3)", true),
        (
            Box::new(AlphaBeta::new(2).with_ties(TiesBetween::Random)),
            "alphabeta(depth=2,ties=random)",
            false,
        ),
        (
            Box::new(Exact::new(game(), 1 << 16, TiesBetween::Random, &Control::new()).unwrap()),
            "exact",
            false,
        ),
        (
            Box::new(Exact::new(game(), 1 << 16, TiesBetween::First, &Control::new()).unwrap()),
            "exact(ties=first)",
            true,
        ),
    ];
    for (mut agent, name, deterministic) in agents {
        assert_eq!(agent.name(), name);
        assert_eq!(agent.is_deterministic(), deterministic, "{name}");
        assert_eq!(agent.fork().name(), name);
        let played = |agent: &mut dyn Agent<Sowing<1>>| {
            let one = |i| decide(agent, game().initial(), i).unwrap().0;
            (0..50).map(one).collect::<Vec<u8>>()
        };
        let once = played(agent.as_mut());
        assert_eq!(once, played(agent.fork().as_mut()), "{name}");
        let varied = once.iter().any(|mv| *mv != once[0]);
        assert!(!(deterministic && varied), "{name}");
    }
}

/// An agent whose control is stopped gives up instead of deciding carelessly.
#[test]
fn a_stopped_agent_gives_up() {
    let referee = Referee::new(game());
    let mut moves = Vec::new();
    let context = Context::start(&referee.game);
    referee.game.expand(&context.position, &mut moves);
    let control = Control::new();
    control.stop();
    let turn = Turn {
        referee: &referee,
        context: &context,
        moves: &moves,
        control: &control,
    };
    let mut rng = Stream::open(1, Purpose::Synthetic, 0, 0);
    let mut rollout = Rollout::new(10);
    assert_eq!(rollout.decide(&turn, &mut rng), None);
    let big: Sowing<2> = Sowing::uniform(14, 2, Player::One).unwrap();
    let referee = Referee::new(big.clone());
    let context = Context::start(&big);
    big.expand(&context.position, &mut moves);
    let turn = Turn {
        referee: &referee,
        context: &context,
        moves: &moves,
        control: &control,
    };
    let mut deep = AlphaBeta::new(30);
    assert_eq!(deep.decide(&turn, &mut rng), None);
    let mut exact = Exact::new(big.clone(), 1 << 20, TiesBetween::First, &Control::new()).unwrap();
    assert_eq!(exact.decide(&turn, &mut rng), None);
}
