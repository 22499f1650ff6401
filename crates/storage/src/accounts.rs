//! Accounts: the operations of their port as statements. They have tables of their own, since they
//! are found by names that must not look alike and by codes, and since the other tables refer to
//! them.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountId, AccountKey, AccountName, Accounts, Checked, Created, NewAccount,
    PasswordHash, TokenPolicy,
};
use damier_people::broadcasts::BroadcastKey;

use crate::account_rows::{self, account_columns};
use crate::documents;
use crate::sql::{Statement, TransactionResult, sql};
use crate::store::SqlStore;

/// How often drawing the next number for a deleted account is retried after a conflict.
const MAX_TRIES: u32 = 8;

/// Locks an account's row for the rest of the transaction: concurrent additions to the account
/// wait, and earlier ones are visible.
pub(crate) fn hold(id: AccountId) -> Statement {
    sql("SELECT id FROM accounts WHERE id = $1 AND deleted IS NULL FOR UPDATE")
        .bind(id)
        .required()
}

/// Locks an account's row if it has the password that was checked. A deleted one has none.
fn hold_under(checked: &Checked) -> Statement {
    sql("SELECT id FROM accounts WHERE id = $1 AND password = $2 FOR UPDATE")
        .bind(checked.account)
        .bind(checked.password.as_str())
        .required()
}

/// Ends all sessions of an account but one.
pub(crate) fn end_sessions(id: AccountId, keep: Option<&AccountKey>) -> Statement {
    sql("DELETE FROM account_keys WHERE account = $1 AND scopes IS NULL AND key IS DISTINCT FROM $2")
        .bind(id)
        .bind(keep)
}

/// Ends all tokens of an account.
pub(crate) fn end_tokens(id: AccountId) -> Statement {
    sql("DELETE FROM account_keys WHERE account = $1 AND scopes IS NOT NULL").bind(id)
}

fn set_password(id: AccountId, password: &PasswordHash) -> Statement {
    sql("UPDATE accounts SET password = $2 WHERE id = $1 AND deleted IS NULL")
        .bind(id)
        .bind(password.as_str())
        .required()
}

fn add_codes(id: AccountId, codes: &[AccountKey]) -> impl Iterator<Item = Statement> {
    codes.iter().map(move |code| {
        sql("INSERT INTO account_recovery (code, account) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(code)
            .bind(id)
    })
}

#[async_trait]
impl Accounts for SqlStore {
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError> {
        let made = sql(
            "INSERT INTO accounts (id, name, folded, password, created_ms, lookalike)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(new.id)
        .bind(new.name.as_str())
        .bind(new.name.folded())
        .bind(new.password.as_str())
        .bind(new.created_ms)
        .bind(new.name.look_alike_key())
        .required();
        let mut statements = vec![made];
        statements.extend(add_codes(new.id, &new.recovery));
        let made = self.sql.change_all(statements).await?;
        Ok(if made.is_done() {
            Created::Stored
        } else {
            Created::NameTaken
        })
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id = $1"
        ));
        let row = self.sql.row(found.bind(id)).await?;
        row.as_ref().map(account_rows::account).transpose()
    }

    async fn accounts_with_deleted(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = sql(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id IN ({list}) ORDER BY folded COLLATE \"C\""
        ));
        let rows = self.sql.rows(found.list(ids.iter().copied())).await?;
        rows.iter().map(account_rows::account).collect()
    }

    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError> {
        let found = sql(concat!(
            "SELECT password, ",
            account_columns!(),
            " FROM accounts WHERE folded = $1"
        ));
        let row = self.sql.row(found.bind(name.folded())).await?;
        let found = row.as_ref().map(account_rows::with_password).transpose()?;
        Ok(found.flatten())
    }

    async fn has_name_like(
        &self,
        folded: &str,
        look_alike_keys: &[String; 2],
    ) -> Result<bool, StoreError> {
        let [look, imitated] = look_alike_keys;
        let found = sql("SELECT id FROM accounts WHERE folded = $1
             UNION ALL SELECT id FROM accounts WHERE lookalike IN ($2, $3) LIMIT 1")
        .bind(folded)
        .bind(look.as_str())
        .bind(imitated.as_str());
        Ok(self.sql.row(found).await?.is_some())
    }

    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> Result<bool, StoreError> {
        let id = checked.account;
        let mut statements = vec![
            hold_under(checked),
            set_password(id, password),
            end_sessions(id, keep),
        ];
        if tokens == TokenPolicy::End {
            statements.push(end_tokens(id));
        }
        Ok(self.sql.change_all(statements).await?.is_done())
    }

    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let used = sql("DELETE FROM account_recovery
             WHERE code = $1 AND account = $2 AND (until_ms IS NULL OR until_ms > $3)");
        let mut statements = vec![
            hold(id),
            used.bind(code).bind(id).bind(now_ms).required(),
            set_password(id, password),
            sql("DELETE FROM account_recovery WHERE account = $1").bind(id),
            sql("DELETE FROM account_passkeys WHERE account = $1").bind(id),
            sql("DELETE FROM account_keys WHERE account = $1").bind(id),
        ];
        statements.extend(add_codes(id, codes));
        Ok(self.sql.change_all(statements).await?.is_done())
    }

    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError> {
        let id = checked.account;
        let old = sql("DELETE FROM account_recovery WHERE account = $1 AND until_ms IS NULL");
        // The account is locked, so that codes added concurrently by another node are visible and
        // removed.
        let mut statements = vec![hold_under(checked), old.bind(id)];
        statements.extend(add_codes(id, codes));
        Ok(self.sql.change_all(statements).await?.is_done())
    }

    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let found = sql("SELECT code FROM account_recovery
             WHERE code = $1 AND account = $2 AND (until_ms IS NULL OR until_ms > $3)");
        let row = self.sql.row(found.bind(code).bind(id).bind(now_ms)).await?;
        Ok(row.is_some())
    }

    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError> {
        let found =
            sql("SELECT code FROM account_recovery WHERE account = $1 AND until_ms IS NULL");
        Ok(self.sql.rows(found.bind(id)).await?.len() as u32)
    }

    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.delete(id, hold(id)).await
    }

    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError> {
        self.delete(checked.account, hold_under(checked)).await
    }
}

/// Renames the account's side in the copies of its games that players keep in the library, as the
/// account itself is about to be renamed: in the record, the tags of the tree, and the title if it
/// is made of both names. A copy gets a new version, so that devices fetch it.
macro_rules! forget_in_copies {
    ($side:literal, $tag:literal, $title:literal, $record:literal, $id:literal) => {
        concat!(
            "UPDATE games SET version = version + 1, record = ",
            $record,
            ", tree = replace(tree, '[",
            $tag,
            " \"' || coalesce(",
            $side,
            "_name, '') || '\"]', '[",
            $tag,
            " \"' || next.name || '\"]'),
             title = CASE WHEN title = coalesce(white_name, '') || ' – ' || coalesce(black_name, '')
                 THEN ",
            $title,
            " ELSE title END, ",
            $side,
            "_name = next.name, ",
            $side,
            "_level = NULL
             FROM account_seats AS seat,
                 (SELECT 'deleted player ' || (coalesce(max(deleted), 0) + 1) AS name FROM accounts) AS next
             WHERE seat.account = $1 AND seat.side = '",
            $side,
            "' AND games.id = ",
            $id
        )
    };
}

/// The same for either side. The functions on JSON and on ids differ between the databases.
macro_rules! forget_side_in_copies {
    ($side:literal, $tag:literal, $title:literal) => {
        sql(forget_in_copies!(
            $side,
            $tag,
            $title,
            "jsonb_set(record::jsonb, ARRAY['settings', seat.side],
                 jsonb_build_object('kind', 'person', 'name', next.name))::text",
            "encode(seat.game, 'hex')::uuid::text"
        ))
        .on_sqlite(forget_in_copies!(
            $side,
            $tag,
            $title,
            "json_set(record, '$.settings.' || seat.side,
                 json_object('kind', 'person', 'name', next.name))",
            "(SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-'
                  || substr(h, 17, 4) || '-' || substr(h, 21)
              FROM (SELECT lower(hex(seat.game)) AS h))"
        ))
    };
}

/// Statements that remove an account's data. Documents have statements of their own.
const DELETE_ACCOUNT: [&str; 12] = [
    "DELETE FROM account_recovery WHERE account = $1",
    "DELETE FROM account_keys WHERE account = $1",
    "DELETE FROM account_progress WHERE account = $1",
    "DELETE FROM account_passkeys WHERE account = $1",
    "DELETE FROM passkey_challenges WHERE account = $1",
    "DELETE FROM ratings WHERE account = $1",
    "DELETE FROM rating_changes WHERE account = $1",
    "DELETE FROM live_challenges WHERE account = $1",
    "DELETE FROM challenge_addressees WHERE account = $1",
    "UPDATE admin_actions SET detail = '' WHERE account = $1",
    // The seats from which an account watches as a friend are removed with the relation.
    "DELETE FROM live_seats WHERE key IN (SELECT key FROM friend_seats WHERE watcher = $1 OR player = $1)",
    // An empty tree is kept for its revision, so that no device overwrites a later state.
    "UPDATE live_conditionals SET tree = '[]', revision = revision + 1 FROM account_seats AS seat
     WHERE seat.account = $1 AND seat.game = live_conditionals.game AND seat.side = live_conditionals.side
         AND tree <> '[]'",
];

/// The statements for copies of an account's games.
fn copies_forget(id: AccountId) -> [Statement; 2] {
    [
        forget_side_in_copies!(
            "white",
            "White",
            "next.name || ' – ' || coalesce(black_name, '')"
        ),
        forget_side_in_copies!(
            "black",
            "Black",
            "coalesce(white_name, '') || ' – ' || next.name"
        ),
    ]
    .map(|statement| statement.bind(id))
}

impl SqlStore {
    /// Deletes an account. `held` runs first and decides whether it may be done.
    async fn delete(&self, id: AccountId, held: Statement) -> Result<bool, StoreError> {
        for _ in 0..MAX_TRIES {
            let gone = sql(
                "UPDATE accounts SET name = 'deleted player ' || next.n, folded = 'deleted player ' || next.n,
                     password = NULL, deleted = next.n, ban_reason = NULL, ban_until_ms = NULL, lookalike = NULL
                 FROM (SELECT coalesce(max(deleted), 0) + 1 AS n FROM accounts) AS next
                 WHERE id = $1 AND deleted IS NULL",
            );
            let mut statements = vec![held.clone()];
            statements.extend(copies_forget(id));
            statements.push(gone.bind(id).required());
            statements.extend(DELETE_ACCOUNT.map(|forgotten| sql(forgotten).bind(id)));
            statements.extend(documents::forget_account(id));
            let broadcasts = sql("DELETE FROM broadcasts WHERE owner = $1");
            statements.push(broadcasts.bind(&BroadcastKey::of_account(id)));
            // The functions on JSON differ.
            let games = sql("UPDATE live_games
                 SET setup = jsonb_set(setup::jsonb, ARRAY['settings', seat.side],
                     jsonb_build_object('kind', 'person', 'name', gone.name))::text
                 FROM account_seats AS seat JOIN accounts AS gone ON gone.id = seat.account
                 WHERE gone.id = $1 AND seat.game = live_games.id")
            .on_sqlite(
                "UPDATE live_games
                 SET setup = json_set(setup, '$.settings.' || seat.side,
                     json_object('kind', 'person', 'name', gone.name))
                 FROM account_seats AS seat JOIN accounts AS gone ON gone.id = seat.account
                 WHERE gone.id = $1 AND seat.game = live_games.id",
            );
            statements.push(games.bind(id));
            match self.sql.change_all(statements).await? {
                TransactionResult::Done(_) => return Ok(true),
                TransactionResult::Stopped(_) => return Ok(false),
                // Another node has taken the number concurrently.
                TransactionResult::Taken => {}
            }
        }
        Err(StoreError::Unavailable(
            "other nodes took each number first".into(),
        ))
    }
}
