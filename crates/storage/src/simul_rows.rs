//! Simultaneous displays as rows, whatever the database. Called by the queries of the journals.

use damier_people::accounts::AccountId;
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_people::simuls::{BoardStanding, Simul, SimulId};
use damier_session::Act;
use serde_json::Value;

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
pub(crate) fn stored(row: &impl Columns) -> Result<(Simul, u64), StoreError> {
    let read = || {
        let stored = rows::read(row, "state", |text: String| {
            serde_json::from_str::<Simul>(&text)
        })?;
        Ok((stored, rows::number(row, "version")?))
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
}

/// Reads a row that tells how a game of a display stands, with its last act. What a newer program has written there is no reason to tell nothing of the
/// other games.
pub(crate) fn standing(row: &impl Columns) -> Result<BoardStanding, StoreError> {
    let read = || {
        let act: Option<String> = row.get("act")?;
        let (last_ms, is_read) = match act.as_deref() {
            None => (None, true),
            Some(act) => match serde_json::from_str::<Act>(act) {
                Ok(act) => (Some(act.at_ms()), true),
                Err(_) => (moment_of(act), false),
            },
        };
        let ending = rows::ending(row);
        Ok(BoardStanding {
            game: live_rows::id(row, "id")?,
            version: rows::number(row, "version")?,
            is_unreadable: !is_read || ending.is_err(),
            ending: ending.unwrap_or_default(),
            last_ms,
        })
    };
    read().map_err(|error: sqlx::Error| damaged(None, &error))
}

/// When an act was that this program does not know, as far as it says so in the way of all others.
fn moment_of(act: &str) -> Option<u64> {
    let act: Value = serde_json::from_str(act).ok()?;
    act.get("at_ms")?.as_u64()
}

/// How an account stands in the state of a display in which it takes part.
pub(crate) fn of_account(account: AccountId) -> String {
    format!("\"account\":\"{:032x}\"", account.to_bits())
}

/// Reads the id of a display.
pub(crate) fn id(row: &impl Columns) -> Result<SimulId, StoreError> {
    let read = rows::read(row, "simul", |stored: Vec<u8>| {
        let bytes = stored.try_into().map(u128::from_be_bytes);
        bytes
            .map(SimulId::from_bits)
            .map_err(|_| Unreadable("the id of a simultaneous display"))
    });
    read.map_err(|error| damaged(None, &error))
}
