//! The state of the moderation handlers.

use std::sync::Arc;

use damier_people::accounts::{Accounts, Administration};
use damier_people::moderation::{Operators, PublicTexts, Reports};

use crate::clock::WallClock;
use crate::limits::Limits;
use crate::services::Services;

/// The ports and services that the handlers of moderation use.
#[derive(Clone)]
pub(crate) struct ModerationState {
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) administration: Arc<dyn Administration>,
    pub(crate) operators: Operators,
    pub(crate) reports: Reports,
    pub(crate) texts: PublicTexts,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) limits: Arc<Limits>,
}

impl From<&Services> for ModerationState {
    fn from(services: &Services) -> Self {
        Self {
            accounts: services.ports.accounts.clone(),
            administration: services.ports.administration.clone(),
            operators: Operators::of(&services.ports),
            reports: Reports::of(&services.ports),
            texts: PublicTexts::of(&services.ports, &services.library),
            clock: services.clock.clone(),
            limits: services.limits.clone(),
        }
    }
}
