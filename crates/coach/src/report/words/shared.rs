//! Language-independent parts of the sentences: moves as text, the name of a shot, further gains.

use damier_engine::Score;
use damier_notation::wording::Language;
use damier_notation::{move_text, square_names};
use damier_rules::{Kind, Move, Position, Square};

use crate::report::course::{Course, Haul};
use crate::report::remark::{Moment, Remark, ShotLine};
use crate::shot::{Crown, Family, Form};

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

/// The name of a shot unless it is only the elementary form, or else the most specific of its
/// families (a direct shot is the least specific); `None` if it has neither.
pub(crate) fn shot_name(language: Language, found: &ShotLine) -> Option<&'static str> {
    let shot = &found.shot;
    let family = || {
        let mut families = shot.families.iter();
        families
            .find(|&&family| family != Family::Direct)
            .or(shot.families.first())
    };
    // An elementary form is not named: players call a single offer followed by a long capture only
    // "a shot".
    let name = shot.name.filter(|_| shot.form != Some(Form::Elementary));
    match name {
        Some(name) => Some(name.name(language)),
        None => family().map(|family| family.name(language)),
    }
}

/// Whether a remark of a moment names the better capture, so that no other sentence needs to name
/// it.
pub(super) fn names_better(moment: &Moment) -> bool {
    let mut events = moment.events.iter();
    events.any(|event| matches!(event, Remark::WrongCapture { .. }))
}

/// The reply to the move of a moment, in the notation of the game.
pub(super) fn reply_text(moment: &Moment, reply: &Move) -> String {
    match moment.position.play(&moment.played) {
        Ok(after) => move_text::text(&after, reply),
        Err(_) => String::new(),
    }
}

/// The further result of a shot, in addition to its captures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Besides {
    Wins,
    Crowns,
    CrownsNext,
    Nothing,
}

pub(super) fn besides(found: &ShotLine) -> Besides {
    let gain = found.shot.gain;
    match gain.crown {
        _ if gain.wins => Besides::Wins,
        Crown::Made => Besides::Crowns,
        Crown::Next => Besides::CrownsNext,
        Crown::None => Besides::Nothing,
    }
}

/// Whether a course is one piece captured for nothing: its kind and its square.
pub(super) fn one_for_nothing(course: &Course) -> Option<(Kind, Square)> {
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

pub(super) fn square_text(position: &Position, square: Square) -> String {
    square_names::name(position.variant(), square).to_string()
}

/// A score above level in men, with one decimal. In integers: printing a float would add to the
/// page's module.
pub(super) fn men(score: Score) -> String {
    let hundredths = score.rank();
    format!("{}.{}", hundredths / 100, hundredths % 100 / 10)
}

/// The number of moves of the winning side in some plies; the last ply is its own.
pub(super) const fn moves_of(plies: u16) -> u16 {
    plies.div_ceil(2)
}

/// Whether both hauls consist of men only, so that the noun need not be repeated.
pub(super) const fn men_only(one: Haul, other: Haul) -> bool {
    one.kings == 0 && other.kings == 0
}
