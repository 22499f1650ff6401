//! The port for push subscriptions, with a table of its own: a subscription is found by its session
//! and by its endpoint, and the database removes it with its session. See the parent module for its
//! rules.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::{AccountId, AccountKey};
use crate::push::endpoint::PushEndpoint;

/// How long all messages of a subscription must have been rejected before it is removed, in
/// milliseconds: two weeks, the longest expected outage of a service or our network.
pub const REFUSED_MS: u64 = 14 * 24 * 60 * 60 * 1_000;

/// How many consecutive messages must have been rejected before a subscription is removed.
pub const LEAST_REFUSALS: u32 = 5;

/// The language of a device's notifications.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PushLanguage {
    /// English.
    English,
    /// French.
    French,
}

impl PushLanguage {
    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            PushLanguage::English => "en",
            PushLanguage::French => "fr",
        }
    }

    /// The language with this code.
    pub fn from_code(code: &str) -> Option<PushLanguage> {
        [PushLanguage::English, PushLanguage::French]
            .into_iter()
            .find(|language| language.code() == code)
    }
}

/// The keys of a device, for which messages are encrypted (RFC 8291).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PushKeys {
    /// An uncompressed public key on the curve P-256.
    pub public: [u8; 65],
    /// The shared authentication secret.
    pub auth: [u8; 16],
}

impl std::fmt::Debug for PushKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKeys(…)")
    }
}

/// A device's push subscription.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The address of its push service.
    pub endpoint: PushEndpoint,
    /// Its keys.
    pub keys: PushKeys,
    /// The language of its notifications.
    pub language: PushLanguage,
}

/// Push subscriptions of devices. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Pushes: Send + Sync + 'static {
    /// Stores the subscription of a session, replacing an earlier one and those of other sessions
    /// at the same address. Returns whether the session exists.
    async fn store_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError>;

    /// Removes the subscription of a session: the one with this address, or any. Returns whether
    /// there was one.
    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError>;

    /// Records whether a message of a subscription was accepted by its service. If at least the
    /// last [`LEAST_REFUSALS`] were rejected, the first of them at least [`REFUSED_MS`] ago, the
    /// subscription is removed. Returns whether it was removed.
    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The subscriptions of an account, each with its session.
    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError>;
}
