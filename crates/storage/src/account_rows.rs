//! Converts rows of accounts, their keys and their seats to values of the ports.

use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, Ban, BanReason, DeviceName,
    FinishedGame, GrantKind, Passkey, PasskeyAdded, PasskeyId, Passkeys, PasswordHash,
    ProgressFacts, ProgressStored, ProgressText, Scopes,
};
use damier_session::{GameId, Side};

use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};
use crate::sql::{Statement, sql};

/// The columns of an account, as every query lists them.
macro_rules! account_columns {
    () => {
        "accounts.id AS account_id, accounts.name, accounts.created_ms AS account_ms, accounts.deleted, \
         accounts.ban_reason, accounts.ban_until_ms"
    };
}
pub(crate) use account_columns;

/// The columns of a session or a token.
macro_rules! key_columns {
    () => {
        "account_keys.key, account_keys.account, device, scopes, account_keys.created_ms, seen_ms"
    };
}
pub(crate) use key_columns;

/// The columns of a passkey.
macro_rules! passkey_columns {
    () => {
        "account_passkeys.id AS passkey, account_passkeys.account, host, public_key, counter, synced, label, \
         account_passkeys.created_ms, seen_ms"
    };
}
pub(crate) use passkey_columns;

/// Reads a row with the columns of an account.
pub(crate) fn account(row: &impl Columns) -> Result<Account, StoreError> {
    account_of(row).map_err(unreadable)
}

fn account_of(row: &impl Columns) -> Result<Account, sqlx::Error> {
    Ok(Account {
        id: id(row, "account_id")?,
        name: row.get("name")?,
        created_ms: rows::number(row, "account_ms")?,
        is_deleted: row.get::<Option<i64>>("deleted")?.is_some(),
        ban: ban(row)?,
    })
}

fn ban(row: &impl Columns) -> Result<Option<Ban>, sqlx::Error> {
    let reason = rows::read(row, "ban_reason", |stored: Option<String>| {
        stored.map(|text| text.parse::<BanReason>()).transpose()
    })?;
    let until_ms = rows::read(row, "ban_until_ms", |stored: Option<i64>| {
        stored.map(u64::try_from).transpose()
    })?;
    Ok(reason.map(|reason| Ban { until_ms, reason }))
}

/// Reads a row with the columns of an account and its password; deleted accounts have none.
pub(crate) fn with_password(
    row: &impl Columns,
) -> Result<Option<(Account, PasswordHash)>, StoreError> {
    let password: Option<String> = row.get("password").map_err(unreadable)?;
    let account = account(row)?;
    Ok(password.map(|password| (account, PasswordHash::new(password))))
}

/// Reads a row with the columns of a session or a token.
pub(crate) fn grant(row: &impl Columns) -> Result<(AccountKey, AccountGrant), StoreError> {
    grant_of(row).map_err(unreadable)
}

fn grant_of(row: &impl Columns) -> Result<(AccountKey, AccountGrant), sqlx::Error> {
    let key = rows::read(row, "key", |stored: Vec<u8>| {
        let bytes = stored.try_into().map(AccountKey::from_bytes);
        bytes.map_err(|_| Unreadable("the key of an account"))
    })?;
    let scopes = rows::read(row, "scopes", |stored: Option<String>| {
        stored.map(|words| words.parse::<Scopes>()).transpose()
    })?;
    let grant = AccountGrant {
        account: id(row, "account")?,
        kind: scopes.map_or(GrantKind::Session, GrantKind::Token),
        device: DeviceName::nearest(&row.get::<String>("device")?),
        created_ms: rows::number(row, "created_ms")?,
        seen_ms: rows::number(row, "seen_ms")?,
    };
    Ok((key, grant))
}

/// Reads a row with the columns of a passkey.
pub(crate) fn passkey(row: &impl Columns) -> Result<Passkey, StoreError> {
    let read = || {
        Ok(Passkey {
            id: rows::read(row, "passkey", |stored: Vec<u8>| {
                PasskeyId::new(stored).ok_or(Unreadable("the id of a passkey"))
            })?,
            account: id(row, "account")?,
            host: row.get("host")?,
            public_key: row.get("public_key")?,
            counter: rows::number(row, "counter")?,
            is_synced: row.get::<i64>("synced")? != 0,
            name: DeviceName::nearest(&row.get::<String>("label")?),
            created_ms: rows::number(row, "created_ms")?,
            seen_ms: rows::read(row, "seen_ms", |stored: Option<i64>| {
                stored.map(u64::try_from).transpose()
            })?,
        })
    };
    read().map_err(unreadable)
}

/// Why a passkey was not added.
pub(crate) async fn not_added(
    store: &(impl AccountKeys + Passkeys),
    new: &Passkey,
    by: &AccountKey,
) -> Result<PasskeyAdded, StoreError> {
    if let Some((_, there)) = store.passkey(&new.id).await? {
        return Ok(if there == *new {
            PasskeyAdded::Stored // sent again
        } else {
            PasskeyAdded::Taken
        });
    }
    let session = AccountKeys::key(store, by).await?;
    Ok(
        if session.is_some_and(|(whose, _)| whose.id == new.account) {
            PasskeyAdded::TooMany
        } else {
            PasskeyAdded::NotFound
        },
    )
}

/// The scopes of a key, as they are stored.
pub(crate) fn scopes(kind: GrantKind) -> Option<String> {
    match kind {
        GrantKind::Session => None,
        GrantKind::Token(scopes) => Some(scopes.to_string()),
    }
}

/// Reads the side of a row.
pub(crate) fn side(row: &impl Columns) -> Result<Side, StoreError> {
    let side = rows::read(row, "side", |word: String| {
        Side::from_code(&word).ok_or(Unreadable("a side"))
    });
    side.map_err(unreadable)
}

/// Reads rows with a game and a side.
pub(crate) fn seats(rows: &[impl Columns]) -> Result<Vec<(GameId, Side)>, StoreError> {
    let read = |row| {
        let game = live_rows::id(row, "game").map_err(unreadable)?;
        Ok((game, side(row)?))
    };
    rows.iter().map(read).collect()
}

/// Reads rows with a finished game, a side and the time of its end. A game whose setup a newer
/// version wrote is returned without it.
pub(crate) fn finished(rows: &[impl Columns]) -> Result<Vec<FinishedGame>, StoreError> {
    let read = |row| {
        let id = live_rows::id(row, "game").map_err(unreadable)?;
        let game = live_rows::game(id, row).inspect_err(|error| {
            tracing::warn!(%error, "cannot read the setup of a finished game");
        });
        Ok(FinishedGame {
            id,
            game: game.ok(),
            side: side(row)?,
            ended_ms: rows::number(row, "ended_ms")
                .map_err(|error| live_rows::damaged(Some(id), &error))?,
        })
    };
    rows.iter().map(read).collect()
}

/// Reads rows with a side and the columns of an account, as the accounts of White and Black.
pub(crate) fn players(rows: &[impl Columns]) -> Result<[Option<Account>; 2], StoreError> {
    let mut players = [None, None];
    for row in rows {
        let [white, black] = &mut players;
        let place = match side(row)? {
            Side::White => white,
            Side::Black => black,
        };
        *place = Some(account(row)?);
    }
    Ok(players)
}

/// Reads the account that a row belongs to.
pub(crate) fn owner(row: &impl Columns) -> Result<AccountId, StoreError> {
    id(row, "account").map_err(unreadable)
}

/// Reads the id of an account.
pub(crate) fn id(row: &impl Columns, column: &str) -> Result<AccountId, sqlx::Error> {
    let id = live_rows::account(row, column)?;
    id.ok_or_else(|| sqlx::Error::Decode(Unreadable("the id of an account").into()))
}

/// The error for a row that no version of this program writes.
pub(crate) fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}

/// Reads a row with a part of the learning progress, without its text.
pub(crate) fn progress_facts(row: &impl Columns) -> Result<ProgressFacts, StoreError> {
    let facts = || {
        Ok(ProgressFacts {
            part: rows::read(row, "part", |stored: String| {
                stored.parse().map_err(|_| Unreadable("the name of a part"))
            })?,
            version: rows::number(row, "version")?,
            bytes: rows::number(row, "bytes")?,
        })
    };
    facts().map_err(unreadable)
}

/// Reads a row with the text of a part.
pub(crate) fn progress_text(row: &impl Columns) -> Result<ProgressText, StoreError> {
    let text = || {
        Ok(ProgressText {
            version: rows::number(row, "version")?,
            text: row.get("text")?,
        })
    };
    text().map_err(unreadable)
}

/// Why a part was not stored, by the row with the stored version; no row if the account does not
/// exist.
pub(crate) fn progress_there(row: Option<&impl Columns>) -> Result<ProgressStored, StoreError> {
    let version = row.map(|row| rows::number(row, "version").map_err(unreadable));
    Ok(version
        .transpose()?
        .map_or(ProgressStored::NotFound, ProgressStored::Changed))
}

/// Requires that an account exists, and locks it against deletion until the transaction ends.
pub(crate) fn require_account(id: AccountId) -> Statement {
    sql("SELECT id FROM accounts WHERE id = $1 AND deleted IS NULL FOR SHARE")
        .bind(id)
        .required()
}
