//! Clubs in memory, as the journal in memory keeps them: the slow, obvious twin of those in databases. Who has an account is handed over.

use std::collections::BTreeMap;

use damier_session::GameId;

use crate::accounts::AccountId;
use crate::clubs::club::{Club, ClubRole};
use crate::clubs::name::ClubKey;
use crate::clubs::port::{ClubGame, Founded, ListedClub, MOST_FOUNDED};

/// The clubs with their versions, and which game is whose.
#[derive(Debug, Default)]
pub(crate) struct ClubBook {
    clubs: BTreeMap<ClubKey, (Club, u64)>,
    games: BTreeMap<GameId, (ClubKey, ClubGame)>,
}

impl ClubBook {
    pub(crate) fn found(&mut self, club: &Club, is_living: impl Fn(AccountId) -> bool) -> Founded {
        let key = club.name().key();
        if [key, &key.twin()]
            .iter()
            .any(|key| self.clubs.contains_key(key))
        {
            return Founded::NameTaken;
        }
        for founder in club.members() {
            let is_founder =
                |(club, _): &&(Club, u64)| club.role(founder.account) == Some(ClubRole::Founder);
            let founded = self.clubs.values().filter(is_founder).count();
            if founded >= MOST_FOUNDED as usize || !is_living(founder.account) {
                return Founded::TooMany;
            }
        }
        let first = club.founded_ms();
        self.clubs.insert(key.clone(), (club.clone(), first));
        Founded::Stored
    }

    pub(crate) fn club(&self, key: &ClubKey) -> Option<&(Club, u64)> {
        self.clubs.get(key)
    }

    pub(crate) fn store(&mut self, club: &Club, seen: u64, game: Option<&ClubGame>) -> bool {
        let key = club.name().key();
        match self.clubs.get_mut(key) {
            Some((there, version)) if *version == seen => {
                (*there, *version) = (club.clone(), seen + 1);
            }
            _ => return false,
        }
        if let Some(game) = game {
            let own = || (key.clone(), game.clone());
            self.games.entry(game.game).or_insert_with(own);
        }
        true
    }

    pub(crate) fn dissolve(&mut self, key: &ClubKey, seen: u64) -> bool {
        if self
            .clubs
            .get(key)
            .is_none_or(|(_, version)| *version != seen)
        {
            return false;
        }
        self.clubs.remove(key);
        self.games.retain(|_, (of, _)| of != key);
        true
    }

    pub(crate) fn sweep(&mut self, is_living: impl Fn(AccountId) -> bool) -> u64 {
        let before = self.clubs.len();
        self.clubs.retain(|_, (club, _)| {
            let mut members = club.members().iter();
            members.any(|member| is_living(member.account))
        });
        let clubs = &self.clubs;
        self.games.retain(|_, (of, _)| clubs.contains_key(of));
        (before - self.clubs.len()) as u64
    }

    pub(crate) fn list(
        &self,
        with: Option<&ClubKey>,
        after: Option<&ClubKey>,
        is_living: impl Fn(AccountId) -> bool,
    ) -> Vec<ListedClub> {
        let fits = |key: &ClubKey| {
            with.is_none_or(|with| key.as_str().contains(with.as_str()))
                && after.is_none_or(|after| key > after)
        };
        let found = self.clubs.iter().filter(|(key, _)| fits(key));
        found
            .map(|(_, (club, _))| listed(club, &is_living))
            .filter(|club| club.members > 0)
            .collect()
    }

    pub(crate) fn of(
        &self,
        account: AccountId,
        is_living: impl Fn(AccountId) -> bool,
    ) -> Vec<(ListedClub, Option<ClubRole>)> {
        let clubs = self.clubs.values().map(|(club, _)| club);
        clubs
            .filter(|club| club.role(account).is_some() || club.asks(account))
            .map(|club| (listed(club, &is_living), club.role(account)))
            .collect()
    }

    pub(crate) fn due(&self, now_ms: u64, after: Option<&ClubKey>) -> Vec<ClubKey> {
        let is_due = |club: &Club| club.due_ms().is_some_and(|due_ms| due_ms <= now_ms);
        let due = self
            .clubs
            .iter()
            .filter(|(key, (club, _))| is_due(club) && after.is_none_or(|after| *key > after));
        due.map(|(key, _)| key.clone()).collect()
    }

    pub(crate) fn mark(&mut self, key: &ClubKey, game: &ClubGame) -> bool {
        if !self.clubs.contains_key(key) {
            return false;
        }
        let own = || (key.clone(), game.clone());
        self.games.entry(game.game).or_insert_with(own).0 == *key
    }

    pub(crate) fn unmark(&mut self, key: &ClubKey, game: GameId) -> bool {
        let there = self.games.get(&game);
        let is_marked = there.is_some_and(|(of, game)| of == key && !game.is_ladder);
        is_marked && self.games.remove(&game).is_some()
    }

    pub(crate) fn of_game(&self, game: GameId) -> Option<(ClubKey, ClubGame)> {
        self.games.get(&game).cloned()
    }

    pub(crate) fn games(
        &self,
        key: &ClubKey,
        after: Option<(u64, GameId)>,
        most: u32,
    ) -> Vec<ClubGame> {
        let own = self.games.values().filter(|(of, _)| of == key);
        let own = own.map(|(_, game)| game.clone());
        let mut games: Vec<ClubGame> = own
            .filter(|game| after.is_none_or(|after| (game.at_ms, game.game) < after))
            .collect();
        games.sort_by_key(|game| std::cmp::Reverse((game.at_ms, game.game)));
        games.truncate(most as usize);
        games
    }
}

fn listed(club: &Club, is_living: impl Fn(AccountId) -> bool) -> ListedClub {
    let members = club.members().iter();
    let living = members.filter(|member| is_living(member.account)).count();
    ListedClub {
        key: club.name().key().clone(),
        name: club.name().to_string(),
        town: club.profile().town.as_str().to_owned(),
        language: club.profile().language.clone(),
        games: club.profile().games.clone(),
        members: u32::try_from(living).unwrap_or(u32::MAX),
    }
}
