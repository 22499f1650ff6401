//! JSON shape of a challenge that waits for an opponent.

use damier_people::challenges::{Challenge, OpenChallenge};
use damier_people::ratings::Ratings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::ratings::views::{RatingShown, host_ratings};

/// A challenge that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingChallenge {
    /// Its id, and that of the game that it becomes.
    id: String,
    /// What is offered.
    pub(crate) challenge: Challenge,
    /// Whether the caller has offered it.
    yours: bool,
    /// Until when it waits, in Unix milliseconds.
    until_ms: u64,
    /// Whether the host plays under an account, so that the name is unique.
    account: bool,
    /// The rating of that account in this game at this speed; null without an account or without a
    /// clock.
    rating: Option<RatingShown>,
    /// In the list of the lobby, where the challenge asks for a rating: whether it means the
    /// account that is signed in. Null everywhere else.
    pub(crate) fits: Option<bool>,
}

/// A challenge with the rating of its host, as returned to clients.
pub(crate) async fn to_view(
    ratings: &dyn Ratings,
    open: OpenChallenge,
    yours: bool,
    now_ms: u64,
) -> Result<WaitingChallenge, Problem> {
    let mut told = to_views(ratings, vec![open], yours, now_ms).await?;
    told.pop().ok_or_else(Problem::internal)
}

/// The same for several at once.
pub(crate) async fn to_views(
    ratings: &dyn Ratings,
    open: Vec<OpenChallenge>,
    yours: bool,
    now_ms: u64,
) -> Result<Vec<WaitingChallenge>, Problem> {
    let ratings = host_ratings(ratings, &open, now_ms).await?;
    let told = open
        .into_iter()
        .zip(ratings)
        .map(|(open, rating)| WaitingChallenge {
            id: open.id.to_string(),
            challenge: open.challenge,
            yours,
            until_ms: open.until_ms,
            account: open.account.is_some(),
            rating,
            fits: None,
        });
    Ok(told.collect())
}
