//! Shapes of a seat at a live game.

use damier_session::{CommandId, Event, Want};
use serde::{Deserialize, Serialize};

/// A seat at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatAt {
    /// The game's id.
    pub game: String,
    /// The role: `white`, `black`, `arbiter` or `watcher`.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^(white|black|arbiter|watcher)$")
    )]
    pub role: String,
}

/// Request body: the secret of a new seat, made by the client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// 256 random bits as 43 characters of URL-safe Base64, made by the client.
    pub secret: String,
}

/// A command of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// A random UUID of the client. The same id again gets the same reply.
    pub id: CommandId,
    /// The request.
    pub want: Want,
}

/// An accepted command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActDone {
    /// The number of its event, which is the version of the game after it.
    pub number: u32,
    /// The event.
    pub event: Event,
}
