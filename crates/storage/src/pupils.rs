//! Reports of the devices of pupils: the operations of the port as statements. They are rows of
//! their own and no document, since every device of a class adds to them all the time; they are
//! removed with the document of the class.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::classes::{
    ClassCode, LessonReport, MAX_LESSONS, Nickname, PupilLesson, PupilProgress,
};

use crate::rows::unreadable;
use crate::sql::{Row, Statement, sql};
use crate::store::SqlStore;

/// The kind of the documents of classes.
const CLASSES: &str = "class";

fn of(class: ClassCode, pupil: Nickname, statement: &'static str) -> Statement {
    sql(statement).bind(class.as_str()).bind(pupil.code())
}

fn lesson(row: &Row) -> Result<PupilLesson, sqlx::Error> {
    Ok(PupilLesson {
        report: LessonReport {
            lesson: row.parsed("lesson")?,
            stars: row.number("stars")?,
            place: row.number("place")?,
            places: row.number("places")?,
            helps: row.number("helps")?,
            tries: row.number("tries")?,
            wrong: row.optional("wrong", Row::number)?,
        },
        place_ms: row.number("place_ms")?,
        reported_ms: row.number("reported_ms")?,
    })
}

#[async_trait]
impl PupilProgress for SqlStore {
    async fn saw(&self, class: ClassCode, pupil: Nickname, now_ms: u64) -> Result<(), StoreError> {
        let seen = of(
            class,
            pupil,
            "INSERT INTO class_last_seen AS there (kind, class, nickname, seen_ms)
             SELECT kind, id, $2, $3 FROM documents WHERE kind = $4 AND id = $1
             ON CONFLICT (class, nickname) DO UPDATE SET seen_ms = greatest(there.seen_ms, excluded.seen_ms)",
        );
        let seen = seen.bind(now_ms).bind(CLASSES);
        self.sql.change(seen).await.map(drop)
    }

    async fn seen(&self, class: ClassCode) -> Result<Vec<(Nickname, u64)>, StoreError> {
        let found = sql("SELECT nickname, seen_ms FROM class_last_seen WHERE class = $1");
        let rows = self.sql.rows(found.bind(class.as_str())).await?;
        let read = |row: &Row| Ok((row.parsed("nickname")?, row.number("seen_ms")?));
        let seen: Result<_, sqlx::Error> = rows.iter().map(read).collect();
        seen.map_err(unreadable)
    }

    async fn store_lesson(
        &self,
        class: ClassCode,
        pupil: Nickname,
        report: &LessonReport,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let kept = of(
            class,
            pupil,
            "INSERT INTO class_lessons AS there
                 (kind, class, nickname, lesson, stars, place, places, helps, tries, place_ms, reported_ms, wrong)
             SELECT kind, id, $2, $3, $4, $5, $6, $7, $8, $9, $9, $11 FROM documents
             WHERE kind = $12 AND id = $1
                 AND ((SELECT count(*) FROM class_lessons AS kept
                       WHERE kept.class = $1 AND kept.nickname = $2) < $10
                     OR EXISTS (SELECT 1 FROM class_lessons AS kept
                         WHERE kept.class = $1 AND kept.nickname = $2 AND lesson = $3))
             ON CONFLICT (class, nickname, lesson) DO UPDATE SET
                 stars = greatest(there.stars, excluded.stars),
                 place_ms = CASE WHEN there.place = excluded.place AND there.places = excluded.places
                     THEN there.place_ms ELSE excluded.place_ms END,
                 place = excluded.place, places = excluded.places,
                 tries = CASE WHEN there.place = excluded.place AND there.places = excluded.places
                         AND excluded.wrong >= there.wrong
                     THEN greatest(there.tries, excluded.tries) ELSE excluded.tries END,
                 helps = excluded.helps, reported_ms = excluded.reported_ms,
                 wrong = excluded.wrong",
        )
        .bind(report.lesson.as_str())
        .bind(report.stars)
        .bind(report.place)
        .bind(report.places)
        .bind(report.helps)
        .bind(report.tries)
        .bind(now_ms)
        .bind(MAX_LESSONS)
        .bind(report.wrong)
        .bind(CLASSES);
        Ok(self.sql.change(kept).await? > 0)
    }

    async fn lessons(&self, class: ClassCode) -> Result<Vec<(Nickname, PupilLesson)>, StoreError> {
        let found =
            sql("SELECT * FROM class_lessons WHERE class = $1 ORDER BY lesson COLLATE \"C\"");
        let rows = self.sql.rows(found.bind(class.as_str())).await?;
        let read = |row: &Row| Ok((row.parsed("nickname")?, lesson(row)?));
        let lessons: Result<_, sqlx::Error> = rows.iter().map(read).collect();
        lessons.map_err(unreadable)
    }

    async fn forget_pupil(&self, class: ClassCode, pupil: Nickname) -> Result<(), StoreError> {
        let deletion = [
            "DELETE FROM class_last_seen WHERE class = $1 AND nickname = $2",
            "DELETE FROM class_lessons WHERE class = $1 AND nickname = $2",
        ];
        let deletion = deletion.map(|statement| of(class, pupil, statement));
        self.sql.change_all(deletion.to_vec()).await.map(drop)
    }
}
