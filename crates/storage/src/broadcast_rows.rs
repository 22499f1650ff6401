//! Converts rows of broadcasts and their boards to values of the port.

use damier_people::StoreError;
use damier_people::broadcasts::{
    BoardLog, BroadcastKey, BroadcastSettings, MAX_BROADCASTS, MAX_ON_A_SERVER, NewBoard,
    OpenOutcome, StoredBoard, StoredBroadcast,
};

use crate::live_rows::{Unreadable, journal, unwritable};
use crate::rows::{self, Columns};

/// The columns of a broadcast, as every query lists them.
macro_rules! broadcast_columns {
    () => {
        "id, owner, settings, created_ms, changed_ms, revision, bytes"
    };
}
pub(crate) use broadcast_columns;

/// Reads a row with the columns of a broadcast.
pub(crate) fn broadcast(row: &impl Columns) -> Result<StoredBroadcast, StoreError> {
    let read = || {
        Ok(StoredBroadcast {
            id: rows::read(row, "id", |text: String| text.parse())?,
            owner: rows::read(row, "owner", |bytes: Vec<u8>| {
                let bytes = <[u8; 32]>::try_from(bytes.as_slice());
                bytes
                    .map(BroadcastKey::from_bytes)
                    .map_err(|_| Unreadable("a key"))
            })?,
            settings: rows::read(row, "settings", |text: String| serde_json::from_str(&text))?,
            made_ms: rows::number(row, "created_ms")?,
            changed_ms: rows::number(row, "changed_ms")?,
            revision: rows::number(row, "revision")?,
            bytes: rows::number(row, "bytes")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads rows with the columns of boards.
pub(crate) fn boards(rows: &[impl Columns]) -> Result<Vec<StoredBoard>, StoreError> {
    rows.iter()
        .map(|row| board(row).map_err(unreadable))
        .collect()
}

fn board(row: &impl Columns) -> Result<StoredBoard, sqlx::Error> {
    Ok(StoredBoard {
        round: rows::number(row, "round")?,
        number: rows::number(row, "number")?,
        revision: rows::number(row, "revision")?,
        log: rows::read(row, "log", |text: String| serde_json::from_str(&text))?,
    })
}

/// The settings as text.
pub(crate) fn settings(settings: &BroadcastSettings) -> Result<String, StoreError> {
    serde_json::to_string(settings).map_err(|error| journal(unwritable(error)))
}

/// A log as text.
pub(crate) fn log(log: &BoardLog) -> Result<String, StoreError> {
    serde_json::to_string(log).map_err(|error| journal(unwritable(error)))
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
pub(crate) fn not_opened(row: &impl Columns) -> Result<OpenOutcome, StoreError> {
    let why = || {
        let own: u32 = rows::number(row, "own")?;
        let every: u32 = rows::number(row, "every")?;
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

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}
