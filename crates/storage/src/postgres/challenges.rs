//! The challenges that wait, in PostgreSQL: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenges, Offered, OpenChallenge};
use damier_people::live::StoreError;
use damier_session::{GameId, SeatKey};

use super::journal::PostgresStore;
use crate::account_rows;
use crate::live_rows::{self, bytes, challenge_columns, integer, journal, unwritable};
use crate::rows::Columns;

/// How long the sign of life of a player is kept, in milliseconds: longer than anybody waits for whoever has left.
const SIGNED_MS: u64 = 60 * 60 * 1_000;

#[async_trait]
impl Challenges for PostgresStore {
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError> {
        let text =
            serde_json::to_string(&open.challenge).map_err(|error| journal(unwritable(error)))?;
        let with = |statement: &'static str| {
            sqlx::query(statement)
                .bind(bytes(open.id))
                .bind(&open.host.as_bytes()[..])
                .bind(&open.invitation.as_bytes()[..])
                .bind(open.is_public)
                .bind(integer(open.until_ms))
                .bind(&text)
                .bind(open.account.map(account_rows::bytes))
        };
        // A key that another challenge has takes back all of the statement. The account is held: whoever deletes it at this moment comes before, and then nothing is
        // offered, or after, and then withdraws it.
        let offered = with(
            "WITH living AS (SELECT id FROM accounts WHERE id = $7 AND deleted IS NULL FOR SHARE),
             offered AS (
                 INSERT INTO live_challenges (id, host, invitation, is_public, until_ms, challenge, account)
                 SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $7 IS NULL OR EXISTS (SELECT FROM living)
                 ON CONFLICT DO NOTHING RETURNING id)
             INSERT INTO live_challenge_keys (key, challenge)
             SELECT key, id FROM offered, unnest(ARRAY[$2, $3]) AS keys (key) RETURNING key",
        );
        let offered = self.connections.change_if_new(offered).await;
        if offered
            .map_err(journal)?
            .is_some_and(|keys| !keys.is_empty())
        {
            return Ok(Offered::Stored);
        }
        let same = with(
            "SELECT (host, invitation, is_public, until_ms, challenge) = ($2, $3, $4, $5, $6)
                 AND account IS NOT DISTINCT FROM $7 AS same
             FROM live_challenges WHERE id = $1",
        );
        let row = self.connections.row(same).await.map_err(journal)?;
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
        let found = sqlx::query(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges
              WHERE id = (SELECT challenge FROM live_challenge_keys WHERE key = $1) AND until_ms > $2"
        ))
        .bind(&key.as_bytes()[..])
        .bind(integer(now_ms));
        let row = self.connections.row(found).await.map_err(journal)?;
        row.as_ref().map(live_rows::challenge).transpose()
    }

    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE is_public AND until_ms > $1 AND ($2 IS NULL OR id > $2)
              ORDER BY id LIMIT $3"
        ))
        .bind(integer(now_ms))
        .bind(after.map(bytes))
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::challenges(&rows)
    }

    async fn challenges_of(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE account = $1 AND until_ms > $2 ORDER BY id LIMIT $3"
        ))
        .bind(account_rows::bytes(account))
        .bind(integer(now_ms))
        .bind(i64::from(most));
        let rows = self.connections.rows(found).await.map_err(journal)?;
        live_rows::challenges(&rows)
    }

    async fn close(&self, id: GameId) -> Result<bool, StoreError> {
        let closed = sqlx::query("DELETE FROM live_challenges WHERE id = $1 RETURNING id");
        let closed = self.connections.change(closed.bind(bytes(id))).await;
        Ok(!closed.map_err(journal)?.is_empty())
    }

    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError> {
        // What another node removes at this moment is left to it.
        let swept = sqlx::query(
            "DELETE FROM live_challenges WHERE id IN
                 (SELECT id FROM live_challenges WHERE until_ms <= $1
                  ORDER BY until_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED)
             RETURNING id",
        )
        .bind(integer(now_ms))
        .bind(i64::from(most));
        let swept = self.connections.change(swept).await.map_err(journal)?;
        // What nodes have signed for one another is worth nothing after minutes.
        let signs = sqlx::query("DELETE FROM live_signs WHERE sign_ms < $1")
            .bind(integer(now_ms.saturating_sub(SIGNED_MS)));
        self.connections.change(signs).await.map_err(journal)?;
        Ok(swept.len() as u64)
    }
}
