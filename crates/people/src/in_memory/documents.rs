//! The port `Documents` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::documents::{DocumentChange, Documents, DocumentsChanged, StoredDocument};
use crate::in_memory::indexes::documents::{Entry, change, forget_parts};
use crate::in_memory::indexes::pupils::CLASSES;
use crate::in_memory::store::{InMemoryStore, StoredData};
use crate::teams::TEAM_MATCHES;

impl StoredData {
    pub(super) fn has_document(&self, kind: &'static str, id: String) -> bool {
        self.documents.contains_key(&(kind, id))
    }

    /// Removes the votes and reports that belong to removed documents.
    fn forget_rows_of_documents(&mut self) {
        let there = &self.documents;
        let is_there = |kind, id: String| there.contains_key(&(kind, id));
        self.votes
            .retain(|(game, ..), _| is_there(TEAM_MATCHES, game.to_string()));
        self.learners
            .retain(|(class, _), _| is_there(CLASSES, class.to_string()));
    }
}

#[async_trait]
impl Documents for InMemoryStore {
    async fn change_documents(
        &self,
        changes: &[DocumentChange],
        now_ms: u64,
    ) -> Result<DocumentsChanged, StoreError> {
        let kept = &mut *self.kept();
        let mut book = kept.documents.clone();
        for one in changes {
            let changed = change(&mut book, one, now_ms, |id| kept.people.is_living(id));
            if !changed.is_stored() {
                return Ok(changed);
            }
        }
        forget_parts(&mut book);
        kept.documents = book;
        kept.forget_rows_of_documents();
        Ok(DocumentsChanged::Stored)
    }

    async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<StoredDocument>, StoreError> {
        let kept = self.kept();
        let found = kept.documents.get(&(kind, id.to_owned()));
        Ok(found.map(Entry::stored))
    }

    async fn documents_of(
        &self,
        kind: &'static str,
        ids: &[String],
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let kept = self.kept();
        let found = kept.documents.iter();
        let found = found.filter(|((of, id), _)| *of == kind && ids.contains(id));
        Ok(found.map(|(_, entry)| entry.stored()).collect())
    }

    async fn linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let kept = self.kept();
        let found = kept.documents.iter().filter(|((of, id), entry)| {
            *of == kind && after.is_none_or(|after| &id[..] > after) && entry.has(name, Some(value))
        });
        let found = found.map(|(_, entry)| entry.stored());
        Ok(found.take(most as usize).collect())
    }

    async fn latest_linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<(u64, &str)>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let mut found = self.linked(kind, name, value, None, u32::MAX).await?;
        found.retain(|it| after.is_none_or(|after| (it.changed_ms, &it.id[..]) < after));
        found.sort_by(|one, other| {
            let place = |it: &StoredDocument| (it.changed_ms, it.id.clone());
            place(other).cmp(&place(one))
        });
        found.truncate(most as usize);
        Ok(found)
    }

    async fn documents(
        &self,
        kind: &'static str,
        name: &'static str,
        containing: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let kept = self.kept();
        let found = kept.documents.iter().filter(|((of, id), entry)| {
            let is_later = after.is_none_or(|after| &id[..] > after);
            *of == kind && is_later && id.contains(containing) && entry.has(name, None)
        });
        let found = found.map(|(_, entry)| entry.stored());
        Ok(found.take(most as usize).collect())
    }

    async fn due_documents(
        &self,
        kind: &'static str,
        by_ms: u64,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let kept = self.kept();
        let due = kept.documents.iter().filter(|((of, id), entry)| {
            let is_due = entry.document.due_ms.is_some_and(|due_ms| due_ms <= by_ms);
            *of == kind && is_due && after.is_none_or(|after| &id[..] > after)
        });
        Ok(due
            .map(|((_, id), _)| id.clone())
            .take(most as usize)
            .collect())
    }

    async fn postpone_document(
        &self,
        kind: &'static str,
        id: &str,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let found = kept.documents.get_mut(&(kind, id.to_owned()));
        let found = found.filter(|it| it.version == seen && it.document.due_ms.is_some());
        Ok(found
            .map(|entry| entry.document.due_ms = Some(until_ms))
            .is_some())
    }

    async fn sweep_documents(&self, now_ms: u64) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let before = kept.documents.len();
        let is_kept = |entry: &Entry| entry.document.expires_ms.is_none_or(|ms| ms > now_ms);
        kept.documents.retain(|_, entry| is_kept(entry));
        let swept = before - kept.documents.len();
        forget_parts(&mut kept.documents);
        kept.forget_rows_of_documents();
        Ok(swept as u64)
    }

    async fn sweep_unlinked(
        &self,
        kind: &'static str,
        name: &'static str,
    ) -> Result<u64, StoreError> {
        let mut kept = self.kept();
        let before = kept.documents.len();
        let is_kept =
            |(of, _): &(&str, String), entry: &mut Entry| *of != kind || entry.has(name, None);
        kept.documents.retain(is_kept);
        let swept = before - kept.documents.len();
        forget_parts(&mut kept.documents);
        kept.forget_rows_of_documents();
        Ok(swept as u64)
    }
}
