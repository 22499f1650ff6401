//! Restores the time of an outage in every running game. If a player acts, the actor restores it
//! first.

use std::future::ready;
use std::sync::Arc;

use damier_people::StoreError;
use damier_people::live::{LiveError, LiveGame};
use damier_session::GameId;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actor::{BackgroundCommand, restore_lost_time};
use crate::live::actors::GameActors;
use crate::live::background::schedule::{AT_ONCE, BEAT_MS, PAGE};
use crate::live::cluster_message::ClusterMessage;
use crate::live::heartbeat::Outage;

/// Restores the time of an outage in every running game. Until done the stored heartbeat is not
/// renewed, so that a restart after a crash restores the rest.
pub(crate) async fn restore_in_all(
    actors: &Arc<GameActors>,
    outage: Outage,
) -> Result<(), LiveError> {
    let mut games = 0;
    let mut after = None;
    loop {
        let page = actors.ports.journal.running(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            break;
        };
        games += page.len() as u64;
        let given = page
            .into_iter()
            .map(|game| restore_or_log(actors, game, outage));
        join_while(given, renew_heartbeat(actors, outage)).await?;
        if !actors.heartbeat.is_alive(actors.clock.now_ms()) {
            return Ok(()); // more time was lost meanwhile; all is restored later
        }
        after = Some(last);
    }
    let now_ms = actors.clock.now_ms();
    actors.ports.heartbeat.record_heartbeat(now_ms).await?;
    actors.heartbeat.outage_restored();
    actors.heartbeat.record(now_ms);
    if games > 0 {
        let lost_ms = outage.lost_since_ms(outage.since_ms);
        tracing::info!(games, lost_ms, "the time of an outage was restored");
    }
    Ok(())
}

/// Runs all of these futures, some concurrently, beside another that ends only by failing. Both are
/// polled together: a future that is not polled may be first in the queue for a database
/// connection, and block all others.
async fn join_while<E>(
    all: impl Iterator<Item = impl Future<Output = Result<(), E>>>,
    beside: impl Future<Output = E>,
) -> Result<(), E> {
    let all = stream::iter(all)
        .buffer_unordered(AT_ONCE)
        .try_for_each(|()| ready(Ok(())));
    tokio::select! {
        done = all => done,
        error = beside => Err(error),
    }
}

/// Renews the heartbeat while time is restored. Ends when the store fails.
async fn renew_heartbeat(actors: &Arc<GameActors>, outage: Outage) -> LiveError {
    loop {
        if let Err(error) = renew_if_due(actors, outage).await {
            return error;
        }
        sleep(actors.clock.poll_interval()).await;
    }
}

/// Renews the heartbeat if due: the store accepts writes, and the stored time stays unchanged.
async fn renew_if_due(actors: &Arc<GameActors>, outage: Outage) -> Result<(), LiveError> {
    let now_ms = actors.clock.now_ms();
    if actors.heartbeat.is_alive(now_ms) && !actors.heartbeat.is_alive_within(BEAT_MS, now_ms) {
        actors
            .ports
            .heartbeat
            .record_heartbeat(outage.since_ms)
            .await?;
        actors.heartbeat.record(now_ms);
    }
    Ok(())
}

/// Restores one game; logs its error, so that it does not delay the others.
async fn restore_or_log(
    actors: &Arc<GameActors>,
    game: GameId,
    outage: Outage,
) -> Result<(), LiveError> {
    match restore_in(actors, game, outage).await {
        Err(
            error @ (LiveError::Setup(_)
            | LiveError::Event(_)
            | LiveError::Journal(StoreError::Damaged { .. } | StoreError::Failed(_))),
        ) => {
            if let LiveError::Journal(error) = &error {
                actors.heartbeat.note_error(error, actors.clock.now_ms());
            }
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be opened");
            Ok(())
        }
        given => given,
    }
}

async fn restore_in(
    actors: &Arc<GameActors>,
    game: GameId,
    outage: Outage,
) -> Result<(), LiveError> {
    let restore = |answer| BackgroundCommand::RestoreLostTime { answer }.into();
    // An actor that does not reply restores it before anything else.
    if actors.request_if_open(game, restore).await == Some(true) {
        return Ok(());
    }
    let Some(mut game) = LiveGame::open(&*actors.ports.journal, game).await? else {
        return Ok(());
    };
    let new = restore_lost_time(&mut game, &*actors.ports.journal, outage).await?;
    if !new.is_empty() {
        actors.cluster.publish(ClusterMessage::Version {
            game: game.id().to_string(),
            version: game.session().version(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use tokio::sync::Semaphore;
    use tokio::time::timeout;

    use super::*;
    use crate::live::actor::CommandReply;
    use crate::live::background::heartbeat::start_taking_moves;
    use crate::live::background::run;
    use crate::live::background::tests::{given, hurried};
    use crate::test_support::actors_with;

    /// The first in the queue gets the next connection, whether it is polled or not.
    #[tokio::test(start_paused = true)]
    async fn a_pending_future_holds_no_database_connection() {
        let connections = Semaphore::new(2);
        let ask = async || {
            let _connection = connections.acquire().await.unwrap();
            sleep(Duration::from_millis(10)).await;
        };
        let games = (0..200).map(|_| async {
            ask().await;
            ask().await;
            Ok::<(), &str>(())
        });
        let life = async {
            loop {
                ask().await;
                sleep(Duration::from_millis(100)).await;
            }
        };
        let done = timeout(Duration::from_mins(1), join_while(games, life)).await;
        assert_eq!(done, Ok(Ok(())));
        let store_is_away = async {
            ask().await;
            "nothing is stored"
        };
        let stuck = (0..3).map(|_| std::future::pending());
        let failed = timeout(Duration::from_mins(1), join_while(stuck, store_is_away)).await;
        assert_eq!(failed, Ok(Err("nothing is stored")));
    }

    /// However long restoring all games takes, no game waits for it, and no player loses time.
    #[tokio::test(start_paused = true)]
    async fn after_an_outage_no_game_waits_for_others() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        actors.heartbeat.stop();
        let stopped_ms = actors.clock.now_ms();
        actors
            .ports
            .heartbeat
            .record_heartbeat(stopped_ms)
            .await
            .unwrap();
        let [first, last] = [0, u128::MAX].map(|number| hurried(&actors, number));
        let (first, last) = (first.await, last.await);
        let mut stuck = Vec::new();
        for number in 1..=2 * PAGE {
            let game = hurried(&actors, number.into()).await;
            stuck.push(actors.stuck_actor(game));
        }
        sleep(Duration::from_mins(1)).await;
        let server = tokio::spawn(run(actors.clone(), None, &[]));
        sleep(Duration::from_millis(900)).await;
        for game in [first, last] {
            let want = damier_session::Want::Move {
                text: "32-28".to_owned(),
                ply: None,
            };
            let answer = actors.act_for(game, damier_rules::Side::White, "test", want);
            let answer = answer.await;
            assert!(matches!(answer, Some(CommandReply::Done(_))), "{answer:?}");
        }
        // A restart after a crash now would restore the rest.
        let pulse = async || actors.ports.heartbeat.last_beat_ms().await.unwrap();
        assert_eq!(pulse().await, Some(stopped_ms));
        assert!(actors.heartbeat.unrestored_outage().is_some());
        sleep(Duration::from_mins(1)).await;
        assert_eq!(actors.heartbeat.unrestored_outage(), None);
        assert!(pulse().await.unwrap() > stopped_ms + 60_000);
        server.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_between_two_failures_is_not_restored() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        actors.heartbeat.stop();
        actors
            .ports
            .heartbeat
            .record_heartbeat(actors.clock.now_ms())
            .await
            .unwrap();
        let [first, last] = [1, 2].map(|number| hurried(&actors, number));
        let (first, last) = (first.await, last.await);
        sleep(Duration::from_mins(1)).await;
        start_taking_moves(&actors).await.unwrap();
        let outage = actors.heartbeat.unrestored_outage().unwrap();
        restore_in(&actors, first, outage).await.unwrap();
        // The other games wait, and the node works for two seconds. Then the store fails for ten.
        for _ in 0..2 {
            sleep(Duration::from_secs(1)).await;
            renew_if_due(&actors, outage).await.unwrap();
        }
        sleep(Duration::from_secs(10)).await;
        assert!(!actors.heartbeat.is_alive(actors.clock.now_ms()));
        start_taking_moves(&actors).await.unwrap();
        let outage = actors.heartbeat.unrestored_outage().unwrap();
        restore_in_all(&actors, outage).await.unwrap();
        assert_eq!(given(&actors, first).await, [60, 10]);
        assert_eq!(given(&actors, last).await, [70]);
        assert_eq!(actors.heartbeat.unrestored_outage(), None);
    }
}
