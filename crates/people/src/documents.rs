//! Documents: values that are stored whole, each with a version, and found by their ids and by links. Clubs, simuls, team matches, classes and what
//! friends are to each other are documents.
//!
//! [`Documents`] is the port. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in memory; one contract suite
//! (`damier-storage`, `tests/all/document_contract`) proves its rules:
//! - a document is stored only on top of the version that was read, and every change gives it another version, also after it was removed and created
//!   anew;
//! - several changes are stored together, or none of them;
//! - a unique link leads to one document of a kind at most;
//! - what is linked to an account follows its deletion: a link [`To::Member`] is removed, a document with a link [`To::Owner`] is removed with all of
//!   its links. No link to an account that is not there is stored, and no document with such an owner;
//! - a document that is a part of another one is removed with it;
//! - the time is a parameter.
//!
//! [`Kept`] is a value that is stored as a document, [`change`] the loop by which features change such a value, and [`Tries`] how often any change
//! is tried.

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::accounts::AccountId;
use crate::live::StoreError;

/// How often a change is made anew because another request was faster. A whole class joins within a second, and of the requests that change one value at
/// one moment one is done in each try.
const MOST_TRIES: u32 = 64;

/// What a link leads from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum To {
    /// A text that many documents may share.
    Text(String),
    /// A text that only one document of the kind has under this name.
    Unique(String),
    /// An account that takes part. The link is removed when the account is deleted.
    Member(AccountId),
    /// An account without which there is no document. The document is removed when the account is deleted.
    Owner(AccountId),
}

impl To {
    /// The text by which the link is found.
    pub fn value(&self) -> String {
        match self {
            To::Text(text) | To::Unique(text) => text.clone(),
            To::Member(account) | To::Owner(account) => account_value(*account),
        }
    }

    /// The account, if it leads from one.
    pub fn account(&self) -> Option<AccountId> {
        match self {
            To::Text(_) | To::Unique(_) => None,
            To::Member(account) | To::Owner(account) => Some(*account),
        }
    }
}

/// The text by which links to an account are found.
pub fn account_value(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

/// A way to find a document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// What the link says of the document.
    pub name: &'static str,
    /// What it leads from.
    pub to: To,
}

/// A document to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The id within its kind.
    pub id: String,
    /// How it is found beside its id.
    pub links: Vec<Link>,
    /// When background work is due, in Unix milliseconds.
    pub due_ms: Option<u64>,
    /// When a sweep removes it.
    pub expires_ms: Option<u64>,
    /// The kind and the id of the document that it is a part of: it is removed with that one.
    pub parent: Option<(&'static str, String)>,
    /// The value as JSON.
    pub body: String,
}

/// A document as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDocument {
    /// The id within its kind.
    pub id: String,
    /// The version.
    pub version: u64,
    /// When it was stored, in Unix milliseconds.
    pub changed_ms: u64,
    /// The value as JSON.
    pub body: String,
}

/// A change of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// Creates a document under an id that none of its kind has.
    Create(&'static str, Document),
    /// Stores a document on top of the version that was read.
    Store(&'static str, Document, u64),
    /// Removes the document with this id, if it has the version that was read.
    Remove(&'static str, String, u64),
}

/// The outcome of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentsChanged {
    /// All of them are stored.
    Stored,
    /// A document has another version, or there is none; nothing changed.
    Stale,
    /// An id or a unique link is another document's, or the account of an owner is gone; nothing changed.
    Taken,
}

impl DocumentsChanged {
    /// Whether they are stored.
    pub fn is_stored(self) -> bool {
        self == DocumentsChanged::Stored
    }
}

/// The version that a document gets on top of another one. One that is removed and created anew has not had this version before.
pub const fn next_version(seen: u64, now_ms: u64) -> u64 {
    if now_ms > seen { now_ms } else { seen + 1 }
}

/// The port to documents. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Documents: Send + Sync + 'static {
    /// Makes several changes together, or none of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then they may or may not be stored.
    async fn change_documents(
        &self,
        changes: &[DocumentChange],
        now_ms: u64,
    ) -> Result<DocumentsChanged, StoreError>;

    /// The document with this id.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<StoredDocument>, StoreError>;

    /// Those documents with these ids that are there, in the order of their ids.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn documents_of(
        &self,
        kind: &'static str,
        ids: &[String],
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents with a link, in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents with a link, the one that was stored last first, and of those the one with the greatest id: at most `most` of them, beginning
    /// after one of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn latest_linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<(u64, &str)>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents that have a link of this name and whose ids contain a text, in the order of their ids: at most `most` of them, beginning after
    /// `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn documents(
        &self,
        kind: &'static str,
        name: &'static str,
        containing: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The ids of the documents that are due by this moment, in order: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn due_documents(
        &self,
        kind: &'static str,
        by_ms: u64,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// Postpones until a moment when a document is due that has this version. Returns whether that is done; not where it is not due at any time. A
    /// change of the document takes it back.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn postpone_document(
        &self,
        kind: &'static str,
        id: &str,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes the documents of all kinds that have expired at this moment. Returns how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_documents(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Removes the documents that have no link of this name. Returns how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_unlinked(
        &self,
        kind: &'static str,
        name: &'static str,
    ) -> Result<u64, StoreError>;
}

/// A value that is stored as a document.
pub trait Kept: Serialize + DeserializeOwned + Send + Sync {
    /// The kind of its documents.
    const KIND: &'static str;

    /// Its id.
    fn id(&self) -> String;

    /// How it is found beside its id.
    fn links(&self) -> Vec<Link> {
        Vec::new()
    }

    /// When background work on it is due, in Unix milliseconds.
    fn due_ms(&self) -> Option<u64> {
        None
    }

    /// The kind and the id of the document that it is a part of, which must be there.
    fn parent(&self) -> Option<(&'static str, String)> {
        None
    }

    /// When a sweep removes it, if it is stored at this moment.
    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        None
    }
}

/// A value as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versioned<T> {
    /// The value.
    pub value: T,
    /// Its version.
    pub version: u64,
    /// When it was stored, in Unix milliseconds.
    pub changed_ms: u64,
}

impl<T: Kept> Versioned<T> {
    /// Reads a document.
    ///
    /// # Errors
    /// [`StoreError::Failed`] for a body that this program does not write.
    pub fn read(stored: &StoredDocument) -> Result<Versioned<T>, StoreError> {
        let value =
            serde_json::from_str(&stored.body).map_err(|error| StoreError::Failed(error.into()))?;
        Ok(Versioned {
            value,
            version: stored.version,
            changed_ms: stored.changed_ms,
        })
    }
}

/// The document of a value.
///
/// # Errors
/// [`StoreError::Failed`] for a value that JSON cannot hold.
pub fn document_of<T: Kept>(value: &T, now_ms: u64) -> Result<Document, StoreError> {
    Ok(Document {
        id: value.id(),
        links: value.links(),
        due_ms: value.due_ms(),
        expires_ms: value.expires_ms(now_ms),
        parent: value.parent(),
        body: serde_json::to_string(value).map_err(|error| StoreError::Failed(error.into()))?,
    })
}

/// Creates the document of a value. Returns whether that is done; not where its id or a unique link is another's, or an owner is gone.
///
/// # Errors
/// [`StoreError`] when the store does not answer.
pub async fn create<T: Kept>(
    documents: &dyn Documents,
    value: &T,
    now_ms: u64,
) -> Result<bool, StoreError> {
    let change = DocumentChange::Create(T::KIND, document_of(value, now_ms)?);
    let changed = documents.change_documents(&[change], now_ms).await?;
    Ok(changed.is_stored())
}

/// The value with this id.
///
/// # Errors
/// [`StoreError`] when the store does not answer or the value cannot be read.
pub async fn find<T: Kept>(
    documents: &dyn Documents,
    id: &str,
) -> Result<Option<Versioned<T>>, StoreError> {
    let found = documents.document(T::KIND, id).await?;
    found.as_ref().map(Versioned::read).transpose()
}

/// The value to which a unique link leads.
///
/// # Errors
/// [`StoreError`] when the store does not answer or the value cannot be read.
pub async fn find_linked<T: Kept>(
    documents: &dyn Documents,
    name: &'static str,
    value: &str,
) -> Result<Option<Versioned<T>>, StoreError> {
    let found = documents.linked(T::KIND, name, value, None, 1).await?;
    found.first().map(Versioned::read).transpose()
}

/// Stores a value on top of the version that was read. Returns whether that is done.
///
/// # Errors
/// [`StoreError`] when the store does not answer; then it may or may not be stored.
pub async fn store<T: Kept>(
    documents: &dyn Documents,
    value: &T,
    seen: u64,
    now_ms: u64,
) -> Result<bool, StoreError> {
    let change = DocumentChange::Store(T::KIND, document_of(value, now_ms)?, seen);
    let changed = documents.change_documents(&[change], now_ms).await?;
    Ok(changed.is_stored())
}

/// Removes the document of a value, if it has the version that was read. Returns whether that is done.
///
/// # Errors
/// [`StoreError`] when the store does not answer.
pub async fn remove<T: Kept>(
    documents: &dyn Documents,
    id: &str,
    seen: u64,
) -> Result<bool, StoreError> {
    let change = DocumentChange::Remove(T::KIND, id.to_owned(), seen);
    let changed = documents.change_documents(&[change], 0).await?;
    Ok(changed.is_stored())
}

/// What an act on a value asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then<R> {
    /// Store the value, and return this.
    Store(R),
    /// Leave the document as it is, and return this.
    Leave(R),
}

/// The tries of a change of what is stored. Each reads it, changes it, and stores it on top of the version that it has read; where another request was
/// faster, the next one begins anew.
#[derive(Debug, Default)]
pub struct Tries(u32);

impl Tries {
    /// Begins the next try.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where other requests were faster too often; doing it again is safe.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.0 += 1;
        if self.0 > MOST_TRIES {
            return Err(StoreError::Unavailable("other requests were faster".into()));
        }
        Ok(())
    }
}

/// Reads a value, has an act change it, and stores it, again and again while other requests are faster. `None` where there is no such document.
///
/// # Errors
/// [`StoreError`] when the store does not answer, or where other requests were faster each time.
pub async fn change<T: Kept, R>(
    documents: &dyn Documents,
    id: &str,
    now_ms: u64,
    mut act: impl FnMut(&mut T) -> Then<R> + Send,
) -> Result<Option<R>, StoreError> {
    let mut tries = Tries::default();
    loop {
        tries.begin()?;
        let Some(mut found) = find::<T>(documents, id).await? else {
            return Ok(None);
        };
        match act(&mut found.value) {
            Then::Leave(answer) => return Ok(Some(answer)),
            Then::Store(answer) => {
                if store(documents, &found.value, found.version, now_ms).await? {
                    return Ok(Some(answer));
                }
            }
        }
    }
}
