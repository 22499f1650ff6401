//! The international board as constants: its squares, one step of a whole set, and the rays of
//! kings.
//!
//! The layout is that of [`Geometry`](crate::geometry): 50 squares in 63 bits, with ghosts beyond
//! the edges, so that a diagonal step is one shift, and a piece that leaves the board lands on a
//! ghost or falls off. The code only looks for empty or enemy squares, so ghosts need no masks.

use crate::bits::{Bits, Indices};

/// Up and to the left, as White sees it: towards square 1.
pub(super) const UP_LEFT: usize = 0;
/// Up and to the right.
pub(super) const UP_RIGHT: usize = 1;
/// Down and to the left.
pub(super) const DOWN_LEFT: usize = 2;
/// Down and to the right. The opposite of direction `way` is `3 - way`.
pub(super) const DOWN_RIGHT: usize = 3;

/// The fifty squares.
pub(super) const ALL: u64 = all();

/// The rows on which the men of White and of Black become kings.
pub(super) const FAR_ROWS: [u64; 2] = [0b11111, 0b11111 << 58];

/// The squares that a king reaches on an empty board, by direction and bit, without its own square.
static RAYS: [[u64; 64]; 4] = [
    rays::<UP_LEFT>(),
    rays::<UP_RIGHT>(),
    rays::<DOWN_LEFT>(),
    rays::<DOWN_RIGHT>(),
];

/// Moves a whole set by one step. Pieces that leave the board end on ghosts or disappear.
#[inline]
pub(super) const fn step<const WAY: usize>(squares: u64) -> u64 {
    match WAY {
        UP_LEFT => squares >> 7,
        UP_RIGHT => squares >> 6,
        DOWN_LEFT => squares << 6,
        _ => squares << 7,
    }
}

/// Returns the bit of the first square of `blockers` in one direction from `at`. If there is none,
/// it returns a bit at the end of the word, whose ray is empty.
#[inline]
pub(super) fn nearest<const WAY: usize>(at: u8, blockers: u64) -> u8 {
    let on_ray = RAYS[WAY][usize::from(at & 63)] & blockers;
    if WAY == UP_LEFT || WAY == UP_RIGHT {
        63 - (on_ray | 1).leading_zeros() as u8
    } else {
        (on_ray | 1 << 63).trailing_zeros() as u8
    }
}

/// Returns the squares from `at` to `blocker`, including `blocker`, which must come from
/// [`nearest`].
#[inline]
pub(super) fn between<const WAY: usize>(at: u8, blocker: u8) -> u64 {
    RAYS[WAY][usize::from(at & 63)] ^ RAYS[WAY][usize::from(blocker & 63)]
}

/// Returns the bits of a set in ascending order.
#[inline]
pub(super) fn each(squares: u64) -> Indices<u64> {
    squares.indices()
}

/// Returns the same bits from an iterator with an exact length, so that extending a list with it
/// reserves memory only once.
#[inline]
pub(super) fn bits(squares: u64) -> impl Iterator<Item = u8> {
    let mut rest = squares;
    (0..squares.count_ones()).map(move |_| {
        let bit = rest.trailing_zeros() as u8;
        rest &= rest.wrapping_sub(1);
        bit
    })
}

const fn all() -> u64 {
    let two_rows = 0b11111 | 0b11111 << 6;
    let mut all = 0;
    let mut pair = 0;
    while pair < 5 {
        all |= two_rows << (13 * pair);
        pair += 1;
    }
    all
}

const fn rays<const WAY: usize>() -> [u64; 64] {
    let mut rays = [0; 64];
    let mut bit = 0;
    while bit < 63 {
        let mut at = step::<WAY>((1 << bit) & ALL) & ALL;
        while at != 0 {
            rays[bit] |= at;
            at = step::<WAY>(at) & ALL;
        }
        bit += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vector;
    use crate::geometry::Geometry;
    use crate::{Side, Variant};

    #[test]
    fn the_constants_are_the_computed_layout() {
        let board = Variant::INTERNATIONAL.table().board;
        let geometry = Geometry::<u64>::new(board).expect("the board fits");
        assert_eq!(ALL, geometry.all());
        assert_eq!(FAR_ROWS[Side::White.index()], geometry.row(0));
        assert_eq!(FAR_ROWS[Side::Black.index()], geometry.row(9));
        let step_of = [
            step::<UP_LEFT>,
            step::<UP_RIGHT>,
            step::<DOWN_LEFT>,
            step::<DOWN_RIGHT>,
        ];
        let vectors = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        for (way, (rows, cols)) in vectors.into_iter().enumerate() {
            let computed = geometry.way(Vector::new(rows, cols));
            for square in board.squares() {
                let single = geometry.single(square);
                assert_eq!(step_of[way](single) & ALL, computed.step(single));
                let mut ray = 0;
                let mut at = computed.step(single);
                while at != 0 {
                    ray |= at;
                    at = computed.step(at);
                }
                assert_eq!(RAYS[way][usize::from(geometry.bit(square))], ray);
            }
        }
    }
}
