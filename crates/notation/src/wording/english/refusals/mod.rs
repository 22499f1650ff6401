//! Why a move input is refused, in English. This file has the reasons that are known before a piece
//! moves, and those about start and end alone. `captures` has those about compulsory moves, and
//! `way` those about the path of the piece.

mod captures;
mod way;
mod words;

use damier_rules::variant::rule_table::Naming;
use damier_rules::{Refusal, Variant};

use super::endings::because;
use super::{kind, side};
use crate::wording::list;
use words::{Words, capital};

pub(in crate::wording) use captures::{ambiguity, must_play};

pub(in crate::wording) fn refusal(variant: Variant, refusal: &Refusal) -> String {
    let words = Words::of(variant);
    of_the_question(&words, refusal)
        .or_else(|| captures::of_other_moves(&words, refusal))
        .unwrap_or_else(|| way::of_the_way(&words, refusal))
}

/// The sentence for a reason known before a piece moves, or one about start and end alone.
fn of_the_question(words: &Words, refusal: &Refusal) -> Option<String> {
    let name = |square| words.name(square);
    let place = words.place;
    Some(match *refusal {
        Refusal::NoSuchSquare { square, last } => match words.variant.table().naming {
            Naming::Numbers { .. } => {
                format!("There is no square {square}: the squares are numbered from 1 to {last}.")
            }
            Naming::Letters => {
                format!("There is no such {place}: the board has {last} {place}s only.")
            }
        },
        Refusal::GameOver { outcome } => {
            format!("The game is over: {}.", because(words.variant, outcome))
        }
        Refusal::NoHuffing { .. } => "Nothing is huffed in this game: capturing is compulsory, \
                                      so no capture can be missed."
            .to_owned(),
        Refusal::NotHuffable { huffable, .. } if huffable.is_empty() => {
            "Nothing can be huffed now: the last move missed no capture.".to_owned()
        }
        Refusal::NotHuffable { square, huffable } => format!(
            "Nothing can be huffed on {}: it was {} that missed a capture.",
            name(square),
            words.one_piece(huffable)
        ),
        Refusal::HuffFirst { huffable, .. } => format!(
            "Huff first: {} missed a capture and is in the way.",
            words.one_piece(huffable)
        ),
        Refusal::EmptyStart { square } => format!("There is no piece on {}.", name(square)),
        Refusal::NotYourPiece { square, to_move } => format!(
            "The piece on {} is {}'s, and it is {}'s turn.",
            name(square),
            side(to_move.opponent()),
            side(to_move)
        ),
        Refusal::SameSquare { square } => format!(
            "The piece must leave {place} {}: no capture leads it around to where it started.",
            name(square)
        ),
        Refusal::OwnPieceThere { square, .. } => format!(
            "{} {} is occupied by a piece of the same colour.",
            capital(place),
            name(square)
        ),
        Refusal::EnemyPieceThere { square, kind: k } => format!(
            "{} {} is occupied by an opposing piece, which this {} cannot capture.",
            capital(place),
            name(square),
            kind(k)
        ),
        Refusal::LandBehind { landings, .. } => format!(
            "A piece is captured by passing over it, not by landing on it: this capture ends on \
             {}.",
            words.or(landings)
        ),
        Refusal::NotThrough { square, from, to } => format!(
            "No move from {} to {} goes that way: {place} {} is out of place.",
            name(from),
            name(to),
            name(square)
        ),
        Refusal::EndsElsewhere { from, landings } => format!(
            "The piece on {} cannot end there: its move ends on {}.",
            name(from),
            words.or(landings)
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
            list::squares(words.names, by, "and")
        ),
        _ => return None,
    })
}
