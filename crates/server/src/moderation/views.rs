//! What operators see of public texts, reports and the log.

use damier_people::accounts::LoggedAdminAction;
use damier_people::documents::Versioned;
use damier_people::moderation::{PublicText, ReportedText};
use serde::Serialize;
use utoipa::ToSchema;

/// A text with the reports about it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportedView {
    #[serde(flatten)]
    text: ReportedText,
    /// The text as it is now; null if it is gone.
    now: Option<PublicText>,
    /// When it was last reported, in Unix milliseconds.
    last_ms: u64,
}

impl ReportedView {
    pub(crate) fn of(reported: Versioned<ReportedText>, now: Option<PublicText>) -> Self {
        Self {
            text: reported.value,
            now,
            last_ms: reported.changed_ms,
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
