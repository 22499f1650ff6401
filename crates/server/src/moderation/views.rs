//! What operators see of public texts, reports and the log.

use damier_people::accounts::LoggedAdminAction;
use damier_people::documents::Versioned;
use damier_people::moderation::{PublicText, PublicTextKind, ReportReason, ReportedText};
use serde::Serialize;
use utoipa::ToSchema;

/// A public text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TextView {
    kind: PublicTextKind,
    /// Its id among those of its kind.
    id: String,
    /// Its lines, the title or name first.
    lines: Vec<String>,
    /// The account that answers for it; null without one.
    account: Option<String>,
}

impl From<PublicText> for TextView {
    fn from(text: PublicText) -> Self {
        let PublicText {
            kind,
            id,
            lines,
            account,
        } = text;
        Self {
            kind,
            id,
            lines,
            account,
        }
    }
}

/// A report.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportView {
    /// When it was made, in Unix milliseconds.
    at_ms: u64,
    reason: ReportReason,
    /// What the reporter adds; may be empty.
    words: String,
}

/// A text with the reports about it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportedView {
    kind: PublicTextKind,
    id: String,
    /// The text as it was when it was last reported.
    copy: String,
    /// The text as it is now; null if it is gone.
    now: Option<TextView>,
    /// The number of all reports, of which the first 20 are listed.
    number: u32,
    reports: Vec<ReportView>,
    /// When it was last reported, in Unix milliseconds.
    last_ms: u64,
}

impl ReportedView {
    pub(crate) fn of(reported: Versioned<ReportedText>, now: Option<PublicText>) -> Self {
        let last_ms = reported.changed_ms;
        let ReportedText {
            kind,
            id,
            copy,
            reports,
            number,
        } = reported.value;
        let reports = reports.into_iter().map(|report| ReportView {
            at_ms: report.at_ms,
            reason: report.reason,
            words: report.words.to_string(),
        });
        Self {
            kind,
            id,
            copy,
            now: now.map(TextView::from),
            number,
            reports: reports.collect(),
            last_ms,
        }
    }
}

/// An entry of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogEntry {
    /// Its number; later entries have higher numbers.
    number: u64,
    /// When, in Unix milliseconds.
    at_ms: u64,
    /// The user of the machine who did it, or `operator NAME`.
    who: String,
    /// The action, as the name of the subcommand of `damier admin`.
    #[schema(example = "ban")]
    what: &'static str,
    /// The account concerned; null without one.
    account: Option<String>,
    /// More about it; may be empty.
    detail: String,
}

impl From<LoggedAdminAction> for LogEntry {
    fn from(logged: LoggedAdminAction) -> Self {
        let LoggedAdminAction {
            number,
            action,
            name,
        } = logged;
        Self {
            number,
            at_ms: action.at_ms,
            who: action.who.to_string(),
            what: action.kind.code(),
            account: name,
            detail: action.detail,
        }
    }
}
