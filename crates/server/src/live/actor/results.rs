//! The result of a game: it is rated, and the club or simul of the game counts it. And the ratings
//! beside the names.

use damier_people::Ports;
use damier_people::clubs::{Clubs, look_after_ladder};
use damier_people::live::StoreError;
use damier_people::ratings::settle;
use damier_people::simuls::{Simuls, look_after_simul};
use damier_session::GameId;
use damier_wire::live::ServerFrame;
use damier_wire::ratings::BoardRatings;

use crate::live::actor::core::Core;
use crate::live::actor::part::Part;
use crate::live::ratings::board_ratings;

/// What is done with the result. What fails is tried again after each step, and by a background
/// task.
pub(crate) struct Results {
    ratings: Option<BoardRatings>,
    /// Whether the game is rated and counted, or is not a rated game.
    is_settled: bool,
    /// Whether the club or simul of the game has counted it.
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

    /// What is shown beside the names.
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
            Err(error) => core.error(&error, "a rated game cannot be counted now"),
        }
    }
}

impl Part for Results {
    async fn on_event(&mut self, core: &mut Core, _since: u32) {
        if core.session().ending().is_none() {
            return;
        }
        if !self.is_reported {
            match report(&core.context.ports, core.id(), core.now_ms()).await {
                Ok(()) => self.is_reported = true,
                Err(error) => core.error(&error, "a result cannot be reported now"),
            }
        }
        if !self.is_settled {
            self.settle(core).await;
        }
    }
}

/// Has the ladder of a club and a simul count a game that was played there.
async fn report(ports: &Ports, game: GameId, now_ms: u64) -> Result<(), StoreError> {
    let (clubs, simuls) = (Clubs::of(ports), Simuls::of(ports));
    if let Some((club, _)) = clubs.club_of_game(game).await? {
        look_after_ladder(&clubs, &*ports.journal, &club, now_ms).await?;
    }
    if let Some(simul) = simuls.simul_of_game(game).await? {
        look_after_simul(&simuls, &*ports.journal, simul, now_ms).await?;
    }
    Ok(())
}
