//! What follows the end of a game in its room: it is counted, a club is told, and another one may be wanted.

use damier_club::library::GameId;
use damier_club::live::{JournalError, LiveStore, look_after_ladder, settle};
use damier_club::{Session, Side};

use super::super::frames::{Rematch, ToClient};
use super::super::seats::{next_game, wish_of};
use super::Room;
use crate::clock::WallClock;

impl Room {
    /// Counts a game that is over, for ratings and for the ladder of a club. What cannot be counted now is counted by the house.
    pub(super) async fn settle(&mut self) {
        self.tell_its_club().await;
        if self.aftermath.is_settled || self.game.session().ending().is_none() {
            return;
        }
        let game = self.game.id();
        match settle(&*self.store, game).await {
            Ok(_) => {
                self.aftermath.is_settled = true;
                self.read_ratings().await;
                if let Some(ratings) = self.ratings.clone() {
                    self.tell(&ToClient::Ratings(&ratings));
                }
            }
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "a rated game cannot be counted now");
            }
        }
    }

    /// Has the ladder of a club counted the game, if it was played for one.
    pub(super) async fn tell_its_club(&mut self) {
        if self.aftermath.is_told_to_its_club || self.game.session().ending().is_none() {
            return;
        }
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        let told = async {
            if let Some((club, _)) = self.store.club_of_game(game).await? {
                look_after_ladder(&*self.store, &club, now_ms).await?;
            }
            Ok::<(), JournalError>(())
        };
        match told.await {
            Ok(()) => self.aftermath.is_told_to_its_club = true,
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "the ladder of a club cannot be looked after now");
            }
        }
    }

    /// Who wants another game, once this one is seen to be over. Those who look on with a delay are told of it where it is said after that.
    pub(super) async fn rematch(&self, seen: &Session) -> Option<Rematch> {
        seen.ending()?;
        match rematch_of(&*self.store, self.game.id(), self.clock.now_ms()).await {
            Ok(rematch) => Some(rematch),
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "the wish for another game cannot be read");
                None
            }
        }
    }
}

/// Which players of a game want another one, and whether it has begun.
async fn rematch_of(
    store: &dyn LiveStore,
    game: GameId,
    now_ms: u64,
) -> Result<Rematch, JournalError> {
    let next = next_game(game);
    let wants = async |side| store.challenge(&wish_of(game, side), now_ms).await;
    Ok(Rematch {
        white: wants(Side::White).await?.is_some(),
        black: wants(Side::Black).await?.is_some(),
        game: store.find(next).await?.map(|_| next.to_string()),
    })
}
