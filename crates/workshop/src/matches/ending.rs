//! How a game of a match ended: by a rule of the game, by the referee, or by a fault of a player.

use std::borrow::Cow;

use damier_protocols::player::PlayerError;
use damier_rules::{EndReason, Side};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub cause: Cause,
    /// Details in words: an illegal move, how a program crashed.
    pub detail: Option<String>,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// A rule of the game.
    Rule(Rule),
    /// A player resigned.
    Resigned,
    /// The scores of both players adjudicated it.
    Adjudicated,
    /// Endgame tables adjudicated it.
    Tables,
    /// It reached the longest length and counts as drawn.
    TooLong,
    /// A player claimed a draw, in a protocol where that ends the game.
    ClaimedDraw,
    /// A player lost by a fault.
    Fault(Fault),
}

/// An [`EndReason`] that can be put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule(pub EndReason);

/// What a player did to lose a game off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// It played a move that is not legal.
    IllegalMove,
    /// It took more time than it had.
    Time,
    /// It did not answer at all.
    Hang,
    /// It crashed.
    Crash,
    /// It sent something that its protocol does not have.
    Nonsense,
    /// It gave no move, or said that the game is over although it is not.
    NoMove,
}

impl Cause {
    /// The fixed word for records and files.
    pub fn code(self) -> Cow<'static, str> {
        match self {
            Cause::Rule(Rule(reason)) => reason.code(),
            Cause::Resigned => "resignation".into(),
            Cause::Adjudicated => "adjudicated".into(),
            Cause::Tables => "tables".into(),
            Cause::TooLong => "too-long".into(),
            Cause::ClaimedDraw => "claimed-draw".into(),
            Cause::Fault(fault) => fault.code().into(),
        }
    }

    /// The cause of a fixed word.
    pub fn from_code(code: &str) -> Option<Cause> {
        let fault = Fault::ALL.into_iter().find(|fault| fault.code() == code);
        match code {
            "resignation" => Some(Cause::Resigned),
            "adjudicated" => Some(Cause::Adjudicated),
            "tables" => Some(Cause::Tables),
            "too-long" => Some(Cause::TooLong),
            "claimed-draw" => Some(Cause::ClaimedDraw),
            _ => fault
                .map(Cause::Fault)
                .or_else(|| EndReason::from_code(code).map(Rule).map(Cause::Rule)),
        }
    }
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 6] = [
        Fault::IllegalMove,
        Fault::Time,
        Fault::Hang,
        Fault::Crash,
        Fault::Nonsense,
        Fault::NoMove,
    ];

    /// The fixed word.
    pub const fn code(self) -> &'static str {
        match self {
            Fault::IllegalMove => "illegal-move",
            Fault::Time => "time",
            Fault::Hang => "hang",
            Fault::Crash => "crash",
            Fault::Nonsense => "nonsense",
            Fault::NoMove => "no-move",
        }
    }

    /// What a player did that answered with this error instead of a move.
    pub fn of(error: &PlayerError) -> Fault {
        match error {
            PlayerError::Illegal { .. } => Fault::IllegalMove,
            PlayerError::Silent { .. } => Fault::Hang,
            PlayerError::Start { .. } | PlayerError::Gone { .. } => Fault::Crash,
            PlayerError::NoMove => Fault::NoMove,
            // Nonsense, a refusal, what it cannot tell; and what a later version of the library may know.
            _ => Fault::Nonsense,
        }
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Rule) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rule {
    fn cmp(&self, other: &Rule) -> std::cmp::Ordering {
        self.0.code().cmp(&other.0.code())
    }
}

impl End {
    /// An end about which nothing else is to be said.
    pub fn new(winner: Option<Side>, cause: Cause) -> End {
        End {
            winner,
            cause,
            detail: None,
        }
    }

    /// A game lost by a fault.
    pub fn fault(loser: Side, fault: Fault, detail: impl Into<String>) -> End {
        End {
            winner: Some(loser.opponent()),
            cause: Cause::Fault(fault),
            detail: Some(detail.into()),
        }
    }

    /// The side that lost by a fault.
    pub fn at_fault(&self) -> Option<Side> {
        match self.cause {
            Cause::Fault(_) => self.winner.map(Side::opponent),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_read_by_its_word() {
        let rules = EndReason::known()
            .into_iter()
            .map(|reason| Cause::Rule(Rule(reason)));
        let others = [
            Cause::Resigned,
            Cause::Adjudicated,
            Cause::Tables,
            Cause::TooLong,
            Cause::ClaimedDraw,
        ];
        let faults = Fault::ALL.map(Cause::Fault);
        for cause in rules.chain(others).chain(faults) {
            assert_eq!(Cause::from_code(&cause.code()), Some(cause));
        }
        assert_eq!(Cause::from_code("weather"), None);
    }
}
