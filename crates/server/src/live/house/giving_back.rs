//! The time of an outage is given back: in every game that goes on, while those games in which somebody acts get it first.

use std::sync::Arc;

use damier_club::library::GameId;
use damier_club::live::{JournalError, LiveError, LiveGame};
use futures_util::{StreamExt, stream};

use super::rounds::{AT_ONCE, BEAT_MS, PAGE};
use crate::clock::WallClock;
use crate::live::heart::Outage;
use crate::live::news::News;
use crate::live::room::{Call, give_back};
use crate::live::rooms::Rooms;

/// Gives the time of an outage back in every game that goes on. Until that is done the pulse in the store stays as old as it is, so that a start
/// after a crash goes on from there.
pub(super) async fn give_back_to_all(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let mut games = 0;
    let mut after = None;
    loop {
        let page = rooms.store.running(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            break;
        };
        games += page.len() as u64;
        let mut given = stream::iter(page)
            .map(|game| give_back_to(rooms, game, outage))
            .buffer_unordered(AT_ONCE);
        while let Some(one) = given.next().await {
            match one {
                // What is wrong with one game is no reason to hold up the others: also where it is of a newer program.
                Err(
                    error @ (LiveError::Setup(_)
                    | LiveError::Event(_)
                    | LiveError::Journal(
                        JournalError::Damaged { .. } | JournalError::Failed(_),
                    )),
                ) => {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "a game cannot be opened"
                    );
                }
                one => one?,
            }
            show_life(rooms, outage).await?;
        }
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

/// The sign of life while time is given back: the store takes what is written, and what it has of the pulse stays.
async fn show_life(rooms: &Arc<Rooms>, outage: Outage) -> Result<(), LiveError> {
    let now_ms = rooms.clock.now_ms();
    if rooms.heart.beats(now_ms) && !rooms.heart.has_beaten_within(BEAT_MS, now_ms) {
        rooms.store.beat(outage.since_ms).await?;
        rooms.heart.beat(now_ms);
    }
    Ok(())
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

    use damier_club::live::InMemoryJournal;
    use tokio::time::sleep;

    use super::super::beating::take_moves_again;
    use super::super::keep;
    use super::super::tests::{given, hurried};
    use super::*;
    use crate::live::room::Answer;
    use crate::simuls::tests_of_displays::rooms_with;

    /// However long it takes to give everybody back the time of an outage, nobody waits for that, and nobody loses time by it.
    #[tokio::test(start_paused = true)]
    async fn after_an_outage_nobody_waits_for_the_games_of_others() {
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
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
                want: damier_club::Want::Move {
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
        let rooms = rooms_with(Arc::new(InMemoryJournal::default()));
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
            show_life(&rooms, outage).await.unwrap();
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
