//! What is stored of a club.

use std::collections::BTreeMap;

use damier_session::GameId;

use crate::accounts::AccountId;
use crate::clubs::club::Club;
use crate::clubs::name::ClubKey;

/// Clubs that one account has founded, or was handed over, at most.
pub const MOST_FOUNDED: u32 = 3;

/// A club as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptClub {
    /// The club, without those whose accounts are gone.
    pub club: Club,
    /// Its version: whoever changes it says which one he has seen.
    pub version: u64,
    /// The names of the accounts that are in it or ask to be let in.
    pub names: BTreeMap<AccountId, String>,
    /// Whether the store still has somebody in it whose account is gone; then it is to be stored anew some time.
    pub is_behind: bool,
}

impl KeptClub {
    /// A club as it was stored, with the names of those whose accounts are there; `None` where nobody is left.
    pub fn read(
        stored: &Club,
        version: u64,
        names: BTreeMap<AccountId, String>,
    ) -> Option<KeptClub> {
        let mut club = stored.clone();
        let there = names.keys().copied().collect();
        club.keep_only(&there).then(|| KeptClub {
            is_behind: club != *stored,
            club,
            version,
            names,
        })
    }
}

/// What became of a club that was to be founded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Founded {
    /// It is there.
    Stored,
    /// Another club has a name that folds to the same.
    NameTaken,
    /// The account has as many clubs as it may found, or is gone.
    TooMany,
}

/// A club in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedClub {
    /// By what it is found.
    pub key: ClubKey,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub town: String,
    /// The language that is spoken there.
    pub language: String,
    /// The games that are played there.
    pub games: Vec<String>,
    /// How many members it has.
    pub members: u32,
}

/// A game of a club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClubGame {
    /// Which game.
    pub game: GameId,
    /// Since when it is the club's, in Unix milliseconds.
    pub at_ms: u64,
    /// Whether it was played for the ladder; otherwise a member has marked it for the club.
    pub is_ladder: bool,
}
