//! Classes in PostgreSQL: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::classes::{
    Class, ClassChange, ClassCode, ClassKey, ClassMade, ClassPlayer, Classes, Joined, LessonName,
    LessonNews, MOST_CLASS_GAMES, MOST_LESSONS, MOST_PUPILS, NewClass, NewPupil, Nickname,
    PairedGame, Pupil, PupilLesson,
};
use damier_people::live::StoreError;
use damier_session::GameId;

use super::connections::Statement;
use super::journal::PostgresStore;
use crate::class_rows::{self, class_columns, class_games, key, pupil_columns};
use crate::live_rows::{bytes, integer, journal};

/// How often somebody tries to join where pupils leave at the same moment.
const TRIES: u32 = 4;

/// The parts of a statement that remove all games of class `$1` but so many (`$4`) of the latest, beside the game `$2`.
macro_rules! old_games {
    () => {
        " old AS (
             SELECT game FROM (
                 SELECT game, begun_ms FROM class_games WHERE class = $1
                 UNION ALL SELECT game, begun_ms FROM class_computer_games WHERE class = $1) AS games
             WHERE game <> $2 ORDER BY begun_ms DESC, game DESC OFFSET $4),
         without_old AS (
             DELETE FROM class_games WHERE class = $1 AND game IN (SELECT game FROM old)),
         computer_without_old AS (
             DELETE FROM class_computer_games WHERE class = $1 AND game IN (SELECT game FROM old))"
    };
}

fn with(code: ClassCode, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(code.to_string())
}

fn lesson(name: Option<&LessonName>) -> Option<String> {
    name.map(LessonName::to_string)
}

#[async_trait]
impl Classes for PostgresStore {
    async fn make_class(&self, new: &NewClass) -> Result<ClassMade, StoreError> {
        let over = with(
            new.code,
            "DELETE FROM classes WHERE (code = $1 OR teacher = $2) AND until_ms <= $3 RETURNING code",
        );
        let over = over.bind(key(&new.teacher)).bind(integer(new.made_ms));
        self.change(over).await?;
        let made = with(
            new.code,
            "INSERT INTO classes (code, teacher, made_ms, until_ms, is_open, frozen_until_ms)
             VALUES ($1, $2, $3, $4, true, 0) ON CONFLICT DO NOTHING RETURNING code",
        )
        .bind(key(&new.teacher))
        .bind(integer(new.made_ms))
        .bind(integer(new.until_ms));
        self.change(made).await?;
        let own = self.class_of_teacher(&new.teacher, new.made_ms).await?;
        Ok(own.map_or(ClassMade::CodeTaken, ClassMade::Stored))
    }

    async fn class_of_teacher(
        &self,
        teacher: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            class_columns!(),
            " FROM classes WHERE teacher = $1 AND until_ms > $2"
        ));
        let row = self.row(found.bind(key(teacher)).bind(integer(now_ms)));
        row.await?.as_ref().map(class_rows::class).transpose()
    }

    async fn class_with_code(
        &self,
        code: ClassCode,
        now_ms: u64,
    ) -> Result<Option<Class>, StoreError> {
        let found = concat!(
            "SELECT ",
            class_columns!(),
            " FROM classes WHERE code = $1 AND until_ms > $2"
        );
        let row = self.row(with(code, found).bind(integer(now_ms))).await?;
        row.as_ref().map(class_rows::class).transpose()
    }

    async fn change_class(
        &self,
        code: ClassCode,
        change: &ClassChange,
    ) -> Result<bool, StoreError> {
        let set = match change {
            ClassChange::Open(is_open) => with(
                code,
                "UPDATE classes SET is_open = $2 WHERE code = $1 RETURNING code",
            )
            .bind(*is_open),
            ClassChange::FrozenUntil(until_ms) => with(
                code,
                "UPDATE classes SET frozen_until_ms = $2 WHERE code = $1 RETURNING code",
            )
            .bind(integer(*until_ms)),
            ClassChange::Until(until_ms) => with(
                code,
                "UPDATE classes SET until_ms = $2 WHERE code = $1 RETURNING code",
            )
            .bind(integer(*until_ms)),
            ClassChange::Assigned(name) => with(
                code,
                "WITH own AS (UPDATE class_pupils SET assigned = NULL WHERE class = $1)
                 UPDATE classes SET assigned = $2 WHERE code = $1 RETURNING code",
            )
            .bind(lesson(name.as_ref())),
        };
        Ok(self.change(set).await? > 0)
    }

    async fn end_class(&self, code: ClassCode) -> Result<bool, StoreError> {
        let ended = with(code, "DELETE FROM classes WHERE code = $1 RETURNING code");
        Ok(self.change(ended).await? > 0)
    }

    async fn sweep_classes(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sqlx::query("DELETE FROM classes WHERE until_ms <= $1 RETURNING code");
        self.change(swept.bind(integer(now_ms))).await
    }

    async fn join_class(
        &self,
        code: ClassCode,
        new: &NewPupil,
        now_ms: u64,
    ) -> Result<Joined, StoreError> {
        for _ in 0..TRIES {
            // Whoever waits for the row of the class counts those who were faster. An animal or a key that is taken takes back all of it.
            let added = with(
                code,
                "WITH class AS (
                     UPDATE classes SET pupils = pupils + 1
                     WHERE code = $1 AND is_open AND until_ms > $4 AND pupils < $5 RETURNING code)
                 INSERT INTO class_pupils (class, nickname, key, joined_ms, seen_ms)
                 SELECT code, $2, $3, $4, $4 FROM class RETURNING key",
            )
            .bind(new.nickname.code())
            .bind(key(&new.key))
            .bind(integer(now_ms))
            .bind(i64::from(MOST_PUPILS));
            let added = self.connections.change_if_new(added).await;
            if added.map_err(journal)?.is_some_and(|rows| !rows.is_empty()) {
                return Ok(Joined::Stored);
            }
            let found = with(
                code,
                "SELECT is_open, pupils, own.class AS own_class, own.nickname AS own_nickname,
                     EXISTS (SELECT FROM class_pupils WHERE class = code AND nickname = $2) AS taken
                 FROM classes LEFT JOIN class_pupils AS own ON own.key = $3
                 WHERE code = $1 AND until_ms > $4",
            )
            .bind(new.nickname.code())
            .bind(key(&new.key))
            .bind(integer(now_ms));
            let row = self.row(found).await?;
            if let Some(why) = class_rows::not_joined(row.as_ref(), (code, new.nickname))? {
                return Ok(why);
            }
        }
        Ok(Joined::Full)
    }

    async fn pupil(
        &self,
        of: &ClassKey,
        now_ms: u64,
    ) -> Result<Option<(Class, Pupil)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            class_columns!(),
            ", ",
            pupil_columns!(),
            " FROM class_pupils JOIN classes ON classes.code = class
              WHERE class_pupils.key = $1 AND until_ms > $2"
        ));
        let row = self.row(found.bind(key(of)).bind(integer(now_ms)));
        let Some(row) = row.await? else {
            return Ok(None);
        };
        Ok(Some((class_rows::class(&row)?, class_rows::pupil(&row)?)))
    }

    async fn saw_pupil(&self, of: &ClassKey, now_ms: u64) -> Result<(), StoreError> {
        let seen =
            sqlx::query("UPDATE class_pupils SET seen_ms = greatest(seen_ms, $2) WHERE key = $1");
        let seen = seen.bind(key(of)).bind(integer(now_ms));
        self.change(seen).await.map(drop)
    }

    async fn pupils(&self, code: ClassCode) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
        let pupils = concat!(
            "SELECT ",
            pupil_columns!(),
            " FROM class_pupils WHERE class = $1"
        );
        let pupils = self.rows(with(code, pupils)).await?;
        let lessons = "SELECT * FROM class_lessons WHERE class = $1 ORDER BY lesson COLLATE \"C\"";
        let lessons = self.rows(with(code, lessons)).await?;
        class_rows::pupils(&pupils, &lessons)
    }

    async fn note_lesson(
        &self,
        of: &ClassKey,
        news: &LessonNews,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        // The row of the pupil is held meanwhile, so that nothing is kept of one who is being removed.
        let noted = sqlx::query(
            "WITH pupil AS (SELECT class, nickname FROM class_pupils WHERE key = $1 FOR KEY SHARE)
             INSERT INTO class_lessons AS there
                 (class, nickname, lesson, stars, place, places, helps, tries, place_ms, told_ms, wrong)
             SELECT class, nickname, $2, $3, $4, $5, $6, $7, $8, $8, $10 FROM pupil
             WHERE (SELECT count(*) FROM class_lessons AS kept
                    WHERE kept.class = pupil.class AND kept.nickname = pupil.nickname) < $9
                 OR EXISTS (SELECT FROM class_lessons AS kept
                     WHERE kept.class = pupil.class AND kept.nickname = pupil.nickname AND lesson = $2)
             ON CONFLICT (class, nickname, lesson) DO UPDATE SET
                 stars = greatest(there.stars, excluded.stars),
                 place_ms = CASE WHEN there.place = excluded.place AND there.places = excluded.places
                     THEN there.place_ms ELSE excluded.place_ms END,
                 place = excluded.place, places = excluded.places,
                 tries = CASE WHEN there.place = excluded.place AND there.places = excluded.places
                         AND excluded.wrong >= there.wrong
                     THEN greatest(there.tries, excluded.tries) ELSE excluded.tries END,
                 helps = excluded.helps, told_ms = excluded.told_ms,
                 wrong = excluded.wrong
             RETURNING lesson",
        )
        .bind(key(of))
        .bind(news.lesson.to_string())
        .bind(i64::from(news.stars))
        .bind(i64::from(news.place))
        .bind(i64::from(news.places))
        .bind(i64::from(news.helps))
        .bind(i64::from(news.tries))
        .bind(integer(now_ms))
        .bind(i64::from(MOST_LESSONS))
        .bind(news.wrong.map(i64::from));
        Ok(self.change(noted).await? > 0)
    }

    async fn assign_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        name: Option<&LessonName>,
    ) -> Result<bool, StoreError> {
        let set = with(
            code,
            "UPDATE class_pupils SET assigned = $3 WHERE class = $1 AND nickname = $2
             RETURNING nickname",
        );
        let set = set.bind(nickname.code()).bind(lesson(name));
        Ok(self.change(set).await? > 0)
    }

    async fn pair_pupils(
        &self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let [white, black] = players;
        let first = |statement| {
            let paired = with(code, statement).bind(bytes(game));
            let paired = paired.bind(integer(now_ms));
            paired.bind(i64::from(MOST_CLASS_GAMES) - 1)
        };
        match (white, black) {
            (ClassPlayer::Pupil(white), ClassPlayer::Pupil(black)) => {
                let paired = first(concat!(
                    "WITH paired AS (
                         UPDATE class_pupils SET game = $2, level = NULL,
                             side = CASE nickname WHEN $5 THEN 'white' ELSE 'black' END,
                             against = CASE nickname WHEN $5 THEN $6 ELSE $5 END
                         WHERE class = $1 AND nickname IN ($5, $6)
                             AND (SELECT count(*) FROM class_pupils WHERE class = $1 AND nickname IN ($5, $6)) = 2
                         RETURNING nickname),
                     noted AS (
                         INSERT INTO class_games (class, game, begun_ms, white, black)
                         SELECT $1, $2, $3, $5, $6 WHERE (SELECT count(*) FROM paired) = 2
                         ON CONFLICT DO NOTHING),",
                    old_games!(),
                    " SELECT nickname FROM paired",
                ));
                let paired = paired.bind(white.code()).bind(black.code());
                Ok(self.change(paired).await? == 2)
            }
            (ClassPlayer::Pupil(pupil), ClassPlayer::Computer { level })
            | (ClassPlayer::Computer { level }, ClassPlayer::Pupil(pupil)) => {
                let side = class_rows::side_of_pupil(white).code();
                let paired = first(concat!(
                    "WITH paired AS (
                         UPDATE class_pupils SET game = $2, side = $5, level = $6, against = nickname
                         WHERE class = $1 AND nickname = $7 RETURNING nickname),
                     noted AS (
                         INSERT INTO class_computer_games (class, game, begun_ms, side, level, pupil)
                         SELECT $1, $2, $3, $5, $6, nickname FROM paired ON CONFLICT DO NOTHING),",
                    old_games!(),
                    " SELECT nickname FROM paired",
                ));
                let paired = paired.bind(side).bind(i64::from(level));
                Ok(self.change(paired.bind(pupil.code())).await? == 1)
            }
            (ClassPlayer::Computer { .. }, ClassPlayer::Computer { .. }) => Ok(false),
        }
    }

    async fn class_games(&self, code: ClassCode) -> Result<Vec<PairedGame>, StoreError> {
        class_rows::games(&self.rows(with(code, class_games!("$1"))).await?)
    }

    async fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Result<Vec<(ClassCode, u64)>, StoreError> {
        let held = sqlx::query(
            "SELECT code, frozen_until_ms FROM classes
             WHERE frozen_until_ms > 0 AND frozen_until_ms > $1 AND code COLLATE \"C\" > $2
             ORDER BY code COLLATE \"C\" LIMIT $3",
        )
        .bind(integer(since_ms))
        .bind(after.map(|after| after.to_string()).unwrap_or_default())
        .bind(i64::from(most));
        let rows = self.rows(held).await?;
        rows.iter().map(class_rows::held).collect()
    }

    async fn move_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        to: &ClassKey,
    ) -> Result<bool, StoreError> {
        let moved = with(
            code,
            "UPDATE class_pupils SET key = $3 WHERE class = $1 AND nickname = $2 RETURNING nickname",
        );
        let moved = moved.bind(nickname.code()).bind(key(to));
        let moved = self.connections.change_if_new(moved).await;
        Ok(moved.map_err(journal)?.is_some_and(|rows| !rows.is_empty()))
    }

    async fn remove_pupil(&self, code: ClassCode, nickname: Nickname) -> Result<bool, StoreError> {
        // The row of the class first, as where somebody joins, so that two statements do not wait for each other.
        let gone = with(
            code,
            "WITH class AS (SELECT code FROM classes WHERE code = $1 FOR UPDATE),
             gone AS (
                 DELETE FROM class_pupils
                 WHERE class = (SELECT code FROM class) AND nickname = $2 RETURNING class)
             UPDATE classes SET pupils = pupils - 1 FROM gone WHERE code = gone.class RETURNING code",
        );
        Ok(self.change(gone.bind(nickname.code())).await? > 0)
    }
}
