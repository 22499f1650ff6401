//! Why a move is played: a typed reason with its proof, without words. Found by `why`, worded by `report::words`.

use damier_rules::Move;

use crate::report::{Course, ShotLine};

/// The reason for a move that can be given best.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// No other move is legal.
    OnlyMove,
    /// It begins a shot. Proof: the line, in which every reply is forced.
    Shot(Box<ShotLine>),
    /// Every other move loses pieces at once. Proof: the exchange that follows each.
    OthersLose {
        /// What the least bad of them loses, in men.
        at_least: i32,
    },
    /// The engine sees a win.
    WinSeen {
        /// The plies to the end.
        plies: u16,
    },
    /// The engine judges another move better, as it may of a move by one of its weaker levels.
    Better {
        /// That move.
        better: Move,
    },
    /// In its line it wins pieces.
    Wins(Course),
    /// The engine sees no other good move.
    OnlyGood,
    /// The engine judges it best.
    Best,
    /// Another move comes first, but is as good within the tolerance of a report.
    NoneBetter,
}
