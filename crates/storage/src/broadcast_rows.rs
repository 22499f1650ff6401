//! Converts rows of broadcasts and their boards to values of the port.

use damier_people::StoreError;
use damier_people::broadcasts::{
    BroadcastKey, MAX_BROADCASTS, MAX_ON_A_SERVER, NewBoard, OpenOutcome, StoredBoard,
    StoredBroadcast,
};

use crate::rows::unreadable;
use crate::sql::Row;

/// The columns of a broadcast, as every query lists them.
macro_rules! broadcast_columns {
    () => {
        "id, owner, settings, created_ms, changed_ms, revision, bytes"
    };
}
pub(crate) use broadcast_columns;

/// Reads a row with the columns of a broadcast.
pub(crate) fn broadcast(row: &Row) -> Result<StoredBroadcast, StoreError> {
    let read = || {
        Ok(StoredBroadcast {
            id: row.parsed("id")?,
            owner: row.bytes("owner", BroadcastKey::from_bytes)?,
            settings: row.json("settings")?,
            made_ms: row.number("created_ms")?,
            changed_ms: row.number("changed_ms")?,
            revision: row.number("revision")?,
            bytes: row.number("bytes")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads rows with the columns of boards.
pub(crate) fn boards(rows: &[Row]) -> Result<Vec<StoredBoard>, StoreError> {
    rows.iter()
        .map(|row| board(row).map_err(unreadable))
        .collect()
}

fn board(row: &Row) -> Result<StoredBoard, sqlx::Error> {
    Ok(StoredBoard {
        round: row.number("round")?,
        number: row.number("number")?,
        revision: row.number("revision")?,
        log: row.json("log")?,
    })
}

/// The growth of a broadcast by these boards, in bytes.
pub(crate) fn growth(boards: &[NewBoard]) -> i64 {
    let each = boards.iter().map(|board| {
        let takes = i64::try_from(board.log.bytes()).unwrap_or(i64::MAX);
        takes.saturating_sub_unsigned(board.took)
    });
    each.fold(0, i64::saturating_add)
}

/// Why no broadcast was opened, by a row with the counts of the owner's (`own`) and all (`every`).
pub(crate) fn not_opened(row: &Row) -> Result<OpenOutcome, StoreError> {
    let why = || {
        let own: u32 = row.number("own")?;
        let every: u32 = row.number("every")?;
        Ok(if own >= MAX_BROADCASTS {
            OpenOutcome::TooMany
        } else if every >= MAX_ON_A_SERVER {
            OpenOutcome::Full
        } else {
            // Another one with this id was opened concurrently.
            OpenOutcome::Taken
        })
    };
    why().map_err(unreadable)
}
