//! The documents of the in-memory store, and the effect of changes on them.

use std::collections::{BTreeMap, BTreeSet};

use crate::accounts::AccountId;
use crate::documents::{
    Document, DocumentChange, DocumentsChanged, StoredDocument, To, next_version,
};

/// The documents by kind and id.
pub(in crate::in_memory) type DocumentIndex = BTreeMap<(&'static str, String), Entry>;

/// A document as it is stored.
#[derive(Clone, Debug)]
pub(in crate::in_memory) struct Entry {
    pub(in crate::in_memory) document: Document,
    pub(in crate::in_memory) version: u64,
    pub(in crate::in_memory) changed_ms: u64,
}

impl Entry {
    pub(in crate::in_memory) fn stored(&self) -> StoredDocument {
        StoredDocument {
            id: self.document.id.clone(),
            version: self.version,
            changed_ms: self.changed_ms,
            body: self.document.body.clone(),
        }
    }

    pub(in crate::in_memory) fn has(&self, name: &str, value: Option<&str>) -> bool {
        let mut links = self.document.links.iter();
        links.any(|link| link.name == name && value.is_none_or(|value| link.to.value() == value))
    }
}

/// Removes documents whose parents are gone. Parts have no parts of their own.
pub(in crate::in_memory) fn forget_parts(book: &mut DocumentIndex) {
    let there: BTreeSet<_> = book.keys().cloned().collect();
    book.retain(|_, entry| {
        entry
            .document
            .parent
            .as_ref()
            .is_none_or(|it| there.contains(it))
    });
}

/// Removes a document, whatever its version.
pub(in crate::in_memory) fn forget_document(
    book: &mut DocumentIndex,
    kind: &'static str,
    id: &str,
) {
    book.remove(&(kind, id.to_owned()));
    forget_parts(book);
}

/// Removes the links and documents of a deleted account.
pub(in crate::in_memory) fn forget_account(book: &mut DocumentIndex, account: AccountId) {
    let owned = To::Owner(account);
    book.retain(|_, entry| entry.document.links.iter().all(|link| link.to != owned));
    for entry in book.values_mut() {
        let links = &mut entry.document.links;
        links.retain(|link| link.to.account() != Some(account));
    }
    forget_parts(book);
}

pub(in crate::in_memory) fn change(
    book: &mut DocumentIndex,
    change: &DocumentChange,
    now_ms: u64,
    is_living: impl Fn(AccountId) -> bool,
) -> DocumentsChanged {
    let (kind, document, seen) = match change {
        DocumentChange::Create(kind, document) => (*kind, document, None),
        DocumentChange::Store(kind, document, seen) => (*kind, document, Some(*seen)),
        DocumentChange::Remove(kind, id, seen) => {
            let key = (*kind, id.clone());
            if book.get(&key).is_none_or(|entry| entry.version != *seen) {
                return DocumentsChanged::Stale;
            }
            book.remove(&key);
            return DocumentsChanged::Stored;
        }
    };
    let key = (kind, document.id.clone());
    match (book.get(&key), seen) {
        (Some(entry), Some(seen)) if entry.version == seen => {}
        (None, None) => {}
        (Some(_), None) => return DocumentsChanged::Taken,
        _ => return DocumentsChanged::Stale,
    }
    let of_kind = || book.iter().filter(|((of, _), _)| *of == kind);
    for link in &document.links {
        let is_taken = match &link.to {
            To::Unique(value) => of_kind()
                .any(|((_, id), entry)| *id != document.id && entry.has(link.name, Some(value))),
            To::Owner(account) => !is_living(*account),
            To::Text(_) | To::Member(_) => false,
        };
        if is_taken {
            return DocumentsChanged::Taken;
        }
    }
    let mut document = document.clone();
    let links = &mut document.links;
    links.retain(|link| link.to.account().is_none_or(&is_living));
    let entry = Entry {
        document,
        version: next_version(seen.unwrap_or(0), now_ms),
        changed_ms: now_ms,
    };
    book.insert(key, entry);
    DocumentsChanged::Stored
}
