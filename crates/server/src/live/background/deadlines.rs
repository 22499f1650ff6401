//! Deadlines: flags fall, pauses end, and games whose first move was not made in time are aborted.

use std::sync::Arc;

use damier_people::live::LiveError;
use damier_session::GameId;
use futures_util::{StreamExt, stream};

use crate::clock::WallClock;
use crate::live::actor::{Call, GRACE_MS};
use crate::live::actors::Rooms;
use crate::live::background::schedule::{AT_ONCE, HouseError, LOOK, PAGE, note, ticks};

/// Lets flags fall and ends pauses.
pub(crate) async fn keep_deadlines(rooms: Arc<Rooms>) {
    let mut looks = ticks(LOOK);
    loop {
        looks.tick().await;
        if rooms.may_work() {
            let looked = look_at_deadlines(&rooms).await;
            note(&rooms, looked.map_err(HouseError::from));
        }
    }
}

/// Has every game looked at whose deadline is over. A game with which nothing can be done stays due, and holds up none of those behind it.
async fn look_at_deadlines(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let by_ms = rooms.clock.now_ms().saturating_sub(GRACE_MS);
    let mut after = None;
    loop {
        let asked_ms = rooms.clock.now_ms();
        let page = rooms.store.due(by_ms, after, PAGE).await?;
        rooms.heart.is_late(asked_ms, rooms.clock.now_ms());
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let looks = page.into_iter().map(|due| look_at(rooms, due.game));
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
        while looks.next().await.is_some() {}
        after = Some(last);
    }
}

/// Has a room look at its game. One that just closed, or does not answer, is asked next time.
pub(crate) async fn look_at(rooms: &Arc<Rooms>, game: GameId) {
    rooms.ask(game, |answer| Call::Look { answer }).await;
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use tokio::time::sleep;

    use super::*;
    use crate::live::background::keep;
    use crate::live::background::tests::hurried;
    use crate::simuls::tests_of_displays::rooms_with;

    #[tokio::test(start_paused = true)]
    async fn a_flag_falls_behind_any_number_of_games_with_which_nothing_can_be_done() {
        let rooms = rooms_with(Arc::new(InMemoryStore::default()));
        let mut stuck = Vec::new();
        for number in 0..=PAGE {
            let game = hurried(&rooms, number.into()).await;
            stuck.push(rooms.stuck_room(game));
        }
        let last = hurried(&rooms, u128::MAX).await;
        let house = tokio::spawn(keep(rooms.clone(), None));
        let fell = async {
            while rooms
                .store
                .find(last)
                .await
                .unwrap()
                .unwrap()
                .ending
                .is_none()
            {
                sleep(LOOK).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(30), fell).await;
        assert!(in_time.is_ok(), "the flag has not fallen");
        assert!(
            stuck.iter().all(|calls| !calls.is_empty()),
            "all were asked"
        );
        house.abort();
    }
}
