//! Moves without a capture.

use crate::bits::Bits;
use crate::pieces::{Huff, Pieces, RawMove};
use crate::rules::Rules;
use crate::variant::rule_table::Range;

/// Appends the quiet moves of the side to move, even if it must capture.
pub(crate) fn quiet_moves<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
) {
    let empty = rules.geometry().all() & !pieces.occupied();
    let far_row = rules.far_row(pieces.side);
    for bit in pieces.men(pieces.side).indices() {
        for way in &rules.men(pieces.side).steps {
            let to = way.step(B::single(bit)) & empty;
            if !to.is_empty() {
                let promotes = to.meets(far_row);
                list.push(RawMove {
                    captured: B::EMPTY,
                    from: bit,
                    to: to.lowest(),
                    promotes,
                    huff: Huff::NONE,
                });
            }
        }
    }
    let flies = rules.table().king.range == Range::Line;
    for bit in pieces.kings_of(pieces.side).indices() {
        for way in &rules.kings().steps {
            let mut to = way.step(B::single(bit)) & empty;
            while !to.is_empty() {
                let (captured, promotes) = (B::EMPTY, false);
                list.push(RawMove {
                    captured,
                    from: bit,
                    to: to.lowest(),
                    promotes,
                    huff: Huff::NONE,
                });
                if !flies {
                    break;
                }
                to = way.step(to) & empty;
            }
        }
    }
}
