//! A report in words: short sentences, each with one idea, in French and English. Asked by doors; nothing is decided here.
//!
//! A sentence has at most twenty words. "Must" is said only where the rules leave no other capture. What only a search says is told as
//! the engine's. Each language is a file, since agreement and order differ; what both share is here.

mod english;
mod french;

use damier_notation::wording::{self, Language};
use damier_notation::{move_text, square_names};
use damier_rules::{Kind, Move, Position, Square};

use super::Severity;
use super::course::{Course, Haul};
use super::event::{Event, Moment, ShotLine, Strength};
use crate::shot::{Crown, Family};
use crate::why::Reason;

/// The sentences about a moment: the main thing first.
///
/// ```
/// use damier_coach::report::words;
/// use damier_coach::report::Severity;
/// use damier_notation::wording::Language;
/// assert_eq!(words::severity(Language::French, Severity::Blunder), "Grosse faute");
/// ```
pub fn moment(language: Language, moment: &Moment) -> Vec<String> {
    let sentences = moment
        .events
        .iter()
        .flat_map(|event| event_plain(language, moment, event));
    sentences
        .map(|sentence| wording::typeset(language, &sentence))
        .collect()
}

/// The sentences about something that was played well.
pub fn strength(language: Language, strength: &Strength) -> Vec<String> {
    let sentences = match language {
        Language::French => french::merit(strength),
        Language::English => english::merit(strength),
    };
    sentences
        .iter()
        .map(|sentence| wording::typeset(language, sentence))
        .collect()
}

/// The sentence for the reason of a move; plain, before it is typeset.
pub(crate) fn reason(language: Language, position: &Position, reason: &Reason) -> String {
    match language {
        Language::French => french::reason(position, reason),
        Language::English => english::reason(position, reason),
    }
}

/// How serious a moment was, in a word or two.
pub fn severity(language: Language, severity: Severity) -> &'static str {
    match language {
        Language::French => match severity {
            Severity::Advice => "Conseil",
            Severity::Inaccuracy => "Imprécision",
            Severity::Mistake => "Faute",
            Severity::Blunder => "Grosse faute",
        },
        Language::English => match severity {
            Severity::Advice => "Advice",
            Severity::Inaccuracy => "Inaccuracy",
            Severity::Mistake => "Mistake",
            Severity::Blunder => "Blunder",
        },
    }
}

/// The moves of a line in the notation of the game, as far as they are legal.
///
/// ```
/// use damier_coach::report::words;
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let first = start.legal_moves()[0];
/// assert_eq!(words::line(&start, &[first]), ["31-26"]);
/// ```
pub fn line(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *start;
    let mut texts = Vec::with_capacity(moves.len());
    for played in moves {
        let Ok(next) = position.play(played) else {
            break;
        };
        texts.push(move_text::text(&position, played));
        position = next;
    }
    texts
}

fn event_plain(language: Language, moment: &Moment, event: &Event) -> Vec<String> {
    match language {
        Language::French => french::event(moment, event),
        Language::English => english::event(moment, event),
    }
}

/// What a shot is called; `None` where no name and no family fits. Of several families the one that says most: a direct shot is the plainest.
pub(crate) fn shot_name(language: Language, found: &ShotLine) -> Option<&'static str> {
    let shot = &found.shot;
    let family = || {
        let mut families = shot.families.iter();
        families
            .find(|&&family| family != Family::Direct)
            .or(shot.families.first())
    };
    match shot.name {
        Some(name) => Some(name.name(language)),
        None => family().map(|family| family.name(language)),
    }
}

/// What a shot wins besides what it takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Besides {
    Wins,
    Crowns,
    CrownsNext,
    Nothing,
}

fn besides(found: &ShotLine) -> Besides {
    let gain = found.shot.gain;
    match gain.crown {
        _ if gain.wins => Besides::Wins,
        Crown::Made => Besides::Crowns,
        Crown::Next => Besides::CrownsNext,
        Crown::None => Besides::Nothing,
    }
}

/// Whether a course is one piece taken for nothing: what it was, and where it stood.
fn one_for_nothing(course: &Course) -> Option<(Kind, Square)> {
    let only = course.taken.pieces() == 1 && course.lost.pieces() == 0;
    let square = course
        .moves
        .first()
        .filter(|_| only)?
        .captured
        .iter()
        .next()?;
    Some((course.start.piece_at(square)?.kind, square))
}

fn square_text(position: &Position, square: Square) -> String {
    square_names::name(position.variant(), square).to_string()
}

/// The moves of the side that wins in some plies: the last one is its own.
const fn moves_of(plies: u16) -> u16 {
    plies.div_ceil(2)
}

/// Whether both hauls are men only, so that the noun need not be said twice.
const fn men_only(one: Haul, other: Haul) -> bool {
    one.kings == 0 && other.kings == 0
}

#[cfg(test)]
mod tests;
