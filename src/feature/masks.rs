//! Instances as masks over the sites of a board.

use super::instance::{Aspect, Demand, Instance, instances};
use super::situation::Ground;
use super::syntax::{Feature, Role};
use crate::board::Mask;
use crate::game::{Pieces, Player};

/// The states of a site.
pub(super) const STATES: usize = 3;

/// No site is asked for.
pub(super) const ANY: u8 = u8::MAX;

/// An instance as masks. The order is only for sorting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ready {
    pub to: u8,
    pub from: u8,
    pub last_to: u8,
    pub last_from: u8,
    /// Sites by the state that they must not have: empty, held by the first set of
    /// pieces, held by the second.
    pub forbidden: [Mask; STATES],
}

impl Ready {
    /// Where one site is asked about: the states that it may have.
    pub fn single(&self) -> Option<[Mask; STATES]> {
        let asked = self.forbidden.iter().fold(0, |all, m| all | m);
        let allowed = self.forbidden.map(|m| asked & !m);
        (asked.count_ones() == 1).then_some(allowed)
    }
}

/// The distinct instances of a feature that can hold, ascending.
pub(super) fn ready(feature: &Feature, ground: &Ground, player: Player) -> Vec<Ready> {
    let found = instances(feature, &ground.board, player);
    let mut all: Vec<Ready> = found
        .iter()
        .filter_map(|f| as_masks(&f.instance, ground.pieces))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// An instance as masks; `None` if it asks of a site what cannot be.
pub(super) fn as_masks(instance: &Instance, pieces: Pieces) -> Option<Ready> {
    let mut forbidden = [0; STATES];
    for demand in &instance.demands {
        for (state, mask) in forbidden.iter_mut().enumerate() {
            if !allows(demand, state, pieces) {
                *mask |= 1 << demand.site;
            }
        }
    }
    let possible = forbidden.iter().fold(!0, |all, m| all & m) == 0;
    let place = |role| instance.place(role).unwrap_or(ANY);
    possible.then_some(Ready {
        to: place(Role::To),
        from: place(Role::From),
        last_to: place(Role::LastTo),
        last_from: place(Role::LastFrom),
        forbidden,
    })
}

/// Whether a site in a state meets a demand.
fn allows(demand: &Demand, state: usize, pieces: Pieces) -> bool {
    let value = match (demand.aspect, pieces) {
        (Aspect::Empty, _) => return (state == 0) == demand.is,
        // Nobody owns seeds.
        (Aspect::Owner, Pieces::Seeds) => 0,
        (Aspect::Owner | Aspect::Kind, _) => state,
    };
    (value == usize::from(demand.value)) == demand.is
}
