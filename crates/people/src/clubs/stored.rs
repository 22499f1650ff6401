//! Stored values of clubs.

use std::collections::BTreeMap;

use damier_session::GameId;
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::clubs::club::Club;
use crate::clubs::name::ClubKey;
use crate::json_keys;

/// The maximum number of clubs that one account has founded or taken over.
pub const MAX_FOUNDED: u32 = 3;

/// A club as read from the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredClub {
    /// The club, without deleted accounts.
    pub club: Club,
    /// Its version, to be named by a change.
    pub version: u64,
    /// Names of its members and applicants.
    pub names: BTreeMap<AccountId, String>,
    /// Whether the stored document still contains a deleted account and should be rewritten.
    pub is_behind: bool,
}

impl StoredClub {
    /// Builds the club from its document and the names of existing accounts; `None` if no member is
    /// left.
    pub fn read(
        stored: &Club,
        version: u64,
        names: BTreeMap<AccountId, String>,
    ) -> Option<StoredClub> {
        let mut club = stored.clone();
        let there = names.keys().copied().collect();
        club.retain_accounts(&there).then(|| StoredClub {
            is_behind: club != *stored,
            club,
            version,
            names,
        })
    }
}

/// The outcome of founding a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Founded {
    /// It is stored.
    Stored,
    /// Another club has a name that folds to the same.
    NameTaken,
    /// The account has founded the maximum number, or is deleted.
    TooMany,
}

/// A club in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedClub {
    /// Its folded key.
    pub key: ClubKey,
    /// Its name.
    pub name: String,
    /// Its town.
    pub town: String,
    /// Its language.
    pub language: String,
    /// The variants played there.
    pub games: Vec<String>,
    /// The number of members.
    pub members: u32,
}

/// A game of a club.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClubGame {
    /// The game's id.
    #[serde(with = "json_keys::game")]
    pub game: GameId,
    /// When it was added to the club, in Unix milliseconds.
    pub at_ms: u64,
    /// Whether it is a ladder game; otherwise a member has added it.
    pub is_ladder: bool,
}
