//! Exports for the owner of an account: all its data as one JSON document, and its games as PDN.
//! Both are streamed, one game at a time.

use axum::extract::{Extension, State};
use axum::response::IntoResponse;

use crate::accounts::SignedInHere;
use crate::accounts::export::Export;
use crate::accounts::state::AccountsState;
use crate::api::chunked_body::{Chunks, Interrupted, chunked_body};
use crate::api::pdn_file::{PDN, attachment};
use crate::guard::load::Permits;
use crate::problem::Problem;

/// All stored data of the account as JSON: name, friends, clubs with its ladder rung and
/// challenges, broadcasts, open challenges, devices with push notifications, sessions, passkeys and
/// tokens without secrets, ratings, learning progress, and every game with its acts, rating change
/// and conditional moves.
///
/// `games_missing` is the number of games left out because this server cannot read their data.
#[utoipa::path(
    get,
    path = "/account/export.json",
    security(("session" = [])),
    responses(
        (status = 200, description = "The document", body = String, content_type = "application/json"),
    )
)]
pub(crate) async fn json(
    State(state): State<AccountsState>,
    Extension(permits): Extension<Permits>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let (ports, now_ms) = (state.ports.clone(), state.clock.now_ms());
    let export = Export::of_account(ports, &here.account, Some(here.key), now_ms).await?;
    let headers = attachment("application/json", "damier-account.json");
    Ok((headers, chunked_body(export, permits)))
}

/// The games of the account as one PDN file.
#[utoipa::path(
    get,
    path = "/account/export.pdn",
    security(("session" = [])),
    responses(
        (status = 200, description = "The file", body = String,
         content_type = "application/x-draughts-pdn; charset=utf-8"),
    )
)]
pub(crate) async fn pdn(
    State(state): State<AccountsState>,
    Extension(permits): Extension<Permits>,
    SignedInHere(here): SignedInHere,
) -> Result<impl IntoResponse, Problem> {
    let export = Export::games_of_account(state.ports.clone(), here.account.id);
    let headers = attachment(PDN, "damier-account.pdn");
    Ok((headers, chunked_body(export, permits)))
}

impl Chunks for Export {
    async fn next(&mut self) -> Result<Option<String>, Interrupted> {
        Export::next(self).await.map_err(|error| {
            tracing::error!(%error, "the store failed in the middle of an export");
            Interrupted
        })
    }
}
