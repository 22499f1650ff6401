//! Ten levels of play. A level has a budget of nodes. Levels below the strongest make human-like
//! errors: they overlook replies and misjudge positions by a little.
//!
//! Used by [`Thinking`](crate::Thinking). Their strength is measured in
//! docs/results/engine-levels.md with examples/ladder.rs.

/// A level of play, 1 to 10.
///
/// ```
/// use damier_engine::Level;
/// assert_eq!(Level::all().count(), 10);
/// assert_eq!((Level::new(10), Level::new(11)), (Some(Level::STRONGEST), None));
/// assert_eq!(Level::WEAKEST.number(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// The node budget of a level and its errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handicap {
    /// The deepest iteration in plies.
    pub(crate) depth: Option<u32>,
    /// Nodes for one move.
    pub(crate) nodes: u64,
    /// How often, in per cent, it overlooks the replies to a move and sees only the board after it.
    pub(crate) overlooks: u32,
    /// The largest error in the value of a move, in hundredths of a man.
    pub(crate) misjudges: i32,
}

impl Handicap {
    /// Whether the level makes errors, so that every move needs a value.
    pub(crate) fn errs(&self) -> bool {
        self.overlooks > 0 || self.misjudges > 0
    }
}

const fn errs(depth: u32, nodes: u64, overlooks: u32, misjudges: i32) -> Handicap {
    Handicap {
        depth: Some(depth),
        nodes,
        overlooks,
        misjudges,
    }
}

const fn sees_all(nodes: u64) -> Handicap {
    Handicap {
        depth: None,
        nodes,
        overlooks: 0,
        misjudges: 0,
    }
}

/// The levels, the weakest first. Set by measured matches (examples/ladder.rs).
const HANDICAPS: [Handicap; 10] = [
    errs(1, 2_000, 100, 120),
    errs(1, 2_000, 60, 90),
    errs(2, 3_000, 42, 75),
    errs(3, 5_000, 22, 58),
    errs(4, 8_000, 11, 38),
    errs(5, 15_000, 5, 20),
    sees_all(1_500),
    sees_all(7_000),
    sees_all(40_000),
    sees_all(2_000_000),
];

impl Level {
    /// The weakest level. It searches one ply and should lose to a careful beginner.
    pub const WEAKEST: Level = Level(1);
    /// Full strength.
    pub const STRONGEST: Level = Level(10);

    /// The level with this number, 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number as usize <= HANDICAPS.len() {
            Some(Level(number))
        } else {
            None
        }
    }

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=HANDICAPS.len() as u8).map(Level)
    }

    /// The number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The largest number of nodes that the level visits for one move.
    pub fn nodes(self) -> u64 {
        self.handicap().nodes
    }

    pub(crate) fn handicap(self) -> Handicap {
        HANDICAPS[usize::from(self.0) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::all().count(), 10);
        assert_eq!(Level::all().last(), Some(Level::STRONGEST));
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
    }

    #[test]
    fn no_level_errs_more_than_the_one_below() {
        for pair in HANDICAPS.windows(2) {
            assert!(pair[0].overlooks >= pair[1].overlooks);
            assert!(pair[0].misjudges >= pair[1].misjudges);
        }
        assert!(!Level::STRONGEST.handicap().errs());
    }
}
