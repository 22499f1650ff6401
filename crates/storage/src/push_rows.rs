//! Converts rows of push subscriptions to values of the ports.

use damier_people::StoreError;
use damier_people::accounts::AccountKey;
use damier_people::push::{PushKeys, PushLanguage, PushSubscription};
use damier_session::SeatKey;

use crate::rows::unreadable;
use crate::sql::Row;

/// Reads a row with the subscription of a session.
pub(crate) fn push(row: &Row) -> Result<(AccountKey, PushSubscription), StoreError> {
    let session = row
        .bytes("session", AccountKey::from_bytes)
        .map_err(unreadable)?;
    Ok((session, subscription(row)?))
}

/// Reads a row with the subscription of a seat.
pub(crate) fn seat_push(row: &Row) -> Result<(SeatKey, PushSubscription), StoreError> {
    let seat = row.bytes("seat", SeatKey::from_bytes).map_err(unreadable)?;
    Ok((seat, subscription(row)?))
}

fn subscription(row: &Row) -> Result<PushSubscription, StoreError> {
    let read = || {
        Ok(PushSubscription {
            endpoint: row.parsed("endpoint")?,
            keys: PushKeys {
                public: row.bytes("public_key", |key| key)?,
                auth: row.bytes("auth", |key| key)?,
            },
            language: row.code("language", "a language", PushLanguage::from_code)?,
        })
    };
    read().map_err(unreadable)
}
