//! Moderation: what users write and strangers read ([`PublicText`]), reports about it
//! ([`Reports`]), and the accounts that may remove it ([`Operators`]).
//!
//! `damier admin` and an operator's page use the same functions; each action is logged first
//! ([`crate::accounts::AdminAction`]). Rules, tested by `tests/stores/moderation.rs`:
//! - each visitor may report a public text, with a reason; who reported it is not stored;
//! - the reports about one text are one entry, which ends when the text is removed, when an
//!   operator dismisses it, or [`REPORT_KEPT_DAYS`] after the last report;
//! - removing a text removes its entry; removing what is gone already is no error;
//! - an operator is an account that an administrator has appointed, until it is deleted or banned.

mod kind;
mod operators;
mod reports;
mod texts;

pub use kind::{PublicTextKind, UnknownKind};
pub use operators::Operators;
pub use reports::{
    MAX_KEPT_REPORTS, REPORT_KEPT_DAYS, Report, ReportReason, ReportWords, ReportedText, Reports,
};
pub use texts::{PublicText, PublicTexts, Removal, TextsPage};
