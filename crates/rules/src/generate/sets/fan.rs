//! The directions of a table as shifts and masks in fixed places: what the whole-set generator
//! steps with. Built once a table by [`Facts`](super::Facts); knows no pieces.
//!
//! Places are numbered from a man's own side: forward left, forward right, and their opposites, then
//! forward, right, and their opposites. So a game whose men capture forward only needs two places, one
//! on diagonals four, and the opposite of a place is always two away. Where a game has no diagonals
//! the straight directions come first.

use crate::bits::Bits;
use crate::board::Vector;
use crate::geometry::Geometry;

/// Directions on any board are at most eight.
pub(super) const PLACES: usize = 8;

/// Returns the place of the direction opposite to a place.
#[inline]
pub(super) const fn opposite(place: usize) -> usize {
    place ^ 2
}

/// Returns the place of a direction, as White sees it.
pub(super) fn place(vector: Vector, diagonals: bool) -> usize {
    let straight = if diagonals { 4 } else { 0 };
    match (vector.rows.signum(), vector.cols.signum()) {
        (-1, -1) => 0,
        (-1, 1) => 1,
        (1, 1) => 2,
        (1, -1) => 3,
        (-1, _) => straight,
        (_, 1) => straight + 1,
        (1, _) => straight + 2,
        _ => straight + 3,
    }
}

/// Some directions of one side's pieces, each in its place. A place without a direction leads nowhere.
#[derive(Clone, Debug)]
pub(super) struct Fan<B> {
    /// Bits to shift up by, or 0; one of `up` and `down` is 0, so that no branch chooses. As wide as
    /// the sets are, so that several places are shifted by one instruction.
    up: [B; PLACES],
    down: [B; PLACES],
    /// The squares that are reached without leaving the board (or a line).
    to: [B; PLACES],
}

impl<B: Bits> Fan<B> {
    pub(super) fn empty() -> Fan<B> {
        Fan {
            up: [B::EMPTY; PLACES],
            down: [B::EMPTY; PLACES],
            to: [B::EMPTY; PLACES],
        }
    }

    /// Puts a way of so many steps of a vector from these squares into a place.
    pub(super) fn put(
        &mut self,
        place: usize,
        geometry: &Geometry<B>,
        from: B,
        vector: Vector,
        steps: u8,
    ) {
        let way = geometry.way(vector);
        self.to[place] = (0..steps).fold(from, |squares, _| way.step(squares));
        let shift = B::number(way.shift().unsigned_abs() * steps);
        (self.up[place], self.down[place]) = if way.shift() > 0 {
            (shift, B::EMPTY)
        } else {
            (B::EMPTY, shift)
        };
    }

    /// Where a set comes to by the way in a place.
    #[inline]
    pub(super) fn step(&self, place: usize, squares: B) -> B {
        self.shift(place, squares) & self.to[place]
    }

    /// The same with what leaves the board turning up anywhere.
    #[inline]
    pub(super) fn shift(&self, place: usize, squares: B) -> B {
        (squares << self.up[place]) >> self.down[place]
    }

    /// Where pieces came from that are where this way led them.
    #[inline]
    pub(super) fn back(&self, place: usize, reached: B) -> B {
        (reached << self.down[place]) >> self.up[place]
    }

    /// Returns the squares to which the way in a place leads.
    #[inline]
    pub(super) fn to(&self, place: usize) -> B {
        self.to[place]
    }

    /// Returns whether the way in a place goes up in bits.
    pub(super) fn ascends(&self, place: usize) -> bool {
        !self.up[place].is_empty()
    }
}
