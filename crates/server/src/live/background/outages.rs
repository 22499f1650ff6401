//! The time of an outage is given back: in every game that goes on, while those games in which somebody acts get it first.

use std::future::ready;
use std::sync::Arc;

use damier_people::live::{LiveError, LiveGame, StoreError};
use damier_session::GameId;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actor::{Call, give_back};
use crate::live::actors::Rooms;
use crate::live::background::schedule::{AT_ONCE, BEAT_MS, LOOK, PAGE};
use crate::live::cluster_message::News;
use crate::live::heartbeat::Outage;

/// Gives the time of an outage back in every game that goes on. Until that is done the pulse in the store stays as old as it is, so that a start
/// after a crash goes on from there.
pub(crate) async fn give_back_to_all(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let mut games = 0;
    let mut after = None;
    loop {
        let page = rooms.store.running(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            break;
        };
        games += page.len() as u64;
        let given = page
            .into_iter()
            .map(|game| give_back_or_say(rooms, game, outage));
        do_beside(given, show_life(rooms, outage)).await?;
        if !rooms.heart.beats(rooms.clock.now_ms()) {
            return Ok(()); // time was lost meanwhile, and is given back with the rest
        }
        after = Some(last);
    }
    let now_ms = rooms.clock.now_ms();
    rooms.store.beat(now_ms).await?;
    rooms.heart.owes_nothing();
    rooms.heart.beat(now_ms);
    if games > 0 {
        let lost_ms = outage.lost_since_ms(outage.since_ms);
        tracing::info!(games, lost_ms, "the time of an outage was given back");
    }
    Ok(())
}

/// Does all of this, some of it at the same time, and something else beside it that ends only where it fails. Both go on together: if what has begun stood
/// still while the other waits for a connection to the database, it could be its turn to have one, and nobody on this node would have any.
async fn do_beside<E>(
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

/// The signs of life while time is given back. Ends where the store takes nothing.
async fn show_life(rooms: &Arc<Rooms>, outage: Outage) -> LiveError {
    loop {
        if let Err(error) = give_a_sign(rooms, outage).await {
            return error;
        }
        sleep(LOOK).await;
    }
}

/// A sign of life while time is given back, if one is due: the store takes what is written, and what it has of the pulse stays.
async fn give_a_sign(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let now_ms = rooms.clock.now_ms();
    if rooms.heart.beats(now_ms) && !rooms.heart.has_beaten_within(BEAT_MS, now_ms) {
        rooms.store.beat(outage.since_ms).await?;
        rooms.heart.beat(now_ms);
    }
    Ok(())
}

/// What is wrong with one game is no reason to hold up the others: also where it is of a newer program.
async fn give_back_or_say(
    rooms: &Arc<Rooms>,
    game: GameId,
    outage: Outage,
) -> Result<(), LiveError> {
    match give_back_to(rooms, game, outage).await {
        Err(
            error @ (LiveError::Setup(_)
            | LiveError::Event(_)
            | LiveError::Journal(StoreError::Damaged { .. } | StoreError::Failed(_))),
        ) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be opened");
            Ok(())
        }
        given => given,
    }
}

async fn give_back_to(rooms: &Arc<Rooms>, game: GameId, outage: Outage) -> Result<(), LiveError> {
    let given = rooms.ask_if_open(game, |answer| Call::Outage { answer });
    // A room that does not answer gives it back before it does anything else.
    if given.await == Some(true) {
        return Ok(());
    }
    let Some(mut game) = LiveGame::open(&*rooms.store, game).await? else {
        return Ok(());
    };
    let new = give_back(&mut game, &*rooms.store, outage).await?;
    if !new.is_empty() {
        rooms.neighbours.tell(News::Version {
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
    use crate::live::actor::Answer;
    use crate::live::background::heartbeat::take_moves_again;
    use crate::live::background::keep;
    use crate::live::background::tests::{given, hurried};
    use crate::simuls::tests_of_displays::rooms_with;

    /// Whoever waits longest for a connection gets the next one, whether he looks for it or not.
    #[tokio::test(start_paused = true)]
    async fn what_is_done_beside_waits_for_no_connection_that_a_game_could_have() {
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
        let done = timeout(Duration::from_mins(1), do_beside(games, life)).await;
        assert_eq!(done, Ok(Ok(())));
        let store_is_away = async {
            ask().await;
            "nothing is stored"
        };
        let stuck = (0..3).map(|_| std::future::pending());
        let failed = timeout(Duration::from_mins(1), do_beside(stuck, store_is_away)).await;
        assert_eq!(failed, Ok(Err("nothing is stored")));
    }

    /// However long it takes to give everybody back the time of an outage, nobody waits for that, and nobody loses time by it.
    #[tokio::test(start_paused = true)]
    async fn after_an_outage_nobody_waits_for_the_games_of_others() {
        let rooms = rooms_with(Arc::new(InMemoryStore::default()));
        rooms.heart.stop();
        let stopped_ms = rooms.clock.now_ms();
        rooms.store.beat(stopped_ms).await.unwrap();
        let [first, last] = [0, u128::MAX].map(|number| hurried(&rooms, number));
        let (first, last) = (first.await, last.await);
        let mut stuck = Vec::new();
        for number in 1..=2 * PAGE {
            let game = hurried(&rooms, number.into()).await;
            stuck.push(rooms.stuck_room(game));
        }
        sleep(Duration::from_mins(1)).await;
        let house = tokio::spawn(keep(rooms.clone(), None));
        sleep(Duration::from_millis(900)).await;
        for game in [first, last] {
            let answer = rooms.ask(game, |answer| Call::Carry {
                side: damier_rules::Side::White,
                purpose: "test",
                want: damier_session::Want::Move {
                    text: "32-28".to_owned(),
                    ply: None,
                },
                answer,
            });
            let answer = answer.await;
            assert!(matches!(answer, Some(Answer::Done(_))), "{answer:?}");
        }
        // A crash now would be followed by a start that gives back the rest.
        let pulse = async || rooms.store.last_beat_ms().await.unwrap();
        assert_eq!(pulse().await, Some(stopped_ms));
        assert!(rooms.heart.owed().is_some());
        sleep(Duration::from_mins(1)).await;
        assert_eq!(rooms.heart.owed(), None);
        assert!(pulse().await.unwrap() > stopped_ms + 60_000);
        house.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_twice_gives_nobody_the_time_in_between() {
        let rooms = rooms_with(Arc::new(InMemoryStore::default()));
        rooms.heart.stop();
        rooms.store.beat(rooms.clock.now_ms()).await.unwrap();
        let [first, last] = [1, 2].map(|number| hurried(&rooms, number));
        let (first, last) = (first.await, last.await);
        sleep(Duration::from_mins(1)).await;
        take_moves_again(&rooms).await.unwrap();
        let outage = rooms.heart.owed().unwrap();
        give_back_to(&rooms, first, outage).await.unwrap();
        // The others are still to come, and the node works for two seconds. Then the store takes nothing for ten.
        for _ in 0..2 {
            sleep(Duration::from_secs(1)).await;
            give_a_sign(&rooms, outage).await.unwrap();
        }
        sleep(Duration::from_secs(10)).await;
        assert!(!rooms.heart.beats(rooms.clock.now_ms()));
        take_moves_again(&rooms).await.unwrap();
        let outage = rooms.heart.owed().unwrap();
        give_back_to_all(&rooms, outage).await.unwrap();
        assert_eq!(given(&rooms, first).await, [60, 10]);
        assert_eq!(given(&rooms, last).await, [70]);
        assert_eq!(rooms.heart.owed(), None);
    }
}
