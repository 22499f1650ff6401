//! Learning progress, stored with the account so that other devices continue from it. The page
//! writes it in parts and merges those of several devices; the server stores them without
//! interpreting them.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::id::AccountId;
use crate::plain_text::Slug;

/// The name of a part, such as `week-2966`.
pub type ProgressPart = Slug<1, 32>;

/// A stored part without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressFacts {
    /// Its name.
    pub part: ProgressPart,
    /// Its version; see [`LearningProgress::store_progress`].
    pub version: u64,
    /// The length of its text in bytes.
    pub bytes: u64,
}

/// The text of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressText {
    /// Its version; see [`LearningProgress::store_progress`].
    pub version: u64,
    /// The text that the page wrote.
    pub text: String,
}

/// The version of a part stored on top of version `base` at this time.
pub fn next_progress_version(base: u64, now_ms: u64) -> u64 {
    now_ms.max(base.saturating_add(1))
}

/// The outcome of storing a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressStored {
    /// It is stored under this version.
    Stored(u64),
    /// Another device has stored it since: its current version, 0 if it does not exist.
    Changed(u64),
    /// There is no such account.
    NotFound,
}

/// Learning progress of accounts. See the parent module for the rules.
#[async_trait]
pub trait LearningProgress: Send + Sync + 'static {
    /// The parts of an account, in the order of their names.
    async fn progress_parts(&self, id: AccountId) -> Result<Vec<ProgressFacts>, StoreError>;

    /// The text of a part, if it exists.
    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError>;

    /// Stores a part if its version is still `base`; 0 means that it does not exist. The new
    /// version is the time in Unix milliseconds, but at least `base + 1`: a part that was deleted
    /// and stored again never repeats a version, so a device that was offline notices the change.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    async fn store_progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> Result<ProgressStored, StoreError>;

    /// Removes every part of an account. Returns their number.
    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError>;
}
