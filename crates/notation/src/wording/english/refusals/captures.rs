//! Refusals in English: another move must be played instead.

use damier_rules::variant::rule_table::Precedence;
use damier_rules::{CaptureCount, Move, MustPlay, Refusal, SquareSet, Variant};

use super::Words;
use crate::square_names::Names;
use crate::wording::english::rules::worth;
use crate::wording::english::{kind, number, ordinal, pieces};
use crate::wording::list;

/// The sentence for a move input that is refused because another move must be played.
pub(super) fn of_other_moves(words: &Words, refusal: &Refusal) -> Option<String> {
    let name = |square| words.name(square);
    let table = words.variant.table();
    Some(match *refusal {
        Refusal::MustCapture { movers, most } => {
            let how_many = match most {
                _ if !table.precedence.contains(&Precedence::MostPieces) => String::new(),
                1 => " one piece".to_owned(),
                _ => format!(" {}", pieces(most.into())),
            };
            let movers = words.one_piece(movers);
            format!("Capturing is compulsory: {movers} must capture{how_many}.")
        }
        Refusal::KingMovedTooOften { square, moves } => format!(
            "The king on {} has made {} moves in a row without capturing: while its side has \
             men, it may now only capture.",
            name(square),
            number(moves)
        ),
        Refusal::CapturesTooFew {
            captures,
            most,
            movers,
            takes_king,
        } => format!(
            "As many pieces as possible must be captured: {} can take {most} instead of \
             {captures}{}.",
            words.one_piece(movers),
            if takes_king {
                "; a king counts no more than a man"
            } else {
                ""
            }
        ),
        Refusal::CapturesTooLittle {
            captures,
            best,
            movers,
        } => format!(
            "The greatest value must be captured, and {}: {} can take {} instead of {}.",
            value(table.precedence),
            words.one_piece(movers),
            capture_count(best),
            capture_count(captures)
        ),
        Refusal::KingMustCapture { movers } => {
            let first = table.precedence.first() == Some(&Precedence::ByKing);
            let among = if first {
                "A king captures before a man"
            } else {
                "Of two equal captures, the king's comes before the man's"
            };
            format!("{among}: {} must capture.", words.one_of("king", movers))
        }
        Refusal::CapturesTooFewKings {
            kings,
            most,
            movers,
        } => format!(
            "Of captures of the same number of pieces, the one that takes the most kings is played: {} \
             can take {} instead of {}.",
            words.one_piece(movers),
            capture_count(CaptureCount {
                men: 0,
                kings: most
            }),
            if kings == 0 {
                "none".to_owned()
            } else {
                kings.to_string()
            }
        ),
        Refusal::TakesAKingTooLate { capture, movers } => format!(
            "Of equal captures, the one that meets a king earliest is played: {} can take a king \
             with its {} capture.",
            words.one_piece(movers),
            ordinal(capture)
        ),
        Refusal::CaptureGoesOn {
            at,
            next,
            crowned: true,
            ..
        } => format!(
            "The capture is not finished: the man became a king on its way, and from {} it must \
             go on and capture {}.",
            name(at),
            words.one_piece(next)
        ),
        Refusal::CaptureGoesOn {
            at, next, kind: k, ..
        } => format!(
            "The capture is not finished: from {} the {} must go on and capture {}.",
            name(at),
            kind(k),
            words.one_piece(next)
        ),
        Refusal::LandWhereCaptureGoesOn { at, landings } => format!(
            "The king must land where it can go on capturing: on {}, not on {}.",
            words.or(landings),
            name(at)
        ),
        Refusal::HaltsBehindAKing { behind, .. } => format!(
            "A king that takes a king last stops right behind it: here on {}.",
            name(behind)
        ),
        _ => return None,
    })
}

/// `2 kings and 1 man`.
fn capture_count(taken: CaptureCount) -> String {
    let count = |count: u8, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let kings = count(taken.kings, "king", "kings");
    let men = count(taken.men, "man", "men");
    let both: Vec<String> = kings.into_iter().chain(men).collect();
    both.join(" and ")
}

/// What gives a capture its value.
fn value(precedence: &[Precedence]) -> String {
    let worth = precedence.iter().find_map(|ground| match *ground {
        Precedence::GreatestValue { man, king } => Some(worth(man, king)),
        _ => None,
    });
    worth.unwrap_or_default()
}

pub(in crate::wording) fn ambiguity(variant: Variant, moves: &[Move]) -> String {
    let names = Names::of(variant);
    let [first, ..] = moves else {
        return "Several moves are possible: choose one.".to_owned();
    };
    let (from, to, count) = (names.name(first.from), names.name(first.to), moves.len());
    if moves.iter().any(|other| other.from != first.from) {
        let pieces: SquareSet = moves.iter().map(|other| other.from).collect();
        let pieces = list::squares(names, pieces, "and");
        format!("The pieces on {pieces} can all go to {to}: choose one.")
    } else if moves.iter().all(|other| other.captured == first.captured) {
        format!(
            "{count} ways lead from {from} to {to}, and the man becomes a king on one: choose \
             which."
        )
    } else if moves.iter().all(Move::is_capture) {
        format!("{count} captures go from {from} to {to}: choose which pieces to take.")
    } else {
        format!("{count} moves go from {from} to {to}: choose which pieces to take, if any.")
    }
}

pub(in crate::wording) fn must_play(variant: Variant, must: &MustPlay) -> String {
    let words = Words::of(variant);
    let grounds: Vec<String> = must.grounds.iter().copied().map(ground).collect();
    let why = if grounds.is_empty() {
        String::new()
    } else {
        format!("; {}", grounds.join(", and "))
    };
    let movers = words.one_piece(must.movers);
    format!("Capturing is compulsory: {movers} must capture{why}.")
}

fn ground(ground: Precedence) -> String {
    match ground {
        Precedence::MostPieces => "the most pieces are taken".to_owned(),
        Precedence::GreatestValue { man, king } => {
            format!("the greatest value is taken, where {}", worth(man, king))
        }
        Precedence::ByKing => "a king captures rather than a man".to_owned(),
        Precedence::MostKings => "the most kings are taken".to_owned(),
        Precedence::KingsEarliest => "kings are taken as early as possible".to_owned(),
    }
}
