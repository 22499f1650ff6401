//! The view of an open challenge.

use damier_people::challenges::OpenChallenge;
use damier_people::ratings::Ratings;
use damier_wire::challenges::WaitingChallenge;

use crate::challenges::waiting::is_present;
use crate::problem::Problem;
use crate::ratings::views::host_ratings;

/// A challenge with the rating of its host, as returned to clients.
pub(crate) async fn to_view(
    ratings: &dyn Ratings,
    open: OpenChallenge,
    yours: bool,
    now_ms: u64,
) -> Result<WaitingChallenge, Problem> {
    let mut views = to_views(ratings, vec![open], yours, now_ms).await?;
    views.pop().ok_or_else(Problem::internal)
}

/// The same for several at once.
pub(crate) async fn to_views(
    ratings: &dyn Ratings,
    open: Vec<OpenChallenge>,
    yours: bool,
    now_ms: u64,
) -> Result<Vec<WaitingChallenge>, Problem> {
    let ratings = host_ratings(ratings, &open, now_ms).await?;
    let views = open
        .into_iter()
        .zip(ratings)
        .map(|(open, rating)| WaitingChallenge {
            present: is_present(&open, now_ms),
            id: open.id.to_string(),
            challenge: open.challenge,
            yours,
            until_ms: open.until_ms,
            account: open.account.is_some(),
            rating,
            fits: None,
        });
    Ok(views.collect())
}
