//! Problems of challenges and of the games that they become.

use std::borrow::Cow;

use damier_people::challenges::{ChallengeError, EngineSeatError};

use crate::live::engine::{Budget, EngineBusy};
use crate::problem::Problem;
use crate::secret::Secret;

/// `Retry-After` when the engine plays at too many boards, in seconds.
const BUSY_S: u64 = 60;

/// A secret in a body.
pub(crate) fn secret(text: &str) -> Result<Secret, Problem> {
    Secret::read(text).ok_or_else(|| {
        unexpected("a secret is 43 characters of URL-safe Base64, made by the client")
    })
}

pub(crate) fn unexpected(detail: &str) -> Problem {
    Problem::unprocessable("unexpected-shape", "unexpected content of the body", detail)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is used as an argument of map_err"
)]
pub(crate) fn bad_id(error: damier_session::GameIdError) -> Problem {
    Problem::bad_request("bad-game-id", "invalid id of a game", error.to_string())
}

pub(crate) fn no_game(
    reason: impl Into<Cow<'static, str>>,
    error: impl std::fmt::Display,
) -> Problem {
    let reason = reason.into();
    if reason == EngineSeatError::CODE {
        return Problem::unprocessable(
            EngineSeatError::CODE,
            "the engine cannot play there",
            error.to_string(),
        );
    }
    Problem::unprocessable(
        "no-such-challenge",
        "invalid game or settings",
        error.to_string(),
    )
    .because(reason, None)
}

/// A rated game without an account.
pub(crate) fn account_needed() -> Problem {
    Problem::unauthorized(
        "account-needed",
        "a rated game needs an account",
        "a rated game needs the accounts of both players: sign in, or play a casual game",
    )
}

pub(crate) fn not_found() -> Problem {
    Problem::not_found(
        "challenge-not-found",
        "no such challenge",
        "it was accepted or withdrawn, has expired, or never existed",
    )
}

/// A rated game against oneself.
pub(crate) fn own_challenge() -> Problem {
    Problem::conflict(
        "own-challenge",
        "this challenge is your own",
        "a rated game needs two accounts",
    )
}

/// A rematch of a game that is not over.
pub(crate) fn game_goes_on() -> Problem {
    Problem::conflict(
        "game-goes-on",
        "the game is not over",
        "a rematch is possible once the game is over",
    )
}

/// What only a player may do.
pub(crate) fn for_players(detail: &str) -> Problem {
    Problem::forbidden("not-entitled", "only players may do this", detail)
}

impl From<ChallengeError> for Problem {
    fn from(error: ChallengeError) -> Self {
        no_game(error.code(), error)
    }
}

/// The engine cannot begin another game.
pub(crate) fn engine_busy(why: EngineBusy) -> Problem {
    let detail = match why {
        EngineBusy::ForAll(Budget::Boards) => {
            "the engine plays the maximum number of games on this server; try again in a minute"
        }
        EngineBusy::ForSite(Budget::Boards) => {
            "the engine plays the maximum number of games with this address; try again in a minute"
        }
        EngineBusy::ForAll(Budget::FullStrength) => {
            "level 10 plays the maximum number of games on this server; choose a lower level, or try again in a minute"
        }
        EngineBusy::ForSite(Budget::FullStrength) => {
            "level 10 plays the maximum number of games with this address; choose a lower level, or try again in a minute"
        }
    };
    Problem::unavailable("computer-busy", "the engine is busy", detail).retry_after(BUSY_S)
}
