//! JSON shapes of classes for teachers and pupils.

use std::collections::BTreeMap;

use damier_people::StoreError;
use damier_people::classes::{Class, ClassPlayer, Pupil, PupilLesson};
use damier_session::{Ending, GameId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::classes::state::ClassesState;
use crate::problem::Problem;

/// The code of the engine as a player, in place of a pupil's animal.
pub(crate) const COMPUTER: &str = "computer";

/// The code of a player: the animal of a pupil, or the engine.
pub(crate) fn player_code(player: ClassPlayer) -> &'static str {
    match player {
        ClassPlayer::Pupil(nickname) => nickname.code(),
        ClassPlayer::Computer { .. } => COMPUTER,
    }
}

/// A class, as its teacher sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaughtClass {
    /// Its join code.
    #[schema(example = "K7MPD4")]
    code: String,
    /// When it is removed, in Unix milliseconds.
    until_ms: u64,
    /// Whether pupils can join.
    open: bool,
    /// Whether the pupils' screens are frozen.
    frozen: bool,
    /// The lesson or problem set assigned to pupils without one of their own.
    assigned: Option<String>,
    /// The pupils, in the order in which they joined.
    pupils: Vec<TaughtPupil>,
    /// The server's time in Unix milliseconds, the reference of all others.
    now_ms: u64,
}

/// A pupil as shown to the teacher.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaughtPupil {
    /// The animal.
    #[schema(example = "hedgehog")]
    nickname: &'static str,
    /// When the pupil's device last connected, in Unix milliseconds, to within half a minute.
    seen_ms: u64,
    /// The lesson assigned to this pupil in place of the class's.
    assigned: Option<String>,
    /// The pupil's current or latest game.
    game: Option<ClassGame>,
    /// The progress in each lesson, sorted by name.
    lessons: Vec<PupilLesson>,
}

/// A game of a pupil.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClassGame {
    /// Its id.
    id: String,
    /// The side of the pupil: `white` or `black`.
    #[schema(pattern = "^(white|black)$")]
    side: &'static str,
    /// The opponent's animal; `computer` for the server's engine.
    against: &'static str,
    /// The level of the engine; null in a game between pupils.
    level: Option<u8>,
    /// Whether it is over.
    over: bool,
    /// How it ended; null if unfinished or removed.
    ending: Option<Ending>,
}

/// State of a class for a pupil's device.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPlace {
    /// The animal of the pupil.
    #[schema(example = "hedgehog")]
    nickname: &'static str,
    /// Whether the screen is frozen.
    frozen: bool,
    /// The pupil's assigned lesson.
    assigned: Option<String>,
    /// The pupil's current or latest game.
    game: Option<ClassGame>,
    /// When the class ends, in Unix milliseconds.
    until_ms: u64,
}

/// The current state of a class for its teacher.
pub(crate) async fn teacher_view(
    state: &ClassesState,
    class: Class,
) -> Result<TaughtClass, Problem> {
    let mut pupils = Vec::new();
    // Both pupils of a game share the result.
    let mut found = BTreeMap::new();
    for (pupil, lessons) in state.classes.pupils(class.code).await? {
        let game = game_of(state, &pupil, &mut found).await?;
        pupils.push(TaughtPupil {
            nickname: pupil.nickname.code(),
            seen_ms: pupil.seen_ms,
            assigned: pupil.assigned.map(|lesson| lesson.to_string()),
            game,
            lessons,
        });
    }
    Ok(TaughtClass {
        code: class.code.to_string(),
        until_ms: class.until_ms,
        open: class.is_open,
        frozen: class.frozen_until_ms > state.clock.now_ms(),
        assigned: class.assigned.map(|lesson| lesson.to_string()),
        pupils,
        now_ms: state.clock.now_ms(),
    })
}

/// Current state for a pupil's device.
pub(crate) async fn pupil_view(
    state: &ClassesState,
    class: Class,
    pupil: Pupil,
) -> Result<OwnPlace, Problem> {
    let game = game_of(state, &pupil, &mut BTreeMap::new()).await?;
    let assigned = pupil.assigned.or(class.assigned);
    Ok(OwnPlace {
        nickname: pupil.nickname.code(),
        frozen: class.frozen_until_ms > state.clock.now_ms(),
        assigned: assigned.map(|lesson| lesson.to_string()),
        game,
        until_ms: class.until_ms,
    })
}

async fn game_of(
    state: &ClassesState,
    pupil: &Pupil,
    found: &mut BTreeMap<GameId, (bool, Option<Ending>)>,
) -> Result<Option<ClassGame>, Problem> {
    let Some(played) = pupil.game else {
        return Ok(None);
    };
    let known = found.get(&played.game).copied();
    let (over, ending) = if let Some(known) = known {
        known
    } else {
        let stored = match state.journal.find(played.game).await {
            // The game cannot be played here, so it must not block the pupil.
            Err(error @ StoreError::Damaged { .. }) => {
                tracing::warn!(game = %played.game, %error, "a game of a class cannot be read");
                None
            }
            stored => stored?,
        };
        let ending = stored.as_ref().and_then(|game| game.ending);
        let is_over = stored.is_none() || ending.is_some();
        found.insert(played.game, (is_over, ending));
        (is_over, ending)
    };
    Ok(Some(ClassGame {
        id: played.game.to_string(),
        side: played.side.code(),
        against: player_code(played.against),
        level: played.against.level(),
        over,
        ending,
    }))
}
