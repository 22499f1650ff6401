//! Does what is due in a display: its games are begun, those against the computer are played, and the word of the host at the end is brought to the
//! games that go on. Done when the host begins or ends it, and by the house of any node again and again for what a crash left behind.

use std::sync::Arc;

use damier_club::Want;
use damier_club::live::{JournalError, look_after_simul};
use damier_club::simul::{SimulId, Unfinished};
use tokio::sync::oneshot;

use crate::clock::WallClock;
use crate::live::room::Call;
use crate::live::rooms::Rooms;

/// How many displays are asked for at once.
const PAGE: u32 = 100;

/// Looks after a display.
pub(crate) async fn look_after(rooms: &Arc<Rooms>, id: SimulId) -> Result<(), JournalError> {
    let looked = look_after_simul(&*rooms.store, id, rooms.clock.now_ms()).await?;
    for game in looked.begun {
        rooms.tell_begun(game);
    }
    for (game, side, unfinished) in looked.ending {
        let (purpose, want) = match unfinished {
            Unfinished::GoOn => continue,
            Unfinished::OfferDraw => ("simul draw", Want::OfferDraw),
            // Where both have moved it is refused, and the game may be played on.
            Unfinished::LeaveOut => ("simul abort", Want::Abort),
        };
        let (answer, answered) = oneshot::channel();
        let call = Call::Carry {
            side,
            purpose,
            want,
            answer,
        };
        if rooms.call(game, call).await.is_ok() {
            let _ = answered.await; // what is not done now is done at the next look
        }
    }
    for game in looked.computers {
        let (answer, answered) = oneshot::channel();
        if rooms.call(game, Call::Follow { answer }).await.is_ok() {
            let _ = answered.await; // a room that just closed is asked next time
        }
    }
    Ok(())
}

/// Looks after every display that has boards which are not over.
pub(crate) async fn look_after_all(rooms: &Arc<Rooms>) -> Result<(), JournalError> {
    let now_ms = rooms.clock.now_ms();
    let mut after = None;
    loop {
        let page = rooms.store.simuls_due(now_ms, after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        for simul in page {
            // What is wrong with one display is no reason to hold up the others.
            if let Err(error) = look_after(rooms, simul).await {
                tracing::error!(%simul, error = &error as &dyn std::error::Error, "a simultaneous display cannot be looked after");
            }
        }
        after = Some(last);
    }
}
