//! The reason for a move, as a typed value with its proof and without words. `why` finds it,
//! `report::words` phrases it.

use damier_rules::Move;

use crate::report::{Course, ShotLine};

/// The strongest reason for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// No other move is legal.
    OnlyMove,
    /// The move begins a shot. Proof: the line, in which every reply is forced.
    Shot(Box<ShotLine>),
    /// Every other move loses pieces at once. Proof: the exchange that follows each.
    OthersLose {
        /// The loss of the least bad of them, in men.
        at_least: i32,
    },
    /// The engine found a forced win.
    WinSeen {
        /// The plies to the end.
        plies: u16,
    },
    /// The engine prefers another move, as can happen with a move of one of its weaker levels.
    Better {
        /// The preferred move.
        better: Move,
    },
    /// The line of the move wins pieces.
    Wins(Course),
    /// The engine finds no other good move.
    OnlyGood,
    /// The engine considers it the best move.
    Best,
    /// Another move comes first, but this one is equally good within the tolerance of a report.
    NoneBetter,
}

impl Reason {
    /// Whether it says more than how the engine judges the move and the others.
    pub fn explains(&self) -> bool {
        !matches!(
            self,
            Reason::Better { .. } | Reason::OnlyGood | Reason::Best | Reason::NoneBetter
        )
    }
}
