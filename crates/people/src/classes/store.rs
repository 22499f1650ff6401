//! Classes as documents: the pupils and the games are in the value; what devices tell all the time has a port of its own.

use std::collections::BTreeMap;

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use serde::{Deserialize, Serialize};

use crate::classes::code::ClassCode;
use crate::classes::key::ClassKey;
use crate::classes::lesson::{LessonName, LessonNews, PupilLesson};
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::classes::port::{
    Class, ClassChange, ClassMade, Classes, Joined, MOST_CLASS_GAMES, MOST_PUPILS, NewClass,
    NewPupil, PairedGame, Pupil, PupilGame, PupilProgress,
};
use crate::documents::{self, Documents, Kept, Link, Then, To, Versioned};
use crate::json_keys::{self, digits};
use crate::live::{Journal, StoreError};

/// The link from the key of the teacher.
const TEACHER: &str = "teacher";

/// The link from the key of a pupil's device.
const PUPIL: &str = "pupil";

/// The link of a class whose screens are held, or were.
const HELD: &str = "held";

/// How many classes whose screens are held are read at once.
const PAGE: u32 = 200;

/// A class as it is stored.
#[derive(Clone, Serialize, Deserialize)]
struct StoredClass {
    #[serde(with = "json_keys::text")]
    code: ClassCode,
    #[serde(with = "json_keys::class")]
    teacher: ClassKey,
    made_ms: u64,
    until_ms: u64,
    is_open: bool,
    frozen_until_ms: u64,
    assigned: Option<LessonName>,
    pupils: Vec<StoredPupil>,
    /// In the order in which they began.
    games: Vec<StoredGame>,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredPupil {
    #[serde(with = "json_keys::text")]
    nickname: Nickname,
    #[serde(with = "json_keys::class")]
    key: ClassKey,
    joined_ms: u64,
    assigned: Option<LessonName>,
    game: Option<StoredPupilGame>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct StoredPupilGame {
    #[serde(with = "json_keys::game")]
    game: GameId,
    side: Side,
    #[serde(with = "json_keys::text")]
    against: ClassPlayer,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredGame {
    #[serde(with = "json_keys::game")]
    game: GameId,
    #[serde(with = "json_keys::text")]
    white: ClassPlayer,
    #[serde(with = "json_keys::text")]
    black: ClassPlayer,
    begun_ms: u64,
}

impl StoredPupil {
    fn shown(&self, seen_ms: Option<u64>) -> Pupil {
        Pupil {
            nickname: self.nickname,
            joined_ms: self.joined_ms,
            seen_ms: seen_ms.unwrap_or(0).max(self.joined_ms),
            assigned: self.assigned.clone(),
            game: self.game.map(|it| PupilGame {
                game: it.game,
                side: it.side,
                against: it.against,
            }),
        }
    }
}

impl StoredClass {
    fn shown(&self) -> Class {
        Class {
            code: self.code,
            made_ms: self.made_ms,
            until_ms: self.until_ms,
            is_open: self.is_open,
            frozen_until_ms: self.frozen_until_ms,
            assigned: self.assigned.clone(),
        }
    }

    fn of_key(&self, key: &ClassKey) -> Option<&StoredPupil> {
        self.pupils.iter().find(|pupil| pupil.key == *key)
    }

    fn pupil(&mut self, nickname: Nickname) -> Option<&mut StoredPupil> {
        let mut pupils = self.pupils.iter_mut();
        pupils.find(|pupil| pupil.nickname == nickname)
    }

    fn change(&mut self, change: &ClassChange) {
        match change {
            ClassChange::Open(is_open) => self.is_open = *is_open,
            ClassChange::FrozenUntil(until_ms) => self.frozen_until_ms = *until_ms,
            ClassChange::Until(until_ms) => self.until_ms = *until_ms,
            ClassChange::Assigned(lesson) => {
                self.assigned.clone_from(lesson);
                for pupil in &mut self.pupils {
                    pupil.assigned = None;
                }
            }
        }
    }

    fn join(&mut self, new: &NewPupil, now_ms: u64) -> Then<Joined> {
        if self.until_ms <= now_ms {
            return Then::Leave(Joined::NotFound);
        }
        match self.of_key(&new.key) {
            Some(known) if known.nickname == new.nickname => return Then::Leave(Joined::Stored),
            Some(_) => return Then::Leave(Joined::KeyTaken),
            None => {}
        }
        if !self.is_open {
            return Then::Leave(Joined::Closed);
        }
        if self.pupil(new.nickname).is_some() {
            return Then::Leave(Joined::NicknameTaken);
        }
        if self.pupils.len() >= MOST_PUPILS as usize {
            return Then::Leave(Joined::Full);
        }
        self.pupils.push(StoredPupil {
            nickname: new.nickname,
            key: new.key,
            joined_ms: now_ms,
            assigned: None,
            game: None,
        });
        Then::Store(Joined::Stored)
    }

    fn pair(&mut self, game: GameId, players: [ClassPlayer; 2], now_ms: u64) -> bool {
        let [white, black] = players;
        let mut pupils = players.iter().filter_map(|player| player.pupil());
        let is_nobodys = white.pupil() == black.pupil(); // one twice, or no pupil at all
        if is_nobodys || pupils.any(|one| self.pupil(one).is_none()) {
            return false;
        }
        for (one, side, against) in [(white, Side::White, black), (black, Side::Black, white)] {
            if let Some(pupil) = one.pupil().and_then(|one| self.pupil(one)) {
                pupil.game = Some(StoredPupilGame {
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
        let too_many = self.games.len().saturating_sub(MOST_CLASS_GAMES as usize);
        self.games.drain(..too_many);
        true
    }

    fn remove(&mut self, nickname: Nickname) -> bool {
        let before = self.pupils.len();
        self.pupils.retain(|pupil| pupil.nickname != nickname);
        let player = ClassPlayer::from(nickname);
        self.games
            .retain(|it| it.white != player && it.black != player);
        self.pupils.len() < before
    }
}

impl Kept for StoredClass {
    const KIND: &'static str = "class";

    fn id(&self) -> String {
        self.code.to_string()
    }

    fn links(&self) -> Vec<Link> {
        let key = |name, key: &ClassKey| Link {
            name,
            to: To::Unique(digits(key.as_bytes())),
        };
        let pupils = self.pupils.iter().map(|pupil| key(PUPIL, &pupil.key));
        let mut links: Vec<Link> = pupils.collect();
        links.push(key(TEACHER, &self.teacher));
        if self.frozen_until_ms > 0 {
            links.push(Link {
                name: HELD,
                to: To::Text(String::new()),
            });
        }
        links
    }

    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        Some(self.until_ms)
    }
}

async fn of_code(
    documents: &dyn Documents,
    code: ClassCode,
) -> Result<Option<Versioned<StoredClass>>, StoreError> {
    documents::find::<StoredClass>(documents, code.as_str()).await
}

async fn of_key(
    documents: &dyn Documents,
    name: &'static str,
    key: &ClassKey,
) -> Result<Option<Versioned<StoredClass>>, StoreError> {
    documents::find_linked::<StoredClass>(documents, name, &digits(key.as_bytes())).await
}

/// Changes a class at any time: nothing of it depends on when it was stored.
async fn change<R>(
    documents: &dyn Documents,
    code: ClassCode,
    act: impl FnMut(&mut StoredClass) -> Then<R> + Send,
) -> Result<Option<R>, StoreError> {
    documents::change::<StoredClass, R>(documents, code.as_str(), 0, act).await
}

#[async_trait]
impl<S: Documents + Journal + PupilProgress> Classes for S {
    async fn make_class(&self, new: &NewClass) -> Result<ClassMade, StoreError> {
        for there in [
            of_code(self, new.code).await?,
            of_key(self, TEACHER, &new.teacher).await?,
        ] {
            let over = there.filter(|there| there.value.until_ms <= new.made_ms);
            if let Some(over) = over {
                let id = over.value.code.to_string();
                documents::remove::<StoredClass>(self, &id, over.version).await?;
            }
        }
        let class = StoredClass {
            code: new.code,
            teacher: new.teacher,
            made_ms: new.made_ms,
            until_ms: new.until_ms,
            is_open: true,
            frozen_until_ms: 0,
            assigned: None,
            pupils: Vec::new(),
            games: Vec::new(),
        };
        documents::create(self, &class, new.made_ms).await?;
        let own = self.class_of_teacher(&new.teacher, new.made_ms).await?;
        Ok(own.map_or(ClassMade::CodeTaken, ClassMade::Stored))
    }

    async fn class_of_teacher(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = of_key(self, TEACHER, key).await?;
        let found = found.filter(|found| found.value.until_ms > now_ms);
        Ok(found.map(|found| found.value.shown()))
    }

    async fn class_with_code(
        &self,
        code: ClassCode,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = of_code(self, code).await?;
        let found = found.filter(|found| found.value.until_ms > now_ms);
        Ok(found.map(|found| found.value.shown()))
    }

    async fn change_class(
        &self,
        code: ClassCode,
        change: &ClassChange,
    ) -> Result<bool, StoreError> {
        let changed = self::change(self, code, |class| {
            class.change(change);
            Then::Store(())
        });
        Ok(changed.await?.is_some())
    }

    async fn end_class(&self, code: ClassCode) -> Result<bool, StoreError> {
        // Whoever changes it at the same moment does not keep it from ending.
        while let Some(found) = of_code(self, code).await? {
            if documents::remove::<StoredClass>(self, code.as_str(), found.version).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn sweep_classes(&self, now_ms: u64) -> Result<u64, StoreError> {
        self.sweep_documents(StoredClass::KIND, now_ms).await
    }

    async fn join_class(
        &self,
        code: ClassCode,
        new: &NewPupil,
        now_ms: u64,
    ) -> Result<Joined, StoreError> {
        let known = of_key(self, PUPIL, &new.key).await?;
        if known.is_some_and(|known| known.value.code != code) {
            let there = self.class_with_code(code, now_ms).await?;
            return Ok(there.map_or(Joined::NotFound, |_| Joined::KeyTaken));
        }
        let joined = change(self, code, |class| class.join(new, now_ms)).await?;
        Ok(joined.unwrap_or(Joined::NotFound))
    }

    async fn pupil(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<(Class, Pupil)>, StoreError> {
        let found = of_key(self, PUPIL, key).await?;
        let Some(class) = found.filter(|found| found.value.until_ms > now_ms) else {
            return Ok(None);
        };
        let class = class.value;
        let seen = self.seen(class.code).await?;
        Ok(class.of_key(key).map(|pupil| {
            let seen = seen
                .iter()
                .find(|(nickname, _)| *nickname == pupil.nickname);
            (class.shown(), pupil.shown(seen.map(|(_, ms)| *ms)))
        }))
    }

    async fn saw_pupil(&self, key: &ClassKey, now_ms: u64) -> Result<(), StoreError> {
        let found = of_key(self, PUPIL, key).await?;
        let class = found.map(|found| found.value);
        let Some(class) = class else { return Ok(()) };
        match class.of_key(key) {
            Some(pupil) => self.saw(class.code, pupil.nickname, now_ms).await,
            None => Ok(()),
        }
    }

    async fn pupils(&self, code: ClassCode) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
        let Some(class) = of_code(self, code).await? else {
            return Ok(Vec::new());
        };
        let seen: BTreeMap<Nickname, u64> = self.seen(code).await?.into_iter().collect();
        let mut lessons: BTreeMap<Nickname, Vec<PupilLesson>> = BTreeMap::new();
        for (nickname, lesson) in self.lessons(code).await? {
            lessons.entry(nickname).or_default().push(lesson);
        }
        let mut pupils: Vec<(Pupil, Vec<PupilLesson>)> = Vec::new();
        for pupil in &class.value.pupils {
            let seen_ms = seen.get(&pupil.nickname).copied();
            let lessons = lessons.remove(&pupil.nickname).unwrap_or_default();
            pupils.push((pupil.shown(seen_ms), lessons));
        }
        pupils.sort_by_key(|(pupil, _)| (pupil.joined_ms, pupil.nickname));
        Ok(pupils)
    }

    async fn note_lesson(
        &self,
        key: &ClassKey,
        news: &LessonNews,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let found = of_key(self, PUPIL, key).await?;
        let class = found.map(|found| found.value);
        let pupil = class.as_ref().and_then(|class| {
            let pupil = class.of_key(key)?;
            Some((class.code, pupil.nickname))
        });
        match pupil {
            Some((code, pupil)) => self.keep_lesson(code, pupil, news, now_ms).await,
            None => Ok(false),
        }
    }

    async fn assign_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        lesson: Option<&LessonName>,
    ) -> Result<bool, StoreError> {
        let set = change(self, code, |class| match class.pupil(nickname) {
            None => Then::Leave(false),
            Some(pupil) => {
                pupil.assigned = lesson.cloned();
                Then::Store(true)
            }
        });
        Ok(set.await?.unwrap_or(false))
    }

    async fn pair_pupils(
        &self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let paired = change(self, code, |class| {
            if class.pair(game, players, now_ms) {
                Then::Store(true)
            } else {
                Then::Leave(false)
            }
        });
        Ok(paired.await?.unwrap_or(false))
    }

    async fn class_games(&self, code: ClassCode) -> Result<Vec<PairedGame>, StoreError> {
        let class = of_code(self, code).await?;
        let games = class.map(|class| class.value.games).unwrap_or_default();
        let ids: Vec<GameId> = games.iter().map(|it| it.game).collect();
        let there = self.standings_of(&ids).await?;
        let paired = |it: StoredGame| {
            let found = there.iter().find(|there| there.game == it.game);
            PairedGame {
                game: it.game,
                players: [it.white, it.black],
                begun_ms: it.begun_ms,
                is_there: found.is_some(),
                ending: found.and_then(|found| found.ending),
                deadline_ms: found.and_then(|found| found.deadline_ms),
            }
        };
        Ok(games.into_iter().map(paired).collect())
    }

    async fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Result<Vec<(ClassCode, u64)>, StoreError> {
        let mut held = Vec::new();
        let mut after = after.map(|after| after.to_string());
        loop {
            let page = self.linked(StoredClass::KIND, HELD, "", after.as_deref(), PAGE);
            let page = page.await?;
            for stored in &page {
                let class: StoredClass = Versioned::read(stored)?.value;
                if class.frozen_until_ms > since_ms && held.len() < most as usize {
                    held.push((class.code, class.frozen_until_ms));
                }
            }
            let is_last = page.len() < PAGE as usize || held.len() >= most as usize;
            match page.last() {
                Some(last) if !is_last => after = Some(last.id.clone()),
                _ => return Ok(held),
            }
        }
    }

    async fn move_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        to: &ClassKey,
    ) -> Result<bool, StoreError> {
        let holder = of_key(self, PUPIL, to).await?;
        if holder.is_some_and(|holder| holder.value.code != code) {
            return Ok(false);
        }
        let moved = change(self, code, |class| {
            let holder = class.of_key(to).map(|pupil| pupil.nickname);
            if holder.is_some_and(|holder| holder != nickname) {
                return Then::Leave(false);
            }
            match class.pupil(nickname) {
                None => Then::Leave(false),
                Some(pupil) => {
                    pupil.key = *to;
                    Then::Store(true)
                }
            }
        });
        Ok(moved.await?.unwrap_or(false))
    }

    async fn remove_pupil(&self, code: ClassCode, nickname: Nickname) -> Result<bool, StoreError> {
        let removed = change(self, code, |class| {
            if class.remove(nickname) {
                Then::Store(true)
            } else {
                Then::Leave(false)
            }
        });
        let is_removed = removed.await?.unwrap_or(false);
        if is_removed {
            self.forget_pupil(code, nickname).await?;
        }
        Ok(is_removed)
    }
}
