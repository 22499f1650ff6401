//! The health check for monitoring and load balancers: whether the server can store games and
//! accepts moves.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use damier_people::library::{GameLibrary, LibraryError};
use tokio::time::Instant;

use super::shapes::Health;
use crate::api::body::Json;
use crate::live::actors::GameActors;
use crate::live::cluster::now;
use crate::problem::Problem;
use crate::services::Services;

/// How long after its start a server may reject moves: it first reads the store's clock and checks
/// for an outage.
const BEGINNING: Duration = Duration::from_secs(5);

/// `Retry-After` of an unhealthy response, in seconds.
const RETRY_AFTER_S: u64 = 2;

/// The state of the health check.
#[derive(Clone)]
pub(crate) struct HealthState {
    pub(crate) library: Arc<dyn GameLibrary>,
    pub(crate) actors: Arc<GameActors>,
    /// When this server started, by the monotonic clock.
    pub(crate) started: Instant,
}

impl From<&Services> for HealthState {
    fn from(services: &Services) -> Self {
        Self {
            library: services.library.clone(),
            actors: services.actors.clone(),
            started: now(),
        }
    }
}

/// Whether the server can store games and accepts moves.
#[utoipa::path(
    get,
    path = "/health",
    responses(
        (status = 200, description = "The server stores games and accepts moves", body = Health),
        (status = 503, description = "The library is unavailable, or the server accepts no moves; the latter is tolerated in its first five seconds"),
    )
)]
pub(crate) async fn health(State(state): State<HealthState>) -> Result<impl IntoResponse, Problem> {
    state.library.check().await.map_err(cannot_store)?;
    if !state.actors.may_change_games() && now().duration_since(state.started) >= BEGINNING {
        return Err(takes_no_moves());
    }
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        bus: state.actors.cluster.condition().word(),
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(health)))
}

/// Whatever the reason, a load balancer must send clients elsewhere.
fn cannot_store(error: LibraryError) -> Problem {
    match error {
        LibraryError::Unavailable(_) | LibraryError::Gone(_) => Problem::from(error),
        LibraryError::Full(_) | LibraryError::Failed(_) | LibraryError::Damaged { .. } => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "games cannot be stored"
            );
            Problem::unavailable(
                "library-unavailable",
                "the library is unavailable",
                "games cannot be stored now, and the log of the server says why",
            )
            .retry_after(RETRY_AFTER_S)
        }
    }
}

fn takes_no_moves() -> Problem {
    Problem::unavailable(
        "live-unavailable",
        "live games are unavailable",
        "this server accepts no moves now, and its log says why; stored games are safe",
    )
    .retry_after(RETRY_AFTER_S)
}
