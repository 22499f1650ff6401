//! The classes of a journal in memory: the operations of their port.

use async_trait::async_trait;
use damier_session::GameId;

use crate::classes::{
    Class, ClassChange, ClassCode, ClassKey, ClassMade, ClassPlayer, Classes, Joined, LessonName,
    LessonNews, NewClass, NewPupil, Nickname, PairedGame, Pupil, PupilLesson,
};
use crate::in_memory::store::InMemoryStore;
use crate::live::StoreError;

#[async_trait]
impl Classes for InMemoryStore {
    async fn make_class(&self, new: &NewClass) -> Result<ClassMade, StoreError> {
        Ok(self.kept().school.make(new))
    }

    async fn class_of_teacher(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        Ok(self.kept().school.of_teacher(key, now_ms))
    }

    async fn class_with_code(
        &self,
        code: ClassCode,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        Ok(self.kept().school.with_code(code, now_ms))
    }

    async fn change_class(
        &self,
        code: ClassCode,
        change: &ClassChange,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().school.change(code, change))
    }

    async fn end_class(&self, code: ClassCode) -> Result<bool, StoreError> {
        Ok(self.kept().school.end(code))
    }

    async fn sweep_classes(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().school.sweep(now_ms))
    }

    async fn join_class(
        &self,
        code: ClassCode,
        new: &NewPupil,
        now_ms: u64,
    ) -> Result<Joined, StoreError> {
        Ok(self.kept().school.join(code, new, now_ms))
    }

    async fn pupil(
        &self,
        key: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<(Class, Pupil)>, StoreError> {
        Ok(self.kept().school.pupil(key, now_ms))
    }

    async fn saw_pupil(&self, key: &ClassKey, now_ms: u64) -> Result<(), StoreError> {
        self.kept().school.saw(key, now_ms);
        Ok(())
    }

    async fn pupils(&self, code: ClassCode) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
        Ok(self.kept().school.pupils(code))
    }

    async fn note_lesson(
        &self,
        key: &ClassKey,
        news: &LessonNews,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().school.note(key, news, now_ms))
    }

    async fn assign_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        lesson: Option<&LessonName>,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().school.assign(code, nickname, lesson))
    }

    async fn pair_pupils(
        &self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().school.pair(code, game, players, now_ms))
    }

    async fn class_games(&self, code: ClassCode) -> Result<Vec<PairedGame>, StoreError> {
        let kept = self.kept();
        let games = kept.school.games(code);
        let games = games.into_iter().map(|(game, players, begun_ms)| {
            let found = kept.games.get(&game);
            PairedGame {
                game,
                players,
                begun_ms,
                is_there: found.is_some(),
                ending: found.and_then(|(stored, _)| stored.ending),
                deadline_ms: found.and_then(|(stored, _)| stored.deadline_ms),
            }
        });
        Ok(games.collect())
    }

    async fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Result<Vec<(ClassCode, u64)>, StoreError> {
        Ok(self.kept().school.held_since(since_ms, after, most))
    }

    async fn move_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        to: &ClassKey,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().school.move_to(code, nickname, to))
    }

    async fn remove_pupil(&self, code: ClassCode, nickname: Nickname) -> Result<bool, StoreError> {
        Ok(self.kept().school.remove(code, nickname))
    }
}
