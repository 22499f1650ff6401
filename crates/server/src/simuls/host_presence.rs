//! The host of a display is at all its boards while the page asks how they stand: nobody has forty connections. So no guest may claim that the host
//! has left a board because he is at another one.

use damier_people::simuls::Simul;

use crate::live::actors::GameActors;
use crate::simuls::Halls;

/// For how long the host counts as present after the page has asked last, in milliseconds. Browsers let a page that is not seen ask once a minute.
const PRESENT_MS: u64 = 75_000;

/// The host of a display has asked how it stands.
pub(crate) async fn attend(actors: &GameActors, halls: &Halls, simul: &Simul, now_ms: u64) {
    // The actors here are told each time, as a guest may just have come; what other nodes hear is told less often.
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
        if !actors.store.is_shared() {
            continue;
        }
        // For nodes that do not hear this one.
        if let Err(error) = actors.store.sign(board.game, &[board.host], now_ms).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the host of a display cannot be noted as present"
            );
            return;
        }
    }
}
