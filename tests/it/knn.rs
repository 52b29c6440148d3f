//! The scan against the plain definition, and the promises around it.

use ndarray::{Array2, ArrayView2};
use proptest::prelude::*;
use sowlab::game::Player;
use sowlab::knn::naive::{self, Row};
use sowlab::knn::{
    BatchError, Hide, HideAll, Instructions, Label, Metric, Mover, Queries, Rule, Ties, Vote,
    Voters, VotersError, Weight, tally,
};
use sowlab::parallel::Pool;

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::One), Just(Player::Two)]
}

fn rule() -> impl Strategy<Value = Rule> {
    (
        prop::sample::select(Metric::ALL),
        prop_oneof![1..12u32, 1..400u32, Just(u32::MAX)],
        prop::sample::select(Ties::ALL),
        prop::sample::select(Weight::ALL),
        prop::sample::select(Vote::ALL),
    )
        .prop_map(|(metric, k, ties, weight, vote)| Rule {
            metric,
            k,
            ties,
            weight,
            vote,
        })
}

/// Rows with values up to `max`: many duplicates and ties where it is small,
/// distances beyond a byte where it is large.
fn rows(dim: usize, max: u8, n: usize) -> impl Strategy<Value = Vec<Row>> {
    let label = prop::sample::select(&[Label::One, Label::Draw, Label::Two][..]);
    let row = (
        prop::collection::vec(0..=max, dim),
        player(),
        label,
        1..6u64,
    );
    let row = row.prop_map(|(coordinates, to_move, label, weight)| Row {
        coordinates,
        to_move,
        label,
        weight,
    });
    prop::collection::vec(row, 0..n)
}

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<Row>,
    queries: Vec<(Vec<u8>, Player, Player)>,
    mirrors: Vec<Vec<u8>>,
    rules: Vec<Rule>,
    mover: Mover,
}

fn case() -> impl Strategy<Value = Case> {
    let dims = prop_oneof![1..6usize, 6..20usize, 40..50usize];
    let max = prop::sample::select(&[1u8, 2, 6, 20, 60, 255][..]);
    let n = prop_oneof![Just(8usize), Just(150), Just(600)];
    (dims, max, n).prop_flat_map(|(dim, max, n)| {
        let vector = move || prop::collection::vec(0..=max, dim);
        (
            rows(dim, max, n),
            prop::collection::vec((vector(), player(), player()), 1..9),
            prop::collection::vec(vector(), 9),
            prop::collection::vec(rule(), 1..8),
            prop::sample::select(Mover::ALL),
            prop::collection::vec(any::<prop::sample::Index>(), 4),
        )
            .prop_map(|(rows, mut queries, mut mirrors, rules, mover, picks)| {
                // Some queries and mirrors stand in the database.
                for (i, pick) in picks.iter().enumerate() {
                    if !rows.is_empty() {
                        let row = pick.get(&rows).coordinates.clone();
                        if i % 2 == 0 {
                            let at = pick.index(queries.len());
                            queries[at].0 = row;
                        } else {
                            mirrors[pick.index(9)] = row;
                        }
                    }
                }
                mirrors.truncate(queries.len());
                Case {
                    rows,
                    queries,
                    mirrors,
                    rules,
                    mover,
                }
            })
    })
}

fn array<'a>(rows: impl ExactSizeIterator<Item = &'a Vec<u8>>, dim: usize) -> Array2<u8> {
    let n = rows.len();
    Array2::from_shape_vec((n, dim), rows.flatten().copied().collect()).unwrap()
}

fn voters(rows: &[Row], dim: usize, mover: Mover) -> Voters {
    let coordinates = array(rows.iter().map(|r| &r.coordinates), dim);
    let to_move: Vec<Player> = rows.iter().map(|r| r.to_move).collect();
    let labels: Vec<Option<Label>> = rows.iter().map(|r| Some(r.label)).collect();
    let weights: Vec<u64> = rows.iter().map(|r| r.weight).collect();
    Voters::new(coordinates.view(), &to_move, &labels, &weights, mover).unwrap()
}

impl Case {
    fn dim(&self) -> usize {
        self.queries[0].0.len()
    }

    /// Scores and tallies of all queries under all rules.
    fn check(&self, voters: &Voters, pool: &Pool, hide: u8) {
        let coordinates = array(self.queries.iter().map(|q| &q.0), self.dim());
        let mirrors = array(self.mirrors.iter(), self.dim());
        let to_move: Vec<Player> = self.queries.iter().map(|q| q.1).collect();
        let player: Vec<Player> = self.queries.iter().map(|q| q.2).collect();
        let queries = Queries {
            coordinates: coordinates.view(),
            to_move: &to_move,
            player: &player,
            hide: match hide {
                0 => HideAll::Nothing,
                1 => HideAll::Exact,
                _ => HideAll::Mirrored(mirrors.view()),
            },
        };
        let scores = voters.scores(&queries, &self.rules, pool).unwrap();
        for (r, rule) in self.rules.iter().enumerate() {
            let tallies = voters.tallies(&queries, rule, pool).unwrap();
            for (q, (query, side, player)) in self.queries.iter().enumerate() {
                let hidden: &[&[u8]] = match hide {
                    0 => &[],
                    1 => &[query],
                    _ => &[query, &self.mirrors[q]],
                };
                let expected = naive::tally(
                    &self.rows,
                    self.mover,
                    (query, *side),
                    hidden,
                    rule,
                    *player,
                );
                let (found, exact) = tallies[q];
                assert_eq!(found.score.to_bits(), scores.scores[[q, r]].to_bits());
                assert!(
                    (found.score - expected.score).abs() < 1e-12,
                    "{rule:?}: {found:?}, {expected:?}"
                );
                if rule.vote == Vote::Majority {
                    assert_eq!(found.score, expected.score);
                }
                assert_eq!(
                    (found.distance, found.wins, found.draws, found.losses),
                    (
                        expected.distance,
                        expected.wins,
                        expected.draws,
                        expected.losses
                    ),
                    "{rule:?}"
                );
                if rule.weight == Weight::Distinct || rule.ties != Ties::Classroom {
                    assert_eq!(found.rows, expected.rows, "{rule:?}");
                } else {
                    assert!(found.rows >= expected.rows);
                }
                let stands = |r: &&Row| {
                    r.coordinates == *query && (self.mover == Mover::Any || r.to_move == *side)
                };
                let met = self.rows.iter().find(stands).is_some();
                assert_eq!(exact, met);
                assert_eq!(scores.exact[q], met);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn every_instruction_set_is_the_plain_definition(case in case(), hide in 0..3u8) {
        let pool = Pool::new(1);
        let voters = voters(&case.rows, case.dim(), case.mover);
        for instructions in Instructions::ALL {
            if instructions.available() {
                case.check(&voters.clone().with_instructions(instructions), &pool, hide);
            }
        }
    }

    #[test]
    fn hiding_rows_is_building_without_them(case in case()) {
        let all = voters(&case.rows, case.dim(), case.mover);
        for ((query, side, player), mirror) in case.queries.iter().zip(&case.mirrors) {
            let mut rest = case.rows.clone();
            rest.retain(|r| r.coordinates != *query && r.coordinates != *mirror);
            let rest = voters(&rest, case.dim(), case.mover);
            for rule in &case.rules {
                let hidden = all.profile(query, *side, rule.metric, rule.k, Hide::Mirrored(mirror));
                let absent = rest.profile(query, *side, rule.metric, rule.k, Hide::Nothing);
                let (hidden, absent) = (hidden.unwrap().shells, absent.unwrap().shells);
                prop_assert_eq!(&hidden, &absent);
                if rule.ties != Ties::First {
                    prop_assert_eq!(
                        tally(&hidden, rule, *player),
                        tally(&absent, rule, *player)
                    );
                }
            }
        }
    }

    #[test]
    fn profiles_hold_whole_shells_up_to_k(case in case()) {
        let voters = voters(&case.rows, case.dim(), Mover::Any);
        for (query, side, _) in &case.queries {
            for rule in &case.rules {
                let profile = voters.profile(query, *side, rule.metric, rule.k, Hide::Nothing).unwrap();
                let counts: Vec<u64> = profile.shells.iter().map(|s| u64::from(s.row_count())).collect();
                prop_assert!(counts.iter().all(|&c| c > 0));
                prop_assert!(profile.shells.windows(2).all(|w| w[0].distance < w[1].distance));
                let total: u64 = counts.iter().sum();
                let k = u64::from(rule.k);
                prop_assert!(total >= k.min(voters.len() as u64));
                // Without the last shell, k is not reached.
                prop_assert!(counts.last().is_none_or(|last| total - last < k));
                if k >= voters.len() as u64 {
                    let weight: u64 = profile.shells.iter().flat_map(|s| s.weight).sum();
                    prop_assert_eq!(weight, case.rows.iter().map(|r| r.weight).sum::<u64>());
                }
            }
        }
    }

    #[test]
    fn the_order_of_the_rows_changes_nothing(case in case(), turn in 0..1_000usize) {
        let mut turned = case.rows.clone();
        let n = turned.len().max(1);
        turned.rotate_left(turn % n);
        turned.reverse();
        let (a, b) = (voters(&case.rows, case.dim(), case.mover), voters(&turned, case.dim(), case.mover));
        for (query, side, player) in &case.queries {
            for rule in case.rules.iter().filter(|r| r.ties != Ties::First) {
                let of = |v: &Voters| {
                    let p = v.profile(query, *side, rule.metric, rule.k, Hide::Nothing).unwrap();
                    tally(&p.shells, rule, *player)
                };
                prop_assert_eq!(of(&a).score.to_bits(), of(&b).score.to_bits());
                prop_assert_eq!(of(&a), of(&b));
            }
        }
    }

    #[test]
    fn neighbours_are_the_rows_of_the_tally(case in case()) {
        let voters = voters(&case.rows, case.dim(), case.mover);
        for (query, side, player) in &case.queries {
            for rule in &case.rules {
                let expected = naive::tally(&case.rows, case.mover, (query, *side), &[query], rule, *player);
                let list = voters.neighbours(query, *side, rule, *player, Hide::Exact).unwrap();
                prop_assert_eq!(list.len() as u64, expected.rows);
                prop_assert_eq!(list.last().map(|n| n.distance), expected.distance);
                let votes = |label| list.iter().filter(|n| n.label == label).map(|n| n.votes).sum::<u64>();
                let (won, lost) = match player {
                    Player::One => (Label::One, Label::Two),
                    Player::Two => (Label::Two, Label::One),
                };
                prop_assert_eq!(
                    (votes(won), votes(Label::Draw), votes(lost)),
                    (expected.wins, expected.draws, expected.losses)
                );
                for n in &list {
                    let row = &case.rows[n.row];
                    prop_assert_eq!(rule.metric.between(query, &row.coordinates), n.distance);
                    prop_assert_eq!(row.label, n.label);
                }
            }
        }
    }
}

/// Enough rows for several groups of blocks, enough queries for several batches.
#[test]
fn many_rows_and_queries_for_any_number_of_threads() {
    use sowlab::knn::synthetic::{Shape, labels};
    let data = Shape::Seeds(24).rows(9_000, 10, false, 5);
    let labels = labels(9_000, 6);
    let side = |i: usize| Player::BOTH[i % 2];
    let to_move: Vec<Player> = (0..9_000).map(side).collect();
    let weights: Vec<u64> = (0..9_000).map(|i| 1 + i % 3).collect();
    let rows: Vec<Row> = (0..9_000)
        .map(|i| Row {
            coordinates: data.row(i).to_vec(),
            to_move: to_move[i],
            label: labels[i].unwrap(),
            weight: weights[i],
        })
        .collect();
    let asked = Shape::Seeds(24).rows(1_300, 10, false, 7);
    let rules: Vec<Rule> = Metric::ALL
        .iter()
        .flat_map(|&metric| {
            Ties::ALL.iter().flat_map(move |&ties| {
                [1, 5, 9].map(|k| Rule {
                    metric,
                    k,
                    ties,
                    weight: Weight::Distinct,
                    vote: Vote::Majority,
                })
            })
        })
        .collect();
    for mover in [Mover::Any, Mover::Same] {
        let voters = Voters::new(data.view(), &to_move, &labels, &weights, mover).unwrap();
        let sides: Vec<Player> = (0..asked.nrows()).map(|i| side(i / 3)).collect();
        let players: Vec<Player> = sides.iter().map(|s| s.other()).collect();
        let queries = Queries {
            coordinates: asked.view(),
            to_move: &sides,
            player: &players,
            hide: HideAll::Nothing,
        };
        let one = voters.scores(&queries, &rules, &Pool::new(1)).unwrap();
        let three = voters.scores(&queries, &rules, &Pool::new(3)).unwrap();
        assert_eq!(one, three);
        for q in (0..asked.nrows()).step_by(97) {
            let query = asked.row(q).to_vec();
            for (r, rule) in rules.iter().enumerate() {
                let plain = naive::tally(&rows, mover, (&query, sides[q]), &[], rule, players[q]);
                assert_eq!(one.scores[[q, r]], plain.score, "{rule:?}");
            }
        }
    }
}

#[test]
fn columns_that_do_not_fit_are_refused() {
    let empty = ArrayView2::from_shape((0, 3), &[]).unwrap();
    let new = |sides: &[Player], labels: &[Option<Label>], weights: &[u64]| {
        let data = Array2::zeros((2, 3));
        Voters::new(data.view(), sides, labels, weights, Mover::Any).map(|v| v.len())
    };
    let (sides, labels) = ([Player::One; 2], [Some(Label::One); 2]);
    assert_eq!(new(&sides, &labels, &[1, 2]), Ok(1));
    assert_eq!(new(&sides, &[None, Some(Label::Two)], &[1, 2]), Ok(1));
    assert_eq!(new(&sides, &labels, &[0, 0]), Ok(0));
    assert!(matches!(
        new(&sides, &labels, &[1]),
        Err(VotersError::Lengths { weights: 1, .. })
    ));
    assert_eq!(
        new(&sides, &labels, &[u64::MAX, 1]),
        Err(VotersError::Weights)
    );
    let voters = Voters::new(empty, &[], &[], &[], Mover::Same).unwrap();
    assert!(voters.is_empty());
    let profile = voters.profile(&[1, 2, 3], Player::One, Metric::Manhattan, 3, Hide::Nothing);
    assert_eq!(profile, Some(Default::default()));
    assert_eq!(
        voters.profile(&[1], Player::One, Metric::Manhattan, 3, Hide::Nothing),
        None
    );
    let asked = Array2::zeros((1, 2));
    let queries = Queries {
        coordinates: asked.view(),
        to_move: &[Player::One],
        player: &[Player::One],
        hide: HideAll::Nothing,
    };
    let error = voters.scores(&queries, &[], &Pool::new(1)).unwrap_err();
    assert_eq!(
        error,
        BatchError::Coordinates {
            queries: 2,
            voters: 3
        }
    );
    let asked = Array2::zeros((1, 3));
    let queries = Queries {
        coordinates: asked.view(),
        player: &[],
        ..queries
    };
    let error = voters.scores(&queries, &[], &Pool::new(1)).unwrap_err();
    assert_eq!(error, BatchError::Lengths(1, 0));
}
