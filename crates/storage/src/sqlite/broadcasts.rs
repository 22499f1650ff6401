//! Broadcasts in SQLite: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::broadcasts::{
    BroadcastId, BroadcastKey, BroadcastSettings, Broadcasts, KEPT_MS, KeptBroadcast,
    MOST_BROADCASTS, MOST_ON_A_SERVER, NewBoard, Opened, Stored, StoredBoard,
};
use damier_people::live::StoreError;

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::broadcast_rows::{self, broadcast_columns, growth, key};
use crate::live_rows::integer;

fn with(id: &BroadcastId, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(id.to_string())
}

/// Whatever was changed at this moment or before is over.
fn over(now_ms: u64) -> i64 {
    integer(now_ms).saturating_sub_unsigned(KEPT_MS)
}

#[async_trait]
impl Broadcasts for SqliteStore {
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<Opened, StoreError> {
        let text = broadcast_rows::settings(settings)?;
        let (gone, changed, made) = (
            with(id, "DELETE FROM broadcasts WHERE id = ?1 AND changed_ms <= ?2").bind(over(now_ms)),
            with(
                id,
                "UPDATE broadcasts SET settings = ?3, revision = revision + 1, changed_ms = max(changed_ms, ?4)
                 WHERE id = ?1 AND owner = ?2 AND settings <> ?3",
            )
            .bind(key(owner))
            .bind(text.clone())
            .bind(integer(now_ms)),
            with(
                id,
                "INSERT INTO broadcasts (id, owner, settings, made_ms, changed_ms, revision, bytes)
                 SELECT ?1, ?2, ?3, ?4, ?4, 1, 0
                 WHERE (SELECT count(*) FROM broadcasts WHERE owner = ?2 AND changed_ms > ?5) < ?6
                     AND (SELECT count(*) FROM broadcasts) < ?7
                 ON CONFLICT DO NOTHING",
            )
            .bind(key(owner))
            .bind(text)
            .bind(integer(now_ms))
            .bind(over(now_ms))
            .bind(MOST_BROADCASTS)
            .bind(MOST_ON_A_SERVER),
        );
        self.change(async |tx| {
            run(tx, gone).await?;
            run(tx, changed).await?;
            run(tx, made).await
        })
        .await?;
        match self.broadcast(id, now_ms).await? {
            Some(kept) if kept.owner == *owner => Ok(Opened::Stored(kept)),
            Some(_) => Ok(Opened::Taken),
            None => {
                let counted = sqlx::query(
                    "SELECT (SELECT count(*) FROM broadcasts WHERE owner = ?1 AND changed_ms > ?2) AS own,
                         (SELECT count(*) FROM broadcasts) AS every",
                );
                let row = self
                    .row(counted.bind(key(owner)).bind(over(now_ms)))
                    .await?;
                row.as_ref()
                    .map_or(Ok(Opened::Full), broadcast_rows::not_opened)
            }
        }
    }

    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<KeptBroadcast>, StoreError> {
        let found = concat!(
            "SELECT ",
            broadcast_columns!(),
            " FROM broadcasts WHERE id = ?1 AND changed_ms > ?2"
        );
        let row = self.row(with(id, found).bind(over(now_ms))).await?;
        row.as_ref().map(broadcast_rows::broadcast).transpose()
    }

    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<KeptBroadcast>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            broadcast_columns!(),
            " FROM broadcasts WHERE owner = ?1 AND changed_ms > ?2 ORDER BY changed_ms DESC, id"
        ));
        let rows = self.rows(found.bind(key(owner)).bind(over(now_ms))).await?;
        rows.iter().map(broadcast_rows::broadcast).collect()
    }

    async fn put_boards(
        &self,
        id: &BroadcastId,
        revision: u64,
        boards: &[NewBoard],
        most_bytes: u64,
        now_ms: u64,
    ) -> Result<Stored, StoreError> {
        let next = revision.saturating_add(1);
        let grown = with(
            id,
            "UPDATE broadcasts SET revision = ?3, bytes = max(0, bytes + ?4), changed_ms = max(changed_ms, ?6)
             WHERE id = ?1 AND revision = ?2 AND bytes + ?4 <= ?5",
        )
        .bind(integer(revision))
        .bind(integer(next))
        .bind(growth(boards))
        .bind(integer(most_bytes))
        .bind(integer(now_ms));
        let mut puts = Vec::with_capacity(boards.len());
        for board in boards {
            let put = with(
                id,
                "INSERT INTO broadcast_boards (broadcast, round, number, revision, log) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (broadcast, round, number) DO UPDATE SET revision = excluded.revision, log = excluded.log",
            );
            let put = put.bind(board.round).bind(board.number).bind(integer(next));
            puts.push(put.bind(broadcast_rows::log(&board.log)?));
        }
        let stored = self.change(async |tx| {
            if run(tx, grown).await? == 0 {
                return Ok(false);
            }
            for put in puts {
                run(tx, put).await?;
            }
            Ok(true)
        });
        if stored.await? {
            return Ok(Stored::At(next));
        }
        let same = with(
            id,
            "SELECT id FROM broadcasts WHERE id = ?1 AND revision = ?2",
        );
        let row = self.row(same.bind(integer(revision))).await?;
        Ok(row.map_or(Stored::Late, |_| Stored::TooLarge))
    }

    async fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        let found = with(
            id,
            "SELECT round, number, revision, log FROM broadcast_boards
             WHERE broadcast = ?1 AND revision > ?2 AND (?3 IS NULL OR round = ?3) ORDER BY round, number",
        );
        let rows = self.rows(found.bind(integer(after)).bind(round)).await?;
        broadcast_rows::boards(&rows)
    }

    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError> {
        let ended = with(id, "DELETE FROM broadcasts WHERE id = ?1");
        Ok(self.change_rows(ended).await? > 0)
    }

    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sqlx::query("DELETE FROM broadcasts WHERE changed_ms <= ?1");
        self.change_rows(swept.bind(over(now_ms))).await
    }
}
