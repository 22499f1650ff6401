//! The directions of a table as shifts and masks, each at a fixed index, its "place". The whole-set
//! generator steps with them. [`Facts`](super::Facts) builds them once for each table; they do not
//! depend on the pieces.
//!
//! Places are numbered as a man's own side sees them: forward left, forward right, and their
//! opposites, then forward, right, and their opposites. So a game whose men only capture forward
//! needs two places, a game on diagonals four, and opposite places differ by two. In games without
//! diagonals the straight directions come first. Where men capture in all eight directions, the
//! four that shift up and the four that shift down are kept together, so that one vector
//! instruction can shift for four places: forward left, forward right, forward, left, and their
//! opposites.

use crate::bits::Bits;
use crate::board::Vector;
use crate::geometry::Geometry;

/// The largest number of directions on any board.
pub(super) const PLACES: usize = 8;

/// How many places the captures of men need, so that only these are examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Places {
    /// Forward on diagonals.
    Two,
    /// Diagonals, or rows and columns.
    Four,
    /// Diagonals, and rows and columns.
    Eight,
}

impl Places {
    /// Returns how many places captures in these directions need.
    pub(super) fn of(captures: &[Vector], diagonals: bool) -> Places {
        let last = captures.iter().map(|vector| paired(*vector, diagonals));
        match last.max() {
            None | Some(0..2) => Places::Two,
            Some(2..4) => Places::Four,
            Some(_) => Places::Eight,
        }
    }

    /// Returns how many places these are.
    pub(super) fn count(self) -> usize {
        match self {
            Places::Two => 2,
            Places::Four => 4,
            Places::Eight => 8,
        }
    }

    /// Returns the place of a direction, as White sees it.
    pub(super) fn place(self, vector: Vector, diagonals: bool) -> usize {
        /// Moves the four directions that lead to lower bits to the front.
        const GROUPED: [usize; PLACES] = [0, 1, 4, 5, 2, 7, 6, 3];
        let paired = paired(vector, diagonals);
        match self {
            Places::Two | Places::Four => paired,
            Places::Eight => GROUPED[paired],
        }
    }

    /// Returns the place of the opposite direction.
    #[inline]
    pub(super) fn opposite(self, place: usize) -> usize {
        match self {
            Places::Two | Places::Four => opposite::<4>(place),
            Places::Eight => opposite::<8>(place),
        }
    }
}

/// Returns the place of the opposite direction in a game whose men need `N` places.
#[inline]
pub(super) const fn opposite<const N: usize>(place: usize) -> usize {
    if N == PLACES { place ^ 4 } else { place ^ 2 }
}

/// Returns the place of a direction, as White sees it, where opposite places differ by two.
fn paired(vector: Vector, diagonals: bool) -> usize {
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

/// Some directions of one side's pieces, each in its place. An empty place leads to no square.
#[derive(Clone, Debug)]
pub(super) struct Fan<B> {
    /// The number of bits to shift up by, or 0. One of `up` and `down` is always 0, so that no
    /// branch is needed. The numbers are as wide as the sets, so that one instruction can shift for
    /// several places.
    up: [B; PLACES],
    down: [B; PLACES],
    /// The squares that are reached without leaving the board or, on a board of lines, the line.
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

    /// Puts a direction into a place: `steps` steps of a vector, starting from these squares.
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

    /// Returns the squares that a set reaches in the direction of a place.
    #[inline]
    pub(super) fn step(&self, place: usize, squares: B) -> B {
        self.shift(place, squares) & self.to[place]
    }

    /// Returns the same, but pieces that leave the board may turn up on any square.
    #[inline]
    pub(super) fn shift(&self, place: usize, squares: B) -> B {
        (squares << self.up[place]) >> self.down[place]
    }

    /// Returns the squares from which pieces came that reached these squares in the direction of a
    /// place.
    #[inline]
    pub(super) fn back(&self, place: usize, reached: B) -> B {
        (reached << self.down[place]) >> self.up[place]
    }

    /// Returns all squares that can be reached in the direction of a place.
    #[inline]
    pub(super) fn to(&self, place: usize) -> B {
        self.to[place]
    }

    /// Returns the squares over which these leaps lead, for each bit; `step` has one step in each
    /// direction.
    pub(super) fn over(&self, step: &Fan<B>, all: B) -> Vec<B> {
        let from = |bit| all & B::single(bit);
        let over = |bit: u32| {
            let from = from(bit as u8);
            let leads = (0..PLACES).filter(|&place| !self.step(place, from).is_empty());
            leads.fold(B::EMPTY, |over, place| over | step.step(place, from))
        };
        (0..B::WIDTH).map(over).collect()
    }

    /// Returns by how many bits the direction of a place shifts: up if positive, down if negative.
    pub(super) fn bits(&self, place: usize) -> i32 {
        let number = |shift: B| {
            let wide: u128 = shift.into();
            wide as i32
        };
        number(self.up[place]) - number(self.down[place])
    }

    /// Returns whether the direction of a place goes to higher bits.
    pub(super) fn ascends(&self, place: usize) -> bool {
        !self.up[place].is_empty()
    }
}
