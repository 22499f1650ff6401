//! Opening a broadcast, changing its settings, and ending it.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use damier_people::broadcasts::{BroadcastSettings, MAX_BROADCASTS, MAX_ON_A_SERVER, OpenOutcome};

use crate::api::body::Json;
use crate::broadcasts::extract::{BroadcastPath, Runner};
use crate::broadcasts::state::BroadcastsState;
use crate::broadcasts::{OwnBroadcast, own};
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::problem::Problem;

/// The caller's broadcasts, most recently changed first.
#[utoipa::path(
    get,
    path = "/broadcasts",
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The caller's broadcasts", body = [OwnBroadcast]),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
    )
)]
pub(crate) async fn list(
    State(state): State<BroadcastsState>,
    Runner(key): Runner,
) -> Result<Json<Vec<OwnBroadcast>>, Problem> {
    let kept = state
        .broadcasts
        .broadcasts_of(&key, state.clock.now_ms())
        .await?;
    Ok(Json(kept.into_iter().map(own).collect()))
}

/// Opens a broadcast under an id chosen by the client, or changes its settings.
///
/// Idempotent. It is removed eight weeks after its last change.
#[utoipa::path(
    put,
    path = "/broadcasts/{id}",
    params(("id" = String, Path, description = "4 to 40 lowercase letters, digits and hyphens")),
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 200, description = "The broadcast", body = OwnBroadcast),
        (status = 400, description = "Invalid id"),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 409, description = "Another broadcast has the id"),
        (status = 422, description = "Invalid settings; `reason` says why"),
        (status = 429, description = "Too many broadcasts were opened from this address today"),
        (status = 507, description = "The caller or the server has the maximum number of broadcasts"),
    )
)]
pub(crate) async fn open(
    State(state): State<BroadcastsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    Runner(key): Runner,
    BroadcastPath(id): BroadcastPath,
    Json(settings): Json<BroadcastSettings>,
) -> Result<Json<OwnBroadcast>, Problem> {
    settings.check().map_err(|error| {
        Problem::unprocessable(
            "not-for-a-broadcast",
            "invalid settings for a broadcast",
            error.to_string(),
        )
        .because(error.code(), None)
    })?;
    let now_ms = state.clock.now_ms();
    let opened = if state.broadcasts.broadcast(&id, now_ms).await?.is_some() {
        state
            .broadcasts
            .open_broadcast(&id, &key, &settings, now_ms)
            .await?
    } else {
        let kept = state.clone();
        let work = async move {
            let stored = kept.broadcasts.open_broadcast(&id, &key, &settings, now_ms);
            let is_new = |opened: &OpenOutcome| matches!(opened, OpenOutcome::Stored(_));
            kept.limits
                .by_address
                .broadcasts
                .counted(network, stored, is_new)
                .await
        };
        run_to_completion(permit, work).await?
    };
    let full = |detail: String| {
        Problem::no_space("broadcasts-full", "no space for another broadcast", detail)
    };
    match opened {
        OpenOutcome::Stored(kept) => Ok(Json(own(kept))),
        OpenOutcome::Taken => Err(Problem::conflict(
            "broadcast-taken",
            "the address is taken",
            "another broadcast has this address; choose another one",
        )),
        OpenOutcome::TooMany => Err(full(format!(
            "an account may have {MAX_BROADCASTS} broadcasts; end one first"
        ))),
        OpenOutcome::Full => Err(full(format!(
            "this server has the maximum of {MAX_ON_A_SERVER} broadcasts"
        ))),
    }
}

/// Ends a broadcast: it and its boards are removed at once.
#[utoipa::path(
    delete,
    path = "/broadcasts/{id}",
    security(("runner" = []), ("session" = []), ("token" = [])),
    responses(
        (status = 204, description = "The broadcast was removed"),
        (status = 401, description = "The secret is missing, and the caller is not signed in"),
        (status = 403, description = "The broadcast belongs to another account"),
        (status = 404, description = "No such broadcast"),
    )
)]
pub(crate) async fn end(
    State(state): State<BroadcastsState>,
    runner: Runner,
    BroadcastPath(id): BroadcastPath,
) -> Result<StatusCode, Problem> {
    runner.own(&state, &id).await?;
    state.broadcasts.end_broadcast(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}
