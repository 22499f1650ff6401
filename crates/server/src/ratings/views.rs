//! JSON shapes of ratings that other features return too.

use damier_people::StoreError;
use damier_people::accounts::{Account, AccountId};
use damier_people::challenges::OpenChallenge;
use damier_people::ratings::{RatingChange, RatingPool, RatingState, Ratings};
use damier_session::Side;
use damier_session::strength::Scored;
use damier_wire::ratings::RatingView;
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::ratings::{estimate_view, rating_view};

/// A player's rating in one pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRating {
    /// The stable name of the variant.
    #[schema(example = "international")]
    variant: &'static str,
    /// The speed: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[schema(example = "blitz")]
    #[schema(pattern = "^(bullet|blitz|rapid|classical|correspondence)$")]
    speed: &'static str,
    #[serde(flatten)]
    rating: RatingView,
    /// The number of rated games.
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// When the last one ended, in Unix milliseconds.
    last_ms: u64,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicPlayer {
    pub(crate) name: String,
    /// One for each pool with a rated game.
    pub(crate) ratings: Vec<PlayerRating>,
}

/// A rated game as one of its players sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountedGame {
    /// The id of the game.
    game: String,
    variant: &'static str,
    #[schema(pattern = "^(bullet|blitz|rapid|classical|correspondence)$")]
    speed: &'static str,
    /// The side of the player.
    side: Side,
    /// The opponent's name.
    opponent: String,
    /// The opponent's rating before the game.
    against: u32,
    /// `win`, `draw` or `loss`.
    #[schema(pattern = "^(win|draw|loss)$")]
    score: &'static str,
    /// The rating before the game.
    before: RatingView,
    /// The rating after it.
    after: RatingView,
    /// When it ended, in Unix milliseconds.
    at_ms: u64,
}

/// The ratings of an account as displayed.
pub(crate) async fn player_view(
    ratings: &dyn Ratings,
    account: &Account,
    now_ms: u64,
) -> Result<Vec<PlayerRating>, StoreError> {
    let ratings = ratings.ratings_of(account.id).await?;
    let shown = ratings.into_iter().map(|(pool, standing)| PlayerRating {
        variant: pool.variant.id(),
        speed: pool.speed.code(),
        rating: rating_view(&standing, now_ms),
        games: standing.tally.games(),
        won: standing.tally.won,
        drawn: standing.tally.drawn,
        lost: standing.tally.lost,
        last_ms: standing.at_ms,
    });
    Ok(shown.collect())
}

/// A rated game, as returned to clients.
pub(crate) fn to_counted_game(change: RatingChange) -> CountedGame {
    CountedGame {
        game: change.game.to_string(),
        variant: change.pool.variant.id(),
        speed: change.pool.speed.code(),
        side: change.side,
        opponent: change.opponent,
        against: crate::live::ratings::whole(change.against.get()),
        score: match change.score {
            Scored::Win => "win",
            Scored::Draw => "draw",
            Scored::Loss => "loss",
        },
        before: estimate_view(change.before),
        after: estimate_view(change.after),
        at_ms: change.at_ms,
    }
}

/// The ratings of the hosts of challenges, in the same order.
pub(crate) async fn host_ratings(
    ratings: &dyn Ratings,
    open: &[OpenChallenge],
    now_ms: u64,
) -> Result<Vec<Option<RatingView>>, StoreError> {
    let wanted = |open: &OpenChallenge| Some((open.account?, open.challenge.pool()?));
    let wanted: Vec<_> = open.iter().map(wanted).collect();
    let asked: Vec<_> = wanted.iter().copied().flatten().collect();
    let mut standings = ratings.rating_states(&asked).await?.into_iter();
    let shown = wanted.into_iter().map(|wanted| {
        let standing: RatingState = wanted.and_then(|_| standings.next())?;
        Some(rating_view(&standing, now_ms))
    });
    Ok(shown.collect())
}

/// The rating of an account in a pool; `None` for a game without a clock, which has no pool.
pub(crate) async fn account_rating(
    ratings: &dyn Ratings,
    account: AccountId,
    pool: Option<RatingPool>,
    now_ms: u64,
) -> Result<Option<RatingView>, StoreError> {
    let Some(pool) = pool else {
        return Ok(None);
    };
    let standings = ratings.rating_states(&[(account, pool)]).await?;
    let standing = standings.into_iter().next().unwrap_or_default();
    Ok(Some(rating_view(&standing, now_ms)))
}
