//! Guests of a display: they ask for a board or sit down at one, and may leave before it begins.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::simuls::{SimulName, SimulNameError, SimulRefusal, WhoMaySit};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::JsonBody;
use crate::challenges::extract::player;
use crate::client::Client;
use crate::friends::are_kept_apart;
use crate::live::seats::BearerSeat;
use crate::problem::{Document, Problem};
use crate::simuls::extract::{SimulPath, change, exists, find, refused, unfit};
use crate::simuls::handlers::opening::not_a_member;
use crate::simuls::state::SimulsState;
use crate::simuls::views::{ShownSimul, shown};

/// Who asks for a board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Application {
    /// The name; may be empty.
    name: String,
    /// Whether the guest plays under the account that is signed in, whose name takes the place of `name`. Where not anybody may sit, he does.
    #[serde(default)]
    account: bool,
}

/// Asks for a board, or sits down where the host lets everybody do that. Whoever sends this makes the secret of the seat and sends it in the header;
/// once the display has begun, it is the secret of the seat at the game. Sending it again changes nothing.
#[utoipa::path(
    post,
    path = "/simuls/{simul}/guests",
    tag = "simuls",
    params(("simul" = String, Path, description = "The id of the display")),
    request_body = Application,
    security(("seat" = [])),
    responses(
        (status = 200, description = "The display, with the guest in it", body = ShownSimul),
        (status = 401, description = "The secret is missing, or nobody is signed in where an account is needed", body = Document,
         content_type = "application/problem+json"),
        (status = 403, description = "The host has refused the guest, or the guest is not one of those who may sit", body = Document,
         content_type = "application/problem+json"),
        (status = 404, description = "There is no such display", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "It has begun, all boards are taken, or the guest sits already; `reason` says which", body = Document,
         content_type = "application/problem+json"),
        (status = 422, description = "The name is none", body = Document, content_type = "application/problem+json"),
        (status = 429, description = "Too much was begun from this address", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn apply(
    State(state): State<SimulsState>,
    SimulPath(id): SimulPath,
    Extension(Client(client)): Extension<Client>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<Application>,
) -> Result<Json<ShownSimul>, Problem> {
    let kept = find(&state, id).await?;
    if kept.simul.guest(&key).is_some() {
        return shown(&state, &kept.simul, Some(key)).await.map(Json);
    }
    let terms = kept.simul.terms();
    let with_account = wanted.account || terms.who != WhoMaySit::Anybody;
    let account = player(
        &*state.store,
        state.clock.now_ms(),
        &headers,
        with_account,
        terms.rated,
    )
    .await?;
    if let (WhoMaySit::Club { club }, Some(account)) = (&terms.who, &account) {
        let club = state.store.club(club).await?;
        let role = club.and_then(|kept| kept.club.role(account.id));
        role.ok_or_else(not_a_member)?;
    }
    let name = account
        .as_ref()
        .map_or(&*wanted.name, |account| &account.name);
    let name: SimulName = name
        .parse()
        .map_err(|error: SimulNameError| unfit(error.code(), error))?;
    let account = account.map(|account| account.id);
    // One secret is one seat: the display could not begin with a secret that sits elsewhere.
    if state.store.seat(&key).await?.is_some() {
        return Err(exists("another seat has this secret"));
    }
    state.games.quota.take_one(client.ip())?;
    let is_kept_away = are_kept_apart(&*state.store, kept.simul.host().account, account).await?;
    let simul = change(&state, id, |simul| {
        simul.apply(key, account, name.clone()).map_err(refused)?;
        // Whoever is kept away finds all boards taken, and is not told why. Whatever else there is to say is said to everybody.
        if is_kept_away {
            return Err(refused(SimulRefusal::Full));
        }
        Ok(())
    })
    .await?;
    shown(&state, &simul, Some(key)).await.map(Json)
}

/// Leaves before the display begins, or asks for a board no longer. Sending it again changes nothing.
#[utoipa::path(
    delete,
    path = "/simuls/{simul}/guests",
    tag = "simuls",
    params(("simul" = String, Path, description = "The id of the display")),
    security(("seat" = [])),
    responses(
        (status = 200, description = "The display", body = ShownSimul),
        (status = 401, description = "The secret is missing", body = Document, content_type = "application/problem+json"),
        (status = 404, description = "There is no such display", body = Document, content_type = "application/problem+json"),
        (status = 409, description = "It has begun: at the board one resigns", body = Document, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn leave(
    State(state): State<SimulsState>,
    SimulPath(id): SimulPath,
    BearerSeat(key): BearerSeat,
) -> Result<Json<ShownSimul>, Problem> {
    let simul = change(&state, id, |simul| simul.leave(&key).map_err(refused)).await?;
    shown(&state, &simul, Some(key)).await.map(Json)
}
