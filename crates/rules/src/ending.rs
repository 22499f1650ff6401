//! How a game ended, and by which rule.

use crate::Side;

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces and no legal move.
    NoMoves,
    /// A side has a king, in a game that the first king wins.
    Promotion,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// Both players agreed on a draw.
    Agreement,
    /// The same position with the same side to move stood for the third time.
    ThirdOccurrence,
    /// The same position with the same side to move stood for the fourth time (Italian).
    FourthOccurrence,
    /// Twenty-five moves of each side by kings only, without a capture.
    TwentyFiveMoves,
    /// Fifteen moves of each side by kings only, without a capture (Russian).
    FifteenKingMoves,
    /// Twenty moves of each side by kings only, without a capture (Spanish).
    TwentyMoves,
    /// Thirty moves of each side by kings only, without a capture (pool).
    ThirtyMoves,
    /// Forty moves of each side by kings only, without a capture (English, Italian).
    FortyMoves,
    /// Sixteen moves of each side with three pieces against a lone king.
    SixteenMoves,
    /// Fifteen moves of each side with three kings or more against a lone king (Russian).
    FifteenMoves,
    /// Thirteen moves of each side with three kings against a lone king (pool).
    ThirteenMoves,
    /// Seven moves of each side with two kings against one (Frisian).
    SevenMoves,
    /// Five moves of each side with one or two pieces against a lone king.
    FiveMoves,
    /// Five moves of each side with three pieces against a lone king that alone holds the main road
    /// (Russian).
    MainRoad,
    /// Two moves of each side with one king each (Frisian).
    TwoMoves,
    /// One move of each side with one king each (Turkish).
    OneMove,
    /// Thirty moves of each side with kings on both sides, four or five pieces in all, and neither
    /// a capture nor a promotion (Russian).
    BalanceThirtyMoves,
    /// Sixty such moves with six or seven pieces in all (Russian).
    BalanceSixtyMoves,
}

impl EndReason {
    /// Every reason.
    pub const ALL: &'static [EndReason] = &[
        EndReason::NoPieces,
        EndReason::NoMoves,
        EndReason::Promotion,
        EndReason::Resignation,
        EndReason::Time,
        EndReason::Agreement,
        EndReason::ThirdOccurrence,
        EndReason::FourthOccurrence,
        EndReason::TwentyFiveMoves,
        EndReason::FifteenKingMoves,
        EndReason::TwentyMoves,
        EndReason::ThirtyMoves,
        EndReason::FortyMoves,
        EndReason::SixteenMoves,
        EndReason::FifteenMoves,
        EndReason::ThirteenMoves,
        EndReason::SevenMoves,
        EndReason::FiveMoves,
        EndReason::MainRoad,
        EndReason::TwoMoves,
        EndReason::OneMove,
        EndReason::BalanceThirtyMoves,
        EndReason::BalanceSixtyMoves,
    ];

    /// The stable code in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            EndReason::NoPieces => "no-pieces",
            EndReason::NoMoves => "no-moves",
            EndReason::Promotion => "promotion",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Agreement => "agreement",
            EndReason::ThirdOccurrence => "third-occurrence",
            EndReason::FourthOccurrence => "fourth-occurrence",
            EndReason::TwentyFiveMoves => "twenty-five-moves",
            EndReason::FifteenKingMoves => "fifteen-king-moves",
            EndReason::TwentyMoves => "twenty-moves",
            EndReason::ThirtyMoves => "thirty-moves",
            EndReason::FortyMoves => "forty-moves",
            EndReason::SixteenMoves => "sixteen-moves",
            EndReason::FifteenMoves => "fifteen-moves",
            EndReason::ThirteenMoves => "thirteen-moves",
            EndReason::SevenMoves => "seven-moves",
            EndReason::FiveMoves => "five-moves",
            EndReason::MainRoad => "main-road",
            EndReason::TwoMoves => "two-moves",
            EndReason::OneMove => "one-move",
            EndReason::BalanceThirtyMoves => "balance-thirty-moves",
            EndReason::BalanceSixtyMoves => "balance-sixty-moves",
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
