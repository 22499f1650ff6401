//! The port to what whoever runs a server does with accounts: look at them, close and open them, help somebody back in, rename, and take
//! games along. The terminal calls it (`damier admin`); the server never does. What opens an account is not in it: no administrator learns
//! or chooses a password.
//!
//! Rules of the port, beside those at the head of the module:
//! - a ban ends the sessions of the account and withdraws its open challenges, by the same change; its tokens stay, for the day on which
//!   it is lifted;
//! - a reset code is a recovery code that is good for a time. An account has one at most; it goes when a code is used, and stays with a new password. Making one removes all recovery
//!   codes and ends all tokens, since somebody else may have made them;
//! - a renamed account is called by its new name in the games that had the old one;
//! - a deed is noted with its account, not with a name: with a deleted account goes what was noted about it, but that it was noted.

use std::fmt;

use async_trait::async_trait;
use damier_session::{GameId, line};

use crate::accounts::ban::Ban;
use crate::accounts::id::AccountId;
use crate::accounts::key::AccountKey;
use crate::accounts::name::AccountName;
use crate::accounts::name_keys::fold;
use crate::accounts::port::Account;
use crate::live::StoreError;

/// How long a reset code is good, in milliseconds: three days.
pub const RESET_MS: u64 = 3 * 24 * 60 * 60 * 1_000;

/// Which accounts a list is to have. Deleted ones are in none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccountFilter {
    folded_part: String,
    banned_at_ms: Option<u64>,
}

impl AccountFilter {
    /// Those whose names have this text in them, however it is written; all of them for a text without letters.
    pub fn named_like(text: &str) -> AccountFilter {
        AccountFilter {
            folded_part: fold(text),
            banned_at_ms: None,
        }
    }

    /// Of these the banned ones only.
    #[must_use]
    pub fn banned_at(mut self, now_ms: u64) -> AccountFilter {
        self.banned_at_ms = Some(now_ms);
        self
    }

    /// What the folded name must have in it.
    pub fn folded_part(&self) -> &str {
        &self.folded_part
    }

    /// The moment at which a ban must hold, if one must.
    pub fn banned_at_ms(&self) -> Option<u64> {
        self.banned_at_ms
    }

    /// Whether an account with this folded name is meant.
    pub(crate) fn takes(&self, folded: &str, ban: Option<&Ban>) -> bool {
        let is_banned = |now_ms| ban.is_some_and(|ban| ban.holds_at(now_ms));
        folded.contains(&self.folded_part) && self.banned_at_ms.is_none_or(is_banned)
    }
}

/// An account, and how much there is of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountFacts {
    /// The account.
    pub account: Account,
    /// What its name folds to: the order of lists.
    pub folded: String,
    /// When one of its sessions or tokens was last used, not to the minute; `None` where it has none.
    pub seen_ms: Option<u64>,
    /// Its sessions.
    pub sessions: u32,
    /// Its tokens.
    pub tokens: u32,
    /// Its passkeys.
    pub passkeys: u32,
    /// The games of which it has a side.
    pub games: u32,
    /// Those of them that go on.
    pub running: u32,
}

/// What became of an account that was to be renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renamed {
    /// It has the name now.
    Stored,
    /// Another account has this name, or one that folds to the same or looks the same.
    NameTaken,
    /// There is no such account, or it is deleted.
    NotFound,
}

/// A kind of deed of whoever runs a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeedKind {
    /// Looked at the list of accounts.
    Listed,
    /// Looked at the facts of an account.
    Looked,
    /// Closed an account.
    Banned,
    /// Opened an account again.
    Unbanned,
    /// Ended all sessions of an account.
    SignedOut,
    /// Made a code for a new password.
    Reset,
    /// Gave an account another name.
    Renamed,
    /// Deleted an account.
    Deleted,
    /// Took all that is an account's along.
    Exported,
    /// Took all finished games along.
    ExportedGames,
}

impl DeedKind {
    /// Every kind.
    pub const ALL: [DeedKind; 10] = [
        DeedKind::Listed,
        DeedKind::Looked,
        DeedKind::Banned,
        DeedKind::Unbanned,
        DeedKind::SignedOut,
        DeedKind::Reset,
        DeedKind::Renamed,
        DeedKind::Deleted,
        DeedKind::Exported,
        DeedKind::ExportedGames,
    ];

    /// Its stable word, that of the command.
    pub const fn code(self) -> &'static str {
        match self {
            DeedKind::Listed => "users",
            DeedKind::Looked => "user",
            DeedKind::Banned => "ban",
            DeedKind::Unbanned => "unban",
            DeedKind::SignedOut => "sign-out",
            DeedKind::Reset => "reset",
            DeedKind::Renamed => "rename",
            DeedKind::Deleted => "delete",
            DeedKind::Exported => "export",
            DeedKind::ExportedGames => "export-games",
        }
    }

    /// The kind with this word.
    pub fn from_code(code: &str) -> Option<DeedKind> {
        DeedKind::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// Who has done a deed: a user of the operating system, as one short line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Administrator(String);

impl Administrator {
    /// The most characters of it.
    pub const MOST: usize = 60;

    /// The nearest such word to a text. Nothing is refused, since the text comes from the system.
    pub fn nearest(text: &str) -> Administrator {
        let plain = text.chars().filter(|&letter| !line::is_forbidden(letter));
        let plain: String = plain.take(Self::MOST).collect();
        Administrator(plain.trim().to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Administrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Something that whoever runs a server is about to do. It is noted before it is done, so that nothing is done that is not noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// Who does it.
    pub who: Administrator,
    /// What.
    pub kind: DeedKind,
    /// To which account, where it is about one.
    pub account: Option<AccountId>,
    /// More about it, such as the reason of a ban; may be empty.
    pub detail: String,
}

/// A deed as it stands in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotedDeed {
    /// Its number. A later one has a higher number.
    pub number: u64,
    /// The deed; its detail is empty once its account is deleted.
    pub deed: Deed,
    /// The name that the account has now.
    pub name: Option<String>,
}

/// What whoever runs a server does with accounts. See the module for the rules.
#[async_trait]
pub trait Administration: Send + Sync + 'static {
    /// Accounts in the order of their folded names: at most `most` of them, beginning after the folded name `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or an account cannot be read.
    async fn accounts(
        &self,
        filter: &AccountFilter,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<AccountFacts>, StoreError>;

    /// The facts of one account; `None` where there is none, or it is deleted.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the account cannot be read.
    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError>;

    /// Closes an account, in place of a ban that there is, or opens it again. Answers whether there is such an account.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError>;

    /// Gives an account another name.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then nothing or all of it has been done.
    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError>;

    /// Gives an account a reset code that is good until this moment, in place of all codes that there are, and ends its tokens. Answers whether it has it
    /// now.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The games that are over, in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Notes a deed in the log.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn note_deed(&self, deed: &Deed) -> Result<(), StoreError>;

    /// The deeds in the log, the newest first: at most `most` of them, beginning before the number `before`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a deed cannot be read.
    async fn deeds(&self, before: Option<u64>, most: u32) -> Result<Vec<NotedDeed>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_reads_a_name_as_names_are_compared() {
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
        for kind in DeedKind::ALL {
            assert_eq!(DeedKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(DeedKind::from_code("Ban"), None);
    }

    #[test]
    fn whoever_it_was_is_one_short_line() {
        let who = Administrator::nearest(&format!(" a\nb{}", "é".repeat(900)));
        assert!(who.as_str().starts_with("abé"));
        assert!(who.as_str().chars().count() <= Administrator::MOST);
    }
}
