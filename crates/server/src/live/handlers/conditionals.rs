//! Handlers of conditional moves: a player reads, replaces and deletes them. See
//! `docs/live-protocol.md`.

use axum::extract::State;
use damier_session::IfThen;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use crate::api::body::Json;
use crate::live::actor::ActorMessage;
use crate::live::conditional_moves::StoreConditionalsError;
use crate::live::extract::player_at;
use crate::live::seats::BearerSeat;
use crate::live::state::LiveState;
use crate::problem::Problem;

/// The conditional moves of a player.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conditional {
    /// The version of the game to which they apply: the number of its last event.
    version: u32,
    /// Replies by move; empty for none.
    branches: Vec<IfThen>,
}

/// The player's conditional moves.
///
/// Only this player can read them.
#[utoipa::path(
    get,
    path = "/live/conditional",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The stored conditional moves", body = Conditional),
        (status = 403, description = "Spectators have no conditional moves"),
        (status = 404, description = "No seat has this secret"),
    )
)]
pub(crate) async fn find(
    State(state): State<LiveState>,
    bearer: BearerSeat,
) -> Result<Json<Conditional>, Problem> {
    let (game, side) = player_at(&*state.journal, bearer).await?;
    let kept = state.conditionals.conditionals(game, side).await?;
    let (version, branches) = kept.map_or((0, Vec::new()), |kept| (kept.since, kept.tree));
    Ok(Json(Conditional { version, branches }))
}

/// Replaces the player's conditional moves.
///
/// Idempotent.
#[utoipa::path(
    put,
    path = "/live/conditional",
    security(("seat" = [])),
    responses(
        (status = 200, description = "The stored tree, each move in its canonical spelling", body = Conditional),
        (status = 403, description = "Spectators have no conditional moves"),
        (status = 404, description = "No seat has this secret"),
        (status = 409, description = "Refused; `reason` says why: `stale` if the game has another version, which is in `stored_version`"),
        (status = 503, description = "The server cannot store anything now"),
    )
)]
pub(crate) async fn save(
    State(state): State<LiveState>,
    bearer: BearerSeat,
    Json(Conditional { version, branches }): Json<Conditional>,
) -> Result<Json<Conditional>, Problem> {
    let (game, side) = player_at(&*state.journal, bearer).await?;
    let (answer, answered) = oneshot::channel();
    let call = ActorMessage::KeepConditionals {
        side,
        version,
        branches,
        answer,
    };
    let unavailable = |_| Problem::live_unavailable();
    state
        .games
        .actors
        .send(game, call)
        .await
        .map_err(|_| Problem::live_unavailable())?;
    match answered.await.map_err(unavailable)? {
        Ok(branches) => Ok(Json(Conditional { version, branches })),
        Err(error) => Err(problem(error)),
    }
}

fn problem(error: StoreConditionalsError) -> Problem {
    let detail = error.to_string();
    let refused = Problem::conflict("refused", "the conditional moves are refused", detail);
    match error {
        StoreConditionalsError::Stale { version } => {
            refused.because("stale", None).stored_version(version)
        }
        StoreConditionalsError::Refused(reason) => refused.because(reason.code(), None),
        StoreConditionalsError::Team => refused.because("not-for-teams", None),
        StoreConditionalsError::Unread => Problem::live_unavailable(),
        StoreConditionalsError::Store(error) => error.into(),
    }
}
