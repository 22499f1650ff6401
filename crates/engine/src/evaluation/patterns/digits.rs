//! From the men on the board to a number for each shape, without looking at a square twice.
//!
//! A shape's configuration is a number with a digit for each of its squares: 0 empty, 1 a man of the
//! side that the shape is seen by, 2 a man of the other. The number is linear in the men, so it is a
//! sum over the rows of the board of what the men in the row bring to every shape; a small table tells
//! that for all shapes at once. One addition of short vectors a row, for each side, makes all numbers.

use damier_rules::bits::Bits;
use damier_rules::geometry::Geometry;

use super::shapes::{Shape, Shapes};

/// The most rows that a board may have here.
const ROWS: usize = 10;
/// The ways to fill the squares of a row with men of one side.
const FILLINGS: usize = 32;
/// Lanes for shapes of up to ten squares, one of each pair of images: as many as fill a register. The
/// last ones count what is not a shape.
pub(crate) const SMALL: usize = 16;
/// The lane of the rows that men have to go, were they White's; of the images: were they Black's.
const ROWS_TO_GO: usize = SMALL - 1;
/// The lane of the columns to the left of the men.
const COLUMNS: usize = SMALL - 2;
/// The most tall shapes, one of each pair.
pub(crate) const TALL: usize = 4;

/// What the men of one side bring to the number of every shape, with the digit 1.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Sums {
    small: [u16; SMALL],
    small_images: [u16; SMALL],
    tall: [u32; TALL],
    tall_images: [u32; TALL],
}

impl Sums {
    const NONE: Sums = Sums {
        small: [0; SMALL],
        small_images: [0; SMALL],
        tall: [0; TALL],
        tall_images: [0; TALL],
    };

    #[inline]
    fn add(&mut self, other: &Sums) {
        for lane in 0..SMALL {
            self.small[lane] += other.small[lane];
            self.small_images[lane] += other.small_images[lane];
        }
        for lane in 0..TALL {
            self.tall[lane] += other.tall[lane];
            self.tall_images[lane] += other.tall_images[lane];
        }
    }
}

/// What the men of both sides come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// The number of every shape, seen by White, and of its image, seen by Black.
    pub(crate) small: [u16; SMALL],
    pub(crate) small_images: [u16; SMALL],
    pub(crate) tall: [u32; TALL],
    pub(crate) tall_images: [u32; TALL],
    /// Rows that all men together have still to go.
    pub(crate) rows_to_go: i32,
    /// Columns to the left of White's men, and to the right of Black's.
    pub(crate) columns: [i32; 2],
}

/// The sums of every filling of every row.
#[derive(Debug)]
pub(crate) struct Digits {
    rows: Box<[[Sums; FILLINGS]]>,
    /// The lowest bit of each row.
    shifts: [u32; ROWS],
}

impl Digits {
    /// The board has at most ten rows of at most five squares, and few enough shapes to leave the last
    /// lanes free, as [`Shapes::of`] makes sure.
    pub(crate) fn new(geometry: &Geometry<u64>, shapes: &Shapes) -> Digits {
        let mut rows = vec![[Sums::NONE; FILLINGS]; ROWS].into_boxed_slice();
        let mut shifts = [0; ROWS];
        let board = *geometry.board();
        for row in 0..board.height {
            let bits: Vec<u8> = Bits::indices(geometry.row(row)).collect();
            let first = bits[0];
            shifts[usize::from(row)] = u32::from(first);
            for filling in 0..FILLINGS {
                let sums = &mut rows[usize::from(row)][filling];
                let men = bits
                    .iter()
                    .filter(|&&bit| filling >> (bit - first) & 1 == 1);
                for &bit in men {
                    let place = board.row_and_column(geometry.square(bit));
                    sums.small[ROWS_TO_GO] += u16::from(place.0);
                    sums.small_images[ROWS_TO_GO] += u16::from(board.height - 1 - place.0);
                    sums.small[COLUMNS] += u16::from(place.1);
                    sums.small_images[COLUMNS] += u16::from(board.width - 1 - place.1);
                    let value = |shape: &Shape| -> u32 {
                        let digit = shape.squares.iter().position(|&square| square == place);
                        digit.map_or(0, |digit| 3u32.pow(digit as u32))
                    };
                    for (lane, shape) in shapes.small.iter().enumerate() {
                        sums.small[lane] += value(shape) as u16;
                        sums.small_images[lane] += value(&shape.image(board)) as u16;
                    }
                    for (lane, shape) in shapes.tall.iter().enumerate() {
                        sums.tall[lane] += value(shape);
                        sums.tall_images[lane] += value(&shape.image(board));
                    }
                }
            }
        }
        Digits { rows, shifts }
    }

    #[inline]
    fn sums(&self, men: u64) -> Sums {
        let mut sums = Sums::NONE;
        for (row, shift) in self.rows.iter().zip(self.shifts) {
            let filling = (men >> shift) as usize & (FILLINGS - 1);
            sums.add(&row[filling]);
        }
        sums
    }

    /// The numbers of all shapes.
    #[inline]
    pub(crate) fn numbers(&self, white_men: u64, black_men: u64) -> Numbers {
        let white = self.sums(white_men);
        let black = self.sums(black_men);
        let mut numbers = Numbers {
            small: white.small,
            small_images: black.small_images,
            tall: white.tall,
            tall_images: black.tall_images,
            rows_to_go: i32::from(white.small[ROWS_TO_GO])
                + i32::from(black.small_images[ROWS_TO_GO]),
            columns: [
                i32::from(white.small[COLUMNS]),
                i32::from(black.small_images[COLUMNS]),
            ],
        };
        for lane in 0..SMALL {
            numbers.small[lane] += 2 * black.small[lane];
            numbers.small_images[lane] += 2 * white.small_images[lane];
        }
        for lane in 0..TALL {
            numbers.tall[lane] += 2 * black.tall[lane];
            numbers.tall_images[lane] += 2 * white.tall_images[lane];
        }
        numbers
    }
}
