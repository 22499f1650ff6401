//! Clubs as documents. Each game of a club is a document of its own, since they grow daily and are
//! read by page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use damier_session::GameId;
use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::accounts::{AccountId, Accounts};
use crate::clubs::club::{Club, ClubRole};
use crate::clubs::name::ClubKey;
use crate::clubs::stored::{ClubGame, Founded, ListedClub, MAX_FOUNDED, StoredClub};
use crate::documents::{
    self, DocumentChange, DocumentValue, Documents, Link, To, Versioned, account_value, document_of,
};

/// The link to the founder.
const FOUNDER: &str = "founder";

/// The link to a member.
const MEMBER: &str = "member";

/// The link to an account that is a member or an applicant.
const ACCOUNT: &str = "account";

/// The link from a game to its club.
const CLUB: &str = "club";

/// An upper bound of the clubs of an account.
const MAX_CLUBS: u32 = 1_000;

impl DocumentValue for Club {
    const KIND: &'static str = "club";

    fn id(&self) -> String {
        self.name().key().to_string()
    }

    fn links(&self) -> Vec<Link> {
        let link = |name, account| Link {
            name,
            to: To::Member(account),
        };
        let mut links = Vec::new();
        for member in self.members() {
            links.extend([link(MEMBER, member.account), link(ACCOUNT, member.account)]);
            if member.role == ClubRole::Founder {
                links.push(link(FOUNDER, member.account));
            }
        }
        links.extend(self.asking().iter().map(|it| link(ACCOUNT, it.account)));
        links
    }

    fn due_ms(&self) -> Option<u64> {
        Club::due_ms(self)
    }
}

/// A game of a club as stored.
#[derive(Clone, Serialize, Deserialize)]
struct StoredGame {
    club: ClubKey,
    #[serde(flatten)]
    game: ClubGame,
}

impl DocumentValue for StoredGame {
    const KIND: &'static str = "club-game";

    fn id(&self) -> String {
        self.game.game.to_string()
    }

    fn links(&self) -> Vec<Link> {
        vec![Link {
            name: CLUB,
            to: To::Text(self.club.to_string()),
        }]
    }

    fn parent(&self) -> Option<(&'static str, String)> {
        Some((Club::KIND, self.club.to_string()))
    }
}

fn listed(club: &Club, living: &BTreeSet<AccountId>) -> ListedClub {
    let members = club.members().iter();
    let living = members.filter(|member| living.contains(&member.account));
    ListedClub {
        key: club.name().key().clone(),
        name: club.name().to_string(),
        town: club.profile().town.as_str().to_owned(),
        language: club.profile().language.clone(),
        games: club.profile().games.clone(),
        members: u32::try_from(living.count()).unwrap_or(u32::MAX),
    }
}

/// The members of these clubs whose accounts exist.
async fn living(
    accounts: &dyn Accounts,
    clubs: &[Versioned<Club>],
) -> Result<BTreeSet<AccountId>, StoreError> {
    let members = clubs.iter().flat_map(|club| club.value.members());
    let members: BTreeSet<AccountId> = members.map(|member| member.account).collect();
    let members: Vec<AccountId> = members.into_iter().collect();
    let living = accounts.accounts_of(&members).await?;
    Ok(living.into_iter().map(|account| account.id).collect())
}

/// The clubs. See the module for the rules.
#[derive(Clone)]
pub struct Clubs {
    documents: Arc<dyn Documents>,
    accounts: Arc<dyn Accounts>,
}

impl Clubs {
    /// A store of clubs over these ports.
    pub fn of(ports: &Ports) -> Clubs {
        Clubs {
            documents: ports.documents.clone(),
            accounts: ports.accounts.clone(),
        }
    }

    /// Founds a club with its founder as only member.
    pub async fn found_club(&self, club: &Club) -> Result<Founded, StoreError> {
        let key = club.name().key();
        let Some(founder) = club.members().first().map(|member| member.account) else {
            return Ok(Founded::TooMany);
        };
        let own = async || {
            let value = account_value(founder);
            let clubs = self.documents.of::<Club>();
            clubs.linked(FOUNDER, &value, None, MAX_CLUBS).await
        };
        if self
            .documents
            .document(Club::KIND, key.as_str())
            .await?
            .is_some()
        {
            return Ok(Founded::NameTaken);
        }
        let is_there = !self.accounts.accounts_of(&[founder]).await?.is_empty();
        if !is_there || own().await?.len() >= MAX_FOUNDED as usize {
            return Ok(Founded::TooMany);
        }
        if !self.documents.of().create(club, club.founded_ms()).await? {
            return Ok(Founded::NameTaken);
        }
        // Concurrent calls may each have counted too few; a club beyond the maximum is removed
        // again.
        if own().await?.len() > MAX_FOUNDED as usize {
            self.dissolve_club(key, club.founded_ms()).await?;
            return Ok(Founded::TooMany);
        }
        Ok(Founded::Stored)
    }

    /// The club without members whose accounts are deleted; `None` if there is no such club, or no
    /// member is left.
    pub async fn club(&self, key: &ClubKey) -> Result<Option<StoredClub>, StoreError> {
        let Some(found) = self.documents.of::<Club>().find(key).await? else {
            return Ok(None);
        };
        let club = &found.value;
        let members = club.members().iter().map(|member| member.account);
        let asking = club.asking().iter().map(|asking| asking.account);
        let accounts: Vec<AccountId> = members.chain(asking).collect();
        let accounts = self.accounts.accounts_of(&accounts).await?.into_iter();
        let names: BTreeMap<_, _> = accounts.map(|it| (it.id, it.name)).collect();
        Ok(StoredClub::read(club, found.version, names))
    }

    /// Stores a club on top of the version that was read, and adds a game if one is given. Returns
    /// whether it was stored; not if the club has changed since, or is gone. A game that belongs to
    /// a club stays there.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    pub async fn store_club(
        &self,
        club: &Club,
        seen: u64,
        game: Option<&ClubGame>,
    ) -> Result<bool, StoreError> {
        // Its time is that of its version: nothing in a club depends on when it was stored.
        let store = DocumentChange::Store(Club::KIND, document_of(club, seen)?, seen);
        if let Some(game) = game {
            let stored = StoredGame {
                club: club.name().key().clone(),
                game: game.clone(),
            };
            let document = document_of(&stored, game.at_ms)?;
            let game = DocumentChange::Create(StoredGame::KIND, document);
            let both = [store.clone(), game];
            match self.documents.change_documents(&both, seen).await? {
                documents::DocumentsChanged::Stored => return Ok(true),
                documents::DocumentsChanged::Stale => return Ok(false),
                // The game belongs to a club already and stays there.
                documents::DocumentsChanged::Taken => {}
            }
        }
        let stored = self.documents.change_documents(&[store], seen).await?;
        Ok(stored.is_stored())
    }

    /// Removes a club with the list of its games; the games stay. Returns whether it was removed;
    /// not if the club has changed since that version.
    pub async fn dissolve_club(&self, key: &ClubKey, seen: u64) -> Result<bool, StoreError> {
        self.documents.of::<Club>().remove(key, seen).await
    }

    /// Removes the clubs without members, whose accounts are deleted. Returns how many.
    pub async fn sweep_clubs(&self) -> Result<u64, StoreError> {
        self.documents.sweep_unlinked(Club::KIND, MEMBER).await
    }

    /// Clubs in the order of their keys: at most `most` of them, starting after `after`, optionally
    /// only those whose keys contain a text.
    pub async fn clubs(
        &self,
        with: Option<&ClubKey>,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ListedClub>, StoreError> {
        let with = with.map_or("", ClubKey::as_str);
        let after = after.map(ClubKey::as_str);
        let clubs = self.documents.of::<Club>();
        let clubs = clubs.list(MEMBER, with, after, most).await?;
        let living = living(&*self.accounts, &clubs).await?;
        let clubs = clubs.iter().map(|club| listed(&club.value, &living));
        Ok(clubs.collect())
    }

    /// The clubs of an account in the order of their keys, each with its role, or none for an
    /// applicant.
    pub async fn clubs_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(ListedClub, Option<ClubRole>)>, StoreError> {
        let value = account_value(account);
        let clubs = self.documents.of::<Club>();
        let clubs = clubs.linked(ACCOUNT, &value, None, MAX_CLUBS).await?;
        let living = living(&*self.accounts, &clubs).await?;
        let clubs = clubs.iter().map(|club| &club.value);
        let own = clubs.map(|club| (listed(club, &living), club.role(account)));
        Ok(own.collect())
    }

    /// Clubs with background work due by this time, in the order of their keys: at most `most` of
    /// them, starting after `after`.
    pub async fn clubs_due(
        &self,
        now_ms: u64,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ClubKey>, StoreError> {
        let after = after.map(ClubKey::as_str);
        let due = self
            .documents
            .due_documents(Club::KIND, now_ms, after, most)
            .await?;
        let key = |id: &String| {
            ClubKey::of(id).ok_or_else(|| StoreError::Failed("expected the key of a club".into()))
        };
        due.iter().map(key).collect()
    }

    /// Adds a game to a club. Returns whether it belongs to the club; not if there is no such club,
    /// or the game belongs to another.
    pub async fn mark_club_game(&self, key: &ClubKey, game: &ClubGame) -> Result<bool, StoreError> {
        if self
            .documents
            .document(Club::KIND, key.as_str())
            .await?
            .is_none()
        {
            return Ok(false);
        }
        let marked = StoredGame {
            club: key.clone(),
            game: game.clone(),
        };
        self.documents.of().create(&marked, game.at_ms).await?;
        let of = self.club_of_game(game.game).await?;
        Ok(of.is_some_and(|(club, _)| club == *key))
    }

    /// Removes a game that a member added. Returns whether it was removed; ladder games are not.
    pub async fn unmark_club_game(&self, key: &ClubKey, game: GameId) -> Result<bool, StoreError> {
        let games = self.documents.of::<StoredGame>();
        let Some(found) = games.find(game).await? else {
            return Ok(false);
        };
        if found.value.club != *key || found.value.game.is_ladder {
            return Ok(false);
        }
        games.remove(game, found.version).await
    }

    /// The club to which a game belongs.
    pub async fn club_of_game(
        &self,
        game: GameId,
    ) -> Result<Option<(ClubKey, ClubGame)>, StoreError> {
        let found = self.documents.of::<StoredGame>().find(game).await?;
        Ok(found.map(|found| (found.value.club, found.value.game)))
    }

    /// The games of a club, latest first: at most `most` of them, starting after a given one.
    pub async fn club_games(
        &self,
        key: &ClubKey,
        after: Option<(u64, GameId)>,
        most: u32,
    ) -> Result<Vec<ClubGame>, StoreError> {
        let after = after.map(|(at_ms, game)| (at_ms, game.to_string()));
        let after = after.as_ref().map(|(at_ms, game)| (*at_ms, &game[..]));
        let games = self.documents.of::<StoredGame>();
        let games = games.latest_linked(CLUB, key.as_str(), after, most);
        Ok(games.await?.into_iter().map(|it| it.value.game).collect())
    }
}
