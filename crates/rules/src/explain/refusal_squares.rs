//! The squares of a refusal, sorted by their role, so that a board can highlight them beside the
//! sentence.

use super::Refusal;
use crate::{Square, SquareSet};

/// The squares of a refusal, sorted by their role, to be shown on a board. A set is empty if the
/// refusal has no squares of that kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct RefusalSquares {
    /// The square where the move input goes wrong.
    pub at: SquareSet,
    /// Pieces of the side to move; one of them must move.
    pub must_move: SquareSet,
    /// Pieces that block the way.
    pub blocked_by: SquareSet,
    /// Pieces that were captured earlier in the same move.
    pub captured: SquareSet,
    /// Pieces to capture.
    pub targets: SquareSet,
    /// Squares where the move may land instead.
    pub landings: SquareSet,
}

impl Refusal {
    /// Returns the squares that the refusal is about.
    pub fn squares(&self) -> RefusalSquares {
        let none = RefusalSquares::default();
        let at = |square: Square| RefusalSquares {
            at: one(square),
            ..none
        };
        match *self {
            Refusal::NoSuchSquare { .. } | Refusal::GameOver { .. } => none,
            Refusal::NotHuffable { square, huffable } => RefusalSquares {
                targets: huffable,
                ..at(square)
            },
            Refusal::HuffFirst { from, huffable } => RefusalSquares {
                targets: huffable,
                ..at(from)
            },
            Refusal::NoHuffing { square }
            | Refusal::EmptyStart { square }
            | Refusal::NotYourPiece { square, .. }
            | Refusal::SameSquare { square }
            | Refusal::StaysAMan { square }
            | Refusal::PromotionEndsTheMove { square }
            | Refusal::NotThrough { square, .. }
            | Refusal::GoesOnWithoutCapturing { at: square }
            | Refusal::StepEndsTheMove { at: square, .. }
            | Refusal::NoHalfTurn { at: square }
            | Refusal::KingMovedTooOften { square, .. }
            | Refusal::TurnsWithoutCapturing { at: square } => at(square),
            Refusal::OwnPieceThere { square, .. } | Refusal::EnemyPieceThere { square, .. } => {
                RefusalSquares {
                    blocked_by: one(square),
                    ..at(square)
                }
            }
            Refusal::LandBehind {
                target, landings, ..
            } => RefusalSquares {
                targets: one(target),
                landings,
                ..at(target)
            },
            Refusal::NotOnLine { to, .. }
            | Refusal::OnlyCapturesThatWay { to, .. }
            | Refusal::ManStepsBack { to, .. }
            | Refusal::StepsOne { to, .. } => at(to),
            Refusal::CapturesNextToIt { target, .. }
            | Refusal::NeverCapturesThatWay { target, .. }
            | Refusal::ManCapturesForward { target, .. }
            | Refusal::FirstCaptureForward { target, .. }
            | Refusal::ManCannotTakeKing { target } => at(target),
            Refusal::LandsRightBehind { target, behind, .. }
            | Refusal::HaltsBehindAKing { target, behind } => RefusalSquares {
                targets: one(target),
                landings: one(behind),
                ..none
            },
            Refusal::OwnPieceInTheWay { by } => RefusalSquares {
                blocked_by: one(by),
                ..at(by)
            },
            Refusal::TwoInARow { first, second } => RefusalSquares {
                blocked_by: [first, second].into_iter().collect(),
                ..at(first)
            },
            Refusal::OwnPieceNotCaptured { square } => RefusalSquares {
                blocked_by: one(square),
                ..at(square)
            },
            Refusal::NothingToCapture { over, .. } => at(over),
            Refusal::NoRoomBehind { target, behind, .. } => RefusalSquares {
                targets: one(target),
                blocked_by: behind.into_iter().collect(),
                ..at(target)
            },
            Refusal::AlreadyCaptured { square } | Refusal::CapturedPieceThere { square } => {
                RefusalSquares {
                    captured: one(square),
                    blocked_by: one(square),
                    ..at(square)
                }
            }
            Refusal::CapturedPieceBehind { target, captured } => RefusalSquares {
                targets: one(target),
                captured: one(captured),
                blocked_by: one(captured),
                ..at(target)
            },
            Refusal::MustCapture { movers, .. }
            | Refusal::CapturesTooFew { movers, .. }
            | Refusal::CapturesTooLittle { movers, .. }
            | Refusal::KingMustCapture { movers }
            | Refusal::CapturesTooFewKings { movers, .. }
            | Refusal::TakesAKingTooLate { movers, .. } => RefusalSquares {
                must_move: movers,
                ..none
            },
            Refusal::CaptureGoesOn {
                at: square, next, ..
            } => RefusalSquares {
                targets: next,
                ..at(square)
            },
            Refusal::LandWhereCaptureGoesOn {
                at: square,
                landings,
            } => RefusalSquares {
                landings,
                ..at(square)
            },
            Refusal::EndsElsewhere { from, landings } => RefusalSquares {
                landings,
                ..at(from)
            },
            Refusal::PieceBlocked { square, by, .. } => RefusalSquares {
                blocked_by: by,
                ..at(square)
            },
        }
    }
}

fn one(square: Square) -> SquareSet {
    [square].into_iter().collect()
}
