//! The shapes: parts of the board whose men are evaluated together, and which of them are images of
//! each other from the other side.
//!
//! ```text
//!  a block          a tall block     the edge         the back rows
//!  . # . #          . # . #          . #
//!  # . # .          # . # .          # .              . # . # . # . # . #
//!  . # . #          . # . #          . #              # . # . # . # . # .
//!  # . # .          # . # .          # .
//!                   . # . #          ...
//!                   # . # .
//! ```
//!
//! Blocks are two columns and two rows apart, so they overlap; tall blocks touch the top or bottom
//! of the board. Every shape has an image: the same squares after half a turn of the board. A
//! configuration has the same value for White in the shape as for Black in the image, so both share
//! one table of weights.

use damier_rules::{Board, Cells};

/// Squares that are evaluated together, as rows and columns, in the order of their digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) squares: Vec<(u8, u8)>,
}

/// The size of a block of dark squares.
const BLOCK: u8 = 4;
/// The height of a tall block.
const TALL: u8 = 6;
/// The offset between neighbouring blocks.
const APART: u8 = 2;

impl Shape {
    fn rectangle(board: Board, top: u8, left: u8, height: u8, width: u8) -> Shape {
        let squares = (top..top + height)
            .flat_map(|row| (left..left + width).map(move |column| (row, column)))
            .filter(|&(row, column)| board.is_playing(row, column))
            .collect();
        Shape { squares }
    }

    /// The same squares after half a turn of the board, in the same digit order.
    pub(crate) fn image(&self, board: Board) -> Shape {
        let turned = |&(row, column): &(u8, u8)| (board.height - 1 - row, board.width - 1 - column);
        Shape {
            squares: self.squares.iter().map(turned).collect(),
        }
    }

    /// How many ways there are to fill the squares with a man of either side or nothing.
    pub(crate) fn configurations(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

/// The shapes of a board, one of each pair of images.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    /// At most ten squares each.
    pub(crate) small: Vec<Shape>,
    /// Twelve squares each.
    pub(crate) tall: Vec<Shape>,
}

impl Shapes {
    /// Returns `None` for boards whose shapes would have other sizes.
    pub(crate) fn of(board: Board) -> Option<Shapes> {
        let fits = matches!(board.cells, Cells::Dark { .. })
            && (8..=10).contains(&board.width)
            && (8..=10).contains(&board.height)
            && board.width.is_multiple_of(2)
            && board.height.is_multiple_of(2);
        if !fits {
            return None;
        }
        let mut small = Vec::new();
        let mut tall = Vec::new();
        for left in (0..=board.width - BLOCK).step_by(usize::from(APART)) {
            for top in (0..=board.height - BLOCK).step_by(usize::from(APART)) {
                small.push(Shape::rectangle(board, top, left, BLOCK, BLOCK));
            }
            for top in [0, board.height - TALL] {
                tall.push(Shape::rectangle(board, top, left, TALL, BLOCK));
            }
        }
        small.push(Shape::rectangle(board, 0, 0, board.height, 2));
        small.push(Shape::rectangle(board, board.height - 2, 0, 2, board.width));
        Some(Shapes {
            small: one_of_each_pair(board, small),
            tall: one_of_each_pair(board, tall),
        })
    }
}

/// Removes every shape whose image is already in the list.
fn one_of_each_pair(board: Board, shapes: Vec<Shape>) -> Vec<Shape> {
    let mut kept: Vec<Shape> = Vec::new();
    for shape in shapes {
        let turned = shape.image(board).squares;
        let is_image = kept.iter().any(|other| {
            other.squares.len() == turned.len()
                && turned.iter().all(|square| other.squares.contains(square))
        });
        if !is_image {
            kept.push(shape);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::Variant;

    #[test]
    fn shapes_have_their_sizes() {
        for (variant, small, tall) in [
            (Variant::INTERNATIONAL, 10, 4),
            (Variant::RUSSIAN, 7, 3),
            (Variant::ITALIAN, 7, 3),
        ] {
            let board = variant.table().board;
            let shapes = Shapes::of(board).unwrap();
            assert_eq!(
                (shapes.small.len(), shapes.tall.len()),
                (small, tall),
                "{variant}"
            );
            for shape in &shapes.small {
                assert!([8, 10].contains(&shape.squares.len()), "{shape:?}");
            }
            assert!(shapes.tall.iter().all(|shape| shape.squares.len() == 12));
            for shape in shapes.small.iter().chain(&shapes.tall) {
                let image = shape.image(board);
                assert!(
                    image
                        .squares
                        .iter()
                        .all(|&(row, column)| board.is_playing(row, column))
                );
                assert_eq!(image.image(board), *shape);
            }
        }
        assert!(Shapes::of(Variant::TURKISH.table().board).is_none());
        assert!(Shapes::of(Variant::ALQUERQUE.table().board).is_none());
    }
}
