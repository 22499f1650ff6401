//! The heartbeat of this node: records that moves are accepted, and reveals after a gap whether
//! players have lost time.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::LiveError;
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::outages::restore_in_all;
use crate::live::background::schedule::{BEAT_MS, BackgroundError, log_failure, ticks};
use crate::live::heartbeat::HEARTBEAT_TIMEOUT_MS;

/// How many times a starting node checks for the heartbeat of another.
const START_CHECKS: u32 = 8;

/// The interval of these checks: together they take a little longer than one between heartbeats.
const START_CHECK_EVERY: Duration = Duration::from_millis(250);

/// The store's clock is read every so many ticks.
const SYNC_CLOCK_EVERY: u64 = 20;

/// Stores the heartbeat, and restores the time of an outage.
pub(crate) async fn run_heartbeat(actors: Arc<GameActors>) {
    let mut looks = ticks(actors.clock.poll_interval());
    for number in 0_u64.. {
        looks.tick().await;
        let done = async {
            if number.is_multiple_of(SYNC_CLOCK_EVERY) || !actors.clock.is_sure() {
                actors.clock.set_by(&*actors.ports.heartbeat).await?;
            }
            if !actors.clock.is_sure() {
                // No player's time may depend on an unreliable clock. Other nodes go on.
                actors.heartbeat.stop();
                return Err(BackgroundError::Time);
            }
            if actors.heartbeat.needs_proof() {
                probe_disk_space(&actors).await?;
            }
            let now_ms = actors.clock.now_ms();
            if !actors.heartbeat.is_alive(now_ms) {
                start_taking_moves(&actors).await?;
            }
            if let Some(outage) = actors.heartbeat.unrestored_outage() {
                return Ok(restore_in_all(&actors, outage).await?);
            }
            if !actors.heartbeat.is_alive_within(BEAT_MS, now_ms) {
                // Without running games no player can lose time, and the disk may sleep.
                if !actors.ports.journal.running(None, 1).await?.is_empty() {
                    actors.ports.heartbeat.record_heartbeat(now_ms).await?;
                }
                actors.heartbeat.record(now_ms);
            }
            Ok::<(), BackgroundError>(())
        };
        log_failure(&actors, done.await);
    }
}

/// Lets the store prove that moves can be stored again. If none was accepted meanwhile, the time
/// since the last heartbeat is an outage.
async fn probe_disk_space(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    if let Err(error) = actors.ports.heartbeat.probe_disk_space().await {
        actors.heartbeat.doubt(actors.clock.now_ms());
        return Err(error.into());
    }
    if actors.heartbeat.trust() {
        actors.heartbeat.stop();
    }
    Ok(())
}

/// Stops accepting moves. Time from now on is restored when a node starts again.
pub(crate) async fn stop_taking_moves(actors: &Arc<GameActors>) {
    let now_ms = actors.clock.now_ms();
    // If time is still to be restored, the next start restores it from the same heartbeat on.
    if actors.heartbeat.is_alive(now_ms)
        && actors.heartbeat.unrestored_outage().is_none()
        && let Err(error) = actors.ports.heartbeat.record_heartbeat(now_ms).await
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "cannot store the last heartbeat"
        );
    }
    actors.heartbeat.stop();
}

/// Starts accepting moves, for the first time or again. If no other node accepted moves either, the
/// time since the last heartbeat is restored to all players: in each game before any other command,
/// and in all others by a background task.
pub(crate) async fn start_taking_moves(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    let last_ms = actors.ports.heartbeat.last_beat_ms().await?;
    let other_takes_moves = match last_ms {
        Some(last_ms) => other_takes_moves(actors, last_ms).await?,
        None => false,
    };
    let asked_ms = actors.clock.now_ms();
    if let Some(since_ms) = last_ms.filter(|last_ms| *last_ms < asked_ms && !other_takes_moves) {
        // The time that the store takes for this is part of the outage.
        actors.ports.heartbeat.record_heartbeat(since_ms).await?;
        let until_ms = actors.clock.now_ms();
        let outage = actors.heartbeat.outage_until(since_ms, until_ms);
        actors.heartbeat.record_after(outage);
    } else {
        actors.ports.heartbeat.record_heartbeat(asked_ms).await?;
        actors.heartbeat.record(asked_ms);
    }
    Ok(())
}

/// Whether another node accepts moves. During games each node stores a heartbeat every second.
async fn other_takes_moves(actors: &Arc<GameActors>, last_ms: u64) -> Result<bool, LiveError> {
    if !actors.ports.heartbeat.is_shared()
        || actors.clock.now_ms().saturating_sub(last_ms) >= HEARTBEAT_TIMEOUT_MS
    {
        return Ok(false);
    }
    if actors
        .heartbeat
        .last_beat_ms()
        .is_some_and(|own| own < last_ms)
    {
        return Ok(true); // another node stored it while this one could not
    }
    for _ in 0..START_CHECKS {
        if actors.ports.journal.running(None, 1).await?.is_empty() {
            return Ok(true); // no player can lose time
        }
        sleep(START_CHECK_EVERY).await;
        if actors.ports.heartbeat.last_beat_ms().await? > Some(last_ms) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use damier_people::in_memory::InMemoryStore;
    use damier_people::simuls::HostColour;

    use super::*;
    use crate::live::background::run;
    use crate::live::background::tests::{given, hurried};
    use crate::simuls::worker::LIVE;
    use crate::simuls::worker::tests::begun;
    use crate::test_support::actors_with;

    /// A node that starts two seconds after the last heartbeat, with a game in which White has a
    /// second: the restored times, and whether the game continues.
    async fn starts_soon(is_another_there: bool) -> (Vec<u64>, bool) {
        let actors = actors_with(&Arc::new(InMemoryStore::shared()));
        actors.heartbeat.stop();
        let game = hurried(&actors, 1).await;
        actors
            .ports
            .heartbeat
            .record_heartbeat(actors.clock.now_ms())
            .await
            .unwrap();
        sleep(Duration::from_secs(2)).await;
        let other = actors.clone();
        let other = tokio::spawn(async move {
            let mut beats = ticks(Duration::from_millis(BEAT_MS));
            if !is_another_there {
                return;
            }
            loop {
                beats.tick().await;
                other
                    .ports
                    .heartbeat
                    .record_heartbeat(other.clock.now_ms())
                    .await
                    .unwrap();
            }
        });
        let server = tokio::spawn(run(actors.clone(), None, &[]));
        sleep(Duration::from_millis(2_800)).await;
        server.abort();
        other.abort();
        let ending = actors
            .ports
            .journal
            .find(game)
            .await
            .unwrap()
            .unwrap()
            .ending;
        (given(&actors, game).await, ending.is_none())
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_starts_alone_restores_a_short_outage() {
        // Including the two seconds of waiting for other nodes.
        assert_eq!(starts_soon(false).await, (vec![4], true));
        // If another node kept running, White has lost on time.
        assert_eq!(starts_soon(true).await, (vec![], false));
    }

    #[tokio::test(start_paused = true)]
    async fn the_heartbeat_does_not_wait_for_other_tasks() {
        // The engine is to move at each board, and no actor replies.
        let (actors, games) = begun(3, HostColour::Black).await;
        let stuck: Vec<_> = games.iter().map(|game| actors.stuck_actor(*game)).collect();
        let server = tokio::spawn(run(actors.clone(), None, &[LIVE]));
        for _ in 0..30 {
            sleep(Duration::from_secs(1)).await;
            assert!(actors.heartbeat.is_alive(actors.clock.now_ms()));
        }
        assert!(stuck.iter().any(|calls| !calls.is_empty()), "one was asked");
        server.abort();
    }
}
