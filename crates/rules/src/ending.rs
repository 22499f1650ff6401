//! How a game ended, and by which rule.

use std::borrow::Cow;

use crate::Side;

/// The rule that ended a game: its kind, and the number that the game's rule table gives it.
/// Resignation and agreement on a draw are decisions of the players, which this crate does not
/// handle.
///
/// ```
/// use damier_rules::EndReason;
/// assert_eq!(EndReason::LoneKing(16).code(), "sixteen-moves");
/// assert_eq!(EndReason::LoneKing(12).code(), "lone-king-12");
/// assert_eq!(EndReason::from_code("lone-king-16"), Some(EndReason::LoneKing(16)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// The side to move has no pieces left.
    NoPieces,
    /// The side to move has pieces but no legal move.
    NoMoves,
    /// A side has a king, in a game that the first king wins.
    Promotion,
    /// The same position with the same side to move has occurred this many times.
    Occurrence(u8),
    /// This many moves of each side by kings only, without a capture.
    KingMoves(u8),
    /// This many moves of each side with few pieces against a lone king.
    LoneKing(u8),
    /// This many moves of each side with few pieces against a lone king that is the only piece on
    /// the main road (Russian).
    MainRoad(u8),
    /// This many moves of each side with one king each and no other piece.
    SingleKings(u8),
    /// This many moves of each side with kings on both sides and a number of pieces that the rule
    /// gives, without a capture or a promotion (Russian).
    KingsOnBothSides(u8),
}

/// The endings whose code is a name. Records, other programs and the page use these codes in place
/// of a kind and a number.
const NAMED: &[(EndReason, &str)] = &[
    (EndReason::NoPieces, "no-pieces"),
    (EndReason::NoMoves, "no-moves"),
    (EndReason::Promotion, "promotion"),
    (EndReason::Occurrence(3), "third-occurrence"),
    (EndReason::Occurrence(4), "fourth-occurrence"),
    (EndReason::KingMoves(25), "twenty-five-moves"),
    (EndReason::KingMoves(15), "fifteen-king-moves"),
    (EndReason::KingMoves(20), "twenty-moves"),
    (EndReason::KingMoves(30), "thirty-moves"),
    (EndReason::KingMoves(40), "forty-moves"),
    (EndReason::LoneKing(16), "sixteen-moves"),
    (EndReason::LoneKing(15), "fifteen-moves"),
    (EndReason::LoneKing(13), "thirteen-moves"),
    (EndReason::LoneKing(7), "seven-moves"),
    (EndReason::LoneKing(5), "five-moves"),
    (EndReason::MainRoad(5), "main-road"),
    (EndReason::SingleKings(2), "two-moves"),
    (EndReason::SingleKings(1), "one-move"),
    (EndReason::KingsOnBothSides(30), "balance-thirty-moves"),
    (EndReason::KingsOnBothSides(60), "balance-sixty-moves"),
];

/// Makes an ending from its number.
type OfNumber = fn(u8) -> EndReason;

/// The kinds of ending that have a number, by the word that precedes the number in a code.
const KINDS: &[(&str, OfNumber)] = &[
    ("occurrence", EndReason::Occurrence),
    ("king-moves", EndReason::KingMoves),
    ("lone-king", EndReason::LoneKing),
    ("main-road", EndReason::MainRoad),
    ("single-kings", EndReason::SingleKings),
    ("kings-on-both-sides", EndReason::KingsOnBothSides),
];

impl EndReason {
    /// Returns the reasons that depend on the board alone and have no number.
    pub(crate) fn of_the_board() -> impl Iterator<Item = EndReason> {
        let named = NAMED.iter().map(|(reason, _)| *reason);
        named.filter(|reason| reason.number().is_none())
    }

    /// Returns the number of the rule (occurrences, or moves of each side); `None` for a kind
    /// without a number.
    pub const fn number(self) -> Option<u8> {
        match self {
            EndReason::Occurrence(number)
            | EndReason::KingMoves(number)
            | EndReason::LoneKing(number)
            | EndReason::MainRoad(number)
            | EndReason::SingleKings(number)
            | EndReason::KingsOnBothSides(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the stable code in messages and records: a name if there is one, else the kind and
    /// the number.
    pub fn code(self) -> Cow<'static, str> {
        if let Some((_, name)) = NAMED.iter().find(|(reason, _)| *reason == self) {
            return Cow::Borrowed(name);
        }
        let number = self.number().unwrap_or(0);
        let kind = KINDS.iter().find(|(_, make)| make(number) == self);
        match kind {
            Some((kind, _)) => Cow::Owned(format!("{kind}-{number}")),
            None => Cow::Borrowed("unknown"), // a test goes through all
        }
    }

    /// Returns the reason with this code. Every reason that has a number is also found by its kind
    /// and number, even if its code is a name.
    pub fn from_code(code: &str) -> Option<EndReason> {
        if let Some((reason, _)) = NAMED.iter().find(|(_, name)| *name == code) {
            return Some(*reason);
        }
        let (kind, digits) = code.rsplit_once('-')?;
        let number: u8 = digits.parse().ok().filter(|&number| number > 0)?;
        let (_, make) = KINDS.iter().find(|(name, _)| *name == kind)?;
        (number.to_string() == digits).then(|| make(number))
    }
}

/// The result of a finished game.
///
/// ```
/// use damier_rules::{EndReason, Outcome, Side};
/// let outcome = Outcome::win(Side::White, EndReason::NoPieces);
/// assert_eq!(outcome.winner, Some(Side::White));
/// assert_eq!(Outcome::draw(EndReason::LoneKing(16)).winner, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub reason: EndReason,
}

impl Outcome {
    /// Makes a win.
    pub const fn win(winner: Side, reason: EndReason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// Makes a draw.
    pub const fn draw(reason: EndReason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_leads_back_to_its_reason() {
        let mut reasons = EndReason::known();
        for (_, make) in KINDS {
            reasons.extend((1..=u8::MAX).map(make));
        }
        for reason in reasons {
            assert_eq!(EndReason::from_code(&reason.code()), Some(reason));
        }
    }

    #[test]
    fn a_named_rule_may_also_be_called_by_kind_and_number() {
        for (reason, name) in NAMED {
            assert_eq!(reason.code(), *name);
            if let Some(number) = reason.number() {
                let called = KINDS
                    .iter()
                    .filter_map(|(kind, _)| EndReason::from_code(&format!("{kind}-{number}")));
                assert_eq!(called.filter(|called| called == reason).count(), 1);
            }
        }
    }

    #[test]
    fn what_is_no_code_is_none() {
        for code in [
            "",
            "lone-king",
            "lone-king-0",
            "lone-king-016",
            "lone-king-+5",
            "king-5",
            "unknown",
            "occurrence-256",
        ] {
            assert_eq!(EndReason::from_code(code), None, "{code}");
        }
    }
}
