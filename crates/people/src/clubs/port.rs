//! The port to the clubs. See the module for its rules.

use std::collections::BTreeMap;

use async_trait::async_trait;
use damier_session::GameId;

use crate::accounts::AccountId;
use crate::clubs::club::{Club, ClubRole};
use crate::clubs::name::ClubKey;
use crate::live::StoreError;

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

/// The clubs. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Clubs: Send + Sync + 'static {
    /// Founds a club: it has one member, its founder.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn found_club(&self, club: &Club) -> Result<Founded, StoreError>;

    /// A club, without those whose accounts are gone; `None` where there is none, or nobody is left in it.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the club cannot be read.
    async fn club(&self, key: &ClubKey) -> Result<Option<KeptClub>, StoreError>;

    /// Stores a club on top of the version that was seen, and gives it a game if one is handed over. Answers whether that is done; not where
    /// somebody else has changed the club, or it is gone. A game that is a club's already stays that club's.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be stored.
    async fn store_club(
        &self,
        club: &Club,
        seen: u64,
        game: Option<&ClubGame>,
    ) -> Result<bool, StoreError>;

    /// Removes a club with the list of its games; the games themselves stay. Answers whether that is done; not where somebody else has changed
    /// the club since that version.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn dissolve_club(&self, key: &ClubKey, seen: u64) -> Result<bool, StoreError>;

    /// Removes clubs in which nobody is left, since their accounts are gone. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_clubs(&self) -> Result<u64, StoreError>;

    /// The clubs in the order of their keys: at most `most` of them, beginning after `after`; only those whose keys contain a text, if one is
    /// handed over.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn clubs(
        &self,
        with: Option<&ClubKey>,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ListedClub>, StoreError>;

    /// The clubs of an account with its role in each, in the order of their keys; without a role where it asks to be let in.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn clubs_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(ListedClub, Option<ClubRole>)>, StoreError>;

    /// The clubs that the house is to look at by this moment, in the order of their keys: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn clubs_due(
        &self,
        now_ms: u64,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ClubKey>, StoreError>;

    /// Marks a game for a club. Answers whether it is the club's now: not where there is no such club, or the game is another's.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn mark_club_game(&self, key: &ClubKey, game: &ClubGame) -> Result<bool, StoreError>;

    /// Takes a game that was marked out of the list of a club. Answers whether it was there: not one of the ladder.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn unmark_club_game(&self, key: &ClubKey, game: GameId) -> Result<bool, StoreError>;

    /// The club whose a game is.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the row cannot be read.
    async fn club_of_game(&self, game: GameId) -> Result<Option<(ClubKey, ClubGame)>, StoreError>;

    /// The games of a club, the latest first: at most `most` of them, beginning after one of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn club_games(
        &self,
        key: &ClubKey,
        after: Option<(u64, GameId)>,
        most: u32,
    ) -> Result<Vec<ClubGame>, StoreError>;
}
