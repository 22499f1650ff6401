//! The games of an account that are over: what may be asked of them, and what is told. Called by the stores, which find them, and by the server.

use damier_rules::{Side, Variant};
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::settings::Player;

use crate::live::StoredGame;

/// What came of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// It has no result: it was given up before each side had made its first move.
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

    /// What an ending is for the player of a side.
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

    /// The stable word in messages.
    pub const fn code(self) -> &'static str {
        match self {
            OwnResult::Win => "win",
            OwnResult::Draw => "draw",
            OwnResult::Loss => "loss",
            OwnResult::Nothing => "none",
        }
    }

    /// The result with this word.
    pub fn from_code(code: &str) -> Option<OwnResult> {
        OwnResult::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// Which of the games that are over are wanted: all that fit everything that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FinishedFilter {
    /// The game of the family.
    pub variant: Option<Variant>,
    /// What came of it.
    pub result: Option<OwnResult>,
    /// Names of the other player, as they stand in the game: it is to have one of them. None: whoever it is.
    pub against: Vec<String>,
}

impl FinishedFilter {
    /// The stable name of the game of the family, if one is wanted.
    pub fn variant_id(&self) -> Option<&'static str> {
        self.variant.map(Variant::id)
    }

    /// Whether a game that is over fits, for the player of this side.
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

/// Where a page begins: behind this game, which ended then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FinishedPlace {
    /// When it ended, in Unix milliseconds.
    pub ended_ms: u64,
    /// Which game.
    pub game: GameId,
}

impl FinishedPlace {
    /// The place of the first page: behind no game that there is.
    pub const FIRST: FinishedPlace = FinishedPlace {
        ended_ms: u64::MAX,
        game: GameId::from_bits(u128::MAX),
    };
}

/// A game of an account that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// Which game.
    pub id: GameId,
    /// The game, with how it ended; `None` where what is stored of it cannot be read, as of a game that a newer program has begun.
    pub game: Option<StoredGame>,
    /// The side that the account has.
    pub side: Side,
    /// When the last thing was done in it, in Unix milliseconds.
    pub ended_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_has_its_word() {
        for result in OwnResult::ALL {
            assert_eq!(OwnResult::from_code(result.code()), Some(result));
        }
        assert_eq!(OwnResult::from_code("won"), None);
    }
}
