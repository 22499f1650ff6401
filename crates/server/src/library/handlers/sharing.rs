//! Handlers for games that their owners share with all users of this server.

use axum::extract::State;
use damier_people::library::{GameSummary, ShareId};
use damier_session::GameId;

use crate::api::body::{Json, QueryOf};
use crate::api::path_part::Part;
use crate::api::shapes::{Game, Games, ListQuery, Summary};
use crate::library::handlers::games::{Page, page_of, whole};
use crate::library::owner::{LibraryOwner, share_of};
use crate::library::state::LibraryState;
use crate::problem::Problem;

/// Shares a game with all users of this server.
///
/// They can read and copy it; it still belongs to its owner. The response contains the public
/// address as `share`.
#[utoipa::path(
    put,
    path = "/games/{id}/share",
    security(("device" = [])),
    responses(
        (status = 200, description = "The game is shared", body = Summary),
        (status = 404, description = "No such game"),
    )
)]
pub(crate) async fn share(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Part(id): Part<GameId>,
) -> Result<Json<Summary>, Problem> {
    let shared = state
        .library
        .share(&owner, id, Some(share_of(&owner, id)))
        .await?;
    shared
        .map(|game| Json(game.into()))
        .ok_or_else(|| Problem::no_such_game(id))
}

/// Stops sharing a game: only its owner can read it again.
#[utoipa::path(
    delete,
    path = "/games/{id}/share",
    security(("device" = [])),
    responses(
        (status = 200, description = "The game is not shared any more", body = Summary),
        (status = 404, description = "No such game"),
    )
)]
pub(crate) async fn unshare(
    State(state): State<LibraryState>,
    LibraryOwner(owner): LibraryOwner,
    Part(id): Part<GameId>,
) -> Result<Json<Summary>, Problem> {
    let shared = state.library.share(&owner, id, None).await?;
    shared
        .map(|game| Json(game.into()))
        .ok_or_else(|| Problem::no_such_game(id))
}

/// The shared games of all owners, last changed first, page by page.
#[utoipa::path(
    get,
    path = "/shared-games",
    params(ListQuery),
    security(("device" = [])),
    responses(
        (status = 200, description = "A page of the list", body = Games),
        (status = 400, description = "Invalid query"),
    )
)]
pub(crate) async fn list_shared(
    State(state): State<LibraryState>,
    _: LibraryOwner,
    QueryOf(query): QueryOf<ListQuery>,
) -> Result<Json<Games>, Problem> {
    let Page { limit, before } = Page::read(query)?;
    let games = state.library.list_shared(limit + 1, before).await?;
    Ok(Json(page_of(games, limit, GameSummary::shared_place)))
}

/// One shared game with its record.
#[utoipa::path(
    get,
    path = "/shared-games/{share}",
    params(("share" = String, Path, description = "The address of the shared game: `share` in the list of shared games")),
    security(("device" = [])),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 404, description = "No game is shared at this address"),
    )
)]
pub(crate) async fn find_shared(
    State(state): State<LibraryState>,
    _: LibraryOwner,
    Part(share): Part<ShareId>,
) -> Result<Json<Game>, Problem> {
    let game = state.library.find_shared(share).await?;
    whole(game.ok_or_else(|| Problem::no_such_game(share))?)
}
