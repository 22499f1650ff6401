//! The state of the handlers of problems.

use std::sync::Arc;

use damier_people::problems::ProblemRatings;

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::problems::rated::RatedProblems;
use crate::problems::shipped::ShippedProblems;
use crate::services::Services;

/// The ports and services that the handlers of problems use.
#[derive(Clone)]
pub(crate) struct ProblemsState {
    pub(crate) ratings: ProblemRatings,
    pub(crate) shipped: Arc<ShippedProblems>,
    pub(crate) rated: Arc<RatedProblems>,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) limits: Arc<Limits>,
}

impl From<&Services> for ProblemsState {
    fn from(services: &Services) -> Self {
        Self {
            ratings: ProblemRatings::of(&services.ports),
            shipped: Arc::new(ShippedProblems::of(services.page.clone())),
            rated: Arc::default(),
            clock: services.clock.clone(),
            limits: services.limits.clone(),
        }
    }
}
