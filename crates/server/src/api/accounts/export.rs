//! All that is kept of an account, for its owner to take along: as one JSON document, and its games as PDN. Both are written while they are
//! sent, a game at a time.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::stream;

use crate::accounts::SignedInHere;
use crate::app::App;
use crate::export::Export;
use crate::problem::{Document, Problem};

/// All that is kept of the account, as JSON: name, friends, clubs with its place and challenges on their ladders, broadcasts, open challenges, devices that are called, sessions,
/// passkeys and tokens without their secrets, ratings, what its owner has learnt and trained, and every game with its acts, what it did to the rating and the answers kept for it.
/// `games_missing` says how many games are left out, because this server cannot read what is kept of them.
#[utoipa::path(
    get,
    path = "/account/export.json",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = 200, description = "The document", body = String, content_type = "application/json"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn json(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let (store, now_ms) = (app.rooms.store.clone(), app.clock.now_ms());
    let export = Export::of_account(store, &here.account, Some(here.key), now_ms).await?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"damier-account.json\"",
        ),
    ];
    Ok((headers, body(export)))
}

/// The games of the account as one PDN file.
#[utoipa::path(
    get,
    path = "/account/export.pdn",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = 200, description = "The file", body = String,
         content_type = "application/x-draughts-pdn; charset=utf-8"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn pdn(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let export = Export::games_of_account(app.rooms.store.clone(), here.account.id);
    let headers = [
        (CONTENT_TYPE, "application/x-draughts-pdn; charset=utf-8"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"damier-account.pdn\"",
        ),
    ];
    Ok((headers, body(export)))
}

/// The export cannot go on. The connection is cut, so that nobody takes the part that was sent for the whole.
#[derive(Debug, thiserror::Error)]
#[error("the export cannot go on")]
struct Interrupted;

/// The pieces of an export, one after the other.
fn body(export: Export) -> Body {
    let pieces = stream::try_unfold(export, async move |mut export| {
        let piece = export.next().await.map_err(|error| {
            tracing::error!(%error, "the store failed in the middle of an export");
            Interrupted
        })?;
        Ok::<_, Interrupted>(piece.map(|piece| (Bytes::from(piece), export)))
    });
    Body::from_stream(pieces)
}
