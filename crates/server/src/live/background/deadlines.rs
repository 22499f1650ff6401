//! Deadlines: flags fall, pauses end, and games whose first move was not made in time are aborted.

use std::sync::Arc;

use damier_people::live::LiveError;
use futures_util::{StreamExt, stream};

use crate::clock::WallClock;
use crate::live::actor::GRACE_MS;
use crate::live::actors::GameActors;
use crate::live::background::schedule::{
    AT_ONCE, BackgroundError, PAGE, log_failure, next_permitted, ticks,
};

/// Lets flags fall and ends pauses.
pub(crate) async fn run_deadlines(actors: Arc<GameActors>) {
    let mut looks = ticks(actors.clock.poll_interval());
    loop {
        next_permitted(&mut looks, &actors).await;
        let looked = check_deadlines(&actors).await;
        log_failure(&actors, looked.map_err(BackgroundError::from));
    }
}

/// Checks every game whose deadline has passed. A game that cannot be changed stays due, and delays
/// no other.
async fn check_deadlines(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    let by_ms = actors.clock.now_ms().saturating_sub(GRACE_MS);
    let mut after = None;
    loop {
        let asked_ms = actors.clock.now_ms();
        let page = actors.ports.journal.due(by_ms, after, PAGE).await?;
        actors
            .heartbeat
            .note_answer(asked_ms, actors.clock.now_ms());
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let looks = page.into_iter().map(|due| actors.check_deadline(due.game));
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
        while looks.next().await.is_some() {}
        after = Some(last);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_people::in_memory::InMemoryStore;
    use tokio::time::sleep;

    use super::*;
    use crate::live::background::run;
    use crate::live::background::tests::hurried;
    use crate::test_support::actors_with;

    #[tokio::test(start_paused = true)]
    async fn unwritable_games_do_not_delay_flags() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let mut stuck = Vec::new();
        for number in 0..=PAGE {
            let game = hurried(&actors, number.into()).await;
            stuck.push(actors.stuck_actor(game));
        }
        let last = hurried(&actors, u128::MAX).await;
        let server = tokio::spawn(run(actors.clone(), None, &[]));
        let fell = async {
            while actors
                .ports
                .journal
                .find(last)
                .await
                .unwrap()
                .unwrap()
                .ending
                .is_none()
            {
                sleep(actors.clock.poll_interval()).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(30), fell).await;
        assert!(in_time.is_ok(), "the flag has not fallen");
        assert!(
            stuck.iter().all(|calls| !calls.is_empty()),
            "all were asked"
        );
        server.abort();
    }
}
