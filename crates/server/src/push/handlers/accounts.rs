//! Push subscriptions of sessions. Available if the operator has configured a key.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::api::body::Json;
use crate::problem::Problem;
use crate::push::state::PushState;
use crate::push::subscription::NewPush;

/// The key of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushKeyView {
    /// Its public half as browsers take it; null if push is not configured.
    key: Option<String>,
}

/// The server's public key, with which browsers subscribe.
#[utoipa::path(
    get,
    path = "/push/key",
    responses((status = 200, description = "The public key; null if push is not configured", body = PushKeyView))
)]
pub(crate) async fn key(State(state): State<PushState>) -> Json<PushKeyView> {
    Json(PushKeyView {
        key: state.pusher.public_key(),
    })
}

/// Stores this device's push subscription, replacing an earlier one.
///
/// Removed with the session.
#[utoipa::path(
    put,
    path = "/push/account",
    security(("session" = [])),
    responses(
        (status = 204, description = "The subscription was stored"),
        (status = 404, description = "Push is not configured"),
        (status = 422, description = "Not the address of a permitted push service, or invalid keys"),
    )
)]
pub(crate) async fn save(
    State(state): State<PushState>,
    SignedInHere(here): SignedInHere,
    Json(new): Json<NewPush>,
) -> Result<StatusCode, Problem> {
    let subscription = new.of_an_account(&state)?;
    if state.pushes.store_push(&here.key, &subscription).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(crate::accounts::not_signed_in()) // the session ended meanwhile
    }
}

/// Removes this device's push subscription.
#[utoipa::path(
    delete,
    path = "/push/account",
    security(("session" = [])),
    responses(
        (status = 204, description = "The subscription was removed"),
    )
)]
pub(crate) async fn forget(
    State(state): State<PushState>,
    SignedInHere(here): SignedInHere,
) -> Result<StatusCode, Problem> {
    state.pushes.drop_push(&here.key, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
