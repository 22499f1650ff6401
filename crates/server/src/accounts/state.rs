//! The state of the accounts handlers.

use std::sync::Arc;

use damier_people::Ports;
use damier_people::accounts::{AccountKeys, Accounts};

use crate::accounts::events::Refusals;
use crate::accounts::passkey_challenges::OpenPasskeyChallenges;
use crate::accounts::passwords::Passwords;
use crate::accounts::sign_ins::SignIns;
use crate::clock::WallClock;
use crate::limits::Limits;
use crate::live::services::GameServices;
use crate::services::Services;

/// The ports and services that the handlers of accounts use.
#[derive(Clone)]
pub(crate) struct AccountsState {
    pub(crate) ports: Ports,
    pub(crate) clock: Arc<dyn WallClock>,
    pub(crate) games: GameServices,
    pub(crate) limits: Arc<Limits>,
    pub(crate) sign_ins: Arc<SignIns>,
    /// Open passkey challenges for sign-ins.
    pub(crate) passkey_challenges: Arc<OpenPasskeyChallenges>,
    pub(crate) passwords: Passwords,
    /// Limits the log lines about refused sign-ins.
    pub(crate) refusals: Arc<Refusals>,
    /// The domain that passkeys are bound to, if one is configured.
    pub(crate) passkey_domain: Option<Arc<str>>,
}

impl From<&Services> for AccountsState {
    fn from(services: &Services) -> Self {
        Self {
            ports: services.ports.clone(),
            clock: services.clock.clone(),
            games: services.games.clone(),
            limits: services.limits.clone(),
            sign_ins: Arc::new(SignIns::new(
                services.limits.clone(),
                services.clock.clone(),
            )),
            passkey_challenges: Arc::default(),
            passwords: Passwords::new(),
            refusals: Arc::default(),
            passkey_domain: services.passkey_domain.clone(),
        }
    }
}

/// The state needed to find the account behind a request, see [`SignedIn`](super::SignedIn), or in
/// its path.
#[derive(Clone)]
pub(crate) struct Sessions {
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) account_keys: Arc<dyn AccountKeys>,
    pub(crate) clock: Arc<dyn WallClock>,
}

impl From<&Services> for Sessions {
    fn from(services: &Services) -> Self {
        Self {
            accounts: services.ports.accounts.clone(),
            account_keys: services.ports.account_keys.clone(),
            clock: services.clock.clone(),
        }
    }
}
