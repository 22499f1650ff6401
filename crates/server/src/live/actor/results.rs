//! Results of a game: settles its rating, and reports it to the features. Also the ratings
//! displayed with the names.

use damier_people::StoreError;
use damier_people::ratings::settle;
use damier_session::GameId;
use damier_wire::live::ServerFrame;
use damier_wire::ratings::BoardRatings;

use crate::live::actor::core::{ActorContext, Core};
use crate::live::actor::part::ActorPart;
use crate::live::ratings::board_ratings;

/// The state of processing the result. Failures are retried after each step, and by a background
/// task.
pub(crate) struct Results {
    ratings: Option<BoardRatings>,
    /// Whether the rating is settled, or the game is unrated.
    is_settled: bool,
    /// Whether the features have recorded the result.
    is_reported: bool,
}

impl Results {
    pub(crate) async fn open(core: &Core) -> Self {
        let mut results = Self {
            ratings: None,
            is_settled: !core.session().settings().rated,
            is_reported: false,
        };
        results.read_ratings(core).await;
        results
    }

    /// The ratings displayed with the names.
    pub(crate) const fn ratings(&self) -> Option<&BoardRatings> {
        self.ratings.as_ref()
    }

    async fn read_ratings(&mut self, core: &Core) {
        let (ports, session) = (&core.context.ports, core.session());
        let (ratings, seats) = (&*ports.ratings, &*ports.owned_seats);
        let read = board_ratings(ratings, seats, core.id(), session, core.now_ms()).await;
        if let Some(ratings) = core.or_warn(read, "ratings cannot be read") {
            self.ratings = ratings;
        }
    }

    async fn settle(&mut self, core: &mut Core) {
        match settle(
            &*core.context.ports.ratings,
            &*core.context.ports.journal,
            &*core.context.ports.accounts,
            core.id(),
        )
        .await
        {
            Ok(_) => {
                self.is_settled = true;
                self.read_ratings(core).await;
                if let Some(ratings) = &self.ratings {
                    core.broadcast(ServerFrame::Ratings(ratings.clone()));
                }
            }
            Err(error) => core.error(&error, "cannot settle a rated game"),
        }
    }
}

impl ActorPart for Results {
    async fn on_event(&mut self, core: &mut Core, _since: u32) {
        if core.session().ending().is_none() {
            return;
        }
        if !self.is_reported {
            match report(&core.context, core.id(), core.now_ms()).await {
                Ok(()) => self.is_reported = true,
                Err(error) => core.error(&error, "cannot report a result"),
            }
        }
        if !self.is_settled {
            self.settle(core).await;
        }
    }
}

/// Reports the result to all features.
async fn report(context: &ActorContext, game: GameId, now_ms: u64) -> Result<(), StoreError> {
    for on_game_over in &*context.on_game_over {
        on_game_over(&context.ports, game, now_ms).await?;
    }
    Ok(())
}
