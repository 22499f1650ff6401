//! Converts rows of push subscriptions to values of the ports.

use damier_people::StoreError;
use damier_people::accounts::AccountKey;
use damier_people::push::{PushEndpoint, PushKeys, PushLanguage, PushSubscription};
use damier_session::SeatKey;

use crate::account_rows::unreadable;
use crate::live_rows::Unreadable;
use crate::rows::{self, Columns};

/// Reads a row with the subscription of a session.
pub(crate) fn push(row: &impl Columns) -> Result<(AccountKey, PushSubscription), StoreError> {
    push_of(row).map_err(unreadable)
}

fn push_of(row: &impl Columns) -> Result<(AccountKey, PushSubscription), sqlx::Error> {
    let session = rows::read(row, "session", |stored: Vec<u8>| {
        let bytes = stored.try_into().map(AccountKey::from_bytes);
        bytes.map_err(|_| Unreadable("the key of a session"))
    })?;
    Ok((session, subscription(row)?))
}

/// Reads a row with the subscription of a seat.
pub(crate) fn seat_push(row: &impl Columns) -> Result<(SeatKey, PushSubscription), StoreError> {
    seat_push_of(row).map_err(unreadable)
}

fn seat_push_of(row: &impl Columns) -> Result<(SeatKey, PushSubscription), sqlx::Error> {
    let seat = rows::read(row, "seat", |stored: Vec<u8>| {
        let bytes = stored.try_into().map(SeatKey::from_bytes);
        bytes.map_err(|_| Unreadable("the key of a seat"))
    })?;
    Ok((seat, subscription(row)?))
}

fn subscription(row: &impl Columns) -> Result<PushSubscription, sqlx::Error> {
    Ok(PushSubscription {
        endpoint: rows::read(row, "endpoint", |text: String| text.parse::<PushEndpoint>())?,
        keys: PushKeys {
            public: rows::read(row, "public_key", |stored: Vec<u8>| {
                let key: Result<[u8; 65], _> = stored.try_into();
                key.map_err(|_| Unreadable("the key of a device"))
            })?,
            auth: rows::read(row, "auth", |stored: Vec<u8>| {
                let key: Result<[u8; 16], _> = stored.try_into();
                key.map_err(|_| Unreadable("the key of a device"))
            })?,
        },
        language: rows::read(row, "language", |word: String| {
            PushLanguage::from_code(&word).ok_or(Unreadable("a language"))
        })?,
    })
}
