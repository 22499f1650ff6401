//! Shared state of the features that start, find and reach live games.

use std::sync::Arc;

use damier_people::accounts::OwnedSeats;
use damier_people::challenges::Challenges;
use damier_people::friends::{Addressees, Friends};
use damier_people::live::Journal;
use damier_people::ratings::Ratings;
use damier_people::teams::TeamMatches;

use crate::clock::WallClock;
use crate::limits::{CreationQuota, Limits};
use crate::live::actors::GameActors;

/// The stored games and challenges, the clock, the actors of live games and the quota of new ones.
#[derive(Clone)]
pub(crate) struct GameServices {
    pub(crate) addressees: Arc<dyn Addressees>,
    pub(crate) challenges: Arc<dyn Challenges>,
    pub(crate) friends: Friends,
    pub(crate) team_matches: TeamMatches,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) owned_seats: Arc<dyn OwnedSeats>,
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) actors: Arc<GameActors>,
    pub(crate) quota: CreationQuota,
}

impl GameServices {
    /// The services of the games that these actors play.
    pub(crate) fn of(
        actors: &Arc<GameActors>,
        clock: &Arc<dyn WallClock>,
        limits: &Arc<Limits>,
    ) -> Self {
        let ports = &actors.ports;
        Self {
            addressees: ports.addressees.clone(),
            challenges: ports.challenges.clone(),
            friends: Friends::of(ports),
            team_matches: TeamMatches::of(ports),
            journal: ports.journal.clone(),
            owned_seats: ports.owned_seats.clone(),
            ratings: ports.ratings.clone(),
            clock: clock.clone(),
            actors: actors.clone(),
            quota: CreationQuota::new(limits.clone()),
        }
    }
}
