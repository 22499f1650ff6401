//! Where the device of a session may be called while no page is open. Only where whoever runs the server has set a key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::api::body::JsonBody;
use crate::problem::{Document, Problem};
use crate::push::subscription::NewPush;
use crate::state::App;

/// The key of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushKeyShown {
    /// Its public half as browsers take it; null where the server calls nobody.
    key: Option<String>,
}

/// The key by which browsers let this server call a device.
#[utoipa::path(
    get,
    path = "/push-key",
    tag = "accounts",
    responses((status = 200, description = "The key, if there is one", body = PushKeyShown))
)]
pub(crate) async fn key(State(app): State<Arc<App>>) -> Json<PushKeyShown> {
    Json(PushKeyShown {
        key: app.actors.pusher.public_key(),
    })
}

/// Has this device called while no page is open, in place of where it was called before. It ends with the session.
#[utoipa::path(
    put,
    path = "/account/push",
    tag = "accounts",
    request_body = NewPush,
    security(("session" = [])),
    responses(
        (status = 204, description = "It is called"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "This server calls nobody", body = Document, content_type = "application/problem+json"),
        (status = 422, description = "That is no address of a service that this server calls, or no key", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn keep(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
    JsonBody(new): JsonBody<NewPush>,
) -> Result<StatusCode, Problem> {
    let subscription = new.of_an_account(&app)?;
    if app.actors.store.keep_push(&here.key, &subscription).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(crate::accounts::not_signed_in()) // the session has ended since it was looked up
    }
}

/// Has this device called no longer.
#[utoipa::path(
    delete,
    path = "/account/push",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = 204, description = "It is not called"),
        (status = 401, description = "Nobody is signed in", body = Document, content_type = "application/problem+json"),
        (status = 403, description = "A token may not do that", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn forget(
    State(app): State<Arc<App>>,
    SignedInHere(here): SignedInHere,
) -> Result<StatusCode, Problem> {
    app.actors.store.drop_push(&here.key, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
