//! Guests of a simul: applying for a board or taking one, and leaving before it begins.

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::plain_text::PlainTextError;
use damier_people::simuls::{Eligibility, SimulId, SimulName, SimulRefusal};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::challenges::extract::player;
use crate::client::Client;
use crate::friends::is_blocked_pair;
use crate::live::seats::BearerSeat;
use crate::problem::Problem;
use crate::simuls::changes::{change, exists, find, unfit};
use crate::simuls::opening::not_a_member;
use crate::simuls::state::SimulsState;
use crate::simuls::views::{SimulView, to_view};

/// An application for a board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Application {
    /// The name; may be empty.
    name: String,
    /// Whether the guest plays under the signed-in account, whose name replaces `name`. Always so
    /// if only accounts or club members may take part.
    #[serde(default)]
    account: bool,
}

/// Applies for a board, or takes one if the host admits everyone.
///
/// The client makes the secret of the seat and sends it in the header; once the simul has begun, it
/// is the secret of the seat at the game. Idempotent.
#[utoipa::path(
    post,
    path = "/simuls/{simul}/guests",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul, with the guest in it", body = SimulView),
        (status = 401, description = "The secret is missing, or the caller is not signed in where an account is needed"),
        (status = 403, description = "The host has rejected the guest, or the guest may not take part"),
        (status = 409, description = "The simul has begun, all boards are taken, or the guest has a board already; see `reason`"),
        (status = 422, description = "Invalid name"),
        (status = 429, description = "Too many games from this address"),
    )
)]
pub(crate) async fn apply(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    Json(wanted): Json<Application>,
) -> Result<Json<SimulView>, Problem> {
    let kept = find(&state, id).await?;
    if kept.simul.guest(&key).is_some() {
        return to_view(&state, &kept.simul, Some(key)).await.map(Json);
    }
    let terms = kept.simul.terms();
    let with_account = wanted.account || terms.who != Eligibility::Everyone;
    let account = player(
        &*state.account_keys,
        state.clock.now_ms(),
        &headers,
        with_account,
        terms.rated,
    )
    .await?;
    if let (Eligibility::Club { club }, Some(account)) = (&terms.who, &account) {
        let club = state.clubs.club(club).await?;
        let role = club.and_then(|kept| kept.club.role(account.id));
        role.ok_or_else(not_a_member)?;
    }
    let name = account
        .as_ref()
        .map_or(&*wanted.name, |account| &account.name);
    let name: SimulName = name
        .parse()
        .map_err(|error: PlainTextError| unfit(error.code("name"), error))?;
    let account = account.map(|account| account.id);
    // A secret belongs to one seat: the simul could not begin with one that has a seat elsewhere.
    if state.journal.seat(&key).await?.is_some() {
        return Err(exists("another seat has this secret"));
    }
    state.games.quota.take_one(client.ip())?;
    let is_kept_away = is_blocked_pair(&state.friends, kept.simul.host().account, account).await?;
    let simul = change(&state, id, |simul| {
        simul.apply(key, account, name.clone())?;
        // To a blocked guest all boards seem taken, which hides the reason. All other rejections
        // come first, as for everyone.
        if is_kept_away {
            return Err(SimulRefusal::Full);
        }
        Ok(())
    })
    .await?;
    to_view(&state, &simul, Some(key)).await.map(Json)
}

/// Leaves before the simul begins, or withdraws an application.
///
/// Idempotent.
#[utoipa::path(
    delete,
    path = "/simuls/{simul}/guests",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul", body = SimulView),
        (status = 409, description = "The simul has begun; resign the game instead"),
    )
)]
pub(crate) async fn leave(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    BearerSeat(key): BearerSeat,
) -> Result<Json<SimulView>, Problem> {
    let simul = change(&state, id, |simul| simul.leave(&key)).await?;
    to_view(&state, &simul, Some(key)).await.map(Json)
}
