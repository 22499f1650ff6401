//! The input of a move by a player, and the answer to it. The callers make a [`MoveInput`] from a
//! drag, a series of taps or a line of text; [`explain`](crate::explain) turns it into an
//! [`Explanation`].

use super::Refusal;
use crate::{Move, Square};

/// A move as a player enters it: the square of a piece, the square where it should end, and perhaps
/// some squares of the path.
///
/// ```
/// use damier_rules::{MoveInput, Square};
/// let [from, on_the_way, to] = [28, 17, 6].map(|number| Square::new(number).expect("a square"));
/// let input = MoveInput::through(from, [on_the_way], to);
/// assert_eq!((input.from, input.via.len(), input.huff), (from, 1, None));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveInput {
    /// The square where the piece stands.
    pub from: Square,
    /// The square where it should end; for a circular capture the same as `from`.
    pub to: Square,
    /// The squares named in between, in order. The piece lands on them, crosses them, or captures
    /// what stands there. Any of them may be left out.
    pub via: Vec<Square>,
    /// The square of the opponent's piece to huff first.
    pub huff: Option<Square>,
}

impl MoveInput {
    /// Makes a move input that names only the start and the end.
    pub fn new(from: Square, to: Square) -> MoveInput {
        MoveInput {
            from,
            to,
            via: Vec::new(),
            huff: None,
        }
    }

    /// Makes a move input that also names squares in between.
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

    /// Returns the same move input with a piece of the other side to be huffed first.
    #[must_use]
    pub fn huffing(self, huff: Option<Square>) -> MoveInput {
        MoveInput { huff, ..self }
    }

    /// Returns every square that was named, in order.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let via = self.via.iter().copied();
        let huff = self.huff.into_iter();
        huff.chain([self.from]).chain(via).chain([self.to])
    }

    /// Returns the move input without squares that repeat the previous one, as after a double tap.
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

/// The answer to a move input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation {
    /// The input describes one legal move.
    Legal(Move),
    /// The input describes no legal move, for this reason.
    Refused(Refusal),
    /// The input describes several legal moves, at least two, with different captured sets.
    Ambiguous(Vec<Move>),
}
