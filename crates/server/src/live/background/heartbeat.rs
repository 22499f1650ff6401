//! The sign of life of this node: it says that moves are taken, and finds out after a pause whether anybody has lost time.

use std::sync::Arc;

use damier_people::live::LiveError;
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actors::Rooms;
use crate::live::background::outages::give_back_to_all;
use crate::live::background::schedule::{BEAT_MS, HouseError, LOOK, note, ticks};
use crate::live::heartbeat::PULSE_LOST_MS;

/// How many times a node that begins looks whether another one gives a sign of life: for as long as one needs for it, and a little.
const LOOKS_FOR_OTHERS: u32 = 8;

/// Every how many looks a store that has a clock is asked what time it is.
const ASK_TIME_EVERY: u64 = 20;

/// Gives the sign of life, and gives back the time of an outage.
pub(crate) async fn keep_beating(rooms: Arc<Rooms>) {
    let mut looks = ticks(LOOK);
    for number in 0_u64.. {
        looks.tick().await;
        let done = async {
            if number.is_multiple_of(ASK_TIME_EVERY) || !rooms.clock.is_sure() {
                rooms.clock.set_by(&*rooms.store).await?;
            }
            if !rooms.clock.is_sure() {
                // Nobody's time may depend on a clock that is not sure. Other nodes go on.
                rooms.heart.stop();
                return Err(HouseError::Time);
            }
            let now_ms = rooms.clock.now_ms();
            if !rooms.heart.beats(now_ms) {
                take_moves_again(&rooms).await?;
            }
            if let Some(outage) = rooms.heart.owed() {
                return Ok(give_back_to_all(&rooms, outage).await?);
            }
            if !rooms.heart.has_beaten_within(BEAT_MS, now_ms) {
                // While no game goes on, nobody can lose time, and a disk that sleeps need not be woken each second.
                if !rooms.store.running(None, 1).await?.is_empty() {
                    rooms.store.beat(now_ms).await?;
                }
                rooms.heart.beat(now_ms);
            }
            Ok::<(), HouseError>(())
        };
        note(&rooms, done.await);
    }
}

/// The node takes no moves any more. From now on time is given back when a node starts again.
pub(crate) async fn leave(rooms: &Arc<Rooms>) {
    let now_ms = rooms.clock.now_ms();
    // Where time is still owed to somebody, it is given back from the same moment on then.
    if rooms.heart.beats(now_ms)
        && rooms.heart.owed().is_none()
        && let Err(error) = rooms.store.beat(now_ms).await
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the last sign of life is not stored"
        );
    }
    rooms.heart.stop();
}

/// The node begins to take moves, for the first time or again. If no other node could take moves either, everybody gets back the time since one
/// could: whoever acts in a game, or has it looked at, gets it there first, and the house goes through all others.
pub(crate) async fn take_moves_again(rooms: &Arc<Rooms>) -> Result<(), LiveError> {
    let store = &rooms.store;
    let last_ms = store.last_beat_ms().await?;
    let others_go_on = match last_ms {
        Some(last_ms) => others_go_on(rooms, last_ms).await?,
        None => false,
    };
    let asked_ms = rooms.clock.now_ms();
    if let Some(since_ms) = last_ms.filter(|last_ms| *last_ms < asked_ms && !others_go_on) {
        // What a store does that takes nothing, or that takes its time, is part of the outage.
        store.beat(since_ms).await?;
        let until_ms = rooms.clock.now_ms();
        let outage = rooms.heart.outage_until(since_ms, until_ms);
        rooms.heart.beat_after(outage);
    } else {
        store.beat(asked_ms).await?;
        rooms.heart.beat(asked_ms);
    }
    Ok(())
}

/// Whether another node takes moves. While anybody plays, each node stores a sign of life every second, so a new one comes while this node looks.
async fn others_go_on(rooms: &Arc<Rooms>, last_ms: u64) -> Result<bool, LiveError> {
    let store = &rooms.store;
    if !store.is_shared() || rooms.clock.now_ms().saturating_sub(last_ms) >= PULSE_LOST_MS {
        return Ok(false);
    }
    if rooms.heart.last_beat_ms().is_some_and(|own| own < last_ms) {
        return Ok(true); // another node has gone on when this one could not
    }
    for _ in 0..LOOKS_FOR_OTHERS {
        if store.running(None, 1).await?.is_empty() {
            return Ok(true); // or not: nobody can lose time
        }
        sleep(LOOK).await;
        if store.last_beat_ms().await? > Some(last_ms) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use damier_people::simuls::HostColour;

    use super::*;
    use crate::live::background::keep;
    use crate::live::background::tests::{given, hurried};
    use crate::simuls::tests_of_displays::{begun, rooms_with};

    /// A node that begins two seconds after the last sign of life, with a game in which White has a second: what it gives back, and whether the game goes
    /// on.
    async fn begins_soon(is_another_there: bool) -> (Vec<u64>, bool) {
        let rooms = rooms_with(Arc::new(InMemoryStore::shared()));
        rooms.heart.stop();
        let game = hurried(&rooms, 1).await;
        rooms.store.beat(rooms.clock.now_ms()).await.unwrap();
        sleep(Duration::from_secs(2)).await;
        let other = rooms.clone();
        let other = tokio::spawn(async move {
            let mut beats = ticks(Duration::from_millis(BEAT_MS));
            if !is_another_there {
                return;
            }
            loop {
                beats.tick().await;
                other.store.beat(other.clock.now_ms()).await.unwrap();
            }
        });
        let house = tokio::spawn(keep(rooms.clone(), None));
        sleep(Duration::from_millis(2_800)).await;
        house.abort();
        other.abort();
        let ending = rooms.store.find(game).await.unwrap().unwrap().ending;
        (given(&rooms, game).await, ending.is_none())
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_begins_alone_gives_back_also_what_is_short() {
        // With the two seconds for which it has looked out for others.
        assert_eq!(begins_soon(false).await, (vec![4], true));
        // Where another node went on, White has lost by time.
        assert_eq!(begins_soon(true).await, (vec![], false));
    }

    #[tokio::test(start_paused = true)]
    async fn the_heart_beats_whatever_else_the_house_waits_for() {
        // The computer is to move at each board, and no room answers.
        let (rooms, games) = begun(3, HostColour::Black).await;
        let stuck: Vec<_> = games.iter().map(|game| rooms.stuck_room(*game)).collect();
        let house = tokio::spawn(keep(rooms.clone(), None));
        for _ in 0..30 {
            sleep(Duration::from_secs(1)).await;
            assert!(rooms.heart.beats(rooms.clock.now_ms()));
        }
        assert!(stuck.iter().any(|calls| !calls.is_empty()), "one was asked");
        house.abort();
    }
}
