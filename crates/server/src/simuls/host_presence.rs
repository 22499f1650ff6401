//! The host of a simul counts as present at all boards while the page polls, since no browser holds
//! forty connections. So no guest can claim that the host has left a board.

use damier_people::simuls::Simul;

use crate::live::actors::GameActors;
use crate::simuls::SimulBoards;

/// For how long the host counts as present after the page has asked last, in milliseconds. Browsers
/// let a page that is not seen ask once a minute.
const PRESENT_MS: u64 = 75_000;

/// The host of a simul has asked how it stands.
pub(crate) async fn attend(actors: &GameActors, halls: &SimulBoards, simul: &Simul, now_ms: u64) {
    // Actors on this node are notified each time, since a guest may have just connected; other
    // nodes less often.
    let is_due = halls.is_to_attend(simul.id());
    let until_ms = now_ms.saturating_add(PRESENT_MS);
    for board in simul.boards().iter().filter(|board| !board.is_over()) {
        let is_told = actors.attend(board.game, board.host, until_ms);
        if !is_due {
            continue;
        }
        if !is_told {
            actors.broadcast_attending(board.game, board.host);
        }
        if !actors.ports.heartbeat.is_shared() {
            continue;
        }
        // For nodes that do not hear this one.
        if let Err(error) = actors
            .ports
            .heartbeat
            .sign(board.game, &[board.host], now_ms)
            .await
        {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the host of a simul cannot be noted as present"
            );
            return;
        }
    }
}
