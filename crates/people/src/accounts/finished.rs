//! Finished games of an account: the filter, the page cursor and the returned entries.

use damier_rules::{Side, Variant};
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::settings::Player;

use crate::live::StoredGame;

/// The result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// No result: the game was aborted before both sides had made their first move.
    Nothing,
}

impl OwnResult {
    /// All of them.
    pub const ALL: [OwnResult; 4] = [
        OwnResult::Win,
        OwnResult::Draw,
        OwnResult::Loss,
        OwnResult::Nothing,
    ];

    /// The result of an ending for the player of a side.
    ///
    /// ```
    /// use damier_session::ending::ByPeople;
    /// use damier_people::accounts::OwnResult;
    /// use damier_session::{Ending, Side};
    /// let ending = Ending::win(Side::Black, ByPeople::Resignation);
    /// assert_eq!(OwnResult::of(&ending, Side::White), OwnResult::Loss);
    /// assert_eq!(OwnResult::of(&Ending::aborted(), Side::White), OwnResult::Nothing);
    /// ```
    pub fn of(ending: &Ending, side: Side) -> OwnResult {
        match ending.winner {
            _ if ending.is_aborted() => OwnResult::Nothing,
            None => OwnResult::Draw,
            Some(winner) if winner == side => OwnResult::Win,
            Some(_) => OwnResult::Loss,
        }
    }

    /// Its stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            OwnResult::Win => "win",
            OwnResult::Draw => "draw",
            OwnResult::Loss => "loss",
            OwnResult::Nothing => "none",
        }
    }

    /// The result with this code.
    pub fn from_code(code: &str) -> Option<OwnResult> {
        OwnResult::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// A filter of finished games; every given criterion must match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FinishedFilter {
    /// The variant.
    pub variant: Option<Variant>,
    /// The result.
    pub result: Option<OwnResult>,
    /// Names of the opponent as stored in the game, any of which matches; empty for any opponent.
    pub against: Vec<String>,
}

impl FinishedFilter {
    /// The stable name of the variant, if the filter has one.
    pub fn variant_id(&self) -> Option<&'static str> {
        self.variant.map(Variant::id)
    }

    /// Whether a finished game matches, seen by the player of this side.
    pub fn takes(&self, game: &StoredGame, side: Side) -> bool {
        let record = &game.setup.record;
        let other = record.settings.player(side.opponent());
        let is_against = match other {
            Player::Person { name } => self.against.contains(name),
            Player::Computer { .. } => false,
        };
        let result = game.ending.map(|ending| OwnResult::of(&ending, side));
        result.is_some()
            && self.result.is_none_or(|wanted| result == Some(wanted))
            && self.variant_id().is_none_or(|id| id == record.variant)
            && (self.against.is_empty() || is_against)
    }
}

/// The cursor of a page: it starts after this game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FinishedCursor {
    /// When that game ended, in Unix milliseconds.
    pub ended_ms: u64,
    /// The id of that game.
    pub game: GameId,
}

impl FinishedCursor {
    /// The cursor of the first page.
    pub const FIRST: FinishedCursor = FinishedCursor {
        ended_ms: u64::MAX,
        game: GameId::from_bits(u128::MAX),
    };
}

/// A finished game of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// The game's id.
    pub id: GameId,
    /// The game with its ending; `None` where the stored game cannot be read, for example one
    /// written by a newer version.
    pub game: Option<StoredGame>,
    /// The side that the account has.
    pub side: Side,
    /// When its last event was stored, in Unix milliseconds.
    pub ended_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_has_a_code() {
        for result in OwnResult::ALL {
            assert_eq!(OwnResult::from_code(result.code()), Some(result));
        }
        assert_eq!(OwnResult::from_code("won"), None);
    }
}
