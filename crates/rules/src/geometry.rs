//! The layout of a board in bits, which is computed: the bit of each square, and the step in each
//! direction.
//!
//! A step is one shift of the whole set and one mask. On boards of dark squares two rows take
//! `width + 3` bits. This makes each diagonal step the same shift everywhere, and leaves a few
//! unused bits, called ghosts, beyond the edges. The layout also works for orthogonal captures
//! (Frisian), and fits every 10x10 game into 63 bits:
//!
//! ```text
//!      0     1     2     3     4      (5)
//!   6     7     8     9    10     (11,12)
//!     13    14    15    16    17     (18)
//!  19    20    21    22    23     (24,25)
//!     26  ...
//! ```
//!
//! Boards of all squares or of lines have one bit for each cell and no ghosts; their masks take
//! care of edges and lines.

use crate::bits::Bits;
use crate::board::{Board, Cells, Vector};
use crate::{Square, SquareSet};

/// One step in one direction, for a whole set of squares at once.
///
/// ```
/// use damier_rules::geometry::Geometry;
/// use damier_rules::{Square, Variant, Vector};
/// let geometry = Geometry::<u64>::new(Variant::INTERNATIONAL.table().board).expect("it fits");
/// let forward_left = geometry.way(Vector::new(-1, -1));
/// let reached = forward_left.step(geometry.single(Square::new(32).expect("a square")));
/// assert_eq!(geometry.to_squares(reached).iter().map(|square| square.number()).collect::<Vec<_>>(), [27]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Way<B> {
    /// The step on the board.
    pub vector: Vector,
    /// The number of bits to shift by: up if positive, down if negative.
    shift: i8,
    /// The squares from which the step stays on the board and, on a board of lines, follows a line.
    from: B,
}

impl<B: Bits> Way<B> {
    /// Returns the number of bits to shift by: up if positive, down if negative, 0 if the step is
    /// possible from no square.
    pub(crate) fn shift(&self) -> i8 {
        self.shift
    }

    /// Returns the squares reached by one step from the given ones. Squares from which the step
    /// would leave the board are dropped.
    #[inline]
    pub fn step(&self, squares: B) -> B {
        let leaving = squares & self.from;
        if self.shift >= 0 {
            leaving << u32::from(self.shift.unsigned_abs())
        } else {
            leaving >> u32::from(self.shift.unsigned_abs())
        }
    }
}

/// A board laid out in the bits of `B`.
///
/// ```
/// use damier_rules::Variant;
/// use damier_rules::geometry::Geometry;
/// let board = Variant::CANADIAN.table().board; // 12x12
/// assert!(Geometry::<u64>::new(board).is_none());
/// let geometry = Geometry::<u128>::new(board).expect("72 squares in 128 bits");
/// assert_eq!(geometry.to_squares(geometry.all()).len(), 72);
/// ```
#[derive(Clone, Debug)]
pub struct Geometry<B> {
    board: Board,
    /// Square index to bit.
    bits: Vec<u8>,
    /// Bit to square index; ghosts have 0, which is never read.
    squares: Vec<u8>,
    all: B,
}

impl<B: Bits> Geometry<B> {
    /// Computes the layout of a board. `None` if the board needs more bits than `B` has.
    pub fn new(board: Board) -> Option<Geometry<B>> {
        let mut bits = Vec::new();
        let mut squares = vec![0; B::WIDTH as usize];
        let mut all = B::EMPTY;
        for square in board.squares() {
            let bit = layout(board, square);
            if u32::from(bit) >= B::WIDTH {
                return None;
            }
            bits.push(bit);
            squares[usize::from(bit)] = square.index() as u8;
            all |= B::single(bit);
        }
        Some(Geometry {
            board,
            bits,
            squares,
            all,
        })
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns all playing squares.
    #[inline]
    pub fn all(&self) -> B {
        self.all
    }

    /// Returns the bit of a square of this board.
    #[inline]
    pub fn bit(&self, square: Square) -> u8 {
        self.bits[square.index()]
    }

    /// Returns the square of a bit. The bit must belong to a square.
    #[inline]
    pub fn square(&self, bit: u8) -> Square {
        Square::from_index(usize::from(self.squares[usize::from(bit)]))
    }

    /// Returns the set of one square.
    #[inline]
    pub fn single(&self, square: Square) -> B {
        B::single(self.bit(square))
    }

    /// Converts a set of bits to a set of squares.
    pub fn to_squares(&self, bits: B) -> SquareSet {
        bits.indices().map(|bit| self.square(bit)).collect()
    }

    /// Converts a set of squares to a set of bits; squares that the board does not have are left
    /// out.
    pub fn to_bits(&self, squares: SquareSet) -> B {
        squares
            .iter()
            .filter(|&square| self.board.has(square))
            .fold(B::EMPTY, |bits, square| bits | self.single(square))
    }

    /// Returns the squares of one row, 0 = top.
    pub fn row(&self, row: u8) -> B {
        self.board
            .squares()
            .filter(|&square| self.board.row_and_column(square).0 == row)
            .fold(B::EMPTY, |bits, square| bits | self.single(square))
    }

    /// Returns the step of a vector. One shift works for all squares because of the layout; a test
    /// checks this for every board of the family.
    pub fn way(&self, vector: Vector) -> Way<B> {
        let mut shift = 0;
        let mut from = B::EMPTY;
        for square in self.board.squares() {
            if let Some(to) = self.board.neighbour(square, vector) {
                let step = self.bit(to) as i16 - self.bit(square) as i16;
                debug_assert!(from.is_empty() || shift == step, "uneven layout");
                shift = step;
                from |= self.single(square);
            }
        }
        Way {
            vector,
            shift: shift as i8,
            from,
        }
    }
}

/// Returns the bit of a square; see the diagram at the top of this file.
fn layout(board: Board, square: Square) -> u8 {
    let (row, column) = board.row_and_column(square);
    match board.cells {
        Cells::All | Cells::Lines => row * board.width + column,
        Cells::Dark { .. } => {
            let two_rows = board.width + 3;
            // The second row of a pair starts at a bit that makes both its diagonal steps equal to
            // those of the first row. This bit depends on whether the top left cell is a playing
            // square.
            let second = if board.is_playing(0, 0) {
                two_rows.div_ceil(2)
            } else {
                two_rows / 2
            };
            row / 2 * two_rows + row % 2 * second + column / 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGONALS: [Vector; 4] = [
        Vector::new(-1, -1),
        Vector::new(-1, 1),
        Vector::new(1, -1),
        Vector::new(1, 1),
    ];
    const DOUBLE_ORTHOGONALS: [Vector; 4] = [
        Vector::new(-2, 0),
        Vector::new(2, 0),
        Vector::new(0, -2),
        Vector::new(0, 2),
    ];
    const SINGLE_ORTHOGONALS: [Vector; 4] = [
        Vector::new(-1, 0),
        Vector::new(1, 0),
        Vector::new(0, -1),
        Vector::new(0, 1),
    ];

    /// Checks that every step by shift and mask equals the step by row and column, on every square.
    fn steps_agree<B: Bits>(board: Board, vectors: &[Vector]) {
        let geometry = Geometry::<B>::new(board).expect("the board fits");
        for &vector in vectors {
            let way = geometry.way(vector);
            for square in board.squares() {
                let by_bits = geometry.to_squares(way.step(geometry.single(square)));
                let by_cells: SquareSet = board.neighbour(square, vector).into_iter().collect();
                assert_eq!(by_bits, by_cells, "{board:?} {square} {vector:?}");
            }
        }
    }

    #[test]
    fn one_shift_serves_every_square_of_every_board() {
        for bottom_left in [true, false] {
            let cells = Cells::Dark { bottom_left };
            for (width, height) in [(8, 8), (10, 10), (10, 8)] {
                steps_agree::<u64>(
                    Board {
                        width,
                        height,
                        cells,
                    },
                    &DIAGONALS,
                );
                steps_agree::<u64>(
                    Board {
                        width,
                        height,
                        cells,
                    },
                    &DOUBLE_ORTHOGONALS,
                );
            }
            steps_agree::<u128>(
                Board {
                    width: 12,
                    height: 12,
                    cells,
                },
                &DIAGONALS,
            );
            steps_agree::<u128>(
                Board {
                    width: 12,
                    height: 12,
                    cells,
                },
                &DOUBLE_ORTHOGONALS,
            );
        }
        let turkish = Board {
            width: 8,
            height: 8,
            cells: Cells::All,
        };
        steps_agree::<u64>(turkish, &SINGLE_ORTHOGONALS);
        let alquerque = Board {
            width: 5,
            height: 5,
            cells: Cells::Lines,
        };
        steps_agree::<u64>(alquerque, &DIAGONALS);
        steps_agree::<u64>(alquerque, &SINGLE_ORTHOGONALS);
    }

    #[test]
    fn a_large_board_asks_for_the_wide_integer() {
        let cells = Cells::Dark { bottom_left: true };
        assert!(
            Geometry::<u64>::new(Board {
                width: 10,
                height: 10,
                cells
            })
            .is_some()
        );
        assert!(
            Geometry::<u64>::new(Board {
                width: 12,
                height: 12,
                cells
            })
            .is_none()
        );
    }
}
