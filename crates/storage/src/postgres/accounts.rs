//! Accounts in PostgreSQL: the operations of their port, one statement each; what has to see all that was stored before it, in several that belong
//! together.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountId, AccountKey, AccountName, Accounts, Checked, Created, NewAccount,
    PasswordHash, TokensThen,
};
use damier_people::broadcasts::BroadcastKey;
use damier_people::live::StoreError;
use sqlx::postgres::PgRow;

use super::connections::Statement;
use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns, bytes, key};
use crate::broadcast_rows;
use crate::live_rows::{integer, journal};

/// How often the next number for a deleted account is drawn, where other nodes draw one at the same moment.
const MOST_TRIES: u32 = 8;

impl PostgresStore {
    /// Changes something, and answers how many rows the statement returns.
    pub(super) async fn change(&self, statement: Statement<'_>) -> Result<u64, StoreError> {
        let changed = self.connections.change(statement).await;
        changed.map(|rows| rows.len() as u64).map_err(journal)
    }

    /// Changes several things together or nothing, and answers how many rows the last statement returns.
    pub(super) async fn change_together(
        &self,
        statements: Vec<Statement<'_>>,
    ) -> Result<u64, StoreError> {
        let changed = self.connections.change_together(statements).await;
        let rows = changed.map_err(journal)?.unwrap_or_default();
        Ok(rows.last().map_or(0, |rows| rows.len() as u64))
    }

    /// Reads a row, if there is one.
    pub(super) async fn row(&self, statement: Statement<'_>) -> Result<Option<PgRow>, StoreError> {
        self.connections.row(statement).await.map_err(journal)
    }

    /// Reads rows.
    pub(super) async fn rows(&self, statement: Statement<'_>) -> Result<Vec<PgRow>, StoreError> {
        self.connections.rows(statement).await.map_err(journal)
    }
}

/// Holds the row of an account until the statements that it stands before are done: those that add to what the account has wait, and what they have
/// added is seen.
pub(super) fn hold(id: AccountId) -> Statement<'static> {
    sqlx::query("SELECT id FROM accounts WHERE id = $1 FOR UPDATE").bind(bytes(id))
}

fn all(codes: &[AccountKey]) -> Vec<Vec<u8>> {
    codes.iter().map(key).collect()
}

#[async_trait]
impl Accounts for PostgresStore {
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError> {
        let made = sqlx::query(
            "WITH made AS (
                 INSERT INTO accounts (id, name, folded, password, created_ms, looks)
                 VALUES ($1, $2, $3, $4, $5, $7) ON CONFLICT DO NOTHING RETURNING id),
             codes AS (
                 INSERT INTO account_recovery (code, account)
                 SELECT DISTINCT code, id FROM made, unnest($6) AS codes (code))
             SELECT id FROM made",
        )
        .bind(bytes(new.id))
        .bind(new.name.as_str().to_owned())
        .bind(new.name.folded().to_owned())
        .bind(new.password.as_str().to_owned())
        .bind(integer(new.created_ms))
        .bind(all(&new.recovery))
        .bind(new.name.looks());
        Ok(if self.change(made).await? == 1 {
            Created::Stored
        } else {
            Created::NameTaken
        })
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id = $1"
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
            " FROM accounts WHERE folded IN ($1, $2) ORDER BY accounts.name = $3 DESC, folded = $1 DESC LIMIT 1"
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
        let id = checked.account;
        let set = sqlx::query(
            "WITH changed AS (
                 UPDATE accounts SET password = $2
                 WHERE id = $1 AND password = $5 AND deleted IS NULL RETURNING id),
             ended AS (
                 DELETE FROM account_keys USING changed
                 WHERE account = changed.id AND (scopes IS NULL OR $4) AND key IS DISTINCT FROM $3)
             SELECT id FROM changed",
        )
        .bind(bytes(id))
        .bind(password.as_str().to_owned())
        .bind(keep.map(key))
        .bind(tokens == TokensThen::End)
        .bind(checked.password.as_str().to_owned());
        Ok(self.change_together(vec![hold(id), set]).await? == 1)
    }

    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let recovered = sqlx::query(
            "WITH used AS (
                 DELETE FROM account_recovery
                 WHERE code = $2 AND account = $1 AND (until_ms IS NULL OR until_ms > $4) RETURNING account),
             changed AS (
                 UPDATE accounts SET password = $3 FROM used
                 WHERE accounts.id = used.account AND deleted IS NULL RETURNING accounts.id),
             old AS (DELETE FROM account_recovery USING changed WHERE account = changed.id AND code <> $2),
             new AS (
                 INSERT INTO account_recovery (code, account)
                 SELECT DISTINCT code, id FROM changed, unnest($5) AS codes (code)
                 ON CONFLICT DO NOTHING),
             passkeys AS (DELETE FROM account_passkeys USING changed WHERE account = changed.id),
             ended AS (DELETE FROM account_keys USING changed WHERE account = changed.id)
             SELECT id FROM changed",
        )
        .bind(bytes(id))
        .bind(key(code))
        .bind(password.as_str().to_owned())
        .bind(integer(now_ms))
        .bind(all(codes));
        Ok(self.change_together(vec![hold(id), recovered]).await? == 1)
    }

    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError> {
        let id = checked.account;
        let renewed = sqlx::query(
            "WITH living AS (SELECT id FROM accounts WHERE id = $1 AND password = $3 AND deleted IS NULL),
             old AS (
                 DELETE FROM account_recovery USING living
                 WHERE account = living.id AND until_ms IS NULL AND code <> ALL ($2)),
             new AS (
                 INSERT INTO account_recovery (code, account)
                 SELECT DISTINCT code, id FROM living, unnest($2) AS codes (code)
                 ON CONFLICT DO NOTHING)
             SELECT id FROM living",
        )
        .bind(bytes(id))
        .bind(all(codes))
        .bind(checked.password.as_str().to_owned());
        // The account is held, so that the codes which somebody else adds at this moment are seen, and removed.
        Ok(self.change_together(vec![hold(id), renewed]).await? == 1)
    }

    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query(
            "SELECT code FROM account_recovery
             WHERE code = $1 AND account = $2 AND (until_ms IS NULL OR until_ms > $3)",
        )
        .bind(key(code))
        .bind(bytes(id))
        .bind(integer(now_ms));
        let row = self.row(found).await?;
        Ok(row.is_some())
    }

    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError> {
        let found = sqlx::query(
            "SELECT code FROM account_recovery WHERE account = $1 AND until_ms IS NULL",
        );
        Ok(self.rows(found.bind(bytes(id))).await?.len() as u32)
    }

    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.delete(id, None).await
    }

    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError> {
        let password = Some(&checked.password);
        self.delete(checked.account, password).await
    }
}

/// The account of `$1`, once it is deleted: the statements that forget it do nothing where it was not.
macro_rules! gone {
    () => {
        "(SELECT id FROM accounts WHERE id = $1 AND deleted IS NOT NULL)"
    };
}

/// What is forgotten with an account. By statements that begin once it is deleted: what was stored while the first one waited for its row is seen by them.
const FORGOTTEN: [&str; 15] = [
    concat!("DELETE FROM account_recovery WHERE account = ", gone!()),
    concat!("DELETE FROM account_keys WHERE account = ", gone!()),
    concat!("DELETE FROM account_progress WHERE account = ", gone!()),
    concat!("DELETE FROM account_passkeys WHERE account = ", gone!()),
    concat!("DELETE FROM passkey_questions WHERE account = ", gone!()),
    concat!("DELETE FROM ratings WHERE account = ", gone!()),
    concat!("DELETE FROM rating_changes WHERE account = ", gone!()),
    concat!("DELETE FROM live_challenges WHERE account = ", gone!()),
    concat!("UPDATE deeds SET detail = '' WHERE account = ", gone!()),
    concat!("DELETE FROM club_members WHERE account = ", gone!()),
    concat!(
        "DELETE FROM friend_bonds WHERE low = ",
        gone!(),
        " OR high = ",
        gone!()
    ),
    concat!("DELETE FROM friend_choices WHERE account = ", gone!()),
    concat!("DELETE FROM challenge_addressees WHERE account = ", gone!()),
    // The seats from which somebody looks on as a friend go with the bond.
    concat!(
        "DELETE FROM live_seats WHERE key IN (SELECT key FROM friend_seats WHERE watcher = ",
        gone!(),
        " OR player = ",
        gone!(),
        ")"
    ),
    // An empty tree is kept for its revision, so that no device stores on top of what it has seen.
    concat!(
        "UPDATE live_conditionals SET tree = '[]', revision = revision + 1 FROM account_seats AS seat
         WHERE seat.account = ",
        gone!(),
        " AND seat.game = live_conditionals.game AND seat.side = live_conditionals.side AND tree <> '[]'"
    ),
];

impl PostgresStore {
    /// Deletes an account, where it has the password that was checked, if one was.
    async fn delete(
        &self,
        id: AccountId,
        checked: Option<&PasswordHash>,
    ) -> Result<bool, StoreError> {
        for _ in 0..MOST_TRIES {
            let gone = sqlx::query(
                "UPDATE accounts SET name = 'deleted player ' || next.n, folded = 'deleted player ' || next.n,
                     password = NULL, deleted = next.n, ban_reason = NULL, ban_until_ms = NULL, looks = NULL
                 FROM (SELECT coalesce(max(deleted), 0) + 1 AS n FROM accounts) AS next
                 WHERE id = $1 AND deleted IS NULL AND ($2::text IS NULL OR password = $2) RETURNING id",
            )
            .bind(bytes(id))
            .bind(checked.map(|hash| hash.as_str().to_owned()));
            let mut statements = vec![gone];
            for forgotten in FORGOTTEN {
                statements.push(sqlx::query(forgotten).bind(bytes(id)));
            }
            let owner = broadcast_rows::key(&BroadcastKey::of_account(id));
            let broadcasts = sqlx::query(concat!(
                "DELETE FROM broadcasts WHERE owner = $2 AND EXISTS ",
                gone!()
            ));
            statements.push(broadcasts.bind(bytes(id)).bind(owner));
            // A game that began while the first statement waited has the name, too.
            let games = sqlx::query(
                "UPDATE live_games
                 SET setup = jsonb_set(setup::jsonb, ARRAY['settings', seat.side],
                     jsonb_build_object('kind', 'person', 'name', gone.name))::text
                 FROM account_seats AS seat JOIN accounts AS gone ON gone.id = seat.account
                 WHERE gone.id = $1 AND gone.deleted IS NOT NULL AND seat.game = live_games.id",
            );
            statements.push(games.bind(bytes(id)));
            let gone = self.connections.change_together(statements).await;
            // Nothing is returned where another node has taken the number at the same moment.
            if let Some(rows) = gone.map_err(journal)? {
                return Ok(rows.first().is_some_and(|gone| !gone.is_empty()));
            }
        }
        Err(StoreError::Unavailable(
            "other nodes took each number first".into(),
        ))
    }
}
