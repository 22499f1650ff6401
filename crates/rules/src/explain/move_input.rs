//! What a person wants to play, and the answer to it. Doors make a [`MoveInput`] from a drag, a row of
//! taps or a line of text; [`explain`](crate::explain) turns it into an [`Explanation`].

use super::Refusal;
use crate::{Move, Square};

/// What somebody wants to play: a piece, where it shall end, and perhaps some of the way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveInput {
    /// The square of the piece.
    pub from: Square,
    /// Where it shall end; the start again for a circular capture.
    pub to: Square,
    /// Squares in between that were named, in order: landed on, crossed, or passed by capturing
    /// what stands there. Any of them may be left out.
    pub via: Vec<Square>,
    /// The piece of the other side to be huffed first.
    pub huff: Option<Square>,
}

impl MoveInput {
    /// A move input that names only the start and the end.
    pub fn new(from: Square, to: Square) -> MoveInput {
        MoveInput {
            from,
            to,
            via: Vec::new(),
            huff: None,
        }
    }

    /// A move input that names squares in between.
    pub fn through(from: Square, via: impl IntoIterator<Item = Square>, to: Square) -> MoveInput {
        let via = via.into_iter().collect();
        let huff = None;
        MoveInput {
            from,
            to,
            via,
            huff,
        }
    }

    /// The same move input with a piece of the other side huffed first.
    #[must_use]
    pub fn huffing(self, huff: Option<Square>) -> MoveInput {
        MoveInput { huff, ..self }
    }

    /// Every square that was named, in order.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let via = self.via.iter().copied();
        let huff = self.huff.into_iter();
        huff.chain([self.from]).chain(via).chain([self.to])
    }

    /// The move input without squares that repeat the one before: somebody tapped twice.
    pub(super) fn without_repeats(&self) -> MoveInput {
        let mut via = self.via.clone();
        via.dedup();
        if via.first() == Some(&self.from) {
            via.remove(0);
        }
        if via.last() == Some(&self.to) {
            via.pop();
        }
        MoveInput { via, ..*self }
    }
}

/// The answer to a move input: exactly one of the three.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation {
    /// One legal move is meant.
    Legal(Move),
    /// No legal move is meant, and this is why.
    Refused(Refusal),
    /// Several legal moves are meant, with different captured sets; at least two.
    Ambiguous(Vec<Move>),
}
