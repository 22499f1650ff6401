//! Documents: values stored whole, each with a version, and found by id and by links. Clubs,
//! simuls, team matches, classes and friendships are documents.
//!
//! [`Documents`] is the port. `damier-storage` implements it with a database,
//! [`crate::in_memory::InMemoryStore`] in memory; one contract suite (`damier-storage`,
//! `tests/all/documents_contract`) checks its rules:
//! - a document is stored only on top of the version that was read, and every change gives it a new
//!   version, also after it was removed and created again;
//! - several changes are stored atomically;
//! - a unique link leads to at most one document of a kind;
//! - links to an account follow its deletion: a link [`To::Member`] is removed, a document with a
//!   link [`To::Owner`] is removed with all its links. Links to missing accounts are not stored,
//!   nor documents with such an owner;
//! - a document that is part of another is removed with it;
//! - the time is a parameter.
//!
//! [`DocumentValue`] is a value that is stored as a document, [`Collection`] all values of a type,
//! with the retry loop by which features change them, and [`RetryCounter`] the limit of its
//! retries.

use std::fmt::Display;
use std::marker::PhantomData;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;
use crate::accounts::AccountId;

/// How often a change is retried after a conflict. A whole class may join within a second, and only
/// one of several concurrent changes succeeds per round.
const MAX_TRIES: u32 = 64;

/// The key by which a link finds a document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum To {
    /// A text that many documents may share.
    Text(String),
    /// A text that only one document of the kind has under this name.
    Unique(String),
    /// A participating account. The link is removed when the account is deleted.
    Member(AccountId),
    /// The owning account. The document is removed when the account is deleted.
    Owner(AccountId),
}

impl To {
    /// The key as stored.
    pub fn value(&self) -> String {
        match self {
            To::Text(text) | To::Unique(text) => text.clone(),
            To::Member(account) | To::Owner(account) => account_value(*account),
        }
    }

    /// The account, if the key is one.
    pub fn account(&self) -> Option<AccountId> {
        match self {
            To::Text(_) | To::Unique(_) => None,
            To::Member(account) | To::Owner(account) => Some(*account),
        }
    }
}

/// The stored key of links to an account.
pub fn account_value(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

/// A link by which a document is found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// The name of the link.
    pub name: &'static str,
    /// Its key.
    pub to: To,
}

/// A document to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The id within its kind.
    pub id: String,
    /// Its links.
    pub links: Vec<Link>,
    /// When background work is due, in Unix milliseconds.
    pub due_ms: Option<u64>,
    /// When it expires; a sweep then removes it.
    pub expires_ms: Option<u64>,
    /// The kind and id of its parent document, with which it is removed.
    pub parent: Option<(&'static str, String)>,
    /// The value as JSON.
    pub body: String,
}

/// A stored document.
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
    /// Creates a document if its id is unused in its kind.
    Create(&'static str, Document),
    /// Stores a document on top of the version that was read.
    Store(&'static str, Document, u64),
    /// Removes a document if it still has the version that was read.
    Remove(&'static str, String, u64),
}

/// The outcome of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentsChanged {
    /// All of them are stored.
    Stored,
    /// A document has another version or does not exist; nothing changed.
    Stale,
    /// An id or unique link is in use, or an owner's account is deleted; nothing changed.
    Taken,
}

impl DocumentsChanged {
    /// Whether they are stored.
    pub fn is_stored(self) -> bool {
        self == DocumentsChanged::Stored
    }
}

/// The version that follows another one. A document that is removed and created again never repeats
/// a version.
pub const fn next_version(seen: u64, now_ms: u64) -> u64 {
    if now_ms > seen { now_ms } else { seen + 1 }
}

/// The port for documents. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Documents: Send + Sync + 'static {
    /// Applies several changes atomically.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then they may or may not be stored.
    async fn change_documents(
        &self,
        changes: &[DocumentChange],
        now_ms: u64,
    ) -> Result<DocumentsChanged, StoreError>;

    /// The document with this id.
    async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<StoredDocument>, StoreError>;

    /// The documents with these ids that exist, in the order of their ids.
    async fn documents_of(
        &self,
        kind: &'static str,
        ids: &[String],
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents with a link, in the order of their ids: at most `most` of them, starting after
    /// `after`.
    async fn linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents with a link, most recently stored first, then by descending id: at most `most`
    /// of them, starting after a given one.
    async fn latest_linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<(u64, &str)>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The documents with a link of this name and an id that contains a text, in the order of their
    /// ids: at most `most` of them, starting after `after`.
    async fn documents(
        &self,
        kind: &'static str,
        name: &'static str,
        containing: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError>;

    /// The ids of documents due by this time, in order: at most `most` of them, starting after
    /// `after`.
    async fn due_documents(
        &self,
        kind: &'static str,
        by_ms: u64,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// Postpones the due time of a document that has this version. Returns whether it was
    /// postponed; not if it has no due time. The next change of the document sets it anew.
    async fn postpone_document(
        &self,
        kind: &'static str,
        id: &str,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes the expired documents of all kinds. Returns their number.
    async fn sweep_documents(&self, now_ms: u64) -> Result<u64, StoreError>;

    /// Removes documents without a link of this name. Returns their number.
    async fn sweep_unlinked(
        &self,
        kind: &'static str,
        name: &'static str,
    ) -> Result<u64, StoreError>;
}

/// A value that is stored as a document.
pub trait DocumentValue: Serialize + DeserializeOwned + Send + Sync {
    /// The kind of its documents.
    const KIND: &'static str;

    /// Its id.
    fn id(&self) -> String;

    /// Its links.
    fn links(&self) -> Vec<Link> {
        Vec::new()
    }

    /// When background work on it is due, in Unix milliseconds.
    fn due_ms(&self) -> Option<u64> {
        None
    }

    /// The kind and id of its parent document, which must exist.
    fn parent(&self) -> Option<(&'static str, String)> {
        None
    }

    /// When it expires, if stored at this time.
    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        None
    }
}

/// A stored value with its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versioned<T> {
    /// The value.
    pub value: T,
    /// Its version.
    pub version: u64,
    /// When it was stored, in Unix milliseconds.
    pub changed_ms: u64,
}

impl<T: DocumentValue> Versioned<T> {
    /// Parses a document.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the body is not valid.
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
/// [`StoreError::Failed`] if the value cannot be written as JSON.
pub fn document_of<T: DocumentValue>(value: &T, now_ms: u64) -> Result<Document, StoreError> {
    Ok(Document {
        id: value.id(),
        links: value.links(),
        due_ms: value.due_ms(),
        expires_ms: value.expires_ms(now_ms),
        parent: value.parent(),
        body: serde_json::to_string(value).map_err(|error| StoreError::Failed(error.into()))?,
    })
}

/// What [`Collection::change`] does after the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterChange<R> {
    /// Store the value and return this.
    Store(R),
    /// Store nothing and return this.
    Leave(R),
}

/// Counts the tries of an optimistic change: each try reads, changes and stores on top of the
/// version that it read; after a conflict the next try starts over. [`Collection::change`] is the
/// usual loop; another one reads more in between. (A function that takes the step as an async
/// closure does not compile: its future is not `Send` for every lifetime, rust-lang/rust#110338.)
#[derive(Debug, Default)]
pub struct RetryCounter(u32);

impl RetryCounter {
    /// Begins the next try.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] after too many conflicts; retrying is safe.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.0 += 1;
        if self.0 > MAX_TRIES {
            return Err(StoreError::Unavailable(
                "too many concurrent changes".into(),
            ));
        }
        Ok(())
    }
}

/// The documents of one type of values.
pub struct Collection<'a, T> {
    documents: &'a dyn Documents,
    values: PhantomData<fn() -> T>,
}

impl dyn Documents + '_ {
    /// The documents of a type of values.
    pub fn of<T: DocumentValue>(&self) -> Collection<'_, T> {
        Collection {
            documents: self,
            values: PhantomData,
        }
    }
}

impl<T> Clone for Collection<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Collection<'_, T> {}

impl<T: DocumentValue> Collection<'_, T> {
    /// Creates the document of a value. Returns whether it was created; not if its id or a unique
    /// link is in use, or an owner is deleted.
    pub async fn create(self, value: &T, now_ms: u64) -> Result<bool, StoreError> {
        let change = DocumentChange::Create(T::KIND, document_of(value, now_ms)?);
        let changed = self.documents.change_documents(&[change], now_ms).await?;
        Ok(changed.is_stored())
    }

    /// Stores a value on top of the version that was read. Returns whether it was stored.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    pub async fn store(self, value: &T, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        let change = DocumentChange::Store(T::KIND, document_of(value, now_ms)?, seen);
        let changed = self.documents.change_documents(&[change], now_ms).await?;
        Ok(changed.is_stored())
    }

    /// Reads a value, applies an operation and stores it, retrying after conflicts. `None` if there
    /// is no such document.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable, or after too many conflicts.
    pub async fn change<R>(
        self,
        id: impl Display + Send,
        now_ms: u64,
        mut act: impl FnMut(&mut T) -> AfterChange<R> + Send,
    ) -> Result<Option<R>, StoreError> {
        let id = id.to_string();
        let mut tries = RetryCounter::default();
        loop {
            tries.begin()?;
            let Some(mut found) = self.find(&id).await? else {
                return Ok(None);
            };
            match act(&mut found.value) {
                AfterChange::Leave(answer) => return Ok(Some(answer)),
                AfterChange::Store(answer) => {
                    if self.store(&found.value, found.version, now_ms).await? {
                        return Ok(Some(answer));
                    }
                }
            }
        }
    }

    /// Removes the document of a value if it still has the version that was read. Returns whether
    /// it was removed.
    pub async fn remove(self, id: impl Display + Send, seen: u64) -> Result<bool, StoreError> {
        let change = DocumentChange::Remove(T::KIND, id.to_string(), seen);
        let changed = self.documents.change_documents(&[change], 0).await?;
        Ok(changed.is_stored())
    }

    /// Removes the document of a value in whatever version. Returns whether there was one.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable, or after too many conflicts.
    pub async fn remove_any(self, id: impl Display + Send) -> Result<bool, StoreError> {
        let id = id.to_string();
        let mut tries = RetryCounter::default();
        loop {
            tries.begin()?;
            let Some(found) = self.documents.document(T::KIND, &id).await? else {
                return Ok(false);
            };
            if self.remove(&id, found.version).await? {
                return Ok(true);
            }
        }
    }

    /// The value with this id.
    pub async fn find(self, id: impl Display + Send) -> Result<Option<Versioned<T>>, StoreError> {
        let found = self.documents.document(T::KIND, &id.to_string()).await?;
        found.as_ref().map(Versioned::read).transpose()
    }

    /// The value with this unique link.
    pub async fn find_linked(
        self,
        name: &'static str,
        value: &str,
    ) -> Result<Option<Versioned<T>>, StoreError> {
        Ok(self.linked(name, value, None, 1).await?.pop())
    }

    /// The values with a link, as [`Documents::linked`].
    pub async fn linked(
        self,
        name: &'static str,
        value: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<Versioned<T>>, StoreError> {
        let found = self.documents.linked(T::KIND, name, value, after, most);
        found.await?.iter().map(Versioned::read).collect()
    }

    /// The values with a link, as [`Documents::latest_linked`].
    pub async fn latest_linked(
        self,
        name: &'static str,
        value: &str,
        after: Option<(u64, &str)>,
        most: u32,
    ) -> Result<Vec<Versioned<T>>, StoreError> {
        let found = self
            .documents
            .latest_linked(T::KIND, name, value, after, most);
        found.await?.iter().map(Versioned::read).collect()
    }

    /// The values with a link of this name, as [`Documents::documents`].
    pub async fn list(
        self,
        name: &'static str,
        containing: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<Versioned<T>>, StoreError> {
        let found = self
            .documents
            .documents(T::KIND, name, containing, after, most);
        found.await?.iter().map(Versioned::read).collect()
    }
}
