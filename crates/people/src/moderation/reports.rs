//! Reports about public texts. All reports about one text are one document.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::documents::{DocumentValue, Documents, Link, RetryCounter, To, Versioned};
use crate::moderation::PublicTextKind;
use crate::plain_text::PlainLine;

/// How many days after the last report an entry is removed.
pub const REPORT_KEPT_DAYS: u64 = 90;

/// How many reports of one text are stored; of further ones only the number.
pub const MAX_KEPT_REPORTS: usize = 20;

/// The maximum length of the copy of a reported text, in characters.
const MAX_COPY: usize = 1_500;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The link by which all entries are listed, and its only value.
const OPEN: &str = "open";

/// Why a text is reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ReportReason {
    /// It insults, threatens or hates.
    Offensive,
    /// It advertises, or repeats itself to be seen.
    Spam,
    /// It reveals something private about a person, or uses another person's name.
    Private,
    /// Its author cheats at games.
    Cheating,
    /// Another reason, in the reporter's words.
    Other,
}

impl ReportReason {
    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            ReportReason::Offensive => "offensive",
            ReportReason::Spam => "spam",
            ReportReason::Private => "private",
            ReportReason::Cheating => "cheating",
            ReportReason::Other => "other",
        }
    }
}

/// What a reporter adds to the reason; may be empty.
pub type ReportWords = PlainLine<300>;

/// A report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReportView))]
pub struct Report {
    /// When it was made, in Unix milliseconds.
    pub at_ms: u64,
    /// The reason.
    pub reason: ReportReason,
    /// What the reporter adds; may be empty.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub words: ReportWords,
}

/// A text with its reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportedText {
    /// The kind of text.
    pub kind: PublicTextKind,
    /// Its id.
    pub id: String,
    /// The text when it was last reported, shortened: it may have changed since.
    pub copy: String,
    /// The first reports.
    pub reports: Vec<Report>,
    /// The number of all reports, of which the first 20 are listed.
    pub number: u32,
}

impl DocumentValue for ReportedText {
    const KIND: &'static str = "report";

    fn id(&self) -> String {
        entry_id(self.kind, &self.id)
    }

    fn links(&self) -> Vec<Link> {
        vec![Link {
            name: OPEN,
            to: To::Text(OPEN.to_owned()),
        }]
    }

    fn expires_ms(&self, now_ms: u64) -> Option<u64> {
        Some(now_ms.saturating_add(REPORT_KEPT_DAYS * DAY_MS))
    }
}

/// The id of the entry about a text.
fn entry_id(kind: PublicTextKind, id: &str) -> String {
    format!("{kind}:{id}")
}

/// The reported texts. See the module for the rules.
#[derive(Clone)]
pub struct Reports {
    documents: Arc<dyn Documents>,
}

impl Reports {
    /// The reports of the server with these ports.
    pub fn of(ports: &Ports) -> Reports {
        Reports {
            documents: ports.documents.clone(),
        }
    }

    /// Adds a report about a text, of which `copy` is the present state.
    pub async fn add(
        &self,
        kind: PublicTextKind,
        id: &str,
        copy: &str,
        report: &Report,
    ) -> Result<(), StoreError> {
        let now_ms = report.at_ms;
        let copy: String = copy.chars().take(MAX_COPY).collect();
        let entry = entry_id(kind, id);
        let texts = self.documents.of::<ReportedText>();
        let mut tries = RetryCounter::default();
        loop {
            tries.begin()?;
            let Some(found) = texts.find(&entry).await? else {
                let first = ReportedText {
                    kind,
                    id: id.to_owned(),
                    copy: copy.clone(),
                    reports: vec![report.clone()],
                    number: 1,
                };
                if texts.create(&first, now_ms).await? {
                    return Ok(());
                }
                continue;
            };
            let mut text = found.value;
            text.number = text.number.saturating_add(1);
            text.copy.clone_from(&copy);
            if text.reports.len() < MAX_KEPT_REPORTS {
                text.reports.push(report.clone());
            }
            if texts.store(&text, found.version, now_ms).await? {
                return Ok(());
            }
        }
    }

    /// The reported texts, the last reported first: at most `most` of them, starting after `after`.
    pub async fn list(
        &self,
        after: Option<&Versioned<ReportedText>>,
        most: u32,
    ) -> Result<Vec<Versioned<ReportedText>>, StoreError> {
        let after = after.map(|after| (after.changed_ms, DocumentValue::id(&after.value)));
        let after = after.as_ref().map(|(at_ms, id)| (*at_ms, id.as_str()));
        let texts = self.documents.of::<ReportedText>();
        texts.latest_linked(OPEN, OPEN, after, most).await
    }

    /// Removes the entry about a text. Returns whether there was one.
    pub async fn dismiss(&self, kind: PublicTextKind, id: &str) -> Result<bool, StoreError> {
        let texts = self.documents.of::<ReportedText>();
        texts.remove_any(entry_id(kind, id)).await
    }
}
