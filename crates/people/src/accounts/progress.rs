//! What somebody has learnt and trained, kept with the account so that another device goes on from there. The page writes it in parts and
//! puts the parts of several devices together; the server keeps them and reads none.

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;

use crate::accounts::id::AccountId;
use crate::live::StoreError;

/// Characters of the name of a part at most.
pub const MAX_PART_NAME: usize = 32;

/// The name of a part: small letters, digits and hyphens.
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

/// A text that is no name of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a part is named by 1 to {MAX_PART_NAME} small letters, digits and hyphens")]
pub struct ProgressPartError;

/// A part that is kept, without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressFacts {
    /// Which one.
    pub part: ProgressPart,
    /// Which storing this is; see [`LearningProgress::store_progress`].
    pub version: u64,
    /// The length of its text in bytes.
    pub bytes: u64,
}

/// The text of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressText {
    /// Which storing this is; see [`LearningProgress::store_progress`].
    pub version: u64,
    /// What the page has written.
    pub text: String,
}

/// The version of a part that is stored on top of `base` at this moment.
pub fn next_progress_version(base: u64, now_ms: u64) -> u64 {
    now_ms.max(base.saturating_add(1))
}

/// What became of a part that was to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressStored {
    /// It is stored under this version.
    Stored(u64),
    /// Another device has stored it since: it has this version, 0 where it is not there.
    Changed(u64),
    /// There is no such account.
    NotFound,
}

/// What accounts have learnt and trained. See the module of accounts for the rules.
#[async_trait]
pub trait LearningProgress: Send + Sync + 'static {
    /// The parts of an account, in the order of their names.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a part cannot be read.
    async fn progress_parts(&self, id: AccountId) -> Result<Vec<ProgressFacts>, StoreError>;

    /// The text of a part, if it is there.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the part cannot be read.
    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError>;

    /// Stores a part, if its version is still `base`; 0 says that it is not there yet. Its version is then the time in Unix milliseconds, but at
    /// least one more than `base`: a part that was forgotten and is stored again has none of the versions that it had before, so that a
    /// device that was away sees that it is another one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be stored.
    async fn store_progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> Result<ProgressStored, StoreError>;

    /// Removes every part of an account. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError>;
}
