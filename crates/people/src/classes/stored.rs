//! A class as stored, and the operations on it.

use damier_rules::Side;
use damier_session::GameId;
use serde::{Deserialize, Serialize};

use crate::classes::key::ClassKey;
use crate::classes::lesson::LessonName;
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::classes::port::{
    Class, ClassChange, Joined, MAX_CLASS_GAMES, MAX_PUPILS, NewPupil, Pupil, PupilGame,
};
use crate::documents::{AfterChange, DocumentValue, Link, To};
use crate::json_keys::{self, digits};

/// The link from the key of the teacher.
pub(super) const TEACHER: &str = "teacher";

/// The link from the key of a pupil's device.
pub(super) const PUPIL: &str = "pupil";

/// The link of a class whose screens are or were frozen.
pub(super) const HELD: &str = "held";

/// A class as it is stored.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredClass {
    #[serde(flatten)]
    pub(super) class: Class,
    #[serde(with = "json_keys::class")]
    pub(super) teacher: ClassKey,
    pub(super) pupils: Vec<StoredPupil>,
    /// In the order in which they began.
    pub(super) games: Vec<StoredGame>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredPupil {
    #[serde(with = "json_keys::text")]
    pub(super) nickname: Nickname,
    #[serde(with = "json_keys::class")]
    pub(super) key: ClassKey,
    pub(super) joined_ms: u64,
    pub(super) assigned: Option<LessonName>,
    pub(super) game: Option<PupilGame>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredGame {
    #[serde(with = "json_keys::game")]
    pub(super) game: GameId,
    #[serde(with = "json_keys::text")]
    pub(super) white: ClassPlayer,
    #[serde(with = "json_keys::text")]
    pub(super) black: ClassPlayer,
    pub(super) begun_ms: u64,
}

impl StoredPupil {
    pub(super) fn to_pupil(&self, seen_ms: Option<u64>) -> Pupil {
        Pupil {
            nickname: self.nickname,
            joined_ms: self.joined_ms,
            seen_ms: seen_ms.unwrap_or(0).max(self.joined_ms),
            assigned: self.assigned.clone(),
            game: self.game,
        }
    }
}

impl StoredClass {
    pub(super) fn of_key(&self, key: &ClassKey) -> Option<&StoredPupil> {
        self.pupils.iter().find(|pupil| pupil.key == *key)
    }

    pub(super) fn pupil(&mut self, nickname: Nickname) -> Option<&mut StoredPupil> {
        let mut pupils = self.pupils.iter_mut();
        pupils.find(|pupil| pupil.nickname == nickname)
    }

    pub(super) fn change(&mut self, change: &ClassChange) {
        match change {
            ClassChange::Open(is_open) => self.class.is_open = *is_open,
            ClassChange::FrozenUntil(until_ms) => self.class.frozen_until_ms = *until_ms,
            ClassChange::Until(until_ms) => self.class.until_ms = *until_ms,
            ClassChange::Assigned(lesson) => {
                self.class.assigned.clone_from(lesson);
                for pupil in &mut self.pupils {
                    pupil.assigned = None;
                }
            }
        }
    }

    pub(super) fn join(&mut self, new: &NewPupil, now_ms: u64) -> AfterChange<Joined> {
        if self.class.until_ms <= now_ms {
            return AfterChange::Leave(Joined::NotFound);
        }
        match self.of_key(&new.key) {
            Some(known) if known.nickname == new.nickname => {
                return AfterChange::Leave(Joined::Stored);
            }
            Some(_) => return AfterChange::Leave(Joined::KeyTaken),
            None => {}
        }
        if !self.class.is_open {
            return AfterChange::Leave(Joined::Closed);
        }
        if self.pupil(new.nickname).is_some() {
            return AfterChange::Leave(Joined::NicknameTaken);
        }
        if self.pupils.len() >= MAX_PUPILS as usize {
            return AfterChange::Leave(Joined::Full);
        }
        self.pupils.push(StoredPupil {
            nickname: new.nickname,
            key: new.key,
            joined_ms: now_ms,
            assigned: None,
            game: None,
        });
        AfterChange::Store(Joined::Stored)
    }

    pub(super) fn pair(&mut self, game: GameId, players: [ClassPlayer; 2], now_ms: u64) -> bool {
        let [white, black] = players;
        let mut pupils = players.iter().filter_map(|player| player.pupil());
        let is_nobodys = white.pupil() == black.pupil(); // the same pupil twice, or no pupil
        if is_nobodys || pupils.any(|one| self.pupil(one).is_none()) {
            return false;
        }
        for (one, side, against) in [(white, Side::White, black), (black, Side::Black, white)] {
            if let Some(pupil) = one.pupil().and_then(|one| self.pupil(one)) {
                pupil.game = Some(PupilGame {
                    game,
                    side,
                    against,
                });
            }
        }
        if self.games.iter().all(|known| known.game != game) {
            self.games.push(StoredGame {
                game,
                white,
                black,
                begun_ms: now_ms,
            });
            self.games.sort_by_key(|it| (it.begun_ms, it.game));
        }
        let too_many = self.games.len().saturating_sub(MAX_CLASS_GAMES as usize);
        self.games.drain(..too_many);
        true
    }

    pub(super) fn remove(&mut self, nickname: Nickname) -> bool {
        let before = self.pupils.len();
        self.pupils.retain(|pupil| pupil.nickname != nickname);
        let player = ClassPlayer::from(nickname);
        self.games
            .retain(|it| it.white != player && it.black != player);
        self.pupils.len() < before
    }
}

impl DocumentValue for StoredClass {
    const KIND: &'static str = "class";

    fn id(&self) -> String {
        self.class.code.to_string()
    }

    fn links(&self) -> Vec<Link> {
        let key = |name, key: &ClassKey| Link {
            name,
            to: To::Unique(digits(key.as_bytes())),
        };
        let pupils = self.pupils.iter().map(|pupil| key(PUPIL, &pupil.key));
        let mut links: Vec<Link> = pupils.collect();
        links.push(key(TEACHER, &self.teacher));
        if self.class.frozen_until_ms > 0 {
            links.push(Link {
                name: HELD,
                to: To::Text(String::new()),
            });
        }
        links
    }

    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        Some(self.class.until_ms)
    }
}
