//! Accounts in SQLite: the operations of their port as queries. Each change is a transaction of its own.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountId, AccountKey, AccountName, Accounts, Checked, Created, NewAccount,
    PasswordHash, TokensThen,
};
use damier_people::broadcasts::BroadcastKey;
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use sqlx::{Sqlite, Transaction};

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::account_rows::{self, account_columns, bytes, key};
use crate::broadcast_rows;
use crate::error::failed;
use crate::live_rows::{integer, journal};

impl SqliteStore {
    /// Does something in a turn and a transaction of its own.
    pub(super) async fn change<T>(
        &self,
        work: impl AsyncFnOnce(&mut Transaction<'_, Sqlite>) -> Result<T, LibraryError>,
    ) -> Result<T, StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let done = async {
            let mut tx = turn.begin().await?;
            let done = work(&mut tx).await?;
            tx.commit().await.map_err(failed)?;
            Ok(done)
        };
        let done = done.await;
        turn.done(done).map_err(journal)
    }

    /// Runs one statement, and answers how many rows it changed.
    pub(super) async fn change_rows(&self, statement: Statement<'_>) -> Result<u64, StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let done = statement.execute(&mut *turn).await;
        let done = turn.done(done.map_err(failed)).map_err(journal)?;
        Ok(done.rows_affected())
    }

    /// Reads a row, if there is one.
    pub(super) async fn row(
        &self,
        statement: Statement<'_>,
    ) -> Result<Option<sqlx::sqlite::SqliteRow>, StoreError> {
        let row = statement.fetch_optional(&self.connections().readers).await;
        row.map_err(|error| journal(failed(error)))
    }

    /// Reads rows.
    pub(super) async fn rows(
        &self,
        statement: Statement<'_>,
    ) -> Result<Vec<sqlx::sqlite::SqliteRow>, StoreError> {
        let rows = statement.fetch_all(&self.connections().readers).await;
        rows.map_err(|error| journal(failed(error)))
    }
}

/// Ends all sessions of an account but one.
pub(super) fn end_sessions(id: AccountId, keep: Option<&AccountKey>) -> Statement<'static> {
    sqlx::query("DELETE FROM account_keys WHERE account = ?1 AND scopes IS NULL AND key IS NOT ?2")
        .bind(bytes(id))
        .bind(keep.map(key))
}

/// Ends all tokens of an account.
pub(super) fn end_tokens(id: AccountId) -> Statement<'static> {
    sqlx::query("DELETE FROM account_keys WHERE account = ?1 AND scopes IS NOT NULL")
        .bind(bytes(id))
}

/// Removes all passkeys of an account.
fn remove_passkeys(id: AccountId) -> Statement<'static> {
    sqlx::query("DELETE FROM account_passkeys WHERE account = ?1").bind(bytes(id))
}

/// Whether an account is there and has the password that was checked. A deleted one has none.
async fn has_password(
    tx: &mut Transaction<'_, Sqlite>,
    checked: &Checked,
) -> Result<bool, LibraryError> {
    let there = sqlx::query("SELECT id FROM accounts WHERE id = ?1 AND password = ?2")
        .bind(bytes(checked.account))
        .bind(checked.password.as_str().to_owned())
        .fetch_optional(&mut **tx)
        .await;
    Ok(there.map_err(failed)?.is_some())
}

async fn set_password(
    tx: &mut Transaction<'_, Sqlite>,
    id: AccountId,
    password: &PasswordHash,
    keep: Option<&AccountKey>,
    tokens: TokensThen,
) -> Result<bool, LibraryError> {
    let set = sqlx::query("UPDATE accounts SET password = ?2 WHERE id = ?1 AND deleted IS NULL")
        .bind(bytes(id))
        .bind(password.as_str().to_owned());
    if run(tx, set).await? == 0 {
        return Ok(false);
    }
    run(tx, end_sessions(id, keep)).await?;
    if tokens == TokensThen::End {
        run(tx, end_tokens(id)).await?;
    }
    Ok(true)
}

async fn add_codes(
    tx: &mut Transaction<'_, Sqlite>,
    id: AccountId,
    codes: &[AccountKey],
) -> Result<(), LibraryError> {
    for code in codes {
        let added = sqlx::query(
            "INSERT INTO account_recovery (code, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        );
        run(tx, added.bind(key(code)).bind(bytes(id))).await?;
    }
    Ok(())
}

/// Removes all codes of an account.
pub(super) fn remove_codes(id: AccountId) -> Statement<'static> {
    sqlx::query("DELETE FROM account_recovery WHERE account = ?1").bind(bytes(id))
}

#[async_trait]
impl Accounts for SqliteStore {
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError> {
        self.change(async |tx| {
            let made = sqlx::query(
                "INSERT INTO accounts (id, name, folded, password, created_ms, looks)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
            )
            .bind(bytes(new.id))
            .bind(new.name.as_str().to_owned())
            .bind(new.name.folded().to_owned())
            .bind(new.password.as_str().to_owned())
            .bind(integer(new.created_ms))
            .bind(new.name.looks());
            if run(tx, made).await? == 0 {
                return Ok(Created::NameTaken);
            }
            add_codes(tx, new.id, &new.recovery).await?;
            Ok(Created::Stored)
        })
        .await
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id = ?1"
        ));
        let row = self.row(found.bind(bytes(id))).await?;
        row.as_ref().map(account_rows::account).transpose()
    }

    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT password, ",
            account_columns!(),
            " FROM accounts WHERE folded IN (?1, ?2) ORDER BY accounts.name = ?3 DESC, folded = ?1 DESC LIMIT 1"
        ));
        let found = found
            .bind(name.folded().to_owned())
            .bind(name.folded_before())
            .bind(name.as_str().to_owned());
        let row = self.row(found).await?;
        let found = row.as_ref().map(account_rows::with_password).transpose()?;
        Ok(found.flatten())
    }

    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokensThen,
    ) -> Result<bool, StoreError> {
        self.change(async |tx| {
            let holds = has_password(tx, checked).await?;
            Ok(holds && set_password(tx, checked.account, password, keep, tokens).await?)
        })
        .await
    }

    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        self.change(async |tx| {
            let used = sqlx::query(
                "DELETE FROM account_recovery
                 WHERE code = ?1 AND account = ?2 AND (until_ms IS NULL OR until_ms > ?3)",
            )
            .bind(key(code))
            .bind(bytes(id))
            .bind(integer(now_ms));
            if run(tx, used).await? == 0 {
                return Ok(false);
            }
            let is_set = set_password(tx, id, password, None, TokensThen::End).await?;
            if is_set {
                run(tx, remove_codes(id)).await?;
                add_codes(tx, id, codes).await?;
                run(tx, remove_passkeys(id)).await?;
            }
            Ok(is_set)
        })
        .await
    }

    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError> {
        self.change(async |tx| {
            if !has_password(tx, checked).await? {
                return Ok(false);
            }
            let old =
                sqlx::query("DELETE FROM account_recovery WHERE account = ?1 AND until_ms IS NULL");
            run(tx, old.bind(bytes(checked.account))).await?;
            add_codes(tx, checked.account, codes).await?;
            Ok(true)
        })
        .await
    }

    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query(
            "SELECT code FROM account_recovery
             WHERE code = ?1 AND account = ?2 AND (until_ms IS NULL OR until_ms > ?3)",
        )
        .bind(key(code))
        .bind(bytes(id))
        .bind(integer(now_ms));
        let row = self.row(found).await?;
        Ok(row.is_some())
    }

    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError> {
        let found = sqlx::query(
            "SELECT code FROM account_recovery WHERE account = ?1 AND until_ms IS NULL",
        );
        Ok(self.rows(found.bind(bytes(id))).await?.len() as u32)
    }

    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.change(async |tx| delete(tx, id).await).await
    }

    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError> {
        self.change(async |tx| {
            let holds = has_password(tx, checked).await?;
            Ok(holds && delete(tx, checked.account).await?)
        })
        .await
    }
}

async fn delete(tx: &mut Transaction<'_, Sqlite>, id: AccountId) -> Result<bool, LibraryError> {
    let gone = sqlx::query(
                "UPDATE accounts SET name = 'deleted player ' || next.n, folded = 'deleted player ' || next.n,
                     password = NULL, deleted = next.n, ban_reason = NULL, ban_until_ms = NULL, looks = NULL
                 FROM (SELECT coalesce(max(deleted), 0) + 1 AS n FROM accounts) AS next
                 WHERE id = ?1 AND deleted IS NULL",
            );
    if run(tx, gone.bind(bytes(id))).await? == 0 {
        return Ok(false);
    }
    run(tx, remove_codes(id)).await?;
    let keys = sqlx::query("DELETE FROM account_keys WHERE account = ?1");
    run(tx, keys.bind(bytes(id))).await?;
    run(tx, remove_passkeys(id)).await?;
    let progress = sqlx::query("DELETE FROM account_progress WHERE account = ?1");
    run(tx, progress.bind(bytes(id))).await?;
    for forgotten in [
                "DELETE FROM passkey_questions WHERE account = ?1",
                "DELETE FROM ratings WHERE account = ?1",
                "DELETE FROM rating_changes WHERE account = ?1",
                "DELETE FROM live_challenges WHERE account = ?1",
                "UPDATE deeds SET detail = '' WHERE account = ?1",
                "DELETE FROM club_members WHERE account = ?1",
                "DELETE FROM friend_bonds WHERE low = ?1 OR high = ?1",
                "DELETE FROM friend_choices WHERE account = ?1",
                "DELETE FROM challenge_addressees WHERE account = ?1",
                // The seats from which somebody looks on as a friend go with the bond.
                "DELETE FROM live_seats WHERE key IN (SELECT key FROM friend_seats WHERE watcher = ?1 OR player = ?1)",
                // An empty tree is kept for its revision, so that no device stores on top of what it has seen.
                "UPDATE live_conditionals SET tree = '[]', revision = revision + 1 FROM account_seats AS seat
                 WHERE seat.account = ?1 AND seat.game = live_conditionals.game AND seat.side = live_conditionals.side
                     AND tree <> '[]'",
            ] {
                run(tx, sqlx::query(forgotten).bind(bytes(id))).await?;
            }
    let broadcasts = sqlx::query("DELETE FROM broadcasts WHERE owner = ?1");
    let owner = BroadcastKey::of_account(id);
    run(tx, broadcasts.bind(broadcast_rows::key(&owner))).await?;
    let games = sqlx::query(
                "UPDATE live_games
                 SET setup = json_set(setup, '$.settings.' || seat.side,
                     json_object('kind', 'person', 'name', (SELECT name FROM accounts WHERE id = ?1)))
                 FROM account_seats AS seat WHERE seat.account = ?1 AND seat.game = live_games.id",
            );
    run(tx, games.bind(bytes(id))).await?;
    Ok(true)
}
