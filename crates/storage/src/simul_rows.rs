//! Simultaneous displays as rows, whatever the database. Called by the queries of the journals.

use damier_club::library::LibraryError;
use damier_club::live::JournalError;
use damier_club::simul::{KeptSimul, Simul, SimulId};

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
            state: serde_json::to_string(simul).map_err(live_rows::unwritable)?,
        })
    }
}

/// The bytes of an id, which sort as the id does.
pub(crate) fn bytes(id: SimulId) -> Vec<u8> {
    id.to_bits().to_be_bytes().to_vec()
}

/// Reads a row with the state and the version of a display.
pub(crate) fn simul(row: &impl Columns) -> Result<KeptSimul, JournalError> {
    let read = || {
        Ok(KeptSimul {
            simul: rows::read(row, "state", |text: String| {
                serde_json::from_str::<Simul>(&text)
            })?,
            version: rows::number(row, "version")?,
        })
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
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
