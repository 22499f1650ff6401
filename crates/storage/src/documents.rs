//! Documents: the operations of their port as statements. One table has the values of all kinds,
//! another one the links by which they are found.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::documents::{
    Document, DocumentChange, Documents, DocumentsChanged, Link, StoredDocument, To, account_value,
    next_version,
};

use crate::account_rows::require_account;
use crate::rows::unreadable;
use crate::sql::{Row, Statement, TransactionResult, sql};
use crate::store::SqlStore;

/// The columns of a document, as every query lists them.
macro_rules! columns {
    () => {
        "documents.id, documents.version, documents.changed_ms, documents.body"
    };
}

/// Documents and their links.
macro_rules! linked {
    () => {
        " FROM document_links JOIN documents
              ON documents.kind = document_links.kind AND documents.id = document_links.document
          WHERE document_links.kind = $1 AND document_links.name = $2 AND document_links.value = $3"
    };
}

/// The stored rule of a link: what happens when its account is deleted, or that it is unique.
fn rule(to: &To) -> &'static str {
    match to {
        To::Text(_) => "text",
        To::Unique(_) => "unique",
        To::Member(_) => "member",
        To::Owner(_) => "owner",
    }
}

/// Removes a document, whatever its version, with its links and parts.
pub(crate) fn remove(kind: &'static str, id: &str) -> Statement {
    let removed = sql("DELETE FROM documents WHERE kind = $1 AND id = $2");
    removed.bind(kind).bind(id)
}

/// Removes the documents owned by a deleted account, and its links.
pub(crate) fn forget_account(id: AccountId) -> [Statement; 2] {
    [
        "DELETE FROM documents WHERE (kind, id) IN (
             SELECT kind, document FROM document_links WHERE value = $1 AND rule = 'owner')",
        "DELETE FROM document_links WHERE value = $1 AND rule IN ('member', 'owner')",
    ]
    .map(|statement| sql(statement).bind(account_value(id)))
}

fn insert_link(kind: &'static str, document: &str, link: &Link) -> Statement {
    let values = |statement: Statement| {
        statement
            .bind(kind)
            .bind(document)
            .bind(link.name)
            .bind(link.to.value())
            .bind(rule(&link.to))
    };
    match &link.to {
        To::Member(account) => {
            // Not for a deleted account.
            let added = sql(
                "INSERT INTO document_links (kind, document, name, value, rule)
                 SELECT $1, $2, $3, $4, $5 FROM accounts WHERE id = $6 AND deleted IS NULL FOR SHARE",
            );
            values(added).bind(*account)
        }
        To::Text(_) | To::Unique(_) | To::Owner(_) => values(sql(
            "INSERT INTO document_links (kind, document, name, value, rule) VALUES ($1, $2, $3, $4, $5)",
        )),
    }
}

fn delete_link(kind: &'static str, document: &str, name: &str, value: &str) -> Statement {
    let deletion = sql(
        "DELETE FROM document_links WHERE kind = $1 AND document = $2 AND name = $3 AND value = $4",
    );
    deletion.bind(kind).bind(document).bind(name).bind(value)
}

/// Statements, each with the outcome if it changes nothing.
#[derive(Default)]
struct Steps {
    statements: Vec<Statement>,
    /// For each required statement, the outcome if it changes nothing.
    stopped: Vec<DocumentsChanged>,
}

impl Steps {
    fn push(&mut self, statement: Statement, stopped: DocumentsChanged) {
        self.statements.push(statement);
        self.stopped.push(stopped);
    }

    fn create(&mut self, kind: &'static str, document: &Document, now_ms: u64) {
        self.hold_owners(document);
        let parent = document.parent.as_ref();
        let created = sql(
            "INSERT INTO documents (kind, id, version, due_ms, expires_ms, changed_ms, body, parent_kind, parent)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(kind)
        .bind(&document.id)
        .bind(next_version(0, now_ms))
        .bind(document.due_ms)
        .bind(document.expires_ms)
        .bind(now_ms)
        .bind(&document.body)
        .bind(parent.map(|(kind, _)| *kind))
        .bind(parent.map(|(_, id)| id));
        self.push(created.required(), DocumentsChanged::Taken);
        for link in &document.links {
            let added = insert_link(kind, &document.id, link);
            self.push(added, DocumentsChanged::Taken);
        }
    }

    fn store(
        &mut self,
        kind: &'static str,
        document: &Document,
        seen: u64,
        now_ms: u64,
        there: &[(String, String, String)],
    ) {
        self.hold_owners(document);
        let stored = sql(
            "UPDATE documents SET version = $4, due_ms = $5, expires_ms = $6, changed_ms = $7, body = $8
             WHERE kind = $1 AND id = $2 AND version = $3",
        )
        .bind(kind)
        .bind(&document.id)
        .bind(seen)
        .bind(next_version(seen, now_ms))
        .bind(document.due_ms)
        .bind(document.expires_ms)
        .bind(now_ms)
        .bind(&document.body);
        self.push(stored.required(), DocumentsChanged::Stale);
        let wanted = |link: &Link| {
            (
                link.name.to_owned(),
                link.to.value(),
                rule(&link.to).to_owned(),
            )
        };
        for (name, value, rule) in there {
            let mut links = document.links.iter();
            if !links.any(|link| wanted(link) == (name.clone(), value.clone(), rule.clone())) {
                let deletion = delete_link(kind, &document.id, name, value);
                self.push(deletion, DocumentsChanged::Stale);
            }
        }
        for link in &document.links {
            if !there.contains(&wanted(link)) {
                let added = insert_link(kind, &document.id, link);
                self.push(added, DocumentsChanged::Taken);
            }
        }
    }

    /// Locks the owners' accounts in a fixed order, to avoid deadlocks.
    fn hold_owners(&mut self, document: &Document) {
        let owners = document.links.iter().filter_map(|link| match link.to {
            To::Owner(account) => Some(account),
            To::Text(_) | To::Unique(_) | To::Member(_) => None,
        });
        let mut owners: Vec<AccountId> = owners.collect();
        owners.sort_unstable();
        for owner in owners {
            self.push(require_account(owner), DocumentsChanged::Taken);
        }
    }
}

fn stored(row: &Row) -> Result<StoredDocument, StoreError> {
    let read = || {
        Ok(StoredDocument {
            id: row.get("id")?,
            version: row.number("version")?,
            changed_ms: row.number("changed_ms")?,
            body: row.get("body")?,
        })
    };
    read().map_err(unreadable)
}

impl SqlStore {
    /// The links of a document: names, values and rules.
    async fn links(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        let found =
            sql("SELECT name, value, rule FROM document_links WHERE kind = $1 AND document = $2");
        let rows = self.sql.rows(found.bind(kind).bind(id)).await?;
        let read = |row: &Row| Ok((row.get("name")?, row.get("value")?, row.get("rule")?));
        let links: Result<_, sqlx::Error> = rows.iter().map(read).collect();
        links.map_err(unreadable)
    }
}

#[async_trait]
impl Documents for SqlStore {
    async fn change_documents(
        &self,
        changes: &[DocumentChange],
        now_ms: u64,
    ) -> Result<DocumentsChanged, StoreError> {
        let mut steps = Steps::default();
        for change in changes {
            match change {
                DocumentChange::Create(kind, document) => steps.create(kind, document, now_ms),
                DocumentChange::Store(kind, document, seen) => {
                    // Read first: if the links are those of another version, nothing is stored.
                    let there = self.links(kind, &document.id).await?;
                    steps.store(kind, document, *seen, now_ms, &there);
                }
                DocumentChange::Remove(kind, id, seen) => {
                    let deletion =
                        sql("DELETE FROM documents WHERE kind = $1 AND id = $2 AND version = $3");
                    let deletion = deletion.bind(*kind).bind(id).bind(*seen);
                    steps.push(deletion.required(), DocumentsChanged::Stale);
                }
            }
        }
        Ok(match self.sql.change_all(steps.statements).await? {
            TransactionResult::Done(_) => DocumentsChanged::Stored,
            TransactionResult::Stopped(at) => steps.stopped[at],
            TransactionResult::Taken => DocumentsChanged::Taken,
        })
    }

    async fn document(
        &self,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<StoredDocument>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM documents WHERE kind = $1 AND id = $2"
        ));
        let row = self.sql.row(found.bind(kind).bind(id)).await?;
        row.as_ref().map(stored).transpose()
    }

    async fn documents_of(
        &self,
        kind: &'static str,
        ids: &[String],
    ) -> Result<Vec<StoredDocument>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM documents WHERE kind = $1 AND id IN ({list}) ORDER BY id"
        ));
        let rows = self.sql.rows(found.bind(kind).list(ids)).await?;
        rows.iter().map(stored).collect()
    }

    async fn linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            columns!(),
            linked!(),
            " AND ($4 IS NULL OR document_links.document > $4) ORDER BY document_links.document LIMIT $5"
        ));
        let found = found.bind(kind).bind(name).bind(value);
        let rows = self.sql.rows(found.bind(after).bind(most)).await?;
        rows.iter().map(stored).collect()
    }

    async fn latest_linked(
        &self,
        kind: &'static str,
        name: &'static str,
        value: &str,
        after: Option<(u64, &str)>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            columns!(),
            linked!(),
            " AND ($4 IS NULL OR (documents.changed_ms, documents.id) < ($4, $5))
              ORDER BY documents.changed_ms DESC, documents.id DESC LIMIT $6"
        ));
        let found = found.bind(kind).bind(name).bind(value);
        let found = found.bind(after.map(|(changed_ms, _)| changed_ms));
        let found = found.bind(after.map(|(_, id)| id)).bind(most);
        let rows = self.sql.rows(found).await?;
        rows.iter().map(stored).collect()
    }

    async fn documents(
        &self,
        kind: &'static str,
        name: &'static str,
        containing: &str,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM documents WHERE kind = $1 AND ($3 = '' OR strpos(id, $3) > 0) AND ($4 IS NULL OR id > $4)
                  AND EXISTS (SELECT 1 FROM document_links AS link
                      WHERE link.kind = documents.kind AND link.document = documents.id AND link.name = $2)
              ORDER BY id LIMIT $5"
        ));
        let found = found.bind(kind).bind(name).bind(containing);
        let rows = self.sql.rows(found.bind(after).bind(most)).await?;
        rows.iter().map(stored).collect()
    }

    async fn due_documents(
        &self,
        kind: &'static str,
        by_ms: u64,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let due = sql(
            "SELECT id FROM documents WHERE kind = $1 AND due_ms <= $2 AND ($3 IS NULL OR id > $3)
             ORDER BY id LIMIT $4",
        );
        let due = due.bind(kind).bind(by_ms).bind(after).bind(most);
        let rows = self.sql.rows(due).await?;
        let ids: Result<_, sqlx::Error> = rows.iter().map(|row| row.get("id")).collect();
        ids.map_err(unreadable)
    }

    async fn postpone_document(
        &self,
        kind: &'static str,
        id: &str,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let postponed = sql("UPDATE documents SET due_ms = $4
             WHERE kind = $1 AND id = $2 AND version = $3 AND due_ms IS NOT NULL");
        let postponed = postponed.bind(kind).bind(id).bind(seen).bind(until_ms);
        Ok(self.sql.change(postponed).await? > 0)
    }

    async fn sweep_documents(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sql("DELETE FROM documents WHERE expires_ms <= $1");
        self.sql.change(swept.bind(now_ms)).await
    }

    async fn sweep_unlinked(
        &self,
        kind: &'static str,
        name: &'static str,
    ) -> Result<u64, StoreError> {
        let swept = sql(
            "DELETE FROM documents WHERE kind = $1 AND NOT EXISTS (
                 SELECT 1 FROM document_links AS link
                 WHERE link.kind = documents.kind AND link.document = documents.id AND link.name = $2)",
        );
        self.sql.change(swept.bind(kind).bind(name)).await
    }
}
