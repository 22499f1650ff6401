//! Quiet moves in a row ("runs") with one king, which Frisian draughts limits.
//!
//! A side that has kings and men may not make a fourth quiet move in a row with the same king. A
//! run ends when that king captures, when its side moves another piece, or when its side loses its
//! last man.

use crate::bits::Bits;
use crate::pieces::{Pieces, RawMove};
use crate::rules::Rules;
use crate::{KingRun, Past, Side};

/// Returns the board after a move, with the runs of both sides.
pub(super) fn after<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
) -> Pieces<B> {
    let geometry = rules.geometry();
    let mut after = pieces.after(played);
    let run_of = |side: Side| {
        if after.men(side).is_empty() {
            return None;
        }
        let before = pieces.past.run(side);
        if side != pieces.side {
            return before.filter(|run| after.kings_of(side).meets(geometry.single(run.square)));
        }
        if played.is_capture() || !pieces.kings.meets(B::single(played.from)) {
            return None;
        }
        let earlier = before
            .filter(|run| geometry.bit(run.square) == played.from)
            .map_or(0, |run| run.moves);
        Some(KingRun {
            square: geometry.square(played.to),
            moves: earlier.saturating_add(1),
        })
    };
    after.past = Past::with_runs(Side::ALL.map(run_of));
    after
}

/// Returns the bit of the king of the side to move that has already made `most` quiet moves in a
/// row.
pub(super) fn tired_king<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, most: u8) -> Option<u8> {
    if pieces.past.is_none() || pieces.men(pieces.side).is_empty() {
        return None;
    }
    let run = pieces.past.run(pieces.side)?;
    (run.moves >= most).then(|| rules.geometry().bit(run.square))
}
