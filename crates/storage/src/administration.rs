//! Administration: the operations of the port as statements. The log of administrators' actions is
//! a table of its own, since every action appends a row.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    AccountFacts, AccountFilter, AccountId, AccountKey, AccountName, AdminAction, Administration,
    Ban, LoggedAdminAction, Renamed,
};
use damier_session::GameId;

use crate::account_rows::account_columns;
use crate::accounts::{end_sessions, end_tokens, hold};
use crate::administration_rows::{self, admin_action_columns, fact_columns};
use crate::live_rows::{self, integer};
use crate::sql::{Statement, TransactionResult, sql};
use crate::store::SqlStore;

/// Withdraws the challenges that an account offers.
fn withdraw_challenges(id: AccountId) -> Statement {
    sql("DELETE FROM live_challenges WHERE account = $1").bind(id)
}

#[async_trait]
impl Administration for SqlStore {
    async fn accounts(
        &self,
        filter: &AccountFilter,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<AccountFacts>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            fact_columns!(),
            " FROM accounts
              WHERE deleted IS NULL AND strpos(folded, $1) > 0
                  AND ($2 IS NULL OR folded COLLATE \"C\" > $2 COLLATE \"C\")
                  AND ($3 IS NULL OR (ban_reason IS NOT NULL AND (ban_until_ms IS NULL OR ban_until_ms > $3)))
              ORDER BY folded COLLATE \"C\" LIMIT $4"
        ))
        .bind(filter.folded_part().to_owned())
        .bind(after.map(str::to_owned))
        .bind(filter.banned_at_ms().map(integer))
        .bind(most);
        let rows = self.sql.rows(found).await?;
        rows.iter().map(administration_rows::facts).collect()
    }

    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            fact_columns!(),
            " FROM accounts WHERE id = $1 AND deleted IS NULL"
        ));
        let row = self.sql.row(found.bind(id)).await?;
        row.as_ref().map(administration_rows::facts).transpose()
    }

    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError> {
        let set = sql(
            "UPDATE accounts SET ban_reason = $2, ban_until_ms = $3 WHERE id = $1 AND deleted IS NULL",
        )
        .bind(id)
        .bind(ban.map(|ban| ban.reason.as_str()))
        .bind(ban.and_then(|ban| ban.until_ms));
        let mut statements = vec![set.required()];
        if ban.is_some() {
            statements.extend([end_sessions(id, None), withdraw_challenges(id)]);
        }
        Ok(self.sql.change_all(statements).await?.is_done())
    }

    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError> {
        // Runs before the account is renamed, because it searches for the old name. The account row
        // is locked, so that a game which starts under the old name meanwhile is not missed. SQLite
        // and PostgreSQL have different JSON functions.
        let games = sql(
            "UPDATE live_games
             SET setup = jsonb_set(setup::jsonb, ARRAY['settings', seat.side, 'name'], to_jsonb($2::text))::text
             FROM account_seats AS seat JOIN accounts AS old ON old.id = seat.account
             WHERE old.id = $1 AND seat.game = live_games.id
                 AND setup::jsonb #>> ARRAY['settings', seat.side, 'name'] = old.name",
        )
        .on_sqlite(
            "UPDATE live_games
             SET setup = json_set(setup, '$.settings.' || seat.side || '.name', $2)
             FROM account_seats AS seat JOIN accounts AS old ON old.id = seat.account
             WHERE old.id = $1 AND seat.game = live_games.id
                 AND json_extract(setup, '$.settings.' || seat.side || '.name') = old.name",
        )
        .bind(id)
        .bind(name.as_str());
        let renamed =
            sql("UPDATE accounts SET name = $2, folded = $3, lookalike = $4 WHERE id = $1")
                .bind(id)
                .bind(name.as_str())
                .bind(name.folded())
                .bind(name.look_alike_key());
        let statements = vec![hold(id), games, renamed, withdraw_challenges(id)];
        Ok(match self.sql.change_all(statements).await? {
            TransactionResult::Done(_) => Renamed::Stored,
            TransactionResult::Stopped(_) => Renamed::NotFound,
            TransactionResult::Taken => Renamed::NameTaken,
        })
    }

    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let old = sql("DELETE FROM account_recovery WHERE account = $1").bind(id);
        let added =
            sql("INSERT INTO account_recovery (code, account, until_ms) VALUES ($1, $2, $3)");
        let added = added.bind(code).bind(id).bind(until_ms);
        let statements = vec![hold(id), old, end_tokens(id), added];
        Ok(self.sql.change_all(statements).await?.is_done())
    }

    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sql(
            "SELECT id FROM live_games WHERE reason IS NOT NULL AND ($1 IS NULL OR id > $1)
             ORDER BY id LIMIT $2",
        );
        let found = found.bind(after).bind(most);
        live_rows::ids(&self.sql.rows(found).await?)
    }

    async fn log_admin_action(&self, action: &AdminAction) -> Result<(), StoreError> {
        let noted = sql(
            "INSERT INTO admin_actions (at_ms, administrator, kind, account, detail)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(action.at_ms)
        .bind(action.who.as_str())
        .bind(action.kind.code())
        .bind(action.account)
        .bind(action.detail.clone());
        self.sql.change(noted).await.map(drop)
    }

    async fn admin_actions(
        &self,
        before: Option<u64>,
        most: u32,
    ) -> Result<Vec<LoggedAdminAction>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            admin_action_columns!(),
            " FROM admin_actions LEFT JOIN accounts ON accounts.id = admin_actions.account
              WHERE $1 IS NULL OR number < $1 ORDER BY number DESC LIMIT $2"
        ));
        let found = found.bind(before).bind(most);
        let rows = self.sql.rows(found).await?;
        rows.iter().map(administration_rows::action).collect()
    }
}
