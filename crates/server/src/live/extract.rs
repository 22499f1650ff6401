//! Extractors of the seat behind a request.

use damier_people::live::Journal;
use damier_session::{GameId, SeatRole, Side};

use crate::live::seats::BearerSeat;
use crate::problem::Problem;

/// The game and the role of a seat.
pub(crate) async fn find_seat(
    journal: &dyn Journal,
    BearerSeat(key): BearerSeat,
) -> Result<(GameId, SeatRole), Problem> {
    let seat = journal.seat(&key).await?;
    seat.ok_or_else(seat_not_found)
}

pub(crate) fn seat_not_found() -> Problem {
    Problem::not_found(
        "seat-not-found",
        "no seat has this secret",
        "no seat at a game has this secret; an open challenge becomes a game once it is accepted",
    )
}

pub(crate) fn require_player(role: SeatRole) -> Result<Side, Problem> {
    match role {
        SeatRole::Player(side) => Ok(side),
        SeatRole::Arbiter | SeatRole::Watcher => Err(Problem::forbidden(
            "not-entitled",
            "only players may do this",
            "only a player of the game may do this",
        )),
    }
}

pub(crate) async fn player_at(
    journal: &dyn Journal,
    bearer: BearerSeat,
) -> Result<(GameId, Side), Problem> {
    let (game, role) = find_seat(journal, bearer).await?;
    Ok((game, require_player(role)?))
}
