//! Broadcasts: the operations of their port as statements. They have tables of their own: their
//! boards take up to megabytes, many change at once with the revision of the broadcast, and
//! spectators read those after a revision.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::broadcasts::{
    BroadcastId, BroadcastKey, BroadcastSettings, Broadcasts, KEPT_MS, MAX_BROADCASTS,
    MAX_ON_A_SERVER, NewBoard, OpenOutcome, Stored, StoredBoard, StoredBroadcast,
};

use crate::broadcast_rows::{self, broadcast_columns, growth};
use crate::live_rows::{self, integer};
use crate::sql::{Statement, sql};
use crate::store::SqlStore;

fn with(id: &BroadcastId, statement: &'static str) -> Statement {
    sql(statement).bind(id.to_string())
}

/// The latest change time of expired broadcasts.
fn over(now_ms: u64) -> i64 {
    integer(now_ms).saturating_sub_unsigned(KEPT_MS)
}

#[async_trait]
impl Broadcasts for SqlStore {
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<OpenOutcome, StoreError> {
        let text = live_rows::json(settings)?;
        let deletion = with(
            id,
            "DELETE FROM broadcasts WHERE id = $1 AND changed_ms <= $2",
        );
        let deletion = deletion.bind(over(now_ms));
        let changed = with(
            id,
            "UPDATE broadcasts SET settings = $3, revision = revision + 1, changed_ms = greatest(changed_ms, $4)
             WHERE id = $1 AND owner = $2 AND settings <> $3",
        );
        let changed = changed.bind(owner).bind(text.clone());
        let changed = changed.bind(now_ms);
        let made = with(
            id,
            "INSERT INTO broadcasts (id, owner, settings, created_ms, changed_ms, revision, bytes)
             SELECT $1, $2, $3, $4, $4, 1, 0
             WHERE (SELECT count(*) FROM broadcasts WHERE owner = $2 AND changed_ms > $5) < $6
                 AND (SELECT count(*) FROM broadcasts) < $7
             ON CONFLICT DO NOTHING",
        )
        .bind(owner)
        .bind(text)
        .bind(now_ms)
        .bind(over(now_ms))
        .bind(MAX_BROADCASTS)
        .bind(MAX_ON_A_SERVER);
        self.sql.change_all(vec![deletion, changed, made]).await?;
        match self.broadcast(id, now_ms).await? {
            Some(kept) if kept.owner == *owner => Ok(OpenOutcome::Stored(kept)),
            Some(_) => Ok(OpenOutcome::Taken),
            None => {
                let counted = sql(
                    "SELECT (SELECT count(*) FROM broadcasts WHERE owner = $1 AND changed_ms > $2) AS own,
                         (SELECT count(*) FROM broadcasts) AS every",
                );
                let row = self.sql.row(counted.bind(owner).bind(over(now_ms))).await?;
                row.as_ref()
                    .map_or(Ok(OpenOutcome::Full), broadcast_rows::not_opened)
            }
        }
    }

    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<StoredBroadcast>, StoreError> {
        let found = concat!(
            "SELECT ",
            broadcast_columns!(),
            " FROM broadcasts WHERE id = $1 AND changed_ms > $2"
        );
        let row = self.sql.row(with(id, found).bind(over(now_ms))).await?;
        row.as_ref().map(broadcast_rows::broadcast).transpose()
    }

    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            broadcast_columns!(),
            " FROM broadcasts WHERE owner = $1 AND changed_ms > $2 ORDER BY changed_ms DESC, id COLLATE \"C\""
        ));
        let rows = self.sql.rows(found.bind(owner).bind(over(now_ms))).await?;
        rows.iter().map(broadcast_rows::broadcast).collect()
    }

    async fn all_broadcasts(
        &self,
        after: Option<&BroadcastId>,
        most: u32,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            broadcast_columns!(),
            " FROM broadcasts WHERE changed_ms > $1 AND ($2 IS NULL OR id COLLATE \"C\" > $2 COLLATE \"C\")
              ORDER BY id COLLATE \"C\" LIMIT $3"
        ));
        let found = found
            .bind(over(now_ms))
            .bind(after.map(ToString::to_string));
        let rows = self.sql.rows(found.bind(most)).await?;
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
            "UPDATE broadcasts
             SET revision = $3, bytes = greatest(0, bytes + $4), changed_ms = greatest(changed_ms, $6)
             WHERE id = $1 AND revision = $2 AND bytes + $4 <= $5",
        )
        .bind(revision)
        .bind(next)
        .bind(growth(boards))
        .bind(most_bytes)
        .bind(now_ms);
        let mut statements = vec![grown.required()];
        for board in boards {
            let put = with(
                id,
                "INSERT INTO broadcast_boards (broadcast, round, number, revision, log) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (broadcast, round, number) DO UPDATE SET revision = excluded.revision, log = excluded.log",
            );
            let put = put.bind(board.round).bind(board.number).bind(next);
            statements.push(put.bind(live_rows::json(&board.log)?));
        }
        if self.sql.change_all(statements).await?.is_done() {
            return Ok(Stored::At(next));
        }
        let same = with(
            id,
            "SELECT id FROM broadcasts WHERE id = $1 AND revision = $2",
        );
        let row = self.sql.row(same.bind(revision)).await?;
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
             WHERE broadcast = $1 AND revision > $2 AND ($3 IS NULL OR round = $3) ORDER BY round, number",
        );
        let found = found.bind(after).bind(round.map(i64::from));
        let rows = self.sql.rows(found).await?;
        broadcast_rows::boards(&rows)
    }

    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError> {
        let ended = with(id, "DELETE FROM broadcasts WHERE id = $1");
        Ok(self.sql.change(ended).await? > 0)
    }

    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sql("DELETE FROM broadcasts WHERE changed_ms <= $1");
        self.sql.change(swept.bind(over(now_ms))).await
    }
}
