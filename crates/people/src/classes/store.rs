//! Classes as documents, containing pupils and games; frequent reports of devices have a port of
//! their own.

use std::collections::BTreeMap;
use std::sync::Arc;

use damier_session::GameId;

use crate::Ports;
use crate::StoreError;
use crate::classes::ClassCode;
use crate::classes::key::ClassKey;
use crate::classes::lesson::{LessonName, LessonReport, PupilLesson};
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::classes::port::{
    Class, ClassChange, CreateClassOutcome, Joined, NewClass, NewPupil, PairedGame, Pupil,
    PupilProgress,
};
use crate::classes::stored::{HELD, PUPIL, StoredClass, StoredGame, TEACHER};
use crate::documents::{AfterChange, Collection, DocumentValue, Documents, Versioned};
use crate::json_keys::digits;
use crate::live::Journal;

/// How many classes with frozen screens are read at once.
const PAGE: u32 = 200;

/// The classes. See the module for the rules.
#[derive(Clone)]
pub struct Classes {
    documents: Arc<dyn Documents>,
    journal: Arc<dyn Journal>,
    pupil_progress: Arc<dyn PupilProgress>,
}

impl Classes {
    /// A store of classes over these ports.
    pub fn of(ports: &Ports) -> Classes {
        Classes {
            documents: ports.documents.clone(),
            journal: ports.journal.clone(),
            pupil_progress: ports.pupil_progress.clone(),
        }
    }

    fn all(&self) -> Collection<'_, StoredClass> {
        self.documents.of()
    }

    async fn of_key(
        &self,
        name: &'static str,
        key: &ClassKey,
    ) -> Result<Option<Versioned<StoredClass>>, StoreError> {
        self.all().find_linked(name, &digits(key.as_bytes())).await
    }

    /// Creates a class. If the teacher has one, returns that one.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn make_class(&self, new: &NewClass) -> Result<CreateClassOutcome, StoreError> {
        for there in [
            self.all().find(new.code).await?,
            self.of_key(TEACHER, &new.teacher).await?,
        ] {
            let over = there.filter(|there| there.value.class.until_ms <= new.made_ms);
            if let Some(over) = over {
                let code = over.value.class.code;
                self.all().remove(code, over.version).await?;
            }
        }
        let class = StoredClass {
            class: Class {
                code: new.code,
                made_ms: new.made_ms,
                until_ms: new.until_ms,
                is_open: true,
                frozen_until_ms: 0,
                assigned: None,
            },
            teacher: new.teacher,
            pupils: Vec::new(),
            games: Vec::new(),
        };
        self.all().create(&class, new.made_ms).await?;
        let own = self.class_of_teacher(&new.teacher, new.made_ms).await?;
        Ok(own.map_or(CreateClassOutcome::CodeTaken, CreateClassOutcome::Stored))
    }

    /// The class of a teacher, unless its term has ended.
    pub async fn class_of_teacher(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = self.of_key(TEACHER, key).await?;
        let found = found.filter(|found| found.value.class.until_ms > now_ms);
        Ok(found.map(|found| found.value.class))
    }

    /// The class with a code, unless its term has ended.
    pub async fn class_with_code(
        &self,
        code: ClassCode,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = self.all().find(code).await?;
        let found = found.filter(|found| found.value.class.until_ms > now_ms);
        Ok(found.map(|found| found.value.class))
    }

    /// Changes a class. Returns whether it exists.
    pub async fn change_class(
        &self,
        code: ClassCode,
        change: &ClassChange,
    ) -> Result<bool, StoreError> {
        let changed = self.all().change(code, 0, |class| {
            class.change(change);
            AfterChange::Store(())
        });
        Ok(changed.await?.is_some())
    }

    /// Removes a class with all data of its pupils. Returns whether it existed.
    pub async fn end_class(&self, code: ClassCode) -> Result<bool, StoreError> {
        // Retries until no concurrent change interferes.
        while let Some(found) = self.all().find(code).await? {
            if self.all().remove(code, found.version).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds a pupil to a class.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn join_class(
        &self,
        code: ClassCode,
        new: &NewPupil,
        now_ms: u64,
    ) -> Result<Joined, StoreError> {
        let known = self.of_key(PUPIL, &new.key).await?;
        if known.is_some_and(|known| known.value.class.code != code) {
            let there = self.class_with_code(code, now_ms).await?;
            return Ok(there.map_or(Joined::NotFound, |_| Joined::KeyTaken));
        }
        let joined = self
            .all()
            .change(code, 0, |class| class.join(new, now_ms))
            .await?;
        Ok(joined.unwrap_or(Joined::NotFound))
    }

    /// The pupil with this key and the class, unless its term has ended.
    pub async fn pupil(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<(Class, Pupil)>, StoreError> {
        let found = self.of_key(PUPIL, key).await?;
        let Some(class) = found.filter(|found| found.value.class.until_ms > now_ms) else {
            return Ok(None);
        };
        let class = class.value;
        let seen = self.pupil_progress.seen(class.class.code).await?;
        Ok(class.of_key(key).map(|pupil| {
            let seen = seen
                .iter()
                .find(|(nickname, _)| *nickname == pupil.nickname);
            (class.class.clone(), pupil.to_pupil(seen.map(|(_, ms)| *ms)))
        }))
    }

    /// Records that a pupil's device connected.
    pub async fn saw_pupil(&self, key: &ClassKey, now_ms: u64) -> Result<(), StoreError> {
        let found = self.of_key(PUPIL, key).await?;
        let class = found.map(|found| found.value);
        let Some(class) = class else { return Ok(()) };
        match class.of_key(key) {
            Some(pupil) => {
                self.pupil_progress
                    .saw(class.class.code, pupil.nickname, now_ms)
                    .await
            }
            None => Ok(()),
        }
    }

    /// The pupils of a class in the order in which they joined, each with the stored lessons sorted
    /// by name.
    pub async fn pupils(
        &self,
        code: ClassCode,
    ) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
        let Some(class) = self.all().find(code).await? else {
            return Ok(Vec::new());
        };
        let seen: BTreeMap<Nickname, u64> =
            self.pupil_progress.seen(code).await?.into_iter().collect();
        let mut lessons: BTreeMap<Nickname, Vec<PupilLesson>> = BTreeMap::new();
        for (nickname, lesson) in self.pupil_progress.lessons(code).await? {
            lessons.entry(nickname).or_default().push(lesson);
        }
        let mut pupils: Vec<(Pupil, Vec<PupilLesson>)> = Vec::new();
        for pupil in &class.value.pupils {
            let seen_ms = seen.get(&pupil.nickname).copied();
            let lessons = lessons.remove(&pupil.nickname).unwrap_or_default();
            pupils.push((pupil.to_pupil(seen_ms), lessons));
        }
        pupils.sort_by_key(|(pupil, _)| (pupil.joined_ms, pupil.nickname));
        Ok(pupils)
    }

    /// Stores a pupil's report about a lesson, merged by [`PupilLesson::after`]. Returns whether
    /// the pupil exists and has room for the lesson.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn note_lesson(
        &self,
        key: &ClassKey,
        report: &LessonReport,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let found = self.of_key(PUPIL, key).await?;
        let class = found.map(|found| found.value);
        let pupil = class.as_ref().and_then(|class| {
            let pupil = class.of_key(key)?;
            Some((class.class.code, pupil.nickname))
        });
        match pupil {
            Some((code, pupil)) => {
                self.pupil_progress
                    .store_lesson(code, pupil, report, now_ms)
                    .await
            }
            None => Ok(false),
        }
    }

    /// Assigns a lesson to one pupil, or removes the assignment. Returns whether the pupil exists.
    pub async fn assign_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        lesson: Option<&LessonName>,
    ) -> Result<bool, StoreError> {
        let set = self
            .all()
            .change(code, 0, |class| match class.pupil(nickname) {
                None => AfterChange::Leave(false),
                Some(pupil) => {
                    pupil.assigned = lesson.cloned();
                    AfterChange::Store(true)
                }
            });
        Ok(set.await?.unwrap_or(false))
    }

    /// Assigns a new game to two different pupils, or to one and the engine, White first. Returns
    /// whether the pupils exist; otherwise nothing changes. Rejects a game between two engines.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn pair_pupils(
        &self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let paired = self.all().change(code, 0, |class| {
            if class.pair(game, players, now_ms) {
                AfterChange::Store(true)
            } else {
                AfterChange::Leave(false)
            }
        });
        Ok(paired.await?.unwrap_or(false))
    }

    /// The games of a class in the order in which they began: those of current pupils, at most the
    /// latest [`MAX_CLASS_GAMES`](crate::classes::MAX_CLASS_GAMES), including those against the
    /// engine.
    pub async fn class_games(&self, code: ClassCode) -> Result<Vec<PairedGame>, StoreError> {
        let class = self.all().find(code).await?;
        let games = class.map(|class| class.value.games).unwrap_or_default();
        let ids: Vec<GameId> = games.iter().map(|it| it.game).collect();
        let there = self.journal.standings_of(&ids).await?;
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

    /// Classes whose screens are frozen, or were after this time, in the order of their codes, each
    /// with the end of the freeze: at most `most` of them, starting after `after`.
    pub async fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Result<Vec<(ClassCode, u64)>, StoreError> {
        let mut held = Vec::new();
        let mut after = after.map(|after| after.to_string());
        loop {
            let page = self.all().linked(HELD, "", after.as_deref(), PAGE);
            let page = page.await?;
            for found in &page {
                let class = &found.value.class;
                if class.frozen_until_ms > since_ms && held.len() < most as usize {
                    held.push((class.code, class.frozen_until_ms));
                }
            }
            let is_last = page.len() < PAGE as usize || held.len() >= most as usize;
            match page.last() {
                Some(last) if !is_last => after = Some(last.value.id()),
                _ => return Ok(held),
            }
        }
    }

    /// Moves a pupil to another device; the previous device loses access. Returns whether it was
    /// done: not if the pupil does not exist, or the new key is another pupil's.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    pub async fn move_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        to: &ClassKey,
    ) -> Result<bool, StoreError> {
        let holder = self.of_key(PUPIL, to).await?;
        if holder.is_some_and(|holder| holder.value.class.code != code) {
            return Ok(false);
        }
        let moved = self.all().change(code, 0, |class| {
            let holder = class.of_key(to).map(|pupil| pupil.nickname);
            if holder.is_some_and(|holder| holder != nickname) {
                return AfterChange::Leave(false);
            }
            match class.pupil(nickname) {
                None => AfterChange::Leave(false),
                Some(pupil) => {
                    pupil.key = *to;
                    AfterChange::Store(true)
                }
            }
        });
        Ok(moved.await?.unwrap_or(false))
    }

    /// Removes a pupil with all data. Returns whether the pupil existed.
    pub async fn remove_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
    ) -> Result<bool, StoreError> {
        let removed = self.all().change(code, 0, |class| {
            if class.remove(nickname) {
                AfterChange::Store(true)
            } else {
                AfterChange::Leave(false)
            }
        });
        let is_removed = removed.await?.unwrap_or(false);
        if is_removed {
            self.pupil_progress.forget_pupil(code, nickname).await?;
        }
        Ok(is_removed)
    }
}
