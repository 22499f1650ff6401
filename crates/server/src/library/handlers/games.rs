//! Handlers for the games of one owner: list, open, store, rename, delete, restore. Each reads the
//! request, validates a record, calls the library once, and forms the response.

use std::fmt;
use std::str::FromStr;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::library;
use damier_people::library::{GameSummary, ListCursor, Owner, StoreOutcome, StoredGame};
use damier_session::{GameId, GameIdError};

use crate::api::body::{Json, QueryOf, bad_game_id, bad_query};
use crate::api::pages::TimeCursor;
use crate::api::path_part::Part;
use crate::api::shapes::{
    Game, Games, ListQuery, NewVersion, NewVersionOf, NewVersions, Rename, StoredGames,
    StoredOrNot, Summary,
};
use crate::client::Client;
use crate::guard::load::Permit;
use crate::library::owner::LibraryOwner;
use crate::library::record;
use crate::library::state::LibraryState;
use crate::problem::Problem;

const USUAL_PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 200;

/// The maximum number of games that are stored by one request.
const MAX_TOGETHER: usize = 100;

/// The owner's games, last changed first, page by page.
#[utoipa::path(
    get,
    path = "/games",
    params(ListQuery),
    security(("device" = [])),
    responses(
        (status = 200, description = "A page of the list", body = Games),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn list(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    QueryOf(query): QueryOf<ListQuery>,
) -> Result<Json<Games>, Problem> {
    let Page { limit, before } = Page::read(query)?;
    // One game more than requested shows whether there is another page.
    let games = state.library.list(&owner, limit + 1, before).await?;
    Ok(Json(page_of(games, limit, |game| Some(game.place()))))
}

/// The page of a list that a request asks for.
pub(crate) struct Page<Id> {
    pub(crate) limit: u32,
    pub(crate) before: Option<ListCursor<Id>>,
}

impl<Id: FromStr> Page<Id> {
    pub(crate) fn read(query: ListQuery) -> Result<Self, Problem> {
        let limit = query.limit.as_deref().map_or(Ok(USUAL_PAGE), read_limit)?;
        let before = query.before.map(|text| text.parse::<TimeCursor<Id>>());
        let before = before.transpose();
        let before = before.map_err(|_| bad_query("`before` is not a value of `next`"))?;
        let before = before.map(|TimeCursor(updated_ms, id)| ListCursor { updated_ms, id });
        Ok(Self { limit, before })
    }
}

/// A page of the list. `games` has one game more than the page if another page follows; `place_of`
/// returns the position of a game in this list.
pub(crate) fn page_of<Id: fmt::Display>(
    mut games: Vec<GameSummary>,
    limit: u32,
    place_of: impl Fn(&GameSummary) -> Option<ListCursor<Id>>,
) -> Games {
    let more = games.len() > limit as usize;
    games.truncate(limit as usize);
    let next = games
        .last()
        .filter(|_| more)
        .and_then(place_of)
        .map(|place| TimeCursor(place.updated_ms, place.id).to_string());
    Games {
        games: games.into_iter().map(Summary::from).collect(),
        next,
    }
}

/// A game as the API sends it.
pub(crate) fn whole(game: StoredGame) -> Result<Json<Game>, Problem> {
    let id = game.summary.id;
    let game = Game::try_from(game).map_err(|error| library::LibraryError::Damaged {
        game: id.to_string(),
        reason: error.to_string(),
    })?;
    Ok(Json(game))
}

fn read_limit(text: &str) -> Result<u32, Problem> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=LONGEST_PAGE).contains(number))
        .ok_or_else(|| {
            let found: String = text.chars().take(40).collect();
            bad_query(format!(
                "`limit`: expected a number from 1 to {LONGEST_PAGE}, found {found:?}"
            ))
        })
}

/// One game with its record.
#[utoipa::path(
    get,
    path = "/games/{id}",
    security(("device" = [])),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 400, description = "Invalid id"),
        (status = 404, description = "No such game"),
    )
)]
pub(crate) async fn find(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Part(id): Part<GameId>,
) -> Result<Json<Game>, Problem> {
    let game = state
        .library
        .find(&owner, id)
        .await?
        .ok_or_else(|| Problem::no_such_game(id))?;
    whole(game)
}

/// Stores a version of a game if it directly follows the stored version; the first must be version
/// 1.
///
/// The record is replayed first. Storing the current version again is a no-op.
#[utoipa::path(
    put,
    path = "/games/{id}",
    security(("device" = [])),
    responses(
        (status = 200, description = "The version was stored", body = Summary),
        (status = 400, description = "Invalid id, or the body is not JSON"),
        (status = 409, description = "The stored version is not the one before this"),
        (status = 410, description = "The game was deleted; restore it first"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The content type is not JSON"),
        (status = 422, description = "The record is not the record of a game, or replaying it takes too much work"),
        (status = 429, description = "Too many bytes from one address"),
        (status = 503, description = "The library is unavailable, or another long record is being replayed"),
        (status = 507, description = "The disk is full, or the owner's quota is used up"),
    )
)]
pub(crate) async fn store(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Extension(permit): Extension<Permit>,
    Part(id): Part<GameId>,
    Json(new): Json<NewVersion>,
) -> Result<Json<Summary>, Problem> {
    let (facts, text) = record::judge(&state.work_queues, new.record, permit).await?;
    let game = library::NewVersion {
        id,
        version: new.version.get(),
        title: new.title,
        facts,
        record: text,
        tree: new.tree,
    };
    store_one(&state, &owner, &game).await.map(Json)
}

/// Stores versions of several games: each as `PUT /games/{id}` would, but much faster, for imports.
///
/// The answers are in the order of the games. A record that takes long to replay is refused with
/// `too-much-work` and is to be sent alone. Idempotent.
#[utoipa::path(
    put,
    path = "/games",
    security(("device" = [])),
    responses(
        (status = 200, description = "The outcome for each game", body = StoredGames),
        (status = 400, description = "Invalid id, too many games, or the body is not JSON"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The content type is not JSON"),
        (status = 429, description = "Too many bytes from one address"),
        (status = 503, description = "The library is unavailable"),
        (status = 507, description = "The disk is full"),
    )
)]
pub(crate) async fn store_many(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Extension(permit): Extension<Permit>,
    Json(NewVersions { games }): Json<NewVersions>,
) -> Result<Json<StoredGames>, Problem> {
    if games.len() > MAX_TOGETHER {
        let found = games.len();
        return Err(Problem::bad_request(
            "too-many-games-together",
            "too many games in one request",
            format!("`games`: expected at most {MAX_TOGETHER}, found {found}"),
        ));
    }
    let mut answers: Vec<Option<Result<Summary, Problem>>> = Vec::new();
    let mut wanted = Vec::new();
    let mut records = Vec::new();
    for NewVersionOf { id, game } in games {
        let id = id.parse();
        let id = id.map_err(|error: GameIdError| bad_game_id(error.to_string()))?;
        wanted.push((id, game.version.get(), game.title, game.tree));
        records.push(game.record);
        answers.push(None);
    }
    let judged = record::judge_all(&state.work_queues, records, permit).await?;
    let mut fit = Vec::new();
    for (index, ((id, version, title, tree), judged)) in wanted.into_iter().zip(judged).enumerate()
    {
        match judged {
            Err(problem) => answers[index] = Some(Err(problem)),
            Ok((facts, record)) => fit.push((
                index,
                library::NewVersion {
                    id,
                    version,
                    title,
                    facts,
                    record,
                    tree,
                },
            )),
        }
    }
    let (indices, versions): (Vec<_>, Vec<_>) = fit.into_iter().unzip();
    let library = state.library.as_ref();
    if (state.quota)
        .has_room_for_all(library, &owner, &versions)
        .await?
    {
        let now_ms = state.clock.now_ms();
        let outcomes = library.store_all(&owner, &versions, now_ms).await?;
        for ((index, game), outcome) in indices.into_iter().zip(&versions).zip(outcomes) {
            answers[index] = Some(answer(game, outcome));
        }
    } else {
        for (index, game) in indices.into_iter().zip(&versions) {
            answers[index] = Some(store_one(&state, &owner, game).await);
        }
    }
    let games = answers.into_iter().flatten().map(|answer| match answer {
        Ok(kept) => StoredOrNot {
            kept: Some(kept),
            problem: None,
        },
        Err(problem) => StoredOrNot {
            kept: None,
            problem: Some(problem.into_document()),
        },
    });
    Ok(Json(StoredGames {
        games: games.collect(),
    }))
}

/// Stores a version whose record was replayed, if the quota allows it.
async fn store_one(
    state: &LibraryState,
    owner: &Owner,
    game: &library::NewVersion,
) -> Result<Summary, Problem> {
    let now_ms = state.clock.now_ms();
    let library = state.library.as_ref();
    (state.quota)
        .require_room(library, owner, game, now_ms)
        .await?;
    answer(game, library.store(owner, game, now_ms).await?)
}

/// The answer to a version.
fn answer(game: &library::NewVersion, outcome: StoreOutcome) -> Result<Summary, Problem> {
    let library::NewVersion { id, version, .. } = game;
    match outcome {
        StoreOutcome::Stored(kept) | StoreOutcome::AlreadyStored(kept) => Ok(kept.into()),
        StoreOutcome::Conflict { stored } => Err(Problem::conflict(
            "version-conflict",
            "version conflict",
            match stored {
                0 => {
                    format!("the game is not stored yet, so expected version 1, found {version}")
                }
                _ => format!("version {version} cannot follow the stored version {stored}"),
            },
        )
        .stored_version(stored)),
        StoreOutcome::Deleted => Err(Problem::gone(
            "game-deleted",
            "the game was deleted",
            format!("the game {id} was deleted; it can be restored"),
        )),
    }
}

/// Renames a game; its version does not change.
#[utoipa::path(
    patch,
    path = "/games/{id}",
    security(("device" = [])),
    responses(
        (status = 200, description = "The game was renamed", body = Summary),
        (status = 404, description = "No such game"),
        (status = 422, description = "Invalid title"),
    )
)]
pub(crate) async fn rename(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Extension(Client(client)): Extension<Client>,
    Part(id): Part<GameId>,
    Json(Rename { title }): Json<Rename>,
) -> Result<Json<Summary>, Problem> {
    let renamed = state
        .library
        .rename(&owner, id, &title, state.clock.now_ms())
        .await?;
    if renamed.is_some() {
        tracing::info!(%client, game = %id, "a game was renamed");
    }
    renamed
        .map(|game| Json(game.into()))
        .ok_or_else(|| Problem::no_such_game(id))
}

/// Deletes a game.
///
/// It can be restored for a month, or for a day if the library is full.
#[utoipa::path(
    delete,
    path = "/games/{id}",
    security(("device" = [])),
    responses(
        (status = 204, description = "The game was deleted, now or earlier"),
        (status = 404, description = "The game never existed"),
    )
)]
pub(crate) async fn delete(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Extension(Client(client)): Extension<Client>,
    Part(id): Part<GameId>,
) -> Result<StatusCode, Problem> {
    let known = state
        .library
        .delete(&owner, id, state.clock.now_ms())
        .await?;
    if known {
        tracing::info!(%client, game = %id, "a game was deleted");
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::no_such_game(id))
    }
}

/// Restores a deleted game as it was.
#[utoipa::path(
    post,
    path = "/games/{id}/restore",
    security(("device" = [])),
    responses(
        (status = 200, description = "The game is in the library again", body = Summary),
        (status = 404, description = "The game never existed"),
    )
)]
pub(crate) async fn restore(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Part(id): Part<GameId>,
) -> Result<Json<Summary>, Problem> {
    let restored = state.library.restore(&owner, id).await?;
    restored
        .map(|game| Json(game.into()))
        .ok_or_else(|| Problem::no_such_game(id))
}
