//! The view of a seat, as returned to clients.

use damier_session::{GameId, SeatRole};
use damier_wire::seats::SeatAt;

/// A seat, as returned to clients.
pub(crate) fn seat_at(game: GameId, role: SeatRole) -> SeatAt {
    SeatAt {
        game: game.to_string(),
        role: role.code().to_owned(),
    }
}
