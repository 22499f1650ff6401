//! The weights of the hand-written evaluation, in hundredths of a man.
//!
//! Set by judgement and checked by self-play matches; used where no trained weights are. Each pair
//! is a weight with forty men on the board and one with none, interpolated in between.

/// The value of a term at the start and at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::evaluation) struct Pair(pub(in crate::evaluation) i32, pub(in crate::evaluation) i32);

impl Pair {
    /// The pair, multiplied.
    pub(in crate::evaluation) fn times(self, count: u32) -> Pair {
        Pair(self.0 * count as i32, self.1 * count as i32)
    }
}

impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

impl std::ops::Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}

impl std::ops::Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0, self.1 - other.1)
    }
}

/// A man. It counts more with fewer men on the board, so that the side that is ahead exchanges.
pub(super) const MAN: Pair = Pair(100, 115);

/// The first king of a side, and every other one.
pub(super) const FIRST_KING: Pair = Pair(290, 330);
pub(super) const OTHER_KING: Pair = Pair(240, 260);

/// A man by the rows that it has come forward.
pub(super) const RANK: [Pair; 10] = [
    Pair(0, 0),
    Pair(0, 3),
    Pair(1, 6),
    Pair(3, 10),
    Pair(5, 14),
    Pair(6, 19),
    Pair(6, 25),
    Pair(8, 33),
    Pair(12, 44),
    Pair(0, 0),
];

/// A man by its column from the edge: a man at the edge has one move only, men in the centre
/// control the board.
pub(super) const FROM_EDGE: [Pair; 5] = [
    Pair(-4, -3),
    Pair(-1, -1),
    Pair(0, 0),
    Pair(2, 1),
    Pair(3, 2),
];

/// A man on the back row, by column from its owner's left. The middle one guards the row longest;
/// men in the corners matter little.
pub(super) const BACK_ROW: [Pair; 5] =
    [Pair(1, 0), Pair(4, 3), Pair(6, 2), Pair(4, 3), Pair(-1, 0)];

/// A man with own men on both squares behind it.
pub(super) const BACKED: Pair = Pair(3, 1);

/// Two own men joined on a diagonal.
pub(super) const JOINED: Pair = Pair(1, 1);

/// An empty square with own men in front of it and behind it on a diagonal, where a capturing enemy
/// can land.
pub(super) const HOLE: Pair = Pair(-2, 0);

/// A man beyond the middle without a man of its side behind it.
pub(super) const ALONE: Pair = Pair(-6, -3);

/// A man that can step to a square where it cannot be captured at once.
pub(super) const FREE: Pair = Pair(3, 2);

/// Applied if no man has such a step.
pub(super) const STUCK: Pair = Pair(-25, -15);

/// For each man, per column of distance between the average column of the men and the middle of the
/// board.
pub(super) const LOPSIDED: Pair = Pair(-1, 0);

/// A man that no enemy man can stop, by the rows that it has advanced.
pub(super) const RUNAWAY: [i32; 10] = [0, 4, 8, 14, 22, 34, 52, 80, 120, 0];

/// The percentage of this bonus that remains if an enemy king may still catch the man.
pub(super) const RUNAWAY_BEFORE_KING: i32 = 35;

/// A king on the longest diagonal.
pub(super) const LONG_DIAGONAL: Pair = Pair(15, 20);

/// Each square that a king reaches.
pub(super) const KING_REACH: Pair = Pair(2, 2);

/// A king with no square to go to.
pub(super) const KING_SHUT_IN: Pair = Pair(-90, -110);
