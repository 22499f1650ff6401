//! A place at a game as it is told, and that another one has it.

use axum::http::StatusCode;
use damier_club::library::GameId;
use damier_club::live::SeatRole;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A place at a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatAt {
    /// Which game.
    pub(crate) game: String,
    /// What the seat is for: `white`, `black`, `arbiter` or `watcher`.
    #[schema(pattern = "^(white|black|arbiter|watcher)$")]
    pub(crate) role: &'static str,
}

/// A seat, as it is told.
pub(crate) fn seat_at(game: GameId, role: SeatRole) -> SeatAt {
    SeatAt {
        game: game.to_string(),
        role: role.code(),
    }
}

/// Another one has the id or a secret.
pub(crate) fn taken(detail: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "challenge-exists",
        "the id or a secret is taken",
        detail,
    )
}
