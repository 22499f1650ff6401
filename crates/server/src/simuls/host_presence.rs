//! Presence of a simul's host: counts as present at all boards while the page polls, since a
//! browser cannot hold forty connections. So guests cannot claim that the host has left.

use damier_people::simuls::Simul;

use crate::live::actors::GameActors;
use crate::simuls::SimulBoardCache;

/// How long the host counts as present after the last poll, in milliseconds. Browsers throttle
/// hidden pages to one poll a minute.
const PRESENT_MS: u64 = 75_000;

/// Records a poll by the host of a simul.
pub(crate) async fn attend(
    actors: &GameActors,
    halls: &SimulBoardCache,
    simul: &Simul,
    now_ms: u64,
) {
    // Actors on this node are notified each time, since a guest may have just connected; other
    // nodes less often.
    let is_due = halls.take_presence_slot(simul.id());
    let until_ms = now_ms.saturating_add(PRESENT_MS);
    for board in simul.boards().iter().filter(|board| !board.is_over()) {
        let is_open_here = actors.attend(board.game, board.host, until_ms);
        if !is_due {
            continue;
        }
        if !is_open_here {
            actors.broadcast_attending(board.game, board.host);
        }
        if !actors.ports.heartbeat.is_shared() {
            continue;
        }
        // For nodes that do not receive messages of this one.
        if let Err(error) = actors
            .ports
            .heartbeat
            .store_last_seen(board.game, &[board.host], now_ms)
            .await
        {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot store the presence of a simul's host"
            );
            return;
        }
    }
}
