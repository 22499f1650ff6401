//! Perft.

use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};
use crate::rules::Rulebook;

/// Counts.
pub fn count<R: Rulebook>(rules: &R, pieces: &Pieces<R::Bits>, depth: u32) -> u64 {
    let mut lists: Vec<Vec<RawMove<R::Bits>>> = vec![Vec::new(); depth as usize];
    below(rules, pieces, &mut lists)
}

fn below<R: Rulebook>(
    rules: &R,
    pieces: &Pieces<R::Bits>,
    lists: &mut [Vec<RawMove<R::Bits>>],
) -> u64 {
    match lists {
        [] => 1,
        [_] => rules.count(pieces),
        [list, rest @ ..] => {
            list.clear();
            rules.moves(pieces, list);
            list.iter()
                .map(|played| below(rules, &pieces.after(played), rest))
                .sum()
        }
    }
}
