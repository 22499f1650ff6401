//! Converts rows of accounts, their keys and their seats to values of the ports.

use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, Ban, DeviceName, FinishedGame,
    GrantKind, Passkey, PasskeyAdded, PasskeyId, Passkeys, PasswordHash, ProgressFacts,
    ProgressStored, ProgressText,
};
use damier_session::{GameId, Side};

use crate::live_rows;
use crate::rows::unreadable;
use crate::sql::{Row, Statement, Unreadable, sql};

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
pub(crate) fn account(row: &Row) -> Result<Account, StoreError> {
    let read = || {
        Ok(Account {
            id: row.account_id("account_id")?,
            name: row.get("name")?,
            created_ms: row.number("account_ms")?,
            is_deleted: !row.is_null("deleted")?,
            ban: ban(row)?,
        })
    };
    read().map_err(unreadable)
}

fn ban(row: &Row) -> Result<Option<Ban>, sqlx::Error> {
    let reason = row.optional("ban_reason", Row::parsed)?;
    let until_ms = row.optional("ban_until_ms", Row::number)?;
    Ok(reason.map(|reason| Ban { until_ms, reason }))
}

/// Reads a row with the columns of an account and its password; deleted accounts have none.
pub(crate) fn with_password(row: &Row) -> Result<Option<(Account, PasswordHash)>, StoreError> {
    let password: Option<String> = row.get("password").map_err(unreadable)?;
    let account = account(row)?;
    Ok(password.map(|password| (account, PasswordHash::new(password))))
}

/// Reads a row with the columns of a session or a token.
pub(crate) fn grant(row: &Row) -> Result<(AccountKey, AccountGrant), StoreError> {
    let read = || {
        let scopes = row.optional("scopes", Row::parsed)?;
        let grant = AccountGrant {
            account: row.account_id("account")?,
            kind: scopes.map_or(GrantKind::Session, GrantKind::Token),
            device: DeviceName::nearest(&row.get::<String>("device")?),
            created_ms: row.number("created_ms")?,
            seen_ms: row.number("seen_ms")?,
        };
        Ok((row.bytes("key", AccountKey::from_bytes)?, grant))
    };
    read().map_err(unreadable)
}

/// Reads a row with the columns of a passkey.
pub(crate) fn passkey(row: &Row) -> Result<Passkey, StoreError> {
    let read = || {
        Ok(Passkey {
            id: row.read("passkey", |stored: Vec<u8>| {
                let found = format!("{} bytes", stored.len());
                let expected = "the id of a passkey".to_owned();
                PasskeyId::new(stored).ok_or(Unreadable { expected, found })
            })?,
            account: row.account_id("account")?,
            host: row.get("host")?,
            public_key: row.get("public_key")?,
            counter: row.number("counter")?,
            is_synced: row.get::<i64>("synced")? != 0,
            name: DeviceName::nearest(&row.get::<String>("label")?),
            created_ms: row.number("created_ms")?,
            seen_ms: row.optional("seen_ms", Row::number)?,
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
pub(crate) fn side(row: &Row) -> Result<Side, StoreError> {
    row.code("side", "a side", Side::from_code)
        .map_err(unreadable)
}

/// Reads rows with a game and a side.
pub(crate) fn seats(rows: &[Row]) -> Result<Vec<(GameId, Side)>, StoreError> {
    let read = |row: &Row| {
        let game = row.game_id("game").map_err(unreadable)?;
        Ok((game, side(row)?))
    };
    rows.iter().map(read).collect()
}

/// Reads rows with a finished game, a side and the time of its end. A game whose setup a newer
/// version wrote is returned without it.
pub(crate) fn finished(rows: &[Row]) -> Result<Vec<FinishedGame>, StoreError> {
    let read = |row: &Row| {
        let id = row.game_id("game").map_err(unreadable)?;
        let game = live_rows::game(id, row).inspect_err(|error| {
            tracing::warn!(%error, "cannot read the setup of a finished game");
        });
        Ok(FinishedGame {
            id,
            game: game.ok(),
            side: side(row)?,
            ended_ms: row
                .number("ended_ms")
                .map_err(|error| live_rows::damaged(Some(id), &error))?,
        })
    };
    rows.iter().map(read).collect()
}

/// Reads rows with a side and the columns of an account, as the accounts of White and Black.
pub(crate) fn players(rows: &[Row]) -> Result<[Option<Account>; 2], StoreError> {
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
pub(crate) fn owner(row: &Row) -> Result<AccountId, StoreError> {
    row.account_id("account").map_err(unreadable)
}

/// Reads a row with a part of the learning progress, without its text.
pub(crate) fn progress_facts(row: &Row) -> Result<ProgressFacts, StoreError> {
    let facts = || {
        Ok(ProgressFacts {
            part: row.parsed("part")?,
            version: row.number("version")?,
            bytes: row.number("bytes")?,
        })
    };
    facts().map_err(unreadable)
}

/// Reads a row with the text of a part.
pub(crate) fn progress_text(row: &Row) -> Result<ProgressText, StoreError> {
    let text = || {
        Ok(ProgressText {
            version: row.number("version")?,
            text: row.get("text")?,
        })
    };
    text().map_err(unreadable)
}

/// Why a part was not stored, by the row with the stored version; no row if the account does not
/// exist.
pub(crate) fn progress_there(row: Option<&Row>) -> Result<ProgressStored, StoreError> {
    let version = row.map(|row| row.number("version").map_err(unreadable));
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
