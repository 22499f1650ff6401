//! Public handlers of ratings: a player with the ratings, their history, rated games, and the best
//! players.

use axum::extract::{Path, State};
use damier_people::ratings::{ChangeCursor, RatingPool, Speed};
use damier_wire::ratings::RatingView;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::account_path::AccountPath;
use crate::api::body::{Json, QueryOf, bad_query};
use crate::api::pages::{TimeCursor, page_of, start_of};
use crate::live::ratings::{estimate_view, rating_view};
use crate::problem::Problem;
use crate::ratings::state::RatingsState;
use crate::ratings::views::{CountedGame, PublicPlayer, player_view, to_counted_game};

/// Games on a page.
const PAGE: u32 = 50;

/// The length of the list of best players.
const BEST: u32 = 50;

/// The maximum number of points in a rating history: the latest.
const COURSE: u32 = 1_000;

/// A point of a rating history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CoursePoint {
    /// When a game ended, in Unix milliseconds.
    at_ms: u64,
    /// The rating after it, as a whole number.
    rating: u32,
    /// Its deviation.
    deviation: u32,
}

/// A rating history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingCourse {
    /// One for each rated game, oldest first; at most the latest thousand.
    points: Vec<CoursePoint>,
}

/// A page of a player's rated games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountedGames {
    /// The latest first.
    games: Vec<CountedGame>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// A player in the list of best players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestPlayer {
    name: String,
    #[serde(flatten)]
    rating: RatingView,
    /// The number of rated games.
    games: u32,
}

/// The best players of a variant and speed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestPlayers {
    /// Highest rating first; without provisional ratings.
    players: Vec<BestPlayer>,
}

/// The rating pool.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PoolQuery {
    /// The stable name of the variant; required.
    variant: Option<String>,
    /// The speed; required.
    speed: Option<String>,
}

/// The filter, and the start of the page.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// The stable name of a variant; only together with `speed`.
    variant: Option<String>,
    /// The speed.
    speed: Option<String>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// A player with ratings.
#[utoipa::path(
    get,
    path = "/players/{name}",
    responses(
        (status = 200, description = "The player", body = PublicPlayer),
    )
)]
pub(crate) async fn find(
    State(state): State<RatingsState>,
    AccountPath(account): AccountPath,
) -> Result<Json<PublicPlayer>, Problem> {
    let ratings = player_view(&*state.ratings, &account, state.clock.now_ms()).await?;
    Ok(Json(PublicPlayer {
        name: account.name,
        ratings,
    }))
}

/// A player's rating history, for a plot.
#[utoipa::path(
    get,
    path = "/players/{name}/course",
    params(PoolQuery),
    responses(
        (status = 200, description = "The points of the player's rating history", body = RatingCourse),
        (status = 400, description = "No such game or speed"),
    )
)]
pub(crate) async fn course(
    State(state): State<RatingsState>,
    AccountPath(account): AccountPath,
    QueryOf(PoolQuery { variant, speed }): QueryOf<PoolQuery>,
) -> Result<Json<RatingCourse>, Problem> {
    let [variant, speed] = [variant, speed].map(Option::unwrap_or_default);
    let pool = pool(&variant, &speed)?;
    let mut changes = state
        .ratings
        .changes_of(account.id, Some(pool), None, COURSE)
        .await?;
    // If the clocks of nodes differ, a game that was settled later may have ended earlier.
    changes.sort_by_key(|change| change.number);
    let points = changes.into_iter().map(|change| {
        let after = estimate_view(change.after);
        CoursePoint {
            at_ms: change.at_ms,
            rating: after.rating,
            deviation: after.deviation,
        }
    });
    Ok(Json(RatingCourse {
        points: points.collect(),
    }))
}

/// A player's rated games.
#[utoipa::path(
    get,
    path = "/players/{name}/games",
    params(GamesQuery),
    responses(
        (status = 200, description = "A page of rated games", body = CountedGames),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn games(
    State(state): State<RatingsState>,
    AccountPath(account): AccountPath,
    QueryOf(query): QueryOf<GamesQuery>,
) -> Result<Json<CountedGames>, Problem> {
    let pool = match (&query.variant, &query.speed) {
        (None, None) => None,
        (Some(variant), Some(speed)) => Some(pool(variant, speed)?),
        _ => return Err(bad_query("expected both `variant` and `speed`, or none")),
    };
    let after = start_of(query.after.as_deref())?;
    let after = after.map(|TimeCursor(at_ms, game)| ChangeCursor { at_ms, game });
    let found = state.ratings.changes_of(account.id, pool, after, PAGE + 1);
    let (page, next) = page_of(found.await?, PAGE, |last| TimeCursor(last.at_ms, last.game));
    let games = page.into_iter().map(to_counted_game).collect();
    Ok(Json(CountedGames { games, next }))
}

/// The best players of a variant and speed.
#[utoipa::path(
    get,
    path = "/ratings/{variant}/{speed}",
    params(
        ("variant" = String, Path, description = "The stable name of the game of the family"),
        ("speed" = String, Path, description = "The speed"),
    ),
    responses(
        (status = 200, description = "The best players with established ratings", body = BestPlayers),
        (status = 400, description = "No such game or speed"),
    )
)]
pub(crate) async fn best(
    State(state): State<RatingsState>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
) -> Result<Json<BestPlayers>, Problem> {
    let Path((variant, speed)) = path.map_err(|rejection| bad_query(rejection.body_text()))?;
    let now_ms = state.clock.now_ms();
    let best = state
        .ratings
        .best(pool(&variant, &speed)?, now_ms, BEST)
        .await?;
    let players = best.into_iter().map(|(account, standing)| BestPlayer {
        name: account.name,
        rating: rating_view(&standing, now_ms),
        games: standing.tally.games(),
    });
    Ok(Json(BestPlayers {
        players: players.collect(),
    }))
}

fn pool(variant: &str, speed: &str) -> Result<RatingPool, Problem> {
    RatingPool::from_codes(variant, speed).ok_or_else(|| {
        let head = |text: &str| text.chars().take(40).collect::<String>();
        let speeds = Speed::ALL.map(Speed::code).join(", ");
        bad_query(format!(
            "expected the name of a game and one of the speeds {speeds}, found {:?} and {:?}",
            head(variant),
            head(speed)
        ))
    })
}
