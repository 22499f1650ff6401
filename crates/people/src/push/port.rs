//! The port to subscriptions. See the module for its rules.

use async_trait::async_trait;

use crate::accounts::{AccountId, AccountKey};
use crate::live::StoreError;
use crate::push::endpoint::PushEndpoint;

/// How long each message for a subscription was refused before it is removed, in milliseconds: two weeks, which a broken service or the own network may take.
pub const REFUSED_MS: u64 = 14 * 24 * 60 * 60 * 1_000;

/// How many messages in a row were refused at least before a subscription is removed.
pub const LEAST_REFUSALS: u32 = 5;

/// The language of a device, in which it is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PushLanguage {
    /// English.
    English,
    /// French.
    French,
}

impl PushLanguage {
    /// Its stable word.
    pub const fn code(self) -> &'static str {
        match self {
            PushLanguage::English => "en",
            PushLanguage::French => "fr",
        }
    }

    /// The language with this word.
    pub fn from_code(code: &str) -> Option<PushLanguage> {
        [PushLanguage::English, PushLanguage::French]
            .into_iter()
            .find(|language| language.code() == code)
    }
}

/// The keys of a device, for which a message is encrypted (RFC 8291).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PushKeys {
    /// A public key on the curve P-256: a point that is not compressed.
    pub public: [u8; 65],
    /// What both ends know besides.
    pub auth: [u8; 16],
}

impl std::fmt::Debug for PushKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKeys(…)")
    }
}

/// Where a device may be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The address of the service.
    pub endpoint: PushEndpoint,
    /// For which keys.
    pub keys: PushKeys,
    /// In which language.
    pub language: PushLanguage,
}

/// The subscriptions of devices. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Pushes: Send + Sync + 'static {
    /// Keeps the subscription of a session in place of one that it had, and of those that other sessions have at the same address. Answers whether there is
    /// such a session.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn keep_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError>;

    /// Removes the subscription of a session: that with this address, or whichever it has. Answers whether there was one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError>;

    /// Notes whether a message for a subscription was taken by its service, if the session still has it. Where the last [`LEAST_REFUSALS`] or more were refused,
    /// and the first of them at least [`REFUSED_MS`] ago, it is removed. Answers whether it was removed.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The subscriptions of an account, each with its session.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or one cannot be read.
    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError>;
}
