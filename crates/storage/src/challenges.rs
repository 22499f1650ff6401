//! Open challenges: the operations of their port as statements. They have tables of their own,
//! since each is looked up by the keys of its host and of its invitation at every request of a
//! waiting client, and the lobby is a page of those that are public.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenges, Offered, OpenChallenge};
use damier_session::{GameId, SeatKey};

use crate::account_rows::require_account;
use crate::live_rows::{self, challenge_columns};
use crate::sql::{Statement, sql};
use crate::store::SqlStore;

#[async_trait]
impl Challenges for SqlStore {
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError> {
        let text = live_rows::json(&open.challenge)?;
        let with = |statement: Statement| {
            statement
                .bind(open.id)
                .bind(&open.host)
                .bind(&open.invitation)
                .bind(open.is_public)
                .bind(open.until_ms)
                .bind(&text)
                .bind(open.account)
        };
        // The account is locked: a concurrent deletion is ordered before, and then nothing is
        // offered, or after, and then withdraws it. A key that another challenge has rolls
        // everything back.
        let mut statements: Vec<_> = open.account.map(require_account).into_iter().collect();
        let offered = sql(
            "INSERT INTO live_challenges (id, host, invitation, is_public, until_ms, challenge, account)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        );
        statements.push(with(offered).required());
        statements.extend([&open.host, &open.invitation].map(|key| {
            sql("INSERT INTO live_challenge_keys (key, challenge) VALUES ($1, $2)")
                .bind(key)
                .bind(open.id)
        }));
        if self.sql.change_all(statements).await?.is_done() {
            return Ok(Offered::Stored);
        }
        let same = with(sql(
            "SELECT (host, invitation, is_public, until_ms, challenge) = ($2, $3, $4, $5, $6)
                 AND account IS NOT DISTINCT FROM $7 AS same
             FROM live_challenges WHERE id = $1",
        ));
        let row = self.sql.row(same).await?;
        Ok(match row.map(|row| row.get::<bool>("same")) {
            Some(Ok(true)) => Offered::Same,
            _ => Offered::Taken,
        })
    }

    async fn challenge(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<OpenChallenge>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges
              WHERE id = (SELECT challenge FROM live_challenge_keys WHERE key = $1) AND until_ms > $2"
        ))
        .bind(&key.as_bytes()[..])
        .bind(now_ms);
        let row = self.sql.row(found).await?;
        row.as_ref().map(live_rows::challenge).transpose()
    }

    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE is_public AND until_ms > $1 AND ($2 IS NULL OR id > $2)
              ORDER BY id LIMIT $3"
        ))
        .bind(now_ms)
        .bind(after)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::challenges(&rows)
    }

    async fn challenges_of(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE account = $1 AND until_ms > $2 ORDER BY id LIMIT $3"
        ))
        .bind(account)
        .bind(now_ms)
        .bind(most);
        let rows = self.sql.rows(found).await?;
        live_rows::challenges(&rows)
    }

    async fn close(&self, id: GameId) -> Result<bool, StoreError> {
        let closed = sql("DELETE FROM live_challenges WHERE id = $1");
        Ok(self.sql.change(closed.bind(id)).await? > 0)
    }

    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError> {
        // Rows being removed by another node are skipped.
        let swept = sql("DELETE FROM live_challenges WHERE id IN
                 (SELECT id FROM live_challenges WHERE until_ms <= $1
                  ORDER BY until_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED)");
        let swept = self.sql.change(swept.bind(now_ms).bind(most)).await?;
        self.delete_old_last_seen(now_ms).await?;
        Ok(swept)
    }
}
