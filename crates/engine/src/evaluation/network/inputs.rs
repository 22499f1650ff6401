//! The inputs of the network: for each side, the pieces from its point of view, and the numbers of
//! men.

use damier_rules::bits::Bits;
use damier_rules::geometry::Geometry;
use damier_rules::{Pieces, Side};

use super::quantised::STAGES;

/// A side with more men than this is treated as having this many.
pub(super) const MOST_MEN: usize = 20;

/// The inputs of a board, numbered: own men by square, the other side's men, own kings, the other
/// side's kings, then one for each pair of counts of men. Each side's inputs have its own back row
/// at the bottom, so that both sides share the same weights.
///
/// ```
/// use damier_engine::trained::Model;
/// use damier_rules::Variant;
///
/// let inputs = Model::new(Variant::INTERNATIONAL).expect("a board with shapes").inputs();
/// assert_eq!(inputs.count(), 4 * 50 + 21 * 21);
/// ```
#[derive(Clone, Debug)]
pub struct Inputs {
    squares: usize,
    /// For each bit, the index of its square as White sees it.
    places: [u8; 64],
}

impl Inputs {
    pub(crate) fn new(geometry: &Geometry<u64>) -> Inputs {
        let board = *geometry.board();
        let mut places = [0; 64];
        for square in board.squares() {
            places[usize::from(geometry.bit(square))] = square.index() as u8;
        }
        Inputs {
            squares: usize::from(board.square_count()),
            places,
        }
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        4 * self.squares + (MOST_MEN + 1) * (MOST_MEN + 1)
    }

    /// The input number of a piece from a side's point of view.
    pub(super) fn piece(&self, view: Side, side: Side, is_king: bool, bit: u8) -> usize {
        let place = usize::from(self.places[usize::from(bit)]);
        let place = match view {
            Side::White => place,
            Side::Black => self.squares - 1 - place,
        };
        (2 * usize::from(is_king) + usize::from(side != view)) * self.squares + place
    }

    /// The number of a pair of counts of men.
    pub(super) fn counts(&self, own: usize, others: usize) -> usize {
        4 * self.squares + own.min(MOST_MEN) * (MOST_MEN + 1) + others.min(MOST_MEN)
    }

    /// The stage of a game by its number of pieces. Stage 0 has the fewest pieces; a full 10x10
    /// board is in the last stage. A stage spans eight or nine pieces.
    #[inline]
    pub fn stage(&self, pieces: &Pieces<u64>) -> usize {
        stage(self.squares as u32, pieces)
    }

    /// Calls `tell` with the number of every active input from one side's point of view.
    pub fn visit(&self, pieces: &Pieces<u64>, view: Side, mut tell: impl FnMut(usize)) {
        for side in Side::ALL {
            for (is_king, set) in [(false, pieces.men(side)), (true, pieces.kings_of(side))] {
                for bit in Bits::indices(set) {
                    tell(self.piece(view, side, is_king, bit));
                }
            }
        }
        let men = |side| pieces.men(side).count_ones() as usize;
        tell(self.counts(men(view), men(view.opponent())));
    }
}

/// The stage on a board with this many squares, four fifths of which are filled with men at the
/// start.
#[inline]
pub(super) fn stage(squares: u32, pieces: &Pieces<u64>) -> usize {
    let parts = STAGES as u32 + 1;
    let stage = pieces.occupied().count_ones() * parts / (squares + 1);
    (stage as usize).min(STAGES - 1)
}
