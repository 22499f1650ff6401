//! Handlers for push notifications to the seat of a player, for one game, with an account or
//! without. Only if the operator of the server has set a key. A side that belongs to an account
//! gets them on the account's devices instead (`push/handlers/accounts.rs`).

use axum::extract::State;
use axum::http::StatusCode;
use damier_session::{GameId, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::live::extract::{find_seat, require_player, seat_not_found};
use crate::live::seats::BearerSeat;
use crate::problem::Problem;
use crate::push::state::PushState;
use crate::push::subscription::{NewPush, endpoint};

/// The subscription to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OldPush {
    /// Its address.
    endpoint: String,
}

/// Stores a push subscription for the game of a player's seat.
///
/// A seat has at most four devices: a fifth replaces the oldest. Subscriptions are removed with the
/// game, and two days after its end.
#[utoipa::path(
    put,
    path = "/push/seat",
    security(("seat" = [])),
    responses(
        (status = 204, description = "The subscription was stored"),
        (status = 403, description = "Spectators get no notifications"),
        (status = 404, description = "No seat has this secret, or push is not configured"),
        (status = 409, description = "The side belongs to an account, whose devices get the notifications"),
        (status = 422, description = "Not the address of a permitted push service, or invalid keys"),
    )
)]
pub(crate) async fn save(
    State(state): State<PushState>,
    BearerSeat(key): BearerSeat,
    Json(new): Json<NewPush>,
) -> Result<StatusCode, Problem> {
    let (game, role) = find_seat(&*state.journal, BearerSeat(key)).await?;
    let side = require_player(role)?;
    let subscription = new.of_a_seat(&state)?;
    if belongs_to_an_account(&state, game, side).await? {
        return Err(called_by_account());
    }
    let now_ms = state.clock.now_ms();
    if state
        .seat_pushes
        .store_seat_push(&key, &subscription, now_ms)
        .await?
    {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(seat_not_found()) // the game was removed meanwhile
    }
}

/// Removes a push subscription of a seat.
#[utoipa::path(
    delete,
    path = "/push/seat",
    security(("seat" = [])),
    responses(
        (status = 204, description = "The subscription was removed"),
        (status = 404, description = "No seat has this secret"),
        (status = 422, description = "Not the address of a push service"),
    )
)]
pub(crate) async fn forget(
    State(state): State<PushState>,
    BearerSeat(key): BearerSeat,
    Json(old): Json<OldPush>,
) -> Result<StatusCode, Problem> {
    find_seat(&*state.journal, BearerSeat(key)).await?;
    let endpoint = endpoint(&old.endpoint)?;
    state.seat_pushes.drop_seat_push(&key, &endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether notifications for a side go to devices of an account; a deleted account has none.
async fn belongs_to_an_account(
    state: &PushState,
    game: GameId,
    side: Side,
) -> Result<bool, Problem> {
    let owners = state.owned_seats.players_of(game).await?;
    let owner = owners[side.index()].as_ref();
    Ok(owner.is_some_and(|account| !account.is_deleted))
}

fn called_by_account() -> Problem {
    Problem::conflict(
        "called-by-account",
        "the side belongs to an account",
        "notifications for this game go to the devices of that account",
    )
}
