//! Runs of quiet moves with one king, which the Frisian game limits.
//!
//! A side that has kings and men may not make a fourth quiet move in a row with the same king. A run
//! ends with a capture by that king, a move of another piece, or the last man.

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
    if after.kings.is_empty() {
        return after;
    }
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

/// Returns the king of the side to move that has made its most quiet moves.
pub(super) fn tired_king<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, most: u8) -> Option<u8> {
    if pieces.past.is_none() || pieces.men(pieces.side).is_empty() {
        return None;
    }
    let run = pieces.past.run(pieces.side)?;
    (run.moves >= most).then(|| rules.geometry().bit(run.square))
}
