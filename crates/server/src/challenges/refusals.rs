//! Problems of challenges and of the games that they become.

use std::borrow::Cow;

use axum::http::StatusCode;
use damier_people::challenges::EngineSeatError;

use crate::challenges::start::StartError;
use crate::live::engine::{Budget, EngineBusy};
use crate::problem::Problem;
use crate::ratings::ranges::RatingRefusal;
use crate::secret::Secret;
use crate::teams::views::no_team_match;

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

impl From<StartError> for Problem {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Store(error) => error.into(),
            StartError::Game(error) => error.into(),
            StartError::Unavailable => Self::live_unavailable(),
            StartError::TaskFailed(error) => error.into(),
            StartError::Challenge(error) => no_game(error.code(), error),
            StartError::Rating(error) => error.into(),
            StartError::Quota(error) => error.into(),
            StartError::EngineBusy(why) => engine_busy(why),
            StartError::Taken(detail) => Self::taken(detail),
            StartError::AccountNeeded => account_needed(),
            StartError::OwnChallenge => Self::new(
                StatusCode::CONFLICT,
                "own-challenge",
                "this challenge is your own",
                "a rated game needs two accounts",
            ),
            StartError::GameGoesOn => Self::new(
                StatusCode::CONFLICT,
                "game-goes-on",
                "the game is not over",
                "a rematch is possible once the game is over",
            ),
            StartError::NotForSpectators(detail) => Self::new(
                StatusCode::FORBIDDEN,
                "not-entitled",
                "only players may do this",
                detail,
            ),
            StartError::NotAMember => Self::new(
                StatusCode::CONFLICT,
                "not-a-member",
                "only members of the team may do this",
                "this seat belongs to no member of a team",
            ),
            StartError::NoTeamMatch => no_team_match(),
        }
    }
}

/// The engine cannot begin another game.
fn engine_busy(why: EngineBusy) -> Problem {
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

impl From<RatingRefusal> for Problem {
    fn from(error: RatingRefusal) -> Self {
        match error {
            RatingRefusal::Store(error) => error.into(),
            RatingRefusal::AccountNeeded => Self::new(
                StatusCode::UNAUTHORIZED,
                "account-needed",
                "this challenge requires a rating",
                "only an account has a rating: sign in, or accept another challenge",
            ),
            RatingRefusal::OutOfRange(reason) => Self::new(
                StatusCode::FORBIDDEN,
                "rating-not-asked-for",
                "your rating is outside the range of this challenge",
                reason.to_string(),
            )
            .because(reason.code(), None),
        }
    }
}
