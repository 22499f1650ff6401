//! Completes the work of stopped nodes: conditional moves, team votes, unsettled rated games.

use std::sync::Arc;

use damier_people::live::{LiveError, LiveGame};
use damier_people::ratings::settle;
use damier_people::teams::TeamMatches;
use damier_session::GameId;
use futures_util::{StreamExt, stream};

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::schedule::{
    AT_ONCE, BackgroundError, DAY_MS, PAGE, RESUME_EVERY, log_failure, next_permitted, ticks,
};
use crate::live::teams::TeamTable;

/// The maximum age of uncounted votes, in milliseconds: longer than any vote and most outages.
const VOTED_MS: u64 = DAY_MS;

/// Completes the work of stopped nodes until dropped.
pub(crate) async fn run_unfinished(actors: Arc<GameActors>) {
    let mut looks = ticks(RESUME_EVERY);
    loop {
        next_permitted(&mut looks, &actors).await;
        let done = async {
            resume_games(&actors).await?;
            count_votes(&actors).await?;
            settle_rated_games(&actors).await?;
            Ok::<(), BackgroundError>(())
        };
        log_failure(&actors, done.await);
    }
}

/// Settles finished rated games.
async fn settle_rated_games(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    let mut after = None;
    loop {
        let page = actors.ports.ratings.unsettled(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        for game in page {
            // An error of one game does not delay the others.
            if let Err(error) = settle(
                &*actors.ports.ratings,
                &*actors.ports.journal,
                &*actors.ports.accounts,
                game,
            )
            .await
            {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "cannot settle a rated game");
            }
        }
        after = Some(last);
    }
}

/// Plays conditional moves that no node has played.
async fn resume_games(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    let mut after = None;
    loop {
        let page = actors.ports.conditionals.unfollowed(after, PAGE).await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        // An actor that has just closed or does not reply is retried next time.
        let calls = page.into_iter().map(|game| actors.resume(game));
        let mut calls = stream::iter(calls).buffer_unordered(AT_ONCE);
        while calls.next().await.is_some() {}
        after = Some(last);
    }
}

/// Opens the actors of games in which a vote is decided by time. They stay open until it is
/// decided.
async fn count_votes(actors: &Arc<GameActors>) -> Result<(), LiveError> {
    let since_ms = actors.clock.now_ms().saturating_sub(VOTED_MS);
    let mut after = None;
    loop {
        let page = actors
            .ports
            .team_votes
            .wanting_a_move(since_ms, after, PAGE)
            .await?;
        let Some(last) = page.last().copied() else {
            return Ok(());
        };
        let closed: Vec<GameId> = page
            .into_iter()
            .filter(|game| !actors.is_open(*game))
            .collect();
        let calls = closed.into_iter().map(|game| async move {
            match waits_for_time(actors, game).await {
                Ok(true) => {}
                Ok(false) => return,
                // An error of one game does not delay the others.
                Err(error) => {
                    tracing::error!(%game, error = &error as &dyn std::error::Error, "cannot count the votes of a team");
                    return;
                }
            }
            actors.check_deadline(game).await;
        });
        let mut calls = stream::iter(calls).buffer_unordered(AT_ONCE);
        while calls.next().await.is_some() {}
        after = Some(last);
    }
}

/// Whether a vote in a game is to be decided by time.
async fn waits_for_time(actors: &Arc<GameActors>, game: GameId) -> Result<bool, LiveError> {
    let Some(teams) = TeamTable::read(
        &TeamMatches::of(&actors.ports),
        &*actors.ports.heartbeat,
        game,
        actors.clock.now_ms(),
    )
    .await?
    else {
        return Ok(false);
    };
    let game = LiveGame::open(&*actors.ports.journal, game).await?;
    Ok(game.is_some_and(|game| teams.teams().waits_for_time(game.session())))
}
