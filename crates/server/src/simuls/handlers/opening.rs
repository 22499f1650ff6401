//! Opening a simul, and its state.

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use damier_people::simuls::{OpenOutcome, SimulId};
use damier_session::GameIdError;

use crate::api::body::Json;
use crate::api::path_part::Part;
use crate::challenges::extract::player;
use crate::client::ClientNetwork;
use crate::guard::load::Permit;
use crate::guard::run_to_completion::run_to_completion;
use crate::live::seats::BearerSeat;
use crate::problem::Problem;
use crate::simuls::changes::{exists, find};
use crate::simuls::extract::SimulVisitor;
use crate::simuls::opening::{NewSimul, simul_of};
use crate::simuls::state::SimulsState;
use crate::simuls::views::{SimulView, to_view};

/// Opens a simul.
///
/// Idempotent with the same secret.
#[utoipa::path(
    post,
    path = "/simuls",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The simul was created", body = SimulView),
        (status = 400, description = "Invalid id"),
        (status = 401, description = "The secret of the host is missing, or the caller is not signed in where an account is needed"),
        (status = 403, description = "The host is no member of the club"),
        (status = 404, description = "No such club"),
        (status = 409, description = "Another simul has this id"),
        (status = 422, description = "Invalid game or settings"),
        (status = 429, description = "Too many were opened from this address today"),
    )
)]
pub(crate) async fn open(
    State(state): State<SimulsState>,
    network: ClientNetwork,
    Extension(permit): Extension<Permit>,
    BearerSeat(key): BearerSeat,
    headers: HeaderMap,
    Json(new): Json<NewSimul>,
) -> Result<Json<SimulView>, Problem> {
    let id = new.id.parse().map_err(|error: GameIdError| {
        Problem::bad_request("bad-simul-id", "invalid id of a simul", error.to_string())
    })?;
    let kept = async || {
        let kept = state.simuls.simul(id).await?;
        Ok::<_, Problem>(kept.filter(|kept| kept.simul.host().key == key))
    };
    if let Some(kept) = kept().await? {
        return to_view(&state, &kept.simul, Some(key)).await.map(Json);
    }
    let now_ms = state.clock.now_ms();
    let keys = &*state.account_keys;
    let account = player(keys, now_ms, &headers, new.needs_account(), new.rated).await?;
    let account = account.map(|account| (account.id, account.name));
    let simul = simul_of(&state, id, new, key, account).await?;
    let (to, new) = (state.clone(), simul.clone());
    let work = async move {
        let stored = to.simuls.open_simul(&new, now_ms);
        let is_new = |opened: &OpenOutcome| *opened == OpenOutcome::Stored;
        to.limits
            .by_address
            .simuls
            .counted(network, stored, is_new)
            .await
    };
    match run_to_completion(permit, work).await? {
        OpenOutcome::Stored => to_view(&state, &simul, Some(key)).await.map(Json),
        // Either a concurrent retry of the same request, or another simul has the id.
        OpenOutcome::Taken => match kept().await? {
            Some(kept) => to_view(&state, &kept.simul, Some(key)).await.map(Json),
            None => Err(exists("another simul has this id")),
        },
    }
}

/// The state of a simul for its host, a guest, or a visitor without a secret.
///
/// While the host polls, the host counts as present at all boards.
#[utoipa::path(
    get,
    path = "/simuls/{simul}",
    security((), ("seat" = [])),
    responses(
        (status = 200, description = "The simul", body = SimulView),
        (status = 401, description = "The secret is malformed"),
        (status = 500, description = "The stored data of the simul itself cannot be read (`game-unreadable`)"),
        (status = 503, description = "The boards cannot be read now"),
    )
)]
pub(crate) async fn view(
    State(state): State<SimulsState>,
    Part(id): Part<SimulId>,
    SimulVisitor(by): SimulVisitor,
) -> Result<Json<SimulView>, Problem> {
    let kept = find(&state, id).await?;
    to_view(&state, &kept.simul, by).await.map(Json)
}
