//! Where the device of a session may be called while no page is open. Only where whoever runs the server has set a key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use damier_club::push::{PushKeys, PushLanguage, PushSubscription};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::body::JsonBody;
use crate::accounts::SignedInHere;
use crate::app::App;
use crate::problem::{Document, Problem};
use crate::push::is_key;

/// The key of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushKeyShown {
    /// Its public half as browsers take it; null where the server calls nobody.
    key: Option<String>,
}

/// Where a device may be called, as its browser says it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPush {
    /// The address of the service: `https://`, the name of a host, a path.
    endpoint: String,
    /// The public key of the device, as URL-safe Base64 without padding (`p256dh`).
    public: String,
    /// Its other secret, as URL-safe Base64 without padding.
    auth: String,
    /// The language of the device: `en` or `fr`.
    language: String,
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
        key: app.rooms.pusher.public_key(),
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
    if !app.rooms.pusher.is_set() {
        return Err(Problem::new(
            StatusCode::NOT_FOUND,
            "no-push",
            "this server calls no devices",
            "whoever runs this server has set no key for Web Push",
        ));
    }
    let decoded = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).ok();
    let keys = || {
        Some(PushKeys {
            public: decoded(&new.public)?.try_into().ok()?,
            auth: decoded(&new.auth)?.try_into().ok()?,
        })
    };
    let subscription = PushSubscription {
        endpoint: new
            .endpoint
            .parse()
            .map_err(|error: damier_club::push::PushEndpointError| unfit(error.to_string()))?,
        keys: keys().ok_or_else(|| {
            unfit(
                "expected a key of 65 bytes and a secret of 16, as URL-safe Base64 without padding",
            )
        })?,
        language: PushLanguage::from_code(&new.language)
            .ok_or_else(|| unfit("expected the language `en` or `fr`"))?,
    };
    if !app.rooms.pusher.serves(&subscription.endpoint) {
        return Err(unfit(
            "this server does not call the service with this address",
        ));
    }
    if !is_key(&subscription.keys) {
        return Err(unfit("expected a key that is a point of the curve P-256"));
    }
    if app.rooms.store.keep_push(&here.key, &subscription).await? {
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
    app.rooms.store.drop_push(&here.key, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn unfit(detail: impl Into<String>) -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "no-such-subscription",
        "that is no subscription",
        detail.into(),
    )
}
