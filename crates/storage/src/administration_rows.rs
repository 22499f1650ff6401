//! Converts rows that administrators read to values of the port.

use damier_people::StoreError;
use damier_people::accounts::{
    AccountFacts, AdminAction, AdminActionKind, Administrator, LoggedAdminAction,
};

use crate::account_rows::{self, unreadable};
use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};

/// The columns of an account with counts of what belongs to it.
macro_rules! fact_columns {
    () => {
        concat!(
            account_columns!(),
            ", accounts.folded,
             (SELECT max(seen_ms) FROM account_keys AS held WHERE held.account = accounts.id) AS seen_ms,
             (SELECT count(*) FROM account_keys AS held WHERE held.account = accounts.id AND held.scopes IS NULL) AS sessions,
             (SELECT count(*) FROM account_keys AS held WHERE held.account = accounts.id AND held.scopes IS NOT NULL) AS tokens,
             (SELECT count(*) FROM account_passkeys AS held WHERE held.account = accounts.id) AS passkeys,
             (SELECT count(*) FROM account_seats AS seat WHERE seat.account = accounts.id) AS games,
             (SELECT count(*) FROM account_seats AS seat JOIN live_games ON live_games.id = seat.game
              WHERE seat.account = accounts.id AND live_games.reason IS NULL) AS running"
        )
    };
}
pub(crate) use fact_columns;

/// Reads a row with these columns.
pub(crate) fn facts(row: &impl Columns) -> Result<AccountFacts, StoreError> {
    let account = account_rows::account(row)?;
    let read = || {
        Ok(AccountFacts {
            account,
            folded: row.get("folded")?,
            seen_ms: rows::read(row, "seen_ms", |stored: Option<i64>| {
                stored.map(u64::try_from).transpose()
            })?,
            sessions: rows::number(row, "sessions")?,
            tokens: rows::number(row, "tokens")?,
            passkeys: rows::number(row, "passkeys")?,
            games: rows::number(row, "games")?,
            running: rows::number(row, "running")?,
        })
    };
    read().map_err(unreadable)
}

/// The columns of an admin action.
macro_rules! admin_action_columns {
    () => {
        "admin_actions.number, admin_actions.at_ms, admin_actions.administrator, admin_actions.kind,
         admin_actions.account, admin_actions.detail, accounts.name"
    };
}
pub(crate) use admin_action_columns;

/// Reads a row with these columns.
pub(crate) fn action(row: &impl Columns) -> Result<LoggedAdminAction, StoreError> {
    let read = || {
        Ok(LoggedAdminAction {
            number: rows::number(row, "number")?,
            action: AdminAction {
                at_ms: rows::number(row, "at_ms")?,
                who: Administrator::nearest(&row.get::<String>("administrator")?),
                kind: rows::read(row, "kind", |word: String| {
                    AdminActionKind::from_code(&word).ok_or(Unreadable("the kind of an action"))
                })?,
                account: live_rows::account(row, "account")?,
                detail: row.get("detail")?,
            },
            name: row.get("name")?,
        })
    };
    read().map_err(unreadable)
}
