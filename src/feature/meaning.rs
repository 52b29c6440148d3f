//! Whether a feature can mean anything on a game.

use super::situation::Ground;
use super::syntax::{Feature, Place, Target, Test};
use crate::game::Pieces;

/// A feature asks for something that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{feature}: {message}")]
pub struct MeaningError {
    /// The feature.
    pub feature: String,
    /// What is missing.
    pub message: String,
}

/// Checks that a game has all that a feature names.
///
/// # Errors
/// A site, region, owner or piece kind that is not there.
pub fn check(feature: &Feature, ground: &Ground) -> Result<(), MeaningError> {
    let Some(spatial) = feature.spatial() else {
        return Ok(());
    };
    let places = spatial.places.iter().map(|(role, place)| match place {
        &Place::Site(n) => site(n, ground).map_err(|e| format!("{}: {e}", role.name())),
        _ => Ok(()),
    });
    let elements = spatial.pattern.elements.iter().map(|element| {
        let named = |e: String| format!("{element}: {e}");
        if let Target::Site(n) = element.site {
            site(n, ground).map_err(named)?;
        }
        test(element.test, ground).map_err(named)
    });
    let sights = spatial.pattern.elements.iter();
    let sights = sights.filter(|e| matches!(e.test, Test::Orthogonal(_) | Test::Diagonal(_)));
    let sights = lines_of_sight(sights.count() as u32, ground);
    match places.chain(elements).chain([sights]).find_map(Result::err) {
        None => Ok(()),
        Some(message) => Err(MeaningError {
            feature: feature.to_string(),
            message,
        }),
    }
}

/// The most ways in which one turning of a feature at one anchor may hold.
const MOST_WAYS: usize = 4_096;

/// Every line of sight holds in as many ways as it has sites, and several multiply.
fn lines_of_sight(count: u32, ground: &Ground) -> Result<(), String> {
    let sites = ground.board.len();
    match sites.checked_pow(count).is_some_and(|n| n <= MOST_WAYS) || count < 2 {
        true => Ok(()),
        false => Err(format!(
            "{count} lines of sight on a board of {sites} sites: too many ways to hold"
        )),
    }
}

fn site(n: u32, ground: &Ground) -> Result<(), String> {
    let sites = ground.board.len();
    match (n as usize) < sites {
        true => Ok(()),
        false => Err(format!(
            "no site {n}: the {sites} sites of {} are numbered from 0",
            ground.game
        )),
    }
}

fn test(test: Test, ground: &Ground) -> Result<(), String> {
    let game = &ground.game;
    let kinds = match ground.pieces {
        Pieces::Owned => 2,
        Pieces::Seeds => 1,
    };
    match test {
        Test::Friend | Test::Enemy | Test::Owner(_) if ground.pieces == Pieces::Seeds => Err(
            format!("the seeds of {game} belong to nobody: ask for a seed by I1, or by !-"),
        ),
        Test::Kind(n) | Test::Orthogonal(n) | Test::Diagonal(n) if n > kinds => {
            let what = match ground.pieces {
                Pieces::Owned => {
                    format!("I1 ({}) and I2 ({})", ground.players[0], ground.players[1])
                }
                Pieces::Seeds => "I1 (seeds)".into(),
            };
            Err(format!("no piece kind {n}: {game} has {what}"))
        }
        Test::Is(n) => site(n, ground),
        Test::Nearer(n) if n as usize >= ground.board.regions().len() => {
            Err(match ground.board.regions().len() {
                0 => format!("no region {n}: {game} has none"),
                regions => format!("no region {n}: those of {game} are R0 to R{}", regions - 1),
            })
        }
        _ => Ok(()),
    }
}
