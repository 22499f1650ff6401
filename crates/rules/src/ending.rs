//! How a game ended, and by which rule.

use crate::Side;

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces and no legal move.
    NoMoves,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// Both players agreed on a draw.
    Agreement,
    /// The same position with the same side to move stood for the third time.
    ThirdOccurrence,
    /// Twenty-five moves of each side by kings only, without a capture.
    TwentyFiveMoves,
    /// Sixteen moves of each side with three pieces against a lone king.
    SixteenMoves,
    /// Five moves of each side with one or two pieces against a lone king.
    FiveMoves,
}

impl EndReason {
    /// Every reason.
    pub const ALL: &'static [EndReason] = &[
        EndReason::NoPieces,
        EndReason::NoMoves,
        EndReason::Resignation,
        EndReason::Time,
        EndReason::Agreement,
        EndReason::ThirdOccurrence,
        EndReason::TwentyFiveMoves,
        EndReason::SixteenMoves,
        EndReason::FiveMoves,
    ];

    /// The stable code in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            EndReason::NoPieces => "no-pieces",
            EndReason::NoMoves => "no-moves",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Agreement => "agreement",
            EndReason::ThirdOccurrence => "third-occurrence",
            EndReason::TwentyFiveMoves => "twenty-five-moves",
            EndReason::SixteenMoves => "sixteen-moves",
            EndReason::FiveMoves => "five-moves",
        }
    }

    /// The reason of a code.
    pub fn from_code(code: &str) -> Option<EndReason> {
        EndReason::ALL
            .iter()
            .copied()
            .find(|reason| reason.code() == code)
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// By which rule.
    pub reason: EndReason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: EndReason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: EndReason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }
}
