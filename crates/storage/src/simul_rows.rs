//! Simultaneous displays as rows, whatever the database. Called by the queries of the journals.

use damier_club::Act;
use damier_club::account::AccountId;
use damier_club::library::LibraryError;
use damier_club::live::JournalError;
use damier_club::simul::{BoardStanding, Simul, SimulId};

use crate::live_rows::{self, Unreadable, damaged};
use crate::rows::{self, Columns};

/// What is stored of a display.
pub(crate) struct SimulColumns {
    pub(crate) id: Vec<u8>,
    pub(crate) due_ms: Option<i64>,
    pub(crate) state: String,
}

impl SimulColumns {
    pub(crate) fn of(simul: &Simul) -> Result<Self, LibraryError> {
        Ok(Self {
            id: bytes(simul.id()),
            due_ms: simul.due_ms().map(live_rows::integer),
            state: serde_json::to_string(&simul.clone().without_account_names())
                .map_err(live_rows::unwritable)?,
        })
    }
}

/// The bytes of an id, which sort as the id does.
pub(crate) fn bytes(id: SimulId) -> Vec<u8> {
    id.to_bits().to_be_bytes().to_vec()
}

/// Reads a row with the state and the version of a display, which knows the names of accounts no more.
pub(crate) fn stored(row: &impl Columns) -> Result<(Simul, u64), JournalError> {
    let read = || {
        let stored = rows::read(row, "state", |text: String| {
            serde_json::from_str::<Simul>(&text)
        })?;
        Ok((stored, rows::number(row, "version")?))
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
}

/// Reads a row that tells how a game of a display stands, with its last act.
pub(crate) fn standing(row: &impl Columns) -> Result<BoardStanding, JournalError> {
    let read = || {
        let last = rows::read(row, "act", |text: Option<String>| {
            text.map(|text| serde_json::from_str::<Act>(&text))
                .transpose()
        })?;
        Ok(BoardStanding {
            game: live_rows::id(row, "id")?,
            version: rows::number(row, "version")?,
            ending: rows::ending(row)?,
            last_ms: last.map(|act| act.at_ms()),
        })
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
}

/// How an account stands in the state of a display in which it takes part.
pub(crate) fn of_account(account: AccountId) -> String {
    format!("\"account\":\"{:032x}\"", account.to_bits())
}

/// Reads the id of a display.
pub(crate) fn id(row: &impl Columns) -> Result<SimulId, JournalError> {
    let read = rows::read(row, "simul", |stored: Vec<u8>| {
        let bytes = stored.try_into().map(u128::from_be_bytes);
        bytes
            .map(SimulId::from_bits)
            .map_err(|_| Unreadable("the id of a simultaneous display"))
    });
    read.map_err(|error| damaged(None, &error))
}
