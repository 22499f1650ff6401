//! Removes what has expired: challenges, sessions, documents (classes, simuls, team matches, friend
//! requests), push subscriptions of games that are over, what features list, and old games if that
//! is configured.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::remove_old_games;
use damier_people::push::SEAT_PUSHES_KEPT_MS;

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::feature::LiveFeature;
use crate::live::background::schedule::{
    BackgroundError, PAGE, log_failure, next_permitted, ticks,
};

/// How often expired data is removed.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Push subscriptions of finished games are removed hourly: every so many runs.
const SEATS_EVERY: u64 = 60;

/// How many games are checked for their age in each run: more than 70,000 a day.
const OLD_PAGE: u32 = 50;

/// Removes what has expired.
pub(crate) async fn run_cleanup(
    actors: Arc<GameActors>,
    live_games_days: Option<u32>,
    features: &'static [LiveFeature],
) {
    let mut looked_at = None;
    let mut looks = ticks(SWEEP_EVERY);
    let mut number = 0_u64;
    loop {
        next_permitted(&mut looks, &actors).await;
        let done = async {
            let now_ms = actors.clock.now_ms();
            // All of them: clients may create more than a page each minute.
            while actors.ports.challenges.sweep(now_ms, PAGE).await? >= u64::from(PAGE) {}
            actors.ports.account_keys.sweep_keys(now_ms).await?;
            // Expired documents of all features.
            actors.ports.documents.sweep_documents(now_ms).await?;
            for sweep in features.iter().filter_map(|feature| feature.sweep) {
                sweep(&actors.ports, now_ms).await?;
            }
            if number.is_multiple_of(SEATS_EVERY) {
                let over_ms = now_ms.saturating_sub(SEAT_PUSHES_KEPT_MS);
                actors.ports.seat_pushes.sweep_seat_pushes(over_ms).await?;
            }
            if let Some(days) = live_games_days {
                let looked = remove_old_games(
                    &*actors.ports.old_games,
                    &*actors.ports.journal,
                    looked_at,
                    OLD_PAGE,
                    days,
                    now_ms,
                )
                .await?;
                looked_at = looked.next;
                if looked.removed > 0 {
                    tracing::info!(games = looked.removed, "old live games were removed");
                }
            }
            Ok::<(), BackgroundError>(())
        };
        log_failure(&actors, done.await);
        number += 1;
    }
}
