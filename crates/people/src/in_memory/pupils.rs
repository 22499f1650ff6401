//! The port `PupilProgress` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::classes::{ClassCode, LessonReport, MAX_LESSONS, Nickname, PupilLesson, PupilProgress};
use crate::in_memory::indexes::pupils::CLASSES;
use crate::in_memory::store::InMemoryStore;

#[async_trait]
impl PupilProgress for InMemoryStore {
    async fn saw(&self, class: ClassCode, pupil: Nickname, now_ms: u64) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if !kept.has_document(CLASSES, class.to_string()) {
            return Ok(());
        }
        let learner = kept.learners.entry((class, pupil)).or_default();
        learner.seen_ms = learner.seen_ms.max(now_ms);
        Ok(())
    }

    async fn seen(&self, class: ClassCode) -> Result<Vec<(Nickname, u64)>, StoreError> {
        let kept = self.kept();
        let learners = kept.learners.iter().filter(|((of, _), _)| *of == class);
        Ok(learners
            .map(|((_, pupil), learner)| (*pupil, learner.seen_ms))
            .collect())
    }

    async fn store_lesson(
        &self,
        class: ClassCode,
        pupil: Nickname,
        report: &LessonReport,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        if !kept.has_document(CLASSES, class.to_string()) {
            return Ok(false);
        }
        let learner = kept.learners.entry((class, pupil)).or_default();
        let before = learner.lessons.get(&report.lesson);
        if before.is_none() && learner.lessons.len() >= MAX_LESSONS as usize {
            return Ok(false);
        }
        let after = PupilLesson::after(before, report, now_ms);
        learner.lessons.insert(report.lesson.clone(), after);
        Ok(true)
    }

    async fn lessons(&self, class: ClassCode) -> Result<Vec<(Nickname, PupilLesson)>, StoreError> {
        let kept = self.kept();
        let learners = kept.learners.iter().filter(|((of, _), _)| *of == class);
        let lessons = learners.flat_map(|((_, pupil), learner)| {
            let lessons = learner.lessons.values();
            lessons.map(|lesson| (*pupil, lesson.clone()))
        });
        Ok(lessons.collect())
    }

    async fn forget_pupil(&self, class: ClassCode, pupil: Nickname) -> Result<(), StoreError> {
        self.kept().learners.remove(&(class, pupil));
        Ok(())
    }
}
