//! What is old is removed: challenges, gatherings, sessions, classes, clubs, broadcasts, displays, requests to be friends, devices that were called for
//! games that are over, and old games where that is wanted.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::forget;
use damier_people::push::SEAT_PUSHES_KEPT_MS;

use crate::clock::WallClock;
use crate::live::actors::Rooms;
use crate::live::background::schedule::{HouseError, LOOK, PAGE, note, ticks};

/// How often old challenges, sessions, classes and broadcasts are removed.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Every how many of these times old requests to be friends are removed: each day.
const BONDS_EVERY: u64 = 24 * 60;

/// Every how many of these times the devices of games that are over are removed: each hour.
const SEATS_EVERY: u64 = 60;

/// How many games are looked at each time whether they are old, when old ones are to be removed: more than 70,000 a day.
const OLD_PAGE: u32 = 50;

/// Removes what is old.
pub(crate) async fn keep_tidy(rooms: Arc<Rooms>, live_games_days: Option<u32>) {
    let mut looked_at = None;
    let mut looks = ticks(SWEEP_EVERY);
    let mut number = 0_u64;
    loop {
        looks.tick().await;
        if !rooms.may_work() {
            looks.reset_after(LOOK); // as soon as it may
            continue;
        }
        let done = async {
            let now_ms = rooms.clock.now_ms();
            // However many there are: those who offer may be faster than a page each minute.
            while rooms.store.sweep(now_ms, PAGE).await? >= u64::from(PAGE) {}
            rooms.store.sweep_keys(now_ms).await?;
            rooms.store.sweep_classes(now_ms).await?;
            rooms.store.sweep_clubs().await?;
            rooms.store.sweep_broadcasts(now_ms).await?;
            rooms.store.sweep_gatherings(now_ms).await?;
            rooms.store.sweep_simuls(now_ms).await?;
            if number.is_multiple_of(BONDS_EVERY) {
                rooms.store.sweep_bonds(now_ms).await?;
            }
            if number.is_multiple_of(SEATS_EVERY) {
                let over_ms = now_ms.saturating_sub(SEAT_PUSHES_KEPT_MS);
                rooms.store.sweep_seat_pushes(over_ms).await?;
            }
            if let Some(days) = live_games_days {
                let looked = forget(&*rooms.store, looked_at, OLD_PAGE, days, now_ms).await?;
                looked_at = looked.next;
                if looked.removed > 0 {
                    tracing::info!(games = looked.removed, "old live games were removed");
                }
            }
            Ok::<(), HouseError>(())
        };
        note(&rooms, done.await);
        number += 1;
    }
}
