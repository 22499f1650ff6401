//! Classes, their pupils and lessons as rows, whatever the database. Called by the queries of the journals.

use std::collections::BTreeMap;

use damier_people::classes::{
    Class, ClassCode, ClassKey, ClassPlayer, Joined, LessonNews, MOST_PUPILS, Nickname, PairedGame,
    Pupil, PupilGame, PupilLesson,
};
use damier_people::live::StoreError;
use damier_session::Side;

use crate::live_rows::{self, Unreadable};
use crate::rows::{self, Columns};

/// The columns of a class, as every query lists them.
macro_rules! class_columns {
    () => {
        "classes.code, made_ms, until_ms, is_open, frozen_until_ms, classes.assigned AS class_lesson"
    };
}
pub(crate) use class_columns;

/// The columns of a pupil.
macro_rules! pupil_columns {
    () => {
        "nickname, joined_ms, seen_ms, class_pupils.assigned AS own_lesson, game, side, against, level"
    };
}
pub(crate) use pupil_columns;

/// Reads a row with the columns of a class.
pub(crate) fn class(row: &impl Columns) -> Result<Class, StoreError> {
    let read = || {
        Ok(Class {
            code: rows::read(row, "code", |text: String| text.parse::<ClassCode>())?,
            made_ms: rows::number(row, "made_ms")?,
            until_ms: rows::number(row, "until_ms")?,
            is_open: row.get("is_open")?,
            frozen_until_ms: rows::number(row, "frozen_until_ms")?,
            assigned: rows::read(row, "class_lesson", |text: Option<String>| {
                text.map(|text| text.parse()).transpose()
            })?,
        })
    };
    read().map_err(unreadable)
}

/// Reads a row with the columns of a pupil.
pub(crate) fn pupil(row: &impl Columns) -> Result<Pupil, StoreError> {
    pupil_of(row).map_err(unreadable)
}

fn pupil_of(row: &impl Columns) -> Result<Pupil, sqlx::Error> {
    let nickname = nickname(row)?;
    let game = if row.get::<Option<Vec<u8>>>("game")?.is_some() {
        Some(PupilGame {
            game: live_rows::id(row, "game")?,
            side: rows::read(row, "side", |word: String| {
                Side::from_code(&word).ok_or(Unreadable("a side"))
            })?,
            against: against(row, nickname)?,
        })
    } else {
        None
    };
    Ok(Pupil {
        nickname,
        joined_ms: rows::number(row, "joined_ms")?,
        seen_ms: rows::number(row, "seen_ms")?,
        assigned: rows::read(row, "own_lesson", |text: Option<String>| {
            text.map(|text| text.parse()).transpose()
        })?,
        game,
    })
}

/// Whoever plays the computer stands as his own opponent, with a level: a node of before reads no other word there.
fn against(row: &impl Columns, own: Nickname) -> Result<ClassPlayer, sqlx::Error> {
    let other = rows::read(row, "against", |word: String| word.parse::<Nickname>())?;
    if other == own {
        computer(row)
    } else {
        Ok(ClassPlayer::Pupil(other))
    }
}

fn computer(row: &impl Columns) -> Result<ClassPlayer, sqlx::Error> {
    let level = rows::number(row, "level")?;
    Ok(ClassPlayer::Computer { level })
}

fn nickname(row: &impl Columns) -> Result<Nickname, sqlx::Error> {
    rows::read(row, "nickname", |word: String| word.parse())
}

/// Reads the pupils of a class and, from rows with their nicknames, their lessons.
pub(crate) fn pupils(
    pupils: &[impl Columns],
    lessons: &[impl Columns],
) -> Result<Vec<(Pupil, Vec<PupilLesson>)>, StoreError> {
    let mut kept: BTreeMap<Nickname, Vec<PupilLesson>> = BTreeMap::new();
    for row in lessons {
        let lesson = lesson(row).map_err(unreadable)?;
        let nickname = nickname(row).map_err(unreadable)?;
        kept.entry(nickname).or_default().push(lesson);
    }
    let read = |row| {
        let pupil = pupil(row)?;
        let lessons = kept.remove(&pupil.nickname).unwrap_or_default();
        Ok((pupil, lessons))
    };
    let mut pupils = pupils.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    pupils.sort_by_key(|(pupil, _)| (pupil.joined_ms, pupil.nickname));
    Ok(pupils)
}

fn lesson(row: &impl Columns) -> Result<PupilLesson, sqlx::Error> {
    Ok(PupilLesson {
        news: LessonNews {
            lesson: rows::read(row, "lesson", |text: String| text.parse())?,
            stars: rows::number(row, "stars")?,
            place: rows::number(row, "place")?,
            places: rows::number(row, "places")?,
            helps: rows::number(row, "helps")?,
            tries: rows::number(row, "tries")?,
            wrong: rows::read(row, "wrong", |wrong: Option<i64>| {
                wrong.map(u16::try_from).transpose()
            })?,
        },
        place_ms: rows::number(row, "place_ms")?,
        told_ms: rows::number(row, "told_ms")?,
    })
}

/// The columns of [`games`], of a class whose code is the first value.
macro_rules! class_games {
    ($code:literal) => {
        concat!(
            "SELECT games.*, live_games.id AS there, winner, reason, deadline_ms FROM (
                 SELECT game, white, black, NULL AS level, begun_ms FROM class_games WHERE class = ",
            $code,
            " UNION ALL
                 SELECT game, CASE side WHEN 'white' THEN pupil END, CASE side WHEN 'black' THEN pupil END, level, begun_ms
                 FROM class_computer_games WHERE class = ",
            $code,
            ") AS games LEFT JOIN live_games ON id = game"
        )
    };
}
pub(crate) use class_games;

/// Reads the games of a class, in the order in which they began, from rows of `class_games!`: where no pupil plays a side, the computer does.
pub(crate) fn games(rows: &[impl Columns]) -> Result<Vec<PairedGame>, StoreError> {
    let mut games = rows
        .iter()
        .map(game)
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    games.sort_by_key(|game| (game.begun_ms, game.game));
    Ok(games)
}

fn game(row: &impl Columns) -> Result<PairedGame, sqlx::Error> {
    let player = |column| {
        let pupil = rows::read(row, column, |word: Option<String>| {
            word.map(|word| word.parse::<Nickname>()).transpose()
        })?;
        pupil.map_or_else(|| computer(row), |pupil| Ok(ClassPlayer::Pupil(pupil)))
    };
    Ok(PairedGame {
        game: live_rows::id(row, "game")?,
        players: [player("white")?, player("black")?],
        begun_ms: rows::number(row, "begun_ms")?,
        is_there: row.get::<Option<Vec<u8>>>("there")?.is_some(),
        ending: rows::ending(row)?,
        deadline_ms: rows::read(row, "deadline_ms", |deadline_ms: Option<i64>| {
            deadline_ms.map(u64::try_from).transpose()
        })?,
    })
}

/// Reads the code of a class, and until when its screens are held.
pub(crate) fn held(row: &impl Columns) -> Result<(ClassCode, u64), StoreError> {
    let read = || {
        let code = rows::read(row, "code", |text: String| text.parse::<ClassCode>())?;
        Ok((code, rows::number(row, "frozen_until_ms")?))
    };
    read().map_err(unreadable)
}

/// Why somebody has not joined: by a row with `is_open`, `pupils`, the class and animal that the device has already (`own_class`,
/// `own_nickname`), and whether the animal is `taken`; no row where there is no such class. `None` where nothing stands in the way any more.
pub(crate) fn not_joined(
    row: Option<&impl Columns>,
    wanted: (ClassCode, Nickname),
) -> Result<Option<Joined>, StoreError> {
    let Some(row) = row else {
        return Ok(Some(Joined::NotFound));
    };
    let why = || {
        let own_class: Option<String> = row.get("own_class")?;
        let own_nickname: Option<String> = row.get("own_nickname")?;
        let wanted = (wanted.0.as_str(), wanted.1.code());
        Ok(match own_class.as_deref().zip(own_nickname.as_deref()) {
            Some(own) if own == wanted => Some(Joined::Stored),
            Some(_) => Some(Joined::KeyTaken),
            None if !row.get::<bool>("is_open")? => Some(Joined::Closed),
            None if row.get::<bool>("taken")? => Some(Joined::NicknameTaken),
            None if rows::number::<u32>(row, "pupils")? >= MOST_PUPILS => Some(Joined::Full),
            None => None,
        })
    };
    why().map_err(unreadable)
}

/// The side of the one pupil who plays against the computer, by who plays White.
pub(crate) const fn side_of_pupil(white: ClassPlayer) -> Side {
    match white {
        ClassPlayer::Pupil(_) => Side::White,
        ClassPlayer::Computer { .. } => Side::Black,
    }
}

/// The bytes of a key.
pub(crate) fn key(key: &ClassKey) -> Vec<u8> {
    key.as_bytes().to_vec()
}

fn unreadable(error: sqlx::Error) -> StoreError {
    StoreError::Failed(error.into())
}
