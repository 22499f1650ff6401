//! The English sentences. White and Black are names; a man is never a pawn, a king never a queen.

use damier_rules::{EndReason, Kind, Move, Outcome, Piece, Refusal, SetupFault, Side, SquareSet};

use super::list;
use crate::square_names::Names;

/// Sets the typographic apostrophe.
pub(super) fn typeset(sentence: &str) -> String {
    sentence.replace('\'', "\u{2019}")
}

pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => "white man",
        (Side::White, Kind::King) => "white king",
        (Side::Black, Kind::Man) => "black man",
        (Side::Black, Kind::King) => "black king",
    }
}

pub(super) fn pieces(count: usize) -> String {
    match count {
        1 => "1 piece".to_owned(),
        _ => format!("{count} pieces"),
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "man",
        Kind::King => "king",
    }
}

/// `the piece on 28`, `one of the pieces on 28 and 33`.
fn one_of(names: Names, squares: SquareSet) -> String {
    let list = list::squares(names, squares, "and");
    match squares.len() {
        1 => format!("the piece on {list}"),
        _ => format!("one of the pieces on {list}"),
    }
}

pub(super) fn refusal(names: Names, refusal: &Refusal) -> String {
    let name = |square| names.name(square);
    match *refusal {
        Refusal::NoSuchSquare { square, last } => {
            format!("There is no square {square}: the squares are numbered from 1 to {last}.")
        }
        Refusal::GameOver { outcome } => format!("The game is over: {}.", because(outcome)),
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

pub(super) fn ambiguity(names: Names, moves: &[Move]) -> String {
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

pub(super) fn outcome(outcome: Outcome) -> String {
    let because = because(outcome);
    match outcome.winner {
        Some(winner) => format!("{} wins: {because}.", side(winner)),
        None => format!("The game is drawn: {because}."),
    }
}

/// The rule that ended a game, as half a sentence.
fn because(outcome: Outcome) -> String {
    let loser = match outcome.winner {
        Some(winner) => side(winner.opponent()),
        None => "one side",
    };
    match outcome.reason {
        EndReason::NoPieces => format!("{loser} has no piece left"),
        EndReason::NoMoves => format!("{loser} has no move left, every piece is blocked"),
        EndReason::Promotion => "the first king wins".to_owned(),
        EndReason::Resignation => format!("{loser} resigned"),
        EndReason::Time => format!("{loser} ran out of time"),
        EndReason::Agreement => "both players agreed".to_owned(),
        EndReason::ThirdOccurrence => "the same position occurred three times".to_owned(),
        EndReason::FourthOccurrence => "the same position occurred four times".to_owned(),
        EndReason::TwentyFiveMoves => kings_only(25),
        EndReason::FifteenKingMoves => kings_only(15),
        EndReason::TwentyMoves => kings_only(20),
        EndReason::ThirtyMoves => kings_only(30),
        EndReason::FortyMoves => kings_only(40),
        EndReason::SixteenMoves => {
            "16 moves each were played with three pieces against a lone king".to_owned()
        }
        EndReason::FiveMoves => {
            "5 moves each were played with one or two pieces against a lone king".to_owned()
        }
        EndReason::FifteenMoves => {
            "15 moves each were played with three kings or more against a lone king".to_owned()
        }
        EndReason::ThirteenMoves => {
            "13 moves each were played with three kings against a lone king".to_owned()
        }
        EndReason::SevenMoves => {
            "7 moves each were played with two kings against a lone king".to_owned()
        }
        EndReason::MainRoad => "5 moves each were played with three pieces against a lone king on \
             the main road"
            .to_owned(),
        EndReason::TwoMoves => "2 moves each were played with one king each".to_owned(),
        EndReason::OneMove => "each side has one king, and neither could be taken".to_owned(),
        EndReason::BalanceThirtyMoves => unchanged(30, "four or five"),
        EndReason::BalanceSixtyMoves => unchanged(60, "six or seven"),
    }
}

fn kings_only(moves: u8) -> String {
    format!("in {moves} moves each, only kings moved and nothing was captured")
}

fn unchanged(moves: u8, pieces: &str) -> String {
    format!(
        "in {moves} moves each, with {pieces} pieces and kings on both sides, nothing was captured \
         and no man promoted"
    )
}

pub(super) fn setup_fault(names: Names, fault: &SetupFault) -> String {
    match *fault {
        SetupFault::NoSideToMove => {
            "It is not said whose turn it is: choose White or Black.".to_owned()
        }
        SetupFault::OffBoard { squares } => {
            let list: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            let noun = if list.len() == 1 { "square" } else { "squares" };
            format!("The board has no {noun} {}.", list.join(", "))
        }
        SetupFault::TooManyPieces {
            side: of,
            count,
            most,
        } => format!(
            "{} has {}, but may have {most} at most.",
            side(of),
            pieces(count.into())
        ),
        SetupFault::UncrownedMen { side: of, squares } => {
            let list = list::squares(names, squares, "and");
            let man = piece(Piece::new(of, Kind::Man));
            if squares.len() == 1 {
                format!("The {man} on {list} is on its last row: it should be a king.")
            } else {
                let men = man.replace("man", "men");
                format!("The {men} on {list} are on their last row: they should be kings.")
            }
        }
        SetupFault::Empty => "There is no piece on the board.".to_owned(),
        SetupFault::Kings { squares } => {
            let list = list::squares(names, squares, "and");
            format!("This game has no kings: a man must stand on {list}, or nothing.")
        }
        SetupFault::NotHuffable { squares } => {
            let list = list::squares(names, squares, "and");
            format!("Nothing can be huffed on {list}.")
        }
        SetupFault::NoKingRun { side: of, square } => {
            let king = piece(Piece::new(of, Kind::King));
            format!(
                "Moves in a row are counted for a {king} on {}, where none stands.",
                names.name(square)
            )
        }
    }
}
