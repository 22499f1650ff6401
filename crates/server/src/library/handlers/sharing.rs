//! Handlers for games that their owners share with everybody who can reach this server, and for the
//! games that were kept before games had owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::library::{GameSummary, Owner};

use crate::api::body::{GamePath, JsonBody, QueryOf, SharePath};
use crate::api::shapes::{Game, Games, HandedOver, ListQuery, Summary, TakeOverRequest};
use crate::client::Client;
use crate::library::handlers::games::{Page, page_of, whole};
use crate::library::owner::{Asking, share_of};
use crate::problem::{Document, Problem};
use crate::state::App;

/// Shares a game with everybody who can reach this server. They can read it and keep a copy, but it
/// still belongs to its owner. The answer has the address at which they read it, as `share`.
#[utoipa::path(
    put,
    path = "/games/{id}/share",
    tag = "games",
    params(("id" = String, Path, description = "The id of the game")),
    security(("device" = [])),
    responses(
        (status = 200, description = "It is shared", body = Summary),
        (status = 401, description = "Whose games these are is not told", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "There is no such game", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn share(
    State(app): State<Arc<App>>,
    Asking(owner): Asking,
    GamePath(id): GamePath,
) -> Result<Json<Summary>, Problem> {
    let shared = app
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
    tag = "games",
    params(("id" = String, Path, description = "The id of the game")),
    security(("device" = [])),
    responses(
        (status = 200, description = "It is shared no more", body = Summary),
        (status = 401, description = "Whose games these are is not told", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "There is no such game", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn share_no_more(
    State(app): State<Arc<App>>,
    Asking(owner): Asking,
    GamePath(id): GamePath,
) -> Result<Json<Summary>, Problem> {
    let shared = app.library.share(&owner, id, None).await?;
    shared
        .map(|game| Json(game.into()))
        .ok_or_else(|| Problem::no_such_game(id))
}

/// The shared games of everybody, last changed first, page by page.
#[utoipa::path(
    get,
    path = "/shared-games",
    tag = "games",
    params(ListQuery),
    security(("device" = [])),
    responses(
        (status = 200, description = "A page of the list", body = Games),
        (status = 400, description = "The query makes no sense", body = Document,
         content_type = "application/problem+json"),
        (status = 401, description = "Who asks is not told", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn list_shared(
    State(app): State<Arc<App>>,
    Asking(_): Asking,
    QueryOf(query): QueryOf<ListQuery>,
) -> Result<Json<Games>, Problem> {
    let Page { limit, before } = Page::read(query)?;
    let games = app.library.list_shared(limit + 1, before).await?;
    Ok(Json(page_of(games, limit, GameSummary::shared_place)))
}

/// One shared game with its record.
#[utoipa::path(
    get,
    path = "/shared-games/{share}",
    tag = "games",
    params(("share" = String, Path, description = "The address of the shared game: `share` in the list of shared games")),
    security(("device" = [])),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 401, description = "Who asks is not told", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "No game is shared at this address", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn find_shared(
    State(app): State<Arc<App>>,
    Asking(_): Asking,
    SharePath(share): SharePath,
) -> Result<Json<Game>, Problem> {
    let game = app.library.find_shared(share).await?;
    whole(game.ok_or_else(|| Problem::no_such_game(share))?)
}

/// Gives the games that were kept before games had owners to the device that sends the code, once.
/// The server showed the code when it was started.
#[utoipa::path(
    post,
    path = "/take-over",
    tag = "games",
    request_body = TakeOverRequest,
    security(("device" = [])),
    responses(
        (status = 200, description = "They are yours", body = HandedOver),
        (status = 401, description = "Who asks is not told", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "That is not the code, or it was used", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn take_over(
    State(app): State<Arc<App>>,
    Asking(owner): Asking,
    Extension(Client(client)): Extension<Client>,
    JsonBody(TakeOverRequest { code }): JsonBody<TakeOverRequest>,
) -> Result<Json<HandedOver>, Problem> {
    let Some(code) = app.take_over.use_up(&code) else {
        tracing::warn!(%client, "the older games were asked for with a wrong code");
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "wrong-code",
            "that is not the code",
            "this is not the code that the server told when it was started, or the games were handed over already",
        ));
    };
    match app.library.hand_over(&Owner::LOCAL, &owner).await {
        Ok(games) => {
            tracing::info!(%client, games, "the older games were handed over");
            Ok(Json(HandedOver { games }))
        }
        Err(error) => {
            app.take_over.again(code);
            Err(error.into())
        }
    }
}
