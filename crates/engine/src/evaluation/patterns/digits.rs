//! Computes the number of every shape's configuration from the men on the board, reading each row
//! once.
//!
//! The configuration of a shape is a number in base 3 with one digit for each square: 0 for empty,
//! 1 for a man of the side from which the shape is seen, 2 for a man of the other side. This number
//! is a sum over the rows of the board, so a small table holds, for each way to fill a row with
//! men, its contribution to the numbers of all shapes. One vector addition per row and side
//! computes all numbers.

use std::ops::AddAssign;

use damier_rules::bits::Bits;
use damier_rules::geometry::Geometry;

use super::shapes::{Shape, Shapes};

/// The largest number of rows of a supported board.
const ROWS: usize = 10;
/// The number of ways to fill the squares of a row with men of one side.
const FILLINGS: usize = 32;
/// Lanes for shapes of up to ten squares, one of each pair of images: as many as fill a register.
/// The last lanes hold counts that are not shapes.
pub(crate) const SMALL: usize = 16;
/// The lane that counts the rows that White's men still have to advance; in the images, Black's
/// men.
const ROWS_TO_GO: usize = SMALL - 1;
/// The lane that counts the columns to the left of the men.
const COLUMNS: usize = SMALL - 2;
/// The largest number of tall shapes, one of each pair.
pub(crate) const TALL: usize = 4;

/// The contribution of one side's men, as digit 1, to the numbers of some shapes and of their
/// images.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Sums<N, const LANES: usize> {
    shapes: [N; LANES],
    images: [N; LANES],
}

impl<N: Copy + Default + AddAssign, const LANES: usize> Sums<N, LANES> {
    #[inline]
    fn none() -> Self {
        Sums {
            shapes: [N::default(); LANES],
            images: [N::default(); LANES],
        }
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.shapes[lane] += other.shapes[lane];
            self.images[lane] += other.images[lane];
        }
    }

    /// Adds the men of both sides: White's view with Black's men as digit 2, and Black's view with
    /// White's.
    #[inline]
    fn numbers(&self, black: &Self) -> Numbers<N, LANES> {
        let mut numbers = Numbers {
            shapes: self.shapes,
            images: black.images,
        };
        for lane in 0..LANES {
            for _ in 0..2 {
                numbers.shapes[lane] += black.shapes[lane];
                numbers.images[lane] += self.images[lane];
            }
        }
        numbers
    }
}

/// The number of every shape from White's point of view, and of its image from Black's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<N, const LANES: usize> {
    pub(crate) shapes: [N; LANES],
    pub(crate) images: [N; LANES],
}

/// The sums over the men of both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The small shapes.
    pub(crate) small: Numbers<u16, SMALL>,
    /// The rows that all men together still have to advance.
    pub(crate) rows_to_go: i32,
    /// Columns to the left of White's men, and to the right of Black's.
    pub(crate) columns: [i32; 2],
}

/// A sum for every filling of every row.
type Rows<S> = Box<[[S; FILLINGS]]>;

/// The sums of every filling of every row.
#[derive(Debug)]
pub(crate) struct Digits {
    small: Rows<Sums<u16, SMALL>>,
    /// Separate because few sets of weights have tall shapes: unused tables should not fill the CPU
    /// cache.
    tall: Rows<Sums<u32, TALL>>,
    /// The lowest bit of each row.
    shifts: [u32; ROWS],
}

impl Digits {
    /// The board has at most ten rows of at most five squares, and few enough shapes to leave the
    /// last lanes free, which [`Shapes::of`] guarantees.
    pub(crate) fn new(geometry: &Geometry<u64>, shapes: &Shapes) -> Digits {
        let mut small = vec![[Sums::none(); FILLINGS]; ROWS].into_boxed_slice();
        let mut tall = vec![[Sums::none(); FILLINGS]; ROWS].into_boxed_slice();
        let mut shifts = [0; ROWS];
        let board = *geometry.board();
        for row in 0..board.height {
            let bits: Vec<u8> = Bits::indices(geometry.row(row)).collect();
            let first = bits[0];
            shifts[usize::from(row)] = u32::from(first);
            for filling in 0..FILLINGS {
                let small: &mut Sums<u16, SMALL> = &mut small[usize::from(row)][filling];
                let tall: &mut Sums<u32, TALL> = &mut tall[usize::from(row)][filling];
                let men = bits
                    .iter()
                    .filter(|&&bit| filling >> (bit - first) & 1 == 1);
                for &bit in men {
                    let place = board.row_and_column(geometry.square(bit));
                    small.shapes[ROWS_TO_GO] += u16::from(place.0);
                    small.images[ROWS_TO_GO] += u16::from(board.height - 1 - place.0);
                    small.shapes[COLUMNS] += u16::from(place.1);
                    small.images[COLUMNS] += u16::from(board.width - 1 - place.1);
                    let value = |shape: &Shape| -> u32 {
                        let digit = shape.squares.iter().position(|&square| square == place);
                        digit.map_or(0, |digit| 3u32.pow(digit as u32))
                    };
                    for (lane, shape) in shapes.small.iter().enumerate() {
                        small.shapes[lane] += value(shape) as u16;
                        small.images[lane] += value(&shape.image(board)) as u16;
                    }
                    for (lane, shape) in shapes.tall.iter().enumerate() {
                        tall.shapes[lane] += value(shape);
                        tall.images[lane] += value(&shape.image(board));
                    }
                }
            }
        }
        Digits {
            small,
            tall,
            shifts,
        }
    }

    #[inline]
    fn sums<N: Copy + Default + AddAssign, const LANES: usize>(
        &self,
        rows: &Rows<Sums<N, LANES>>,
        men: u64,
    ) -> Sums<N, LANES> {
        let mut sums = Sums::none();
        for (row, shift) in rows.iter().zip(self.shifts) {
            let filling = (men >> shift) as usize & (FILLINGS - 1);
            sums.add(&row[filling]);
        }
        sums
    }

    /// The numbers of the small shapes, and the counts computed with them.
    #[inline]
    pub(crate) fn seen(&self, white_men: u64, black_men: u64) -> Seen {
        let white = self.sums(&self.small, white_men);
        let black = self.sums(&self.small, black_men);
        Seen {
            small: white.numbers(&black),
            rows_to_go: i32::from(white.shapes[ROWS_TO_GO]) + i32::from(black.images[ROWS_TO_GO]),
            columns: [
                i32::from(white.shapes[COLUMNS]),
                i32::from(black.images[COLUMNS]),
            ],
        }
    }

    /// The numbers of the tall shapes.
    #[inline]
    pub(crate) fn tall(&self, white_men: u64, black_men: u64) -> Numbers<u32, TALL> {
        let [white, black] = [white_men, black_men].map(|men| self.sums(&self.tall, men));
        white.numbers(&black)
    }
}
