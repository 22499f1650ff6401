//! A board: its size and which of its cells are playing squares.

use crate::Square;

/// Which cells of a board are playing squares, and how they are connected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cells {
    /// Every other cell, connected by diagonals.
    Dark {
        /// Whether the bottom left cell is a playing square (Annex 1 art. 2.4); in the Italian and
        /// Spanish games it is not.
        bottom_left: bool,
    },
    /// Every cell (Turkish draughts).
    All,
    /// Points connected by drawn lines (alquerque): rows, columns, and diagonals through the points
    /// whose row and column, counted from 0, have an even sum.
    Lines,
}

/// A direction on the board as a step of rows and columns, with White at the bottom: rows count
/// downwards, so forward is -1 for White.
///
/// ```
/// use damier_rules::Vector;
/// let forward_left = Vector::new(-1, -1); // as White sees it
/// assert_eq!(forward_left.mirrored(), Vector::new(1, 1)); // as Black does
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector {
    /// Rows downwards.
    pub rows: i8,
    /// Columns to the right.
    pub cols: i8,
}

impl Vector {
    /// Makes a vector from its rows and columns.
    pub const fn new(rows: i8, cols: i8) -> Vector {
        Vector { rows, cols }
    }

    /// Returns the opposite step, which is the same step seen by the other side.
    #[must_use]
    pub const fn mirrored(self) -> Vector {
        Vector {
            rows: -self.rows,
            cols: -self.cols,
        }
    }
}

/// The size and cells of a board.
///
/// ```
/// use damier_rules::{Board, Square, Variant};
/// let board: &Board = &Variant::INTERNATIONAL.table().board;
/// assert_eq!(board.square_count(), 50);
/// let bottom_left = board.square_at(9, 0).unwrap();
/// assert_eq!(bottom_left.number(), 46);
/// assert_eq!(board.row_and_column(bottom_left), (9, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The number of cells in a row.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// Which cells are playing squares.
    pub cells: Cells,
}

impl Board {
    /// Returns whether the cell in this row (0 = top) and column (0 = left) is a playing square.
    pub const fn is_playing(&self, row: u8, column: u8) -> bool {
        if row >= self.height || column >= self.width {
            return false;
        }
        match self.cells {
            Cells::Dark { bottom_left } => {
                let like_bottom_left = (row + column) % 2 == (self.height - 1) % 2;
                like_bottom_left == bottom_left
            }
            Cells::All | Cells::Lines => true,
        }
    }

    /// Returns the number of playing squares.
    pub const fn square_count(&self) -> u8 {
        match self.cells {
            Cells::Dark { .. } => (self.width as u16 * self.height as u16 / 2) as u8,
            Cells::All | Cells::Lines => self.width * self.height,
        }
    }

    /// Returns whether the board has this square.
    pub const fn has(&self, square: Square) -> bool {
        square.number() <= self.square_count()
    }

    /// Returns the square with this number; `None` if the board does not have it.
    pub const fn square(&self, number: u8) -> Option<Square> {
        if number <= self.square_count() {
            Square::new(number)
        } else {
            None
        }
    }

    /// Returns the playing squares in order of their numbers.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (1..=self.square_count()).filter_map(Square::new)
    }

    /// Returns the square in this row (0 = top) and column (0 = left); `None` if the cell is not a
    /// playing square.
    pub const fn square_at(&self, row: u8, column: u8) -> Option<Square> {
        if !self.is_playing(row, column) {
            return None;
        }
        let before = match self.cells {
            // Half the cells of a row are dark squares; the width is even.
            Cells::Dark { .. } => row * (self.width / 2) + column / 2,
            Cells::All | Cells::Lines => row * self.width + column,
        };
        Square::new(before + 1)
    }

    /// Returns the row (0 = top) and the column (0 = left) of a square of this board.
    pub const fn row_and_column(&self, square: Square) -> (u8, u8) {
        let index = square.index() as u8;
        match self.cells {
            Cells::Dark { .. } => {
                let half = self.width / 2;
                let (row, place) = (index / half, index % half);
                let column = 2 * place;
                if self.is_playing(row, column) {
                    (row, column)
                } else {
                    (row, column + 1)
                }
            }
            Cells::All | Cells::Lines => (index / self.width, index % self.width),
        }
    }

    /// Returns the square one `vector` away; `None` if the board does not have it or if, on a board
    /// of lines, no line connects the two.
    pub fn neighbour(&self, square: Square, vector: Vector) -> Option<Square> {
        let (row, column) = self.row_and_column(square);
        let diagonal = vector.rows != 0 && vector.cols != 0;
        if self.cells == Cells::Lines && diagonal && !(row + column).is_multiple_of(2) {
            return None;
        }
        let to_row = row.checked_add_signed(vector.rows)?;
        let to_column = column.checked_add_signed(vector.cols)?;
        self.square_at(to_row, to_column)
    }
}
