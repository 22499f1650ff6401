//! Port for server administration: list, ban, unban, rename and export accounts, and issue reset
//! codes. `damier admin` calls it, and the server for an operator's page. It exposes no passwords:
//! an administrator can neither read nor choose one.
//!
//! Rules of the port, in addition to those of the parent module:
//! - a ban ends the account's sessions and withdraws its open challenges in the same transaction;
//!   its tokens are kept for when the ban ends;
//! - a reset code is a recovery code with an expiry. An account has at most one; using any code
//!   deletes it, and setting a password keeps it. Creating one removes all recovery codes and
//!   revokes all tokens, since an attacker may have made them;
//! - renaming an account also renames it in its games;
//! - an admin action is logged with the account's id, not its name; deleting the account deletes
//!   the details of its log entries and keeps the entries.

use async_trait::async_trait;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::ban::Ban;
use crate::accounts::id::AccountId;
use crate::accounts::key::AccountKey;
use crate::accounts::name::AccountName;
use crate::accounts::name_keys::fold;
use crate::accounts::port::Account;
use crate::plain_text::PlainLine;

/// How long a reset code is valid, in milliseconds: three days.
pub const RESET_MS: u64 = 3 * 24 * 60 * 60 * 1_000;

/// A filter for the list of accounts. Deleted accounts are never listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccountFilter {
    folded_part: String,
    banned_at_ms: Option<u64>,
}

impl AccountFilter {
    /// Accounts whose folded name contains this text; all accounts if the text has no letters.
    pub fn named_like(text: &str) -> AccountFilter {
        AccountFilter {
            folded_part: fold(text),
            banned_at_ms: None,
        }
    }

    /// Restricts the filter to banned accounts.
    #[must_use]
    pub fn banned_at(mut self, now_ms: u64) -> AccountFilter {
        self.banned_at_ms = Some(now_ms);
        self
    }

    /// The text that the folded name must contain.
    pub fn folded_part(&self) -> &str {
        &self.folded_part
    }

    /// The time at which a ban must be in force, if the filter requires one.
    pub fn banned_at_ms(&self) -> Option<u64> {
        self.banned_at_ms
    }

    /// Whether an account with this folded name and ban matches.
    pub(crate) fn takes(&self, folded: &str, ban: Option<&Ban>) -> bool {
        let is_banned = |now_ms| ban.is_some_and(|ban| ban.holds_at(now_ms));
        folded.contains(&self.folded_part) && self.banned_at_ms.is_none_or(is_banned)
    }
}

/// An account with counts of what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountFacts {
    /// The account.
    pub account: Account,
    /// Its folded name, by which lists are sorted.
    pub folded: String,
    /// When one of its sessions or tokens was last used, rounded to some minutes; `None` without
    /// any.
    pub seen_ms: Option<u64>,
    /// Its sessions.
    pub sessions: u32,
    /// Its tokens.
    pub tokens: u32,
    /// Its passkeys.
    pub passkeys: u32,
    /// The number of games in which it has a side.
    pub games: u32,
    /// The number of those that are unfinished.
    pub running: u32,
}

/// The outcome of renaming an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renamed {
    /// It has the new name.
    Stored,
    /// Another account has this name, or one that folds to the same or looks the same.
    NameTaken,
    /// There is no such account, or it is deleted.
    NotFound,
}

/// A kind of admin action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdminActionKind {
    /// Listed accounts.
    Listed,
    /// Read the facts of an account.
    Looked,
    /// Banned an account.
    Banned,
    /// Lifted the ban of an account.
    Unbanned,
    /// Ended all sessions of an account.
    SignedOut,
    /// Created a reset code.
    Reset,
    /// Renamed an account.
    Renamed,
    /// Deleted an account.
    Deleted,
    /// Exported an account.
    Exported,
    /// Exported all finished games.
    ExportedGames,
    /// Listed public texts or reports.
    ListedTexts,
    /// Removed a public text.
    Removed,
    /// Dismissed the reports about a public text.
    Dismissed,
    /// Appointed an operator, or ended the appointment.
    Operator,
}

impl AdminActionKind {
    /// Every kind.
    pub const ALL: [AdminActionKind; 14] = [
        AdminActionKind::Listed,
        AdminActionKind::Looked,
        AdminActionKind::Banned,
        AdminActionKind::Unbanned,
        AdminActionKind::SignedOut,
        AdminActionKind::Reset,
        AdminActionKind::Renamed,
        AdminActionKind::Deleted,
        AdminActionKind::Exported,
        AdminActionKind::ExportedGames,
        AdminActionKind::ListedTexts,
        AdminActionKind::Removed,
        AdminActionKind::Dismissed,
        AdminActionKind::Operator,
    ];

    /// Its stable code, the same word as the subcommand's.
    pub const fn code(self) -> &'static str {
        match self {
            AdminActionKind::Listed => "users",
            AdminActionKind::Looked => "user",
            AdminActionKind::Banned => "ban",
            AdminActionKind::Unbanned => "unban",
            AdminActionKind::SignedOut => "sign-out",
            AdminActionKind::Reset => "reset",
            AdminActionKind::Renamed => "rename",
            AdminActionKind::Deleted => "delete",
            AdminActionKind::Exported => "export",
            AdminActionKind::ExportedGames => "export-games",
            AdminActionKind::ListedTexts => "texts",
            AdminActionKind::Removed => "remove",
            AdminActionKind::Dismissed => "dismiss",
            AdminActionKind::Operator => "operator",
        }
    }

    /// The kind with this code.
    pub fn from_code(code: &str) -> Option<AdminActionKind> {
        AdminActionKind::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// The operating system user who performed an action.
pub type Administrator = PlainLine<60>;

/// An admin action about to be performed. It is logged first, so no action goes unlogged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdminAction {
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// The user who performs it.
    pub who: Administrator,
    /// The action.
    pub kind: AdminActionKind,
    /// The account concerned, if any.
    pub account: Option<AccountId>,
    /// More about it, such as the reason of a ban; may be empty.
    pub detail: String,
}

/// An admin action as stored in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedAdminAction {
    /// Its number; later entries have higher numbers.
    pub number: u64,
    /// The action; its detail is empty once the account is deleted.
    pub action: AdminAction,
    /// The current name of the account.
    pub name: Option<String>,
}

/// Administration of accounts. See the module for the rules.
#[async_trait]
pub trait Administration: Send + Sync + 'static {
    /// Accounts in the order of their folded names: at most `most` of them, beginning after the
    /// folded name `after`.
    async fn accounts(
        &self,
        filter: &AccountFilter,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<AccountFacts>, StoreError>;

    /// The facts of one account; `None` where there is none, or it is deleted.
    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError>;

    /// Sets a ban, replacing an existing one, or lifts it. Returns whether the account exists.
    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError>;

    /// Renames an account.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then nothing or all of it has been done.
    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError>;

    /// Gives an account a reset code that expires at this time, replacing all its codes, and
    /// revokes its tokens. Returns whether the code was stored.
    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Finished games in the order of their ids: at most `most` of them, starting after `after`.
    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Appends an action to the log.
    async fn log_admin_action(&self, action: &AdminAction) -> Result<(), StoreError>;

    /// Logged actions, newest first: at most `most` of them, starting before the number `before`.
    async fn admin_actions(
        &self,
        before: Option<u64>,
        most: u32,
    ) -> Result<Vec<LoggedAdminAction>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_normalises_names() {
        let filter = AccountFilter::named_like("É_a %");
        assert_eq!(filter.folded_part(), "ea");
        assert!(filter.takes("leandro", None) && !filter.takes("awa", None));
        assert!(AccountFilter::default().takes("awa", None));
        let ban = Ban {
            until_ms: Some(10),
            reason: crate::accounts::BanReason::default(),
        };
        let banned = AccountFilter::named_like("").banned_at(9);
        assert!(banned.takes("awa", Some(&ban)) && !banned.takes("awa", None));
        assert!(
            !AccountFilter::default()
                .banned_at(10)
                .takes("awa", Some(&ban))
        );
    }

    #[test]
    fn every_kind_reads_back() {
        for kind in AdminActionKind::ALL {
            assert_eq!(AdminActionKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(AdminActionKind::from_code("Ban"), None);
    }
}
