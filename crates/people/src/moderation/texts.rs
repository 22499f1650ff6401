//! The public texts of a server, whatever feature keeps them.

use std::str::FromStr;
use std::sync::Arc;

use damier_session::GameId;
use damier_session::settings::Player;
use serde::Serialize;

use crate::Ports;
use crate::StoreError;
use crate::accounts::{AccountFilter, AccountName, Accounts, Administration};
use crate::broadcasts::{BroadcastId, Broadcasts, StoredBroadcast};
use crate::challenges::{Challenges, OpenChallenge};
use crate::clubs::{Club, ClubKey, ClubRole, Clubs, StoredClub};
use crate::documents::RetryCounter;
use crate::library::{GameLibrary, GameSummary, LibraryError, ListCursor, ShareId};
use crate::moderation::PublicTextKind;
use crate::simuls::{GuestKind, Simul, SimulId, Simuls};

/// A text that strangers read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TextView))]
pub struct PublicText {
    /// Its kind.
    pub kind: PublicTextKind,
    /// Its id among those of its kind.
    pub id: String,
    /// Its lines, the title or name first; none is empty.
    pub lines: Vec<String>,
    /// The account that answers for it, if any.
    pub account: Option<String>,
}

impl PublicText {
    fn new(
        kind: PublicTextKind,
        id: &impl ToString,
        lines: impl IntoIterator<Item = String>,
        account: Option<String>,
    ) -> PublicText {
        let lines = lines.into_iter();
        PublicText {
            kind,
            id: id.to_string(),
            lines: lines.filter(|line| !line.trim().is_empty()).collect(),
            account,
        }
    }

    /// All lines joined with line breaks.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// A page of the texts of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextsPage {
    /// The texts.
    pub texts: Vec<PublicText>,
    /// The cursor of the next page; `None` on the last one.
    pub next: Option<String>,
}

/// How much of a text is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// The thing itself: the club is dissolved, the simul and the broadcast end, the challenge is
    /// withdrawn, the game is shared no longer. Games that were played stay.
    Whole,
    /// Of a club only town, description and timetable; its name and members stay. Of other things
    /// as [`Removal::Whole`].
    Words,
}

/// The public texts of a server.
#[derive(Clone)]
pub struct PublicTexts {
    accounts: Arc<dyn Accounts>,
    administration: Arc<dyn Administration>,
    broadcasts: Arc<dyn Broadcasts>,
    challenges: Arc<dyn Challenges>,
    clubs: Clubs,
    library: Arc<dyn GameLibrary>,
    simuls: Simuls,
}

impl PublicTexts {
    /// The texts behind these ports and in this library.
    pub fn of(ports: &Ports, library: &Arc<dyn GameLibrary>) -> PublicTexts {
        PublicTexts {
            accounts: ports.accounts.clone(),
            administration: ports.administration.clone(),
            broadcasts: ports.broadcasts.clone(),
            challenges: ports.challenges.clone(),
            clubs: Clubs::of(ports),
            library: library.clone(),
            simuls: Simuls::of(ports),
        }
    }

    /// A text; `None` if there is none with this id.
    pub async fn find(
        &self,
        kind: PublicTextKind,
        id: &str,
        now_ms: u64,
    ) -> Result<Option<PublicText>, StoreError> {
        Ok(match kind {
            PublicTextKind::Account => match id.parse::<AccountName>() {
                Ok(name) => self
                    .accounts
                    .account_named(&name)
                    .await?
                    .map(|(account, _)| {
                        let name = account.name;
                        PublicText::new(kind, &name, [name.clone()], Some(name.clone()))
                    }),
                Err(_) => None,
            },
            PublicTextKind::Broadcast => match parsed::<BroadcastId>(id) {
                Some(id) => self
                    .broadcasts
                    .broadcast(&id, now_ms)
                    .await?
                    .map(of_broadcast),
                None => None,
            },
            PublicTextKind::Challenge => match parsed::<GameId>(id) {
                Some(id) => {
                    // The lobby is in the order of ids: the one that follows the preceding id.
                    let before = id.to_bits().checked_sub(1).map(GameId::from_bits);
                    let found = self.challenges.lobby(now_ms, before, 1).await?.pop();
                    found.filter(|open| open.id == id).map(of_challenge)
                }
                None => None,
            },
            PublicTextKind::Club => match ClubKey::of(id) {
                Some(key) => self.clubs.club(&key).await?.map(of_club),
                None => None,
            },
            PublicTextKind::Game => match parsed::<ShareId>(id) {
                Some(share) => {
                    let found = self.library.find_shared(share).await.map_err(store_error)?;
                    found.and_then(|game| of_game(&game.summary))
                }
                None => None,
            },
            PublicTextKind::Simul => match parsed::<SimulId>(id) {
                Some(id) => self
                    .simuls
                    .simul(id)
                    .await?
                    .map(|kept| of_simul(&kept.simul)),
                None => None,
            },
        })
    }

    /// Texts of a kind: at most `most` of them, starting after the cursor `after`. A cursor that is
    /// none of this kind starts at the beginning.
    pub async fn list(
        &self,
        kind: PublicTextKind,
        after: Option<&str>,
        most: u32,
        now_ms: u64,
    ) -> Result<TextsPage, StoreError> {
        let after = after.unwrap_or_default();
        Ok(match kind {
            PublicTextKind::Account => {
                let all = AccountFilter::default();
                let after = (!after.is_empty()).then_some(after);
                let found = self.administration.accounts(&all, after, most).await?;
                let next = found.last().map(|last| last.folded.clone());
                let texts = found.into_iter().map(|facts| {
                    let name = facts.account.name;
                    PublicText::new(kind, &name, [name.clone()], Some(name.clone()))
                });
                page(texts.collect(), next, most)
            }
            PublicTextKind::Broadcast => {
                let after = parsed::<BroadcastId>(after);
                let found = self.broadcasts.all_broadcasts(after.as_ref(), most, now_ms);
                let found = found.await?;
                let next = found.last().map(|last| last.id.to_string());
                page(found.into_iter().map(of_broadcast).collect(), next, most)
            }
            PublicTextKind::Challenge => {
                let found = self.challenges.lobby(now_ms, parsed(after), most).await?;
                let next = found.last().map(|last| last.id.to_string());
                page(found.into_iter().map(of_challenge).collect(), next, most)
            }
            PublicTextKind::Club => {
                let after = ClubKey::of(after);
                let found = self.clubs.clubs(None, after.as_ref(), most).await?;
                let next = found.last().map(|last| last.key.to_string());
                let mut texts = Vec::new();
                for listed in &found {
                    texts.extend(self.clubs.club(&listed.key).await?.map(of_club));
                }
                page_of(texts, found.len(), next, most)
            }
            PublicTextKind::Game => {
                let place = after.split_once('/').and_then(|(at, id)| {
                    Some(ListCursor {
                        updated_ms: at.parse().ok()?,
                        id: id.parse().ok()?,
                    })
                });
                let found = self.library.list_shared(most, place).await;
                let found = found.map_err(store_error)?;
                let next = found.last().and_then(GameSummary::shared_place);
                let next = next.map(|place| format!("{}/{}", place.updated_ms, place.id));
                let texts = found.iter().filter_map(of_game).collect();
                page_of(texts, found.len(), next, most)
            }
            PublicTextKind::Simul => {
                let found = self.simuls.all_simuls(parsed(after), most).await?;
                let next = found.last().map(|last| last.simul.id().to_string());
                let texts = found.iter().map(|kept| of_simul(&kept.simul));
                page(texts.collect(), next, most)
            }
        })
    }

    /// Removes a text. Returns whether there was something to remove; never for an account, which
    /// is banned or renamed instead.
    pub async fn remove(
        &self,
        kind: PublicTextKind,
        id: &str,
        how: Removal,
    ) -> Result<bool, StoreError> {
        match kind {
            PublicTextKind::Account => Ok(false),
            PublicTextKind::Broadcast => match parsed::<BroadcastId>(id) {
                Some(id) => self.broadcasts.end_broadcast(&id).await,
                None => Ok(false),
            },
            PublicTextKind::Challenge => match parsed::<GameId>(id) {
                Some(id) => self.challenges.close(id).await,
                None => Ok(false),
            },
            PublicTextKind::Club => match ClubKey::of(id) {
                Some(key) => self.remove_club(&key, how).await,
                None => Ok(false),
            },
            PublicTextKind::Game => match parsed::<ShareId>(id) {
                Some(share) => self.library.unshare(share).await.map_err(store_error),
                None => Ok(false),
            },
            PublicTextKind::Simul => match parsed::<SimulId>(id) {
                Some(id) => self.simuls.remove_simul(id).await,
                None => Ok(false),
            },
        }
    }

    async fn remove_club(&self, key: &ClubKey, how: Removal) -> Result<bool, StoreError> {
        let mut tries = RetryCounter::default();
        loop {
            tries.begin()?;
            let Some(StoredClub {
                mut club, version, ..
            }) = self.clubs.club(key).await?
            else {
                return Ok(false);
            };
            let is_done = match how {
                Removal::Whole => self.clubs.dissolve_club(key, version).await?,
                Removal::Words => {
                    club.clear_words();
                    self.clubs.store_club(&club, version, None).await?
                }
            };
            if is_done {
                return Ok(true);
            }
        }
    }
}

fn parsed<T: FromStr>(id: &str) -> Option<T> {
    id.parse().ok()
}

/// A page of which each entry found is a text.
fn page(texts: Vec<PublicText>, next: Option<String>, most: u32) -> TextsPage {
    let found = texts.len();
    page_of(texts, found, next, most)
}

/// A page of `found` entries, some of which may be gone meanwhile.
fn page_of(texts: Vec<PublicText>, found: usize, next: Option<String>, most: u32) -> TextsPage {
    let is_last = found < most as usize;
    TextsPage {
        texts,
        next: next.filter(|_| !is_last),
    }
}

fn of_broadcast(kept: StoredBroadcast) -> PublicText {
    let settings = kept.settings;
    let lines = [settings.title, settings.place, settings.date];
    PublicText::new(PublicTextKind::Broadcast, &kept.id, lines, None)
}

fn of_challenge(open: OpenChallenge) -> PublicText {
    let host = open.challenge.host;
    let account = open.account.map(|_| host.clone());
    PublicText::new(PublicTextKind::Challenge, &open.id, [host], account)
}

fn of_club(kept: StoredClub) -> PublicText {
    let StoredClub { club, names, .. } = kept;
    let founder = club.members().iter();
    let founder = founder
        .filter(|member| member.role == ClubRole::Founder)
        .find_map(|member| names.get(&member.account).cloned());
    let key = club.name().key();
    PublicText::new(PublicTextKind::Club, key, words_of(&club), founder)
}

fn words_of(club: &Club) -> Vec<String> {
    let profile = club.profile();
    let entries = club.timetable().entries().iter();
    let entries = entries.flat_map(|(_, entry)| {
        let words = [
            entry.title.as_str(),
            entry.place.as_str(),
            entry.note.as_str(),
        ];
        words.map(str::to_owned)
    });
    let mut lines = vec![
        club.name().to_string(),
        profile.town.as_str().to_owned(),
        profile.text.as_str().to_owned(),
    ];
    lines.extend(entries);
    lines
}

fn of_game(game: &GameSummary) -> Option<PublicText> {
    let name = |player: &Player| match player {
        Player::Person { name } => name.clone(),
        Player::Computer { .. } => String::new(),
    };
    let lines = [
        game.title.as_str().to_owned(),
        name(&game.facts.white),
        name(&game.facts.black),
    ];
    Some(PublicText::new(
        PublicTextKind::Game,
        &game.shared?,
        lines,
        None,
    ))
}

fn of_simul(simul: &Simul) -> PublicText {
    let host = simul.host();
    let guests = simul.seated().iter().chain(simul.asking());
    let guests = guests.filter_map(|guest| match &guest.kind {
        GuestKind::Person { name, .. } => Some(name.to_string()),
        GuestKind::Computer { .. } => None,
    });
    let lines = [
        simul.terms().title.as_str().to_owned(),
        host.name.to_string(),
    ];
    let account = host.account.map(|_| host.name.to_string());
    let lines = lines.into_iter().chain(guests);
    PublicText::new(PublicTextKind::Simul, &simul.id(), lines, account)
}

fn store_error(error: LibraryError) -> StoreError {
    match error {
        LibraryError::Unavailable(source) | LibraryError::Gone(source) => {
            StoreError::Unavailable(source)
        }
        LibraryError::Full(source) => StoreError::Full(source),
        LibraryError::Failed(source) => StoreError::Failed(source),
        damaged @ LibraryError::Damaged { .. } => StoreError::Failed(Box::new(damaged)),
    }
}
