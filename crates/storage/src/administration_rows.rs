//! Converts rows that administrators read to values of the port.

use damier_people::StoreError;
use damier_people::accounts::{
    AccountFacts, AdminAction, AdminActionKind, Administrator, LoggedAdminAction,
};

use crate::account_rows;
use crate::rows::unreadable;
use crate::sql::Row;

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
pub(crate) fn facts(row: &Row) -> Result<AccountFacts, StoreError> {
    let account = account_rows::account(row)?;
    let read = || {
        Ok(AccountFacts {
            account,
            folded: row.get("folded")?,
            seen_ms: row.optional("seen_ms", Row::number)?,
            sessions: row.number("sessions")?,
            tokens: row.number("tokens")?,
            passkeys: row.number("passkeys")?,
            games: row.number("games")?,
            running: row.number("running")?,
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
pub(crate) fn action(row: &Row) -> Result<LoggedAdminAction, StoreError> {
    let read = || {
        Ok(LoggedAdminAction {
            number: row.number("number")?,
            action: AdminAction {
                at_ms: row.number("at_ms")?,
                who: Administrator::nearest(&row.get::<String>("administrator")?),
                kind: row.code("kind", "the kind of an action", AdminActionKind::from_code)?,
                account: row.optional("account", Row::account_id)?,
                detail: row.get("detail")?,
            },
            name: row.get("name")?,
        })
    };
    read().map_err(unreadable)
}
