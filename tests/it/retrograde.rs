//! Retrograde analysis against a plain fixed point, on random games in which
//! play can come back.

use proptest::prelude::*;
use sowlab::prelude::*;
use sowlab::solver::{Detail, Limits, Solver, Unsolved};

use crate::tree::Tree;

const NONE: Limits = Limits {
    nodes: None,
    time: None,
};

/// Value and plies of every position for its side to move: applied until nothing
/// changes, each round telling what is decided one ply earlier.
fn plain(game: &Tree, size: u32) -> Vec<(Value, Option<u16>)> {
    let mut known = vec![None; size as usize];
    let mut moves = Vec::new();
    for plies in 0..=size as u16 {
        let before = known.clone();
        for at in 0..size {
            if before[at as usize].is_some() {
                continue;
            }
            let mover = game.mover(&at);
            if let Some(outcome) = game.expand(&at, &mut moves) {
                let value = outcome.value_for(mover);
                if plies == 0 && value != Value::Draw {
                    known[at as usize] = Some((value, 0));
                }
                continue;
            }
            let worth = |mv: &u8| {
                let next = game.play(&at, *mv);
                let (value, _) = before[next as usize]?;
                Some(if game.mover(&next) == mover {
                    value
                } else {
                    -value
                })
            };
            if moves.iter().any(|mv| worth(mv) == Some(Value::Win)) {
                known[at as usize] = Some((Value::Win, plies));
            } else if moves.iter().all(|mv| worth(mv) == Some(Value::Loss)) {
                known[at as usize] = Some((Value::Loss, plies));
            }
        }
    }
    let fate = |k: Option<(Value, u16)>| k.map_or((Value::Draw, None), |(v, p)| (v, Some(p)));
    known.into_iter().map(fate).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_forms_find_what_a_fixed_point_finds(seed: u64, size in 1u32..150) {
        let mut game = Tree::web(seed, size);
        let truth = plain(&game, size);
        for indexed in [false, true] {
            game.indexed = indexed;
            let mut solver = Solver::new(game.clone(), 1 << 20);
            let control = Control::new();
            for at in 0..size {
                let found = solver.solve(&at, &NONE, &control).unwrap();
                prop_assert_eq!((found.value, found.plies), truth[at as usize], "{} {}", at, indexed);
                follow(&game, &mut solver, at)?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Proofs and disproofs are the values that retrograde analysis finds, in
    /// whatever order positions are asked about and however small the table.
    #[test]
    fn proofs_find_what_a_fixed_point_finds(seed: u64, size in 1u32..120, from: u32, memory in 0usize..1 << 18) {
        let game = Tree::web(seed, size);
        let truth = plain(&game, size);
        let mut solver = Solver::new(game, memory).by_proof(None);
        for i in 0..size {
            let at = (from % size + i * 7) % size;
            let found = solver.solve(&at, &NONE, &Control::new()).unwrap();
            prop_assert_eq!(found.value, truth[at as usize].0, "{}", at);
        }
    }
}

/// The line is as long as it says and ends as it says.
fn follow(game: &Tree, solver: &mut Solver<Tree>, at: u32) -> Result<(), TestCaseError> {
    let analysis = solver
        .analyse(&at, Detail::Moves, &NONE, &Control::new())
        .unwrap();
    let mover = game.mover(&at);
    let mut to = at;
    let mut legal = Vec::new();
    for &mv in &analysis.line {
        prop_assert_eq!(game.expand(&to, &mut legal), None);
        prop_assert!(legal.contains(&mv));
        to = game.play(&to, mv);
    }
    let outcome = game.expand(&to, &mut legal);
    if let Some(plies) = analysis.plies {
        prop_assert_eq!(analysis.line.len(), usize::from(plies));
        prop_assert_eq!(outcome.map(|o| o.value_for(mover)), Some(analysis.value));
    } else {
        prop_assert_eq!(analysis.value, Value::Draw);
        prop_assert!(outcome.is_none_or(|o| o.winner.is_none()));
    }
    let moves = analysis.moves.unwrap();
    let best: Vec<u8> = moves
        .iter()
        .filter(|m| m.value == analysis.value)
        .map(|m| m.mv)
        .collect();
    prop_assert_eq!(analysis.optimal, Some(best));
    Ok(())
}

#[test]
fn limits_and_stops() {
    let game = Tree::web(3, 20_000);
    let ask = |memory: usize, at: u32, limits: &Limits, control: &Control| {
        Solver::new(game.clone(), memory).solve(&at, limits, control)
    };
    let control = Control::new();
    let wide = |at: &u32| ask(1 << 24, *at, &NONE, &control).unwrap().nodes > 1200;
    let at = (0..100).find(wide).unwrap();
    let few = Limits {
        nodes: Some(100),
        time: None,
    };
    let error = ask(1 << 24, at, &few, &control).unwrap_err();
    assert_eq!(error, Unsolved::Nodes(100));
    let error = ask(1, at, &NONE, &control).unwrap_err();
    assert!(matches!(error, Unsolved::TooLarge { positions, .. } if positions > 1000));
    control.stop();
    let error = ask(1 << 24, at, &NONE, &control).unwrap_err();
    assert!(matches!(error, Unsolved::Stopped(_)));
}
