//! Why a wish is refused, in English.

use damier_rules::{Move, Refusal, Variant};

use super::endings::because;
use super::{kind, one_of, pieces, side};
use crate::square_names::Names;
use crate::wording::list;

pub(in crate::wording) fn refusal(variant: Variant, refusal: &Refusal) -> String {
    let names = Names::of(variant);
    let name = |square| names.name(square);
    match *refusal {
        Refusal::NoSuchSquare { square, last } => {
            format!("There is no square {square}: the squares are numbered from 1 to {last}.")
        }
        Refusal::GameOver { outcome } => {
            format!("The game is over: {}.", because(variant, outcome))
        }
        Refusal::NoHuffing { .. } => "Nothing is huffed in this game: capturing is compulsory, so \
             no capture can be missed."
            .to_owned(),
        Refusal::NotHuffable { huffable, .. } if huffable.is_empty() => {
            "Nothing can be huffed now: the last move missed no capture.".to_owned()
        }
        Refusal::NotHuffable { square, huffable } => format!(
            "Nothing can be huffed on {}: only {} missed a capture.",
            name(square),
            one_of(names, huffable)
        ),
        Refusal::EmptyStart { square } => format!("There is no piece on {}.", name(square)),
        Refusal::NotYourPiece { square, to_move } => format!(
            "The piece on {} is {}'s, and it is {}'s turn.",
            name(square),
            side(to_move.opponent()),
            side(to_move)
        ),
        Refusal::SameSquare { square } => format!(
            "The piece must leave square {}: no capture leads it around to where it started.",
            name(square)
        ),
        Refusal::OwnPieceThere { square, .. } => format!(
            "Square {} is occupied by a piece of the same colour.",
            name(square)
        ),
        Refusal::EnemyPieceThere { square, kind: k } => format!(
            "Square {} is occupied by an opposing piece, which this {} cannot capture.",
            name(square),
            kind(k)
        ),
        Refusal::LandBehind { landings, .. } => format!(
            "A piece is captured by passing over it, not by landing on it: this capture ends on {}.",
            list::squares(names, landings, "or")
        ),
        Refusal::NotOnDiagonal { from, to, .. } => format!(
            "Pieces move along diagonals, and {} and {} are not on one diagonal.",
            name(from),
            name(to)
        ),
        Refusal::ManStepsBack { from, to } => format!(
            "A man goes back only to capture: it cannot step from {} to {}.",
            name(from),
            name(to)
        ),
        Refusal::ManStepsOne { from, to } => format!(
            "A man that captures nothing moves one square only: from {} it cannot reach {}.",
            name(from),
            name(to)
        ),
        Refusal::StepEndsTheMove { at } => format!(
            "A man that captures nothing moves one square only: its move ends on {}.",
            name(at)
        ),
        Refusal::ManCapturesNextToIt { from, target } => format!(
            "A man captures only a piece right next to it: the one on {} is too far from {}.",
            name(target),
            name(from)
        ),
        Refusal::ManLandsRightBehind { behind, .. } => format!(
            "A man lands right behind the piece that it captures: here on {}.",
            name(behind)
        ),
        Refusal::TurnsWithoutCapturing { at } => format!(
            "A king changes direction only after a capture: it cannot turn on {}.",
            name(at)
        ),
        Refusal::OwnPieceInTheWay { by } => format!(
            "The way is blocked: a king does not pass over a piece of its own colour, and there is \
             one on {}.",
            name(by)
        ),
        Refusal::TwoInARow { first, second } => format!(
            "The way is blocked: a king does not pass over two pieces in a row, and there is no \
             free square between {} and {}.",
            name(first),
            name(second)
        ),
        Refusal::OwnPieceNotCaptured { square } => format!(
            "Only opposing pieces are captured: the one on {} is of the same colour.",
            name(square)
        ),
        Refusal::NothingToCapture { over, .. } => format!(
            "There is nothing to capture on {}: a man does not pass over an empty square.",
            name(over)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: Some(behind),
            ..
        } => format!(
            "The piece on {} is protected: square {} behind it is not free.",
            name(target),
            name(behind)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: None,
            ..
        } => format!(
            "The piece on {} is at the edge of the board: there is no square behind it to land on.",
            name(target)
        ),
        Refusal::AlreadyCaptured { square } => format!(
            "The piece on {} is already captured in this move: no piece is passed over twice.",
            name(square)
        ),
        Refusal::CapturedPieceBehind { target, captured } => format!(
            "The piece on {} cannot be captured: behind it, the piece already captured on {} stays \
             until the move is over.",
            name(target),
            name(captured)
        ),
        Refusal::CapturedPieceThere { square } => format!(
            "Square {} is not free: the piece captured there stays until the move is over.",
            name(square)
        ),
        Refusal::MustCapture { movers, most } => format!(
            "Capturing is compulsory: {} must capture {}.",
            one_of(names, movers),
            match most {
                1 => "one piece".to_owned(),
                _ => pieces(most.into()),
            }
        ),
        Refusal::CapturesTooFew {
            captures,
            most,
            movers,
            takes_king,
        } => format!(
            "As many pieces as possible must be captured: {} can take {most} instead of {captures}{}.",
            one_of(names, movers),
            if takes_king {
                "; a king counts no more than a man"
            } else {
                ""
            }
        ),
        Refusal::CaptureGoesOn { at, next, kind: k } => format!(
            "The capture is not finished: from {} the {} must go on and capture {}.",
            name(at),
            kind(k),
            one_of(names, next)
        ),
        Refusal::LandWhereCaptureGoesOn { at, landings } => format!(
            "The king must land where it can go on capturing: on {}, not on {}.",
            list::squares(names, landings, "or"),
            name(at)
        ),
        Refusal::GoesOnWithoutCapturing { at } => format!(
            "The capture ends on {}: after a capture, a piece goes on only by capturing.",
            name(at)
        ),
        Refusal::StaysAMan { square } => format!(
            "The man only passes through {}: it becomes a king only where its move ends, and until then \
             captures as a man.",
            name(square)
        ),
        Refusal::PromotionEndsTheMove { square } => format!(
            "The man becomes a king on {} and its move ends there.",
            name(square)
        ),
        Refusal::NotThrough { square, from, to } => format!(
            "No move from {} to {} goes that way: square {} is out of place.",
            name(from),
            name(to),
            name(square)
        ),
        Refusal::EndsElsewhere { from, landings } => format!(
            "The piece on {} cannot end there: its move ends on {}.",
            name(from),
            list::squares(names, landings, "or")
        ),
        Refusal::PieceBlocked {
            square,
            by,
            kind: k,
        } => format!(
            "The {} on {} is blocked by the {} on {}.",
            kind(k),
            name(square),
            if by.len() == 1 { "piece" } else { "pieces" },
            list::squares(names, by, "and")
        ),
    }
}

pub(in crate::wording) fn ambiguity(names: Names, moves: &[Move]) -> String {
    match moves {
        [first, ..] => format!(
            "{} captures go from {} to {}: choose which pieces to take.",
            moves.len(),
            names.name(first.from),
            names.name(first.to)
        ),
        [] => "Several moves are possible: choose one.".to_owned(),
    }
}
