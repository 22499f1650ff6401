//! The challenges that wait, in SQLite: the operations of their port as queries. Rare beside events, so each change is a transaction of
//! its own.

use async_trait::async_trait;
use damier_people::accounts::AccountId;
use damier_people::challenges::{Challenges, Offered, OpenChallenge};
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_session::{GameId, SeatKey};
use sqlx::{Sqlite, Transaction};

use super::journal::SqliteStore;
use crate::account_rows;
use crate::error::failed;
use crate::live_rows::{self, bytes, challenge_columns, integer, journal, unwritable};

#[async_trait]
impl Challenges for SqliteStore {
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let offered = async {
            let mut tx = turn.begin().await?;
            let offered = offer(&mut tx, open).await?;
            tx.commit().await.map_err(failed)?;
            Ok(offered)
        };
        let offered = offered.await;
        turn.done(offered).map_err(journal)
    }

    async fn challenge(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<OpenChallenge>, StoreError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE (invitation = ?1 OR host = ?1) AND until_ms > ?2"
        ))
        .bind(&key.as_bytes()[..])
        .bind(integer(now_ms))
        .fetch_optional(&self.connections().readers)
        .await
        .map_err(|error| journal(failed(error)))?;
        row.as_ref().map(live_rows::challenge).transpose()
    }

    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM live_challenges WHERE is_public = 1 AND until_ms > ?1 AND (?2 IS NULL OR id > ?2)
              ORDER BY id LIMIT ?3"
        ))
        .bind(integer(now_ms))
        .bind(after.map(bytes))
        .bind(most)
        .fetch_all(&self.connections().readers)
        .await
        .map_err(|error| journal(failed(error)))?;
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
            " FROM live_challenges WHERE account = ?1 AND until_ms > ?2 ORDER BY id LIMIT ?3"
        ))
        .bind(account_rows::bytes(account))
        .bind(integer(now_ms))
        .bind(most);
        let rows = self.rows(found).await?;
        live_rows::challenges(&rows)
    }

    async fn close(&self, id: GameId) -> Result<bool, StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let closed = sqlx::query("DELETE FROM live_challenges WHERE id = ?1")
            .bind(bytes(id))
            .execute(&mut *turn)
            .await;
        let closed = turn.done(closed.map_err(failed)).map_err(journal)?;
        Ok(closed.rows_affected() > 0)
    }

    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let swept = sqlx::query(
            "DELETE FROM live_challenges WHERE id IN
                 (SELECT id FROM live_challenges WHERE until_ms <= ?1 ORDER BY until_ms, id LIMIT ?2)",
        )
        .bind(integer(now_ms))
        .bind(most)
        .execute(&mut *turn)
        .await;
        let swept = turn.done(swept.map_err(failed)).map_err(journal)?;
        Ok(swept.rows_affected())
    }
}

async fn offer(
    tx: &mut Transaction<'_, Sqlite>,
    open: &OpenChallenge,
) -> Result<Offered, LibraryError> {
    if open.host == open.invitation {
        return Ok(Offered::Taken);
    }
    let text = serde_json::to_string(&open.challenge).map_err(unwritable)?;
    let account = open.account.map(account_rows::bytes);
    let (host, invitation) = (open.host.as_bytes(), open.invitation.as_bytes());
    // A key must be neither the host's nor the invitation's of another challenge.
    let stored = sqlx::query(
        "INSERT INTO live_challenges (id, host, invitation, is_public, until_ms, challenge, account)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
         WHERE NOT EXISTS (SELECT 1 FROM live_challenges WHERE host = ?3 OR invitation = ?2)
             AND (?7 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = ?7 AND deleted IS NULL))
         ON CONFLICT DO NOTHING",
    )
    .bind(bytes(open.id))
    .bind(&host[..])
    .bind(&invitation[..])
    .bind(open.is_public)
    .bind(integer(open.until_ms))
    .bind(&text)
    .bind(&account)
    .execute(&mut **tx)
    .await
    .map_err(failed)?;
    if stored.rows_affected() == 1 {
        return Ok(Offered::Stored);
    }
    let same: Option<bool> = sqlx::query_scalar(
        "SELECT (host, invitation, is_public, until_ms, challenge) = (?2, ?3, ?4, ?5, ?6) AND account IS ?7
         FROM live_challenges WHERE id = ?1",
    )
    .bind(bytes(open.id))
    .bind(&host[..])
    .bind(&invitation[..])
    .bind(open.is_public)
    .bind(integer(open.until_ms))
    .bind(&text)
    .bind(&account)
    .fetch_optional(&mut **tx)
    .await
    .map_err(failed)?;
    Ok(match same {
        Some(true) => Offered::Same,
        _ => Offered::Taken,
    })
}
