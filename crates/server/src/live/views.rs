//! JSON shapes of a seat at a live game.

use damier_session::{GameId, SeatRole};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place at a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatAt {
    /// Which game.
    pub(crate) game: String,
    /// What the seat is for: `white`, `black`, `arbiter` or `watcher`.
    #[schema(pattern = "^(white|black|arbiter|watcher)$")]
    pub(crate) role: &'static str,
}

/// A seat, as returned to clients.
pub(crate) fn seat_at(game: GameId, role: SeatRole) -> SeatAt {
    SeatAt {
        game: game.to_string(),
        role: role.code(),
    }
}

/// A new secret.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client.
    pub(crate) secret: String,
}
