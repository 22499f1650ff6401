//! Clubs, their members and games as rows, whatever the database. Called by the queries of the journals.

use std::collections::BTreeMap;

use damier_people::accounts::AccountId;
use damier_people::clubs::{Club, ClubGame, ClubKey, ClubRole, KeptClub, ListedClub};
use damier_people::library::LibraryError;
use damier_people::live::StoreError;

use crate::account_rows;
use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};

/// The columns of a club in a list, as every query lists them.
macro_rules! listed_columns {
    () => {
        "clubs.key AS club, clubs.name AS club_name, town, language, games, \
         (SELECT count(*) FROM club_members AS there JOIN accounts AS living ON living.id = there.account \
          WHERE there.club = clubs.key AND there.role IS NOT NULL AND living.deleted IS NULL) AS members"
    };
}
pub(crate) use listed_columns;

/// What is stored of a club beside its members.
pub(crate) struct ClubColumns {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) town: String,
    pub(crate) language: String,
    pub(crate) games: String,
    pub(crate) due_ms: Option<i64>,
    pub(crate) state: String,
}

impl ClubColumns {
    pub(crate) fn of(club: &Club) -> Result<Self, LibraryError> {
        let profile = club.profile();
        Ok(Self {
            key: club.name().key().to_string(),
            name: club.name().to_string(),
            town: profile.town.as_str().to_owned(),
            language: profile.language.clone(),
            games: profile.games.join(" "),
            due_ms: club.due_ms().map(live_rows::integer),
            state: serde_json::to_string(club).map_err(live_rows::unwritable)?,
        })
    }
}

/// Everybody who is in a club or asks to be let in, with the role.
pub(crate) fn members(club: &Club) -> impl Iterator<Item = (AccountId, Option<&'static str>)> {
    let members = club.members().iter();
    let members = members.map(|member| (member.account, Some(member.role.code())));
    let asking = club.asking().iter().map(|asking| (asking.account, None));
    members.chain(asking)
}

/// Reads a row with the state and the version of a club, and rows with the columns of the accounts that are in it.
pub(crate) fn club(
    row: &impl Columns,
    accounts: &[impl Columns],
) -> Result<Option<KeptClub>, StoreError> {
    let state = rows::read(row, "state", |text: String| {
        serde_json::from_str::<Club>(&text)
    });
    let version = rows::number(row, "version").map_err(unreadable)?;
    let named = |row| {
        let account = account_rows::account(row)?;
        Ok((account.id, account.name))
    };
    let names = accounts.iter().map(named);
    let names: BTreeMap<AccountId, String> = names.collect::<Result<_, StoreError>>()?;
    Ok(KeptClub::read(&state.map_err(unreadable)?, version, names))
}

/// Reads a row with the columns of a club in a list.
pub(crate) fn listed(row: &impl Columns) -> Result<ListedClub, StoreError> {
    let read = || {
        Ok(ListedClub {
            key: key_of(row)?,
            name: row.get("club_name")?,
            town: row.get("town")?,
            language: row.get("language")?,
            games: row
                .get::<String>("games")?
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            members: rows::number(row, "members")?,
        })
    };
    read().map_err(unreadable)
}

/// Reads a row with the columns of a club in a list, and the role of an account in it.
pub(crate) fn with_role(row: &impl Columns) -> Result<(ListedClub, Option<ClubRole>), StoreError> {
    let role = rows::read(row, "role", |word: Option<String>| {
        let of = |word: String| ClubRole::from_code(&word).ok_or(Unreadable("a role in a club"));
        word.map(of).transpose()
    });
    Ok((listed(row)?, role.map_err(unreadable)?))
}

/// Reads the key of a club.
pub(crate) fn key(row: &impl Columns) -> Result<ClubKey, StoreError> {
    key_of(row).map_err(unreadable)
}

fn key_of(row: &impl Columns) -> Result<ClubKey, sqlx::Error> {
    rows::read(row, "club", |text: String| {
        ClubKey::of(&text).ok_or(Unreadable("the key of a club"))
    })
}

/// Reads a row with the columns of a game of a club.
pub(crate) fn game(row: &impl Columns) -> Result<ClubGame, StoreError> {
    let read = || {
        Ok(ClubGame {
            game: live_rows::id(row, "game")?,
            at_ms: rows::number(row, "at_ms")?,
            is_ladder: row.get("is_ladder")?,
        })
    };
    read().map_err(unreadable)
}

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}
