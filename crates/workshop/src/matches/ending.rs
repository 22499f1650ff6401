//! How a game of a match ended: by a rule of the game, by a decision of the referee, or by a
//! player's fault.

use std::borrow::Cow;

use damier_protocols::player::PlayerError;
use damier_rules::{EndReason, Side};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The winner; `None` for a draw.
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
    /// A player claimed a draw in a protocol in which such a claim ends the game.
    ClaimedDraw,
    /// A player lost by a fault.
    PlayerFault(PlayerFault),
}

/// An [`EndReason`] that can be sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule(pub EndReason);

/// A fault by which a player loses a game without being beaten on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PlayerFault {
    /// It played a move that is not legal.
    IllegalMove,
    /// It took more time than it had.
    Time,
    /// It did not answer at all.
    Hang,
    /// It crashed.
    Crash,
    /// It sent something that its protocol does not allow.
    Nonsense,
    /// It sent no move, or claimed that the game is over although it is not.
    NoMove,
}

impl Cause {
    /// The stable word for this cause in records and files.
    pub fn code(self) -> Cow<'static, str> {
        match self {
            Cause::Rule(Rule(reason)) => reason.code(),
            Cause::Resigned => "resignation".into(),
            Cause::Adjudicated => "adjudicated".into(),
            Cause::Tables => "tables".into(),
            Cause::TooLong => "too-long".into(),
            Cause::ClaimedDraw => "claimed-draw".into(),
            Cause::PlayerFault(fault) => fault.code().into(),
        }
    }

    /// The cause with this stable word.
    pub fn from_code(code: &str) -> Option<Cause> {
        let fault = PlayerFault::ALL
            .into_iter()
            .find(|fault| fault.code() == code);
        match code {
            "resignation" => Some(Cause::Resigned),
            "adjudicated" => Some(Cause::Adjudicated),
            "tables" => Some(Cause::Tables),
            "too-long" => Some(Cause::TooLong),
            "claimed-draw" => Some(Cause::ClaimedDraw),
            _ => fault
                .map(Cause::PlayerFault)
                .or_else(|| EndReason::from_code(code).map(Rule).map(Cause::Rule)),
        }
    }
}

impl PlayerFault {
    /// Every fault.
    pub const ALL: [PlayerFault; 6] = [
        PlayerFault::IllegalMove,
        PlayerFault::Time,
        PlayerFault::Hang,
        PlayerFault::Crash,
        PlayerFault::Nonsense,
        PlayerFault::NoMove,
    ];

    /// The stable word for this fault.
    pub const fn code(self) -> &'static str {
        match self {
            PlayerFault::IllegalMove => "illegal-move",
            PlayerFault::Time => "time",
            PlayerFault::Hang => "hang",
            PlayerFault::Crash => "crash",
            PlayerFault::Nonsense => "nonsense",
            PlayerFault::NoMove => "no-move",
        }
    }

    /// The fault of a player that returned this error instead of a move.
    pub fn of(error: &PlayerError) -> PlayerFault {
        match error {
            PlayerError::Illegal { .. } => PlayerFault::IllegalMove,
            PlayerError::Silent { .. } => PlayerFault::Hang,
            PlayerError::Start { .. } | PlayerError::Gone { .. } => PlayerFault::Crash,
            PlayerError::NoMove => PlayerFault::NoMove,
            // Invalid messages, a refusal, a move that the protocol cannot express, and errors
            // added later.
            _ => PlayerFault::Nonsense,
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
    /// An end without details.
    pub fn new(winner: Option<Side>, cause: Cause) -> End {
        End {
            winner,
            cause,
            detail: None,
        }
    }

    /// A game lost by a fault.
    pub fn fault(loser: Side, fault: PlayerFault, detail: impl Into<String>) -> End {
        End {
            winner: Some(loser.opponent()),
            cause: Cause::PlayerFault(fault),
            detail: Some(detail.into()),
        }
    }

    /// The side that lost by a fault.
    pub fn at_fault(&self) -> Option<Side> {
        match self.cause {
            Cause::PlayerFault(_) => self.winner.map(Side::opponent),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_read_from_its_code() {
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
        let faults = PlayerFault::ALL.map(Cause::PlayerFault);
        for cause in rules.chain(others).chain(faults) {
            assert_eq!(Cause::from_code(&cause.code()), Some(cause));
        }
        assert_eq!(Cause::from_code("weather"), None);
    }
}
