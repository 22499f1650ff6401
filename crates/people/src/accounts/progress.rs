//! Learning progress, stored with the account so that other devices continue from it. The page
//! writes it in parts and merges those of several devices; the server stores them without
//! interpreting them.

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::id::AccountId;

/// The maximum length of a part's name in characters.
pub const MAX_PART_NAME: usize = 32;

/// The name of a part: lower-case letters, digits and hyphens.
///
/// ```
/// use damier_people::accounts::ProgressPart;
///
/// let part: ProgressPart = "week-2966".parse()?;
/// assert_eq!(part.as_str(), "week-2966");
/// assert!("../weeks".parse::<ProgressPart>().is_err());
/// # Ok::<(), damier_people::accounts::ProgressPartError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgressPart(String);

impl ProgressPart {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProgressPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ProgressPart {
    type Err = ProgressPartError;

    fn from_str(text: &str) -> Result<ProgressPart, ProgressPartError> {
        let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if (1..=MAX_PART_NAME).contains(&text.len()) && text.bytes().all(is_known) {
            Ok(ProgressPart(text.to_owned()))
        } else {
            Err(ProgressPartError)
        }
    }
}

/// Error: a text is not a part's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a part is named by 1 to {MAX_PART_NAME} lowercase letters, digits and hyphens")]
pub struct ProgressPartError;

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
