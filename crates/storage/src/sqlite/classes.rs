//! Classes in SQLite: the operations of their port as queries. What a pupil needs more than one statement for is a transaction of its own.

use async_trait::async_trait;
use damier_people::classes::{
    Class, ClassChange, ClassCode, ClassKey, ClassMade, ClassPlayer, Classes, Joined, LessonName,
    LessonNews, MOST_CLASS_GAMES, MOST_LESSONS, MOST_PUPILS, NewClass, NewPupil, Nickname,
    PairedGame, Pupil, PupilLesson,
};
use damier_people::live::StoreError;
use damier_session::GameId;

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::class_rows::{self, class_columns, class_games, key, pupil_columns};
use crate::live_rows::{bytes, integer};

/// Removes all games of a class but the latest.
const OLD_GAMES: [&str; 2] = [
    "DELETE FROM class_games WHERE class = ?1 AND game IN (
         SELECT game FROM (
             SELECT game, begun_ms FROM class_games WHERE class = ?1
             UNION ALL SELECT game, begun_ms FROM class_computer_games WHERE class = ?1)
         ORDER BY begun_ms DESC, game DESC LIMIT -1 OFFSET ?2)",
    "DELETE FROM class_computer_games WHERE class = ?1 AND game IN (
         SELECT game FROM (
             SELECT game, begun_ms FROM class_games WHERE class = ?1
             UNION ALL SELECT game, begun_ms FROM class_computer_games WHERE class = ?1)
         ORDER BY begun_ms DESC, game DESC LIMIT -1 OFFSET ?2)",
];

fn with(code: ClassCode, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(code.to_string())
}

fn lesson(name: Option<&LessonName>) -> Option<String> {
    name.map(LessonName::to_string)
}

#[async_trait]
impl Classes for SqliteStore {
    async fn make_class(&self, new: &NewClass) -> Result<ClassMade, StoreError> {
        self.change(async |tx| {
            let over = sqlx::query(
                "DELETE FROM classes WHERE (code = ?1 OR teacher = ?2) AND until_ms <= ?3",
            )
            .bind(new.code.to_string())
            .bind(key(&new.teacher))
            .bind(integer(new.made_ms));
            run(tx, over).await?;
            let made = sqlx::query(
                "INSERT INTO classes (code, teacher, made_ms, until_ms, is_open, frozen_until_ms)
                 VALUES (?1, ?2, ?3, ?4, 1, 0) ON CONFLICT DO NOTHING",
            )
            .bind(new.code.to_string())
            .bind(key(&new.teacher))
            .bind(integer(new.made_ms))
            .bind(integer(new.until_ms));
            run(tx, made).await
        })
        .await?;
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
            " FROM classes WHERE teacher = ?1 AND until_ms > ?2"
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
            " FROM classes WHERE code = ?1 AND until_ms > ?2"
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
            ClassChange::Open(is_open) => {
                with(code, "UPDATE classes SET is_open = ?2 WHERE code = ?1").bind(*is_open)
            }
            ClassChange::FrozenUntil(until_ms) => with(
                code,
                "UPDATE classes SET frozen_until_ms = ?2 WHERE code = ?1",
            )
            .bind(integer(*until_ms)),
            ClassChange::Until(until_ms) => {
                with(code, "UPDATE classes SET until_ms = ?2 WHERE code = ?1")
                    .bind(integer(*until_ms))
            }
            ClassChange::Assigned(name) => {
                with(code, "UPDATE classes SET assigned = ?2 WHERE code = ?1")
                    .bind(lesson(name.as_ref()))
            }
        };
        let forgets = matches!(change, ClassChange::Assigned(_));
        self.change(async |tx| {
            if forgets {
                let own = "UPDATE class_pupils SET assigned = NULL WHERE class = ?1";
                run(tx, with(code, own)).await?;
            }
            Ok(run(tx, set).await? > 0)
        })
        .await
    }

    async fn end_class(&self, code: ClassCode) -> Result<bool, StoreError> {
        let ended = with(code, "DELETE FROM classes WHERE code = ?1");
        Ok(self.change_rows(ended).await? > 0)
    }

    async fn sweep_classes(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sqlx::query("DELETE FROM classes WHERE until_ms <= ?1");
        self.change_rows(swept.bind(integer(now_ms))).await
    }

    async fn join_class(
        &self,
        code: ClassCode,
        new: &NewPupil,
        now_ms: u64,
    ) -> Result<Joined, StoreError> {
        let found = with(
            code,
            "SELECT is_open, (SELECT count(*) FROM class_pupils WHERE class = classes.code) AS pupils,
                 own.class AS own_class, own.nickname AS own_nickname,
                 EXISTS (SELECT 1 FROM class_pupils WHERE class = classes.code AND nickname = ?2) AS taken
             FROM classes LEFT JOIN class_pupils AS own ON own.key = ?3
             WHERE code = ?1 AND until_ms > ?4",
        )
        .bind(new.nickname.code())
        .bind(key(&new.key))
        .bind(integer(now_ms));
        let joined = self.change(async |tx| {
            let added = with(
                code,
                "INSERT INTO class_pupils (class, nickname, key, joined_ms, seen_ms)
                 SELECT code, ?2, ?3, ?4, ?4 FROM classes
                 WHERE code = ?1 AND until_ms > ?4 AND is_open
                     AND (SELECT count(*) FROM class_pupils WHERE class = ?1) < ?5
                 ON CONFLICT DO NOTHING",
            )
            .bind(new.nickname.code())
            .bind(key(&new.key))
            .bind(integer(now_ms))
            .bind(MOST_PUPILS);
            Ok(run(tx, added).await? == 1)
        });
        if joined.await? {
            return Ok(Joined::Stored);
        }
        let why = class_rows::not_joined(self.row(found).await?.as_ref(), (code, new.nickname))?;
        // Somebody has left at this moment: there is room at the next try.
        Ok(why.unwrap_or(Joined::Full))
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
              WHERE class_pupils.key = ?1 AND until_ms > ?2"
        ));
        let row = self.row(found.bind(key(of)).bind(integer(now_ms)));
        let Some(row) = row.await? else {
            return Ok(None);
        };
        Ok(Some((class_rows::class(&row)?, class_rows::pupil(&row)?)))
    }

    async fn saw_pupil(&self, of: &ClassKey, now_ms: u64) -> Result<(), StoreError> {
        let seen = sqlx::query("UPDATE class_pupils SET seen_ms = max(seen_ms, ?2) WHERE key = ?1");
        let seen = seen.bind(key(of)).bind(integer(now_ms));
        self.change_rows(seen).await.map(drop)
    }

    async fn pupils(&self, code: ClassCode) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
        let pupils = concat!(
            "SELECT ",
            pupil_columns!(),
            " FROM class_pupils WHERE class = ?1"
        );
        let pupils = self.rows(with(code, pupils)).await?;
        let lessons = "SELECT * FROM class_lessons WHERE class = ?1 ORDER BY lesson";
        let lessons = self.rows(with(code, lessons)).await?;
        class_rows::pupils(&pupils, &lessons)
    }

    async fn note_lesson(
        &self,
        of: &ClassKey,
        news: &LessonNews,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let noted = sqlx::query(
            "INSERT INTO class_lessons
                 (class, nickname, lesson, stars, place, places, helps, tries, place_ms, told_ms, wrong)
             SELECT class, nickname, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?10 FROM class_pupils AS pupil
             WHERE key = ?1 AND (
                 (SELECT count(*) FROM class_lessons AS kept
                  WHERE kept.class = pupil.class AND kept.nickname = pupil.nickname) < ?9
                 OR EXISTS (SELECT 1 FROM class_lessons AS kept
                     WHERE kept.class = pupil.class AND kept.nickname = pupil.nickname AND lesson = ?2))
             ON CONFLICT (class, nickname, lesson) DO UPDATE SET
                 stars = max(stars, excluded.stars),
                 place_ms = CASE WHEN place = excluded.place AND places = excluded.places
                     THEN place_ms ELSE excluded.place_ms END,
                 place = excluded.place, places = excluded.places,
                 tries = CASE WHEN place = excluded.place AND places = excluded.places
                         AND excluded.wrong >= wrong
                     THEN max(tries, excluded.tries) ELSE excluded.tries END,
                 helps = excluded.helps, told_ms = excluded.told_ms,
                 wrong = excluded.wrong",
        )
        .bind(key(of))
        .bind(news.lesson.to_string())
        .bind(news.stars)
        .bind(news.place)
        .bind(news.places)
        .bind(news.helps)
        .bind(news.tries)
        .bind(integer(now_ms))
        .bind(MOST_LESSONS)
        .bind(news.wrong);
        Ok(self.change_rows(noted).await? > 0)
    }

    async fn assign_pupil(
        &self,
        code: ClassCode,
        nickname: Nickname,
        name: Option<&LessonName>,
    ) -> Result<bool, StoreError> {
        let set = "UPDATE class_pupils SET assigned = ?3 WHERE class = ?1 AND nickname = ?2";
        let set = with(code, set).bind(nickname.code()).bind(lesson(name));
        Ok(self.change_rows(set).await? > 0)
    }

    async fn pair_pupils(
        &self,
        code: ClassCode,
        game: GameId,
        players: [ClassPlayer; 2],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let [white, black] = players;
        let (paired, noted, pupils) = match (white, black) {
            (ClassPlayer::Pupil(white), ClassPlayer::Pupil(black)) => {
                let paired = with(
                    code,
                    "UPDATE class_pupils SET game = ?2, level = NULL,
                         side = CASE nickname WHEN ?3 THEN 'white' ELSE 'black' END,
                         against = CASE nickname WHEN ?3 THEN ?4 ELSE ?3 END
                     WHERE class = ?1 AND nickname IN (?3, ?4)
                         AND (SELECT count(*) FROM class_pupils WHERE class = ?1 AND nickname IN (?3, ?4)) = 2",
                );
                let paired = paired.bind(bytes(game));
                let paired = paired.bind(white.code()).bind(black.code());
                let noted = with(
                    code,
                    "INSERT INTO class_games (class, game, begun_ms, white, black) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO NOTHING",
                );
                let noted = noted.bind(bytes(game)).bind(integer(now_ms));
                (paired, noted.bind(white.code()).bind(black.code()), 2)
            }
            (ClassPlayer::Pupil(pupil), ClassPlayer::Computer { level })
            | (ClassPlayer::Computer { level }, ClassPlayer::Pupil(pupil)) => {
                let side = class_rows::side_of_pupil(white).code();
                let paired = with(
                    code,
                    "UPDATE class_pupils SET game = ?2, side = ?3, level = ?4, against = nickname
                     WHERE class = ?1 AND nickname = ?5",
                );
                let paired = paired.bind(bytes(game)).bind(side).bind(level);
                let noted = with(
                    code,
                    "INSERT INTO class_computer_games (class, game, begun_ms, side, level, pupil)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
                );
                let noted = noted.bind(bytes(game)).bind(integer(now_ms)).bind(side);
                let noted = noted.bind(level).bind(pupil.code());
                (paired.bind(pupil.code()), noted, 1)
            }
            (ClassPlayer::Computer { .. }, ClassPlayer::Computer { .. }) => return Ok(false),
        };
        self.change(async |tx| {
            if run(tx, paired).await? != pupils {
                return Ok(false);
            }
            run(tx, noted).await?;
            for statement in OLD_GAMES {
                run(tx, with(code, statement).bind(MOST_CLASS_GAMES)).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn class_games(&self, code: ClassCode) -> Result<Vec<PairedGame>, StoreError> {
        class_rows::games(&self.rows(with(code, class_games!("?1"))).await?)
    }

    async fn held_since(
        &self,
        since_ms: u64,
        after: Option<ClassCode>,
        most: u32,
    ) -> Result<Vec<(ClassCode, u64)>, StoreError> {
        let held = sqlx::query(
            "SELECT code, frozen_until_ms FROM classes
             WHERE frozen_until_ms > 0 AND frozen_until_ms > ?1 AND code > ?2 ORDER BY code LIMIT ?3",
        )
        .bind(integer(since_ms))
        .bind(after.map(|after| after.to_string()).unwrap_or_default())
        .bind(most);
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
            "UPDATE class_pupils SET key = ?3 WHERE class = ?1 AND nickname = ?2
                 AND NOT EXISTS (SELECT 1 FROM class_pupils AS other
                     WHERE other.key = ?3 AND (other.class, other.nickname) <> (?1, ?2))",
        );
        let moved = moved.bind(nickname.code()).bind(key(to));
        Ok(self.change_rows(moved).await? > 0)
    }

    async fn remove_pupil(&self, code: ClassCode, nickname: Nickname) -> Result<bool, StoreError> {
        let gone = "DELETE FROM class_pupils WHERE class = ?1 AND nickname = ?2";
        let gone = with(code, gone).bind(nickname.code());
        Ok(self.change_rows(gone).await? > 0)
    }
}
