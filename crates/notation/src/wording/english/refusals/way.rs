//! Refusals in English: something is in the way of a move input, or the piece does not move like
//! that.

use damier_rules::variant::{Lines, Reach};
use damier_rules::{Kind, Refusal};

use super::{Words, capital};
use crate::wording::english::kind;

/// The sentence for a move input that something blocks, or that does not fit how the piece moves.
pub(super) fn of_the_way(words: &Words, refusal: &Refusal) -> String {
    let name = |square| words.name(square);
    let place = words.place;
    let man = &words.variant.table().man;
    // Players may be used to flying kings, so the sentence says that this king is short.
    let here = |kind| match kind {
        Kind::Man => "A man",
        Kind::King => "In this game a king",
    };
    match *refusal {
        Refusal::NotOnLine {
            from, to, lines, ..
        } => {
            let (from, to) = (name(from), name(to));
            match lines {
                Lines::Diagonals => format!(
                    "Pieces move along diagonals, and {from} and {to} are not on one diagonal."
                ),
                Lines::RowsAndColumns => format!(
                    "Pieces move along rows and columns, and {from} and {to} are not on one of \
                     them."
                ),
                Lines::EightDirections => format!(
                    "No diagonal, row or column leads from {from} to {to}, and pieces go no \
                     other way."
                ),
                Lines::Drawn => format!(
                    "Pieces move along the lines, and no straight line joins {from} and {to}."
                ),
            }
        }
        Refusal::OnlyCapturesThatWay { from, to, .. } => format!(
            "{} only captures: it cannot simply go from {} to {}.",
            match words.variant.table().quiet_lines() {
                // A king could go there, a man cannot.
                Lines::EightDirections => "Straight ahead and to the sides a man",
                _ => "Along rows and columns a piece",
            },
            name(from),
            name(to)
        ),
        Refusal::NeverCapturesThatWay { from, target } => format!(
            "Pieces move diagonally too, but capture along rows and columns only: the piece on {} cannot take the one on {}.",
            name(from),
            name(target)
        ),
        Refusal::ManStepsBack { from, to } => format!(
            "A man {}: it cannot step from {} to {}.",
            match Reach::of(man.later_capture) {
                Reach::Everywhere => "goes back only to capture",
                Reach::Forward | Reach::ForwardAndSideways => "never goes back",
            },
            name(from),
            name(to)
        ),
        Refusal::StepsOne {
            from,
            to,
            kind: k @ Kind::Man,
        } => format!(
            "A {} that captures nothing moves one {place} only: from {} it cannot reach {}.",
            kind(k),
            name(from),
            name(to)
        ),
        Refusal::StepsOne { from, to, kind } => format!(
            "{} moves one {place} only: from {} it cannot reach {}.",
            here(kind),
            name(from),
            name(to)
        ),
        Refusal::StepEndsTheMove {
            at,
            kind: Kind::Man,
        } => format!(
            "A man that captures nothing moves one {place} only: its move ends on {}.",
            name(at)
        ),
        Refusal::StepEndsTheMove { at, kind } => format!(
            "{} moves one {place} only: its move ends on {}.",
            here(kind),
            name(at)
        ),
        Refusal::CapturesNextToIt { from, target, kind } => format!(
            "{} captures only a piece right next to it: the one on {} is too far from {}.",
            here(kind),
            name(target),
            name(from)
        ),
        Refusal::LandsRightBehind { behind, kind, .. } => format!(
            "{} lands right behind the piece that it captures: here on {}.",
            here(kind),
            name(behind)
        ),
        Refusal::ManCapturesForward { from, target } => format!(
            "A man {}: from {} it cannot take the piece on {}.",
            match Reach::of(man.later_capture) {
                Reach::ForwardAndSideways => "captures forward or sideways only",
                Reach::Forward | Reach::Everywhere => "captures forward only",
            },
            name(from),
            name(target)
        ),
        Refusal::FirstCaptureForward { from, target } => format!(
            "The first capture of a move goes forward: the man on {} cannot begin with the piece \
             on {}.",
            name(from),
            name(target)
        ),
        Refusal::ManCannotTakeKing { target } => format!(
            "A man cannot capture a king: the one on {} is safe from it.",
            name(target)
        ),
        Refusal::NoHalfTurn { at } => format!(
            "A capture does not turn straight back: from {} it must go on another way.",
            name(at)
        ),
        Refusal::TurnsWithoutCapturing { at } => format!(
            "A king changes direction only after a capture: it cannot turn on {}.",
            name(at)
        ),
        Refusal::OwnPieceInTheWay { by } => format!(
            "The way is blocked: a king does not pass over a piece of its own colour, and there \
             is one on {}.",
            name(by)
        ),
        Refusal::TwoInARow { first, second } => format!(
            "The way is blocked: a king does not pass over two pieces in a row, and there is no \
             free {place} between {} and {}.",
            name(first),
            name(second)
        ),
        Refusal::OwnPieceNotCaptured { square } => format!(
            "Only opposing pieces are captured: the one on {} is of the same colour.",
            name(square)
        ),
        Refusal::NothingToCapture { over, kind: k, .. } => format!(
            "There is nothing to capture on {}: a {} does not pass over an empty {place}.",
            name(over),
            kind(k)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: Some(behind),
            ..
        } => format!(
            "The piece on {} is protected: {place} {} behind it is not free.",
            name(target),
            name(behind)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: None,
            ..
        } => format!(
            "The piece on {} is at the edge of the board: there is no {place} behind it to land \
             on.",
            name(target)
        ),
        Refusal::AlreadyCaptured { square } => format!(
            "The piece on {} is already captured in this move: no piece is passed over twice.",
            name(square)
        ),
        Refusal::CapturedPieceBehind { target, captured } => format!(
            "The piece on {} cannot be captured: behind it, the piece already captured on {} \
             stays until the move is over.",
            name(target),
            name(captured)
        ),
        Refusal::CapturedPieceThere { square } => format!(
            "{} {} is not free: the piece captured there stays until the move is over.",
            capital(place),
            name(square)
        ),
        Refusal::GoesOnWithoutCapturing { at } => format!(
            "The capture ends on {}: after a capture, a piece goes on only by capturing.",
            name(at)
        ),
        Refusal::StaysAMan { square } => format!(
            "The man only passes through {}: it becomes a king only where its move ends, and \
             until then captures as a man.",
            name(square)
        ),
        Refusal::PromotionEndsTheMove { square } => format!(
            "The man becomes a king on {} and its move ends there.",
            name(square)
        ),
        // These have sentences above. They are named here so that a new reason without a sentence
        // does not compile.
        Refusal::NoSuchSquare { .. }
        | Refusal::GameOver { .. }
        | Refusal::NoHuffing { .. }
        | Refusal::NotHuffable { .. }
        | Refusal::HuffFirst { .. }
        | Refusal::EmptyStart { .. }
        | Refusal::NotYourPiece { .. }
        | Refusal::SameSquare { .. }
        | Refusal::OwnPieceThere { .. }
        | Refusal::EnemyPieceThere { .. }
        | Refusal::LandBehind { .. }
        | Refusal::NotThrough { .. }
        | Refusal::EndsElsewhere { .. }
        | Refusal::PieceBlocked { .. }
        | Refusal::MustCapture { .. }
        | Refusal::KingMovedTooOften { .. }
        | Refusal::CapturesTooFew { .. }
        | Refusal::CapturesTooLittle { .. }
        | Refusal::KingMustCapture { .. }
        | Refusal::CapturesTooFewKings { .. }
        | Refusal::TakesAKingTooLate { .. }
        | Refusal::CaptureGoesOn { .. }
        | Refusal::LandWhereCaptureGoesOn { .. }
        | Refusal::HaltsBehindAKing { .. } => String::new(),
        // A reason without a sentence. A test checks that there is none.
        _ => refusal.code().to_owned(),
    }
}
