//! Ladders: records results when games end, and completes what stopped nodes have left.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::clubs::{Clubs, maintain_ladder};
use damier_session::GameId;

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::feature::LiveFeature;
use crate::live::background::schedule::{
    BackgroundError, PAGE, RESUME_EVERY, log_failure, next_permitted, ticks,
};

/// The part of clubs in live play.
pub(crate) const LIVE: LiveFeature = LiveFeature {
    on_game_over: Some(|ports, game, now_ms| Box::pin(on_game_over(ports, game, now_ms))),
    run: Some(|actors| Box::pin(run_ladders(actors))),
    sweep: Some(|ports, _| Box::pin(sweep(ports))),
    ..LiveFeature::named("clubs")
};

/// Records the result of a ladder game.
async fn on_game_over(ports: &Ports, game: GameId, now_ms: u64) -> Result<(), StoreError> {
    let clubs = Clubs::of(ports);
    if let Some((club, _)) = clubs.club_of_game(game).await? {
        maintain_ladder(&clubs, &*ports.journal, &club, now_ms).await?;
    }
    Ok(())
}

/// Removes clubs without members.
async fn sweep(ports: &Ports) -> Result<(), StoreError> {
    Clubs::of(ports).sweep_clubs().await?;
    Ok(())
}

/// Maintains ladders until dropped.
async fn run_ladders(actors: Arc<GameActors>) {
    let mut looks = ticks(RESUME_EVERY);
    loop {
        next_permitted(&mut looks, &actors).await;
        let maintained = maintain_ladders(&actors).await;
        log_failure(&actors, maintained.map_err(BackgroundError::from));
    }
}

/// Maintains ladders with a running game or a passed deadline.
async fn maintain_ladders(actors: &Arc<GameActors>) -> Result<(), StoreError> {
    let now_ms = actors.clock.now_ms();
    let clubs = Clubs::of(&actors.ports);
    let mut after = None;
    loop {
        let page = clubs.clubs_due(now_ms, after.as_ref(), PAGE).await?;
        let Some(last) = page.last().cloned() else {
            return Ok(());
        };
        for club in &page {
            // An error of one club does not delay the others.
            match maintain_ladder(&clubs, &*actors.ports.journal, club, now_ms).await {
                Ok(begun) => begun
                    .into_iter()
                    .for_each(|game| actors.notify_started(game)),
                Err(error) => {
                    tracing::error!(%club, error = &error as &dyn std::error::Error, "cannot begin or count the games of a ladder");
                }
            }
        }
        after = Some(last);
    }
}
