//! Learning progress of an account. The page writes it in parts; the server stores them unchanged,
//! within a size limit, and returns them to the owner's other devices.

use axum::extract::State;
use axum::http::StatusCode;
use damier_people::accounts::{ProgressPart, ProgressStored};
use damier_people::plain_text::SlugError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::accounts::SignedInHere;
use crate::accounts::state::AccountsState;
use crate::api::body::Json;
use crate::api::path_part::{Part, PathPart};
use crate::problem::Problem;

/// The maximum number of parts of an account: the lessons, the cards, and a part for each week of
/// some twenty years.
const MAX_PARTS: usize = 1_200;

/// The maximum size of all parts of an account in bytes.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// The stored parts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressList {
    parts: Vec<ProgressListed>,
}

/// A part without its content.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressListed {
    #[schema(example = "lessons")]
    part: String,
    /// Changes with each write, never reused.
    version: u64,
}

/// A part.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressView {
    /// Changes with each write, never reused.
    version: u64,
    /// The content as written by the page.
    #[schema(value_type = Object)]
    kept: Box<RawValue>,
}

/// A part to store.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgressSent {
    /// The version it is based on; 0 for a new part.
    base: u64,
    /// Any JSON value.
    #[schema(value_type = Object)]
    kept: Box<RawValue>,
}

/// The current version of a part.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressVersion {
    version: u64,
}

impl PathPart for ProgressPart {
    const NAMES: &'static [&'static str] = &["part"];

    fn read(text: Result<&str, String>, _path: &str) -> Result<Self, Problem> {
        let bad =
            |detail: String| Problem::bad_request("bad-part", "invalid name of a part", detail);
        let parsed = text.map_err(bad)?.parse();
        parsed.map_err(|error: SlugError| bad(error.to_string()))
    }
}

/// The stored parts of the account with their versions.
#[utoipa::path(
    get,
    path = "/account/progress",
    security(("session" = [])),
    responses(
        (status = 200, description = "All stored parts with their versions", body = ProgressList),
    )
)]
pub(crate) async fn list(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
) -> Result<Json<ProgressList>, Problem> {
    let parts = state
        .ports
        .learning_progress
        .progress_parts(here.account.id)
        .await?;
    let parts = parts.into_iter().map(|facts| ProgressListed {
        part: facts.part.to_string(),
        version: facts.version,
    });
    Ok(Json(ProgressList {
        parts: parts.collect(),
    }))
}

/// One part.
#[utoipa::path(
    get,
    path = "/account/progress/{part}",
    security(("session" = [])),
    responses(
        (status = 200, description = "The part", body = ProgressView),
        (status = 400, description = "The part's name is invalid"),
        (status = 404, description = "No such part"),
    )
)]
pub(crate) async fn get(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
    Part(part): Part<ProgressPart>,
) -> Result<Json<ProgressView>, Problem> {
    let found = state
        .ports
        .learning_progress
        .progress(here.account.id, &part)
        .await?;
    let found = found.ok_or_else(|| {
        Problem::not_found(
            "part-not-found",
            "no such part of the progress",
            format!("nothing is stored under {part}"),
        )
    })?;
    let kept = RawValue::from_string(found.text).map_err(|error| {
        tracing::error!(%error, "a stored part of the progress is not JSON");
        Problem::internal()
    })?;
    Ok(Json(ProgressView {
        version: found.version,
        kept,
    }))
}

/// Stores a part on top of the version it is based on.
///
/// After a conflict with another device nothing is stored: read the part, merge both, and send the
/// result.
#[utoipa::path(
    put,
    path = "/account/progress/{part}",
    security(("session" = [])),
    responses(
        (status = 200, description = "The part was stored", body = ProgressVersion),
        (status = 400, description = "The part's name is invalid, or the body is not JSON"),
        (status = 409, description = "Another device has stored it since"),
        (status = 413, description = "The quota of the account is used up"),
    )
)]
pub(crate) async fn put(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
    Part(part): Part<ProgressPart>,
    Json(ProgressSent { base, kept }): Json<ProgressSent>,
) -> Result<Json<ProgressVersion>, Problem> {
    let account = here.account.id;
    let others = state
        .ports
        .learning_progress
        .progress_parts(account)
        .await?;
    let others = others.iter().filter(|facts| facts.part != part);
    let (parts, bytes) = others.fold((0, 0), |(parts, bytes), facts| {
        (parts + 1, bytes + facts.bytes)
    });
    if parts >= MAX_PARTS || bytes + kept.get().len() as u64 > MAX_BYTES {
        return Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "no-room",
            "the quota of the account is used up",
            format!("an account keeps {MAX_PARTS} parts and {MAX_BYTES} bytes of progress at most"),
        ));
    }
    let stored = state
        .ports
        .learning_progress
        .store_progress(account, &part, base, kept.get(), state.clock.now_ms())
        .await?;
    match stored {
        ProgressStored::Stored(version) => Ok(Json(ProgressVersion { version })),
        ProgressStored::Changed(version) => Err(Problem::conflict(
            "part-changed",
            "this part was changed on another device",
            format!("{part} has the version {version}, not {base}"),
        )),
        ProgressStored::NotFound => Err(crate::accounts::not_signed_in()),
    }
}

/// Deletes every part; the devices keep their copies.
#[utoipa::path(
    delete,
    path = "/account/progress",
    security(("session" = [])),
    responses(
        (status = 204, description = "All parts were deleted"),
    )
)]
pub(crate) async fn forget(
    State(state): State<AccountsState>,
    SignedInHere(here): SignedInHere,
) -> Result<StatusCode, Problem> {
    state
        .ports
        .learning_progress
        .forget_progress(here.account.id)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
