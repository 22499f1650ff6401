//! Ratings over HTTP, for everybody: a player with the ratings, their course and the games that counted, and who is best. Also the ratings of
//! those who wait in the lobby.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use damier_people::LiveStore;
use damier_people::accounts::{Account, AccountId, AccountName};
use damier_people::challenges::OpenChallenge;
use damier_people::live::StoreError;
use damier_people::ratings::{ChangePlace, RatingChange, RatingPool, Speed, Standing};
use damier_session::strength::Scored;
use damier_session::{GameId, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::body::{QueryOf, bad_query};
pub(crate) use crate::live::ratings::RatingShown;
use crate::problem::{Document, Problem};
use crate::state::App;

/// Games on a page.
const PAGE: u32 = 50;

/// Players on the list of the best.
const BEST: u32 = 50;

/// Points of a course at most: the latest of them.
const COURSE: u32 = 1_000;

/// A rating of a player, with its games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRating {
    /// The stable name of the game of the family.
    #[schema(example = "international")]
    variant: &'static str,
    /// How fast the games are: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[schema(example = "blitz")]
    speed: &'static str,
    #[serde(flatten)]
    rating: RatingShown,
    /// Games that counted.
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// When the last of them ended, in Unix milliseconds.
    last_ms: u64,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicPlayer {
    name: String,
    /// For each game and speed of which a game counted.
    ratings: Vec<PlayerRating>,
}

/// A point of the course of a rating.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CoursePoint {
    /// When a game ended, in Unix milliseconds.
    at_ms: u64,
    /// The rating after it, as a whole number.
    rating: u32,
    /// Its deviation.
    deviation: u32,
}

/// The course of a rating.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingCourse {
    /// One for each game that counted, the oldest first; only the latest thousand.
    points: Vec<CoursePoint>,
}

/// A game that counted, as one of its players sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountedGame {
    /// The id of the game.
    game: String,
    variant: &'static str,
    speed: &'static str,
    /// The side of the player.
    side: Side,
    /// The name of the other one.
    opponent: String,
    /// The rating of the other one before the game.
    against: u32,
    /// `win`, `draw` or `loss`.
    score: &'static str,
    /// The rating before the game.
    before: RatingShown,
    /// The rating after it.
    after: RatingShown,
    /// When it ended, in Unix milliseconds.
    at_ms: u64,
}

/// A page of the games of a player that counted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountedGames {
    /// The latest first.
    games: Vec<CountedGame>,
    /// From where the next page goes on; null on the last one.
    next: Option<String>,
}

/// One of the best.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestPlayer {
    name: String,
    #[serde(flatten)]
    rating: RatingShown,
    /// Games that counted.
    games: u32,
}

/// The best players of a game at a speed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestPlayers {
    /// The highest rating first. Whose rating is provisional is not among them.
    players: Vec<BestPlayer>,
}

/// Which rating.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PoolQuery {
    /// The stable name of the game of the family; needed.
    variant: Option<String>,
    /// The speed; needed.
    speed: Option<String>,
}

/// Which games, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// The stable name of a game of the family; with `speed`, or not at all.
    variant: Option<String>,
    /// A speed.
    speed: Option<String>,
    /// `next` of the page before.
    after: Option<String>,
}

/// The account that the address names.
pub(crate) struct PlayerPath(Account);

impl FromRequestParts<Arc<App>> for PlayerPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(name) = path.map_err(|_| no_such_player())?;
        let name: AccountName = name.parse().map_err(|_| no_such_player())?;
        let found = app.rooms.store.account_named(&name).await?;
        let (account, _) = found.ok_or_else(no_such_player)?;
        Ok(Self(account))
    }
}

/// A player with the ratings.
#[utoipa::path(
    get,
    path = "/players/{name}",
    tag = "ratings",
    params(("name" = String, Path, description = "The name of an account")),
    responses(
        (status = 200, description = "The player", body = PublicPlayer),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    PlayerPath(account): PlayerPath,
) -> Result<Json<PublicPlayer>, Problem> {
    let ratings = shown_of(&*app.rooms.store, &account, app.clock.now_ms()).await?;
    Ok(Json(PublicPlayer {
        name: account.name,
        ratings,
    }))
}

/// The ratings of an account, as they are shown.
pub(crate) async fn shown_of(
    store: &dyn LiveStore,
    account: &Account,
    now_ms: u64,
) -> Result<Vec<PlayerRating>, StoreError> {
    let ratings = store.ratings_of(account.id).await?;
    let shown = ratings.into_iter().map(|(pool, standing)| PlayerRating {
        variant: pool.variant.id(),
        speed: pool.speed.code(),
        rating: RatingShown::of(&standing, now_ms),
        games: standing.tally.games(),
        won: standing.tally.won,
        drawn: standing.tally.drawn,
        lost: standing.tally.lost,
        last_ms: standing.at_ms,
    });
    Ok(shown.collect())
}

/// The course of a rating of a player, for a plot.
#[utoipa::path(
    get,
    path = "/players/{name}/course",
    tag = "ratings",
    params(("name" = String, Path, description = "The name of an account"), PoolQuery),
    responses(
        (status = 200, description = "Its points", body = RatingCourse),
        (status = 400, description = "There is no such game or speed", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn course(
    State(app): State<Arc<App>>,
    PlayerPath(account): PlayerPath,
    QueryOf(PoolQuery { variant, speed }): QueryOf<PoolQuery>,
) -> Result<Json<RatingCourse>, Problem> {
    let [variant, speed] = [variant, speed].map(Option::unwrap_or_default);
    let pool = pool(&variant, &speed)?;
    let store = &app.rooms.store;
    let mut changes = store
        .changes_of(account.id, Some(pool), None, COURSE)
        .await?;
    // Where nodes had different clocks, a game that was counted later may have ended earlier.
    changes.sort_by_key(|change| change.number);
    let points = changes.into_iter().map(|change| {
        let after = RatingShown::of_estimate(change.after);
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

/// The games of a player that counted.
#[utoipa::path(
    get,
    path = "/players/{name}/games",
    tag = "ratings",
    params(("name" = String, Path, description = "The name of an account"), GamesQuery),
    responses(
        (status = 200, description = "A page of them", body = CountedGames),
        (status = 400, description = "The query makes no sense", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No account has this name", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    PlayerPath(account): PlayerPath,
    QueryOf(query): QueryOf<GamesQuery>,
) -> Result<Json<CountedGames>, Problem> {
    let pool = match (&query.variant, &query.speed) {
        (None, None) => None,
        (Some(variant), Some(speed)) => Some(pool(variant, speed)?),
        _ => return Err(bad_query("expected both `variant` and `speed`, or none")),
    };
    let after = query.after.as_deref().map(place).transpose()?;
    let store = &app.rooms.store;
    let mut page = store.changes_of(account.id, pool, after, PAGE + 1).await?;
    let more = page.len() > PAGE as usize;
    page.truncate(PAGE as usize);
    let next = page.last().filter(|_| more);
    let next = next.map(|last| format!("{}.{}", last.at_ms, last.game));
    let games = page.into_iter().map(counted).collect();
    Ok(Json(CountedGames { games, next }))
}

/// A game that counted, as it is told.
pub(crate) fn counted(change: RatingChange) -> CountedGame {
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
        before: RatingShown::of_estimate(change.before),
        after: RatingShown::of_estimate(change.after),
        at_ms: change.at_ms,
    }
}

/// The best players of a game at a speed.
#[utoipa::path(
    get,
    path = "/ratings/{variant}/{speed}",
    tag = "ratings",
    params(
        ("variant" = String, Path, description = "The stable name of the game of the family"),
        ("speed" = String, Path, description = "The speed"),
    ),
    responses(
        (status = 200, description = "The best of them, whose ratings are established", body = BestPlayers),
        (status = 400, description = "There is no such game or speed", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn best(
    State(app): State<Arc<App>>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
) -> Result<Json<BestPlayers>, Problem> {
    let Path((variant, speed)) = path.map_err(|rejection| bad_query(rejection.body_text()))?;
    let now_ms = app.clock.now_ms();
    let store = &app.rooms.store;
    let best = store.best(pool(&variant, &speed)?, now_ms, BEST).await?;
    let players = best.into_iter().map(|(account, standing)| BestPlayer {
        name: account.name,
        rating: RatingShown::of(&standing, now_ms),
        games: standing.tally.games(),
    });
    Ok(Json(BestPlayers {
        players: players.collect(),
    }))
}

/// The ratings of the hosts of challenges, in their order.
pub(crate) async fn of_hosts(
    store: &dyn LiveStore,
    open: &[OpenChallenge],
    now_ms: u64,
) -> Result<Vec<Option<RatingShown>>, StoreError> {
    let wanted = |open: &OpenChallenge| Some((open.account?, open.challenge.pool()?));
    let wanted: Vec<_> = open.iter().map(wanted).collect();
    let asked: Vec<_> = wanted.iter().copied().flatten().collect();
    let mut standings = store.standings(&asked).await?.into_iter();
    let shown = wanted.into_iter().map(|wanted| {
        let standing: Standing = wanted.and_then(|_| standings.next())?;
        Some(RatingShown::of(&standing, now_ms))
    });
    Ok(shown.collect())
}

/// The rating of an account in a pool; nothing in a game without a clock, which has none.
pub(crate) async fn of_account(
    app: &App,
    account: AccountId,
    pool: Option<RatingPool>,
) -> Result<Option<RatingShown>, StoreError> {
    let Some(pool) = pool else {
        return Ok(None);
    };
    let standings = app.rooms.store.standings(&[(account, pool)]).await?;
    let standing = standings.into_iter().next().unwrap_or_default();
    Ok(Some(RatingShown::of(&standing, app.clock.now_ms())))
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

/// Where a page begins, as `next` of the one before says.
fn place(text: &str) -> Result<ChangePlace, Problem> {
    let read = || {
        let (at_ms, game) = text.split_once('.')?;
        Some(ChangePlace {
            at_ms: at_ms.parse().ok()?,
            game: game.parse::<GameId>().ok()?,
        })
    };
    read().ok_or_else(|| bad_query("after: expected `next` of the page before"))
}

fn no_such_player() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "player-not-found",
        "there is no such player",
        "no account has this name, or it was deleted",
    )
}
