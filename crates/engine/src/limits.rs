//! How long to search, and where the time comes from. Callers fill in [`Limits`]; the library never
//! reads a clock itself.

use crate::levels::Level;

/// A source of time, implemented by any function that returns milliseconds since a fixed moment.
///
/// ```
/// use damier_engine::TimeSource;
/// use std::time::Instant;
///
/// let start = Instant::now();
/// let clock = move || start.elapsed().as_millis() as u64;
/// assert!(clock.now_ms() < 60_000);
/// ```
pub trait TimeSource {
    /// Milliseconds since a fixed moment.
    fn now_ms(&self) -> u64;
}

impl<F: Fn() -> u64> TimeSource for F {
    fn now_ms(&self) -> u64 {
        self()
    }
}

/// The time that the side to move has on its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Milliseconds left for the rest of the game.
    pub remaining_ms: u64,
    /// Milliseconds added with every move.
    pub increment_ms: u64,
}

/// When to stop: at the first limit reached. Without limits the search continues until it is
/// stopped or the whole tree is searched.
///
/// ```
/// use damier_engine::{Limits, TimeLeft};
///
/// let three_lines = Limits { lines: 3, ..Limits::depth(12) };
/// let blitz = Limits {
///     clock: Some(TimeLeft { remaining_ms: 180_000, increment_ms: 2_000 }),
///     ..Limits::default()
/// };
/// assert_eq!((three_lines.depth, blitz.depth), (Some(12), None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub time_ms: Option<u64>,
    /// The game clock, from which the time for this move is planned.
    pub clock: Option<TimeLeft>,
    /// Moves to the next time control; `None` if the time must last for the rest of the game.
    pub moves_left: Option<u32>,
    /// How many lines to search (multi-PV); 0 means 1.
    pub lines: usize,
    /// Play at this level. Other limits apply in addition to the level's own, but the strongest
    /// level uses all the time that it is given.
    pub level: Option<Level>,
    /// Varies the play of a level: in the same position, equal seeds give equal moves. One seed can
    /// serve for a whole game.
    pub seed: u64,
}

impl Limits {
    /// Whether time limits the search.
    pub(crate) fn are_timed(&self) -> bool {
        self.time_ms.is_some() || self.clock.is_some()
    }

    /// A fixed depth in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// A fixed number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A fixed time.
    pub fn time_ms(ms: u64) -> Limits {
        Limits {
            time_ms: Some(ms),
            ..Limits::default()
        }
    }

    /// A level, with its own limits.
    pub fn level(level: Level, seed: u64) -> Limits {
        Limits {
            level: Some(level),
            seed,
            ..Limits::default()
        }
    }
}
