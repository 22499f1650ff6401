//! What follows the end of a game in its room: it is counted, a club or a display is told, and another one may be wanted.

use damier_people::LiveStore;
use damier_people::challenges::OpenChallenge;
use damier_people::clubs::look_after_ladder;
use damier_people::live::StoreError;
use damier_people::ratings::settle;
use damier_people::simuls::look_after_simul;
use damier_people::teams::{Attendee, Gathering};
use damier_session::{GameId, Session, Side};

use crate::clock::WallClock;
use crate::live::actor::Room;
use crate::live::frames::{Rematch, ToClient};
use crate::live::seats::{next_game, wishes_of};

impl Room {
    /// Counts a game that is over, for ratings, for the ladder of a club and for a simultaneous display. What cannot be counted now is counted by the house.
    pub(crate) async fn settle(&mut self) {
        self.tell_where_it_counts().await;
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

    /// Has the ladder of a club or a simultaneous display count the game, if it was played there.
    pub(crate) async fn tell_where_it_counts(&mut self) {
        if self.aftermath.is_told || self.game.session().ending().is_none() {
            return;
        }
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        let told = async {
            if let Some((club, _)) = self.store.club_of_game(game).await? {
                look_after_ladder(&*self.store, &club, now_ms).await?;
            }
            if let Some(simul) = self.store.simul_of_game(game).await? {
                look_after_simul(&*self.store, simul, now_ms).await?;
            }
            Ok::<(), StoreError>(())
        };
        match told.await {
            Ok(()) => self.aftermath.is_told = true,
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "where the game counts cannot be told that it is over now");
            }
        }
    }

    /// Reads what teams want once their game is over, since it may have been said on another node, or before this room was opened.
    pub(crate) async fn recall_another(&mut self) {
        if self.teams.is_none() || self.game.session().ending().is_none() {
            return;
        }
        let (game, now_ms) = (self.game.id(), self.clock.now_ms());
        match coming_to(&*self.store, next_game(game), now_ms).await {
            Ok(coming) => {
                if let Some(teams) = &mut self.teams {
                    teams.recall_another(&coming, self.game.session(), now_ms);
                }
            }
            Err(error) => {
                tracing::warn!(%game, error = &error as &dyn std::error::Error, "what teams want after their game cannot be read");
            }
        }
    }

    /// Who wants another game, once this one is seen to be over. Those who look on with a delay are told of it where it is said after that.
    pub(crate) async fn rematch(&self, seen: &Session) -> Option<Rematch> {
        seen.ending()?;
        match rematch_of(&*self.store, self.game.id(), self.clock.now_ms()).await {
            // What a team wants is for its members to decide, and for no player alone.
            Ok(rematch) => Some(match &self.teams {
                Some(teams) => {
                    let [white, black] = teams.agreed();
                    Rematch {
                        white,
                        black,
                        ..rematch
                    }
                }
                None => rematch,
            }),
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "the wish for another game cannot be read");
                None
            }
        }
    }
}

/// Whoever is put down for the next game of teams. What has waited too long is none any more.
async fn coming_to(
    store: &dyn LiveStore,
    next: GameId,
    now_ms: u64,
) -> Result<Vec<Attendee>, StoreError> {
    let gathering = store.gathering_of(next).await?;
    let holds = |it: Gathering| it.begun_ms.is_some() || it.until_ms > now_ms;
    if gathering.is_some_and(holds) {
        store.attendees(next).await
    } else {
        Ok(Vec::new())
    }
}

/// The wish of a side for another game, where one waits.
pub(crate) async fn wish_for_another(
    store: &dyn LiveStore,
    game: GameId,
    side: Side,
    now_ms: u64,
) -> Result<Option<OpenChallenge>, StoreError> {
    for key in wishes_of(game, side) {
        let wish = store.challenge(&key, now_ms).await?;
        if wish.is_some() {
            return Ok(wish);
        }
    }
    Ok(None)
}

/// Which players of a game want another one, and whether it has begun. What a team wants is not among it.
pub(crate) async fn rematch_of(
    store: &dyn LiveStore,
    game: GameId,
    now_ms: u64,
) -> Result<Rematch, StoreError> {
    let next = next_game(game);
    let wants = async |side| wish_for_another(store, game, side, now_ms).await;
    Ok(Rematch {
        white: wants(Side::White).await?.is_some(),
        black: wants(Side::Black).await?.is_some(),
        game: store.find(next).await?.map(|_| next.to_string()),
    })
}
