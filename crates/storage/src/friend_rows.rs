//! Bonds of accounts, what their owners have chosen addressed challenges and subscriptions as rows, whatever the database. Called by the queries of the
//! journals.

use damier_people::accounts::{AccountId, AccountKey};
use damier_people::friends::{AddressedChallenge, Bond, FriendChoices, KeptBond, Stance};
use damier_people::live::StoreError;
use damier_people::push::{PushEndpoint, PushKeys, PushLanguage, PushSubscription};
use damier_session::SeatKey;

use crate::account_rows::{self, unreadable};
use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};

/// The columns of a bond, as every query lists them.
macro_rules! bond_columns {
    () => {
        "low, high, low_stance, low_ms, high_stance, high_ms"
    };
}
pub(crate) use bond_columns;

/// The columns of what an account has chosen; null where there is no row of it.
macro_rules! choice_columns {
    () => {
        "shows_here, lets_watch, takes_requests"
    };
}
pub(crate) use choice_columns;

/// The columns of a challenge that is addressed to somebody.
macro_rules! addressed_columns {
    () => {
        "live_challenges.id, host, live_challenges.account, invitation, is_public, until_ms, live_challenges.challenge, rematch_of"
    };
}
pub(crate) use addressed_columns;

/// What is stored of a bond.
pub(crate) struct BondColumns {
    pub(crate) low: Vec<u8>,
    pub(crate) high: Vec<u8>,
    pub(crate) low_stance: &'static str,
    pub(crate) low_ms: i64,
    pub(crate) high_stance: &'static str,
    pub(crate) high_ms: i64,
}

impl BondColumns {
    pub(crate) fn of(bond: &Bond) -> Self {
        let [low, high] = bond.sides();
        Self {
            low: account_rows::bytes(low.0),
            high: account_rows::bytes(high.0),
            low_stance: low.1.code(),
            low_ms: live_rows::integer(low.2),
            high_stance: high.1.code(),
            high_ms: live_rows::integer(high.2),
        }
    }
}

/// Reads a row with the columns of a bond.
pub(crate) fn bond(row: &impl Columns) -> Result<Bond, StoreError> {
    bond_of(row).map_err(unreadable)
}

fn bond_of(row: &impl Columns) -> Result<Bond, sqlx::Error> {
    let side = |account, stance, since_ms| {
        let stance = rows::read(row, stance, |word: String| {
            Stance::from_code(&word).ok_or(Unreadable("how an account stands to another"))
        })?;
        let account: AccountId = account_rows::id(row, account)?;
        Ok::<_, sqlx::Error>((account, stance, rows::number(row, since_ms)?))
    };
    let sides = [
        side("low", "low_stance", "low_ms")?,
        side("high", "high_stance", "high_ms")?,
    ];
    Bond::read(sides).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Reads a row with the columns of a bond and its version.
pub(crate) fn with_version(row: &impl Columns) -> Result<(Bond, u64), StoreError> {
    let version = rows::number(row, "version").map_err(unreadable)?;
    Ok((bond(row)?, version))
}

/// Reads a row with the columns of a bond, of the account on the other side and of what that one has chosen.
pub(crate) fn kept(row: &impl Columns) -> Result<KeptBond, StoreError> {
    Ok(KeptBond {
        bond: bond(row)?,
        other: account_rows::account(row)?,
        choices: choices(row)?,
    })
}

/// Reads a row with what an account has chosen.
pub(crate) fn choices(row: &impl Columns) -> Result<FriendChoices, StoreError> {
    let usual = FriendChoices::default();
    let chosen = |column, usual| {
        let chosen: Option<bool> = row.get(column).map_err(unreadable)?;
        Ok::<_, StoreError>(chosen.unwrap_or(usual))
    };
    Ok(FriendChoices {
        shows_here: chosen("shows_here", usual.shows_here)?,
        lets_watch: chosen("lets_watch", usual.lets_watch)?,
        takes_requests: chosen("takes_requests", usual.takes_requests)?,
    })
}

/// Reads a row with the columns of a challenge that is addressed to somebody.
pub(crate) fn addressed(row: &impl Columns) -> Result<AddressedChallenge, StoreError> {
    let stored: Option<Vec<u8>> = row.get("rematch_of").map_err(unreadable)?;
    let rematch_of = stored.map(|_| live_rows::id(row, "rematch_of")).transpose();
    Ok(AddressedChallenge {
        open: live_rows::challenge(row)?,
        rematch_of: rematch_of.map_err(unreadable)?,
    })
}

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
            public: rows::read(row, "public", |stored: Vec<u8>| {
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
