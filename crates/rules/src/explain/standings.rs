//! The ranks of all captures of a position, before precedence excludes any, and which rules of
//! precedence have decided between them.

use std::collections::{BTreeSet, HashSet};

use crate::bits::Bits;
use crate::generate::capture::Walk;
use crate::generate::precedence::Standing;
use crate::pieces::Pieces;
use crate::rules::Rules;
use crate::variant::rule_table::Precedence;

/// Returns the ranks of all captures that are carried to their ends, of every piece of the side to
/// move except the one on `but`.
pub(super) fn standings<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    but: Option<u8>,
) -> BTreeSet<Standing> {
    let mut standings = BTreeSet::new();
    let own = pieces.own().indices();
    for from in own.filter(|&from| Some(from) != but) {
        let walk = Walk::new(rules, pieces, from);
        let mut seen = HashSet::new();
        let mut open = vec![walk.start()];
        while let Some(state) = open.pop() {
            let successors = walk.successors(&state);
            if successors.is_empty() && !state.taken.is_empty() {
                standings.insert(walk.standing(&state));
            }
            open.extend(successors.into_iter().filter(|next| seen.insert(*next)));
        }
    }
    standings
}

/// Returns the rules of precedence that exclude some of these captures.
pub(super) fn decisive(
    precedence: &[Precedence],
    standings: &BTreeSet<Standing>,
) -> Vec<Precedence> {
    let mut left: Vec<&Standing> = standings.iter().collect();
    let mut grounds = Vec::new();
    for (place, &ground) in precedence.iter().enumerate() {
        let best = left.iter().map(|standing| standing.on(place)).max();
        let before = left.len();
        left.retain(|standing| Some(standing.on(place)) == best);
        if left.len() < before {
            grounds.push(ground);
        }
    }
    grounds
}
