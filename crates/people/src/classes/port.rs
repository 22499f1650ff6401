//! Stored values of classes, and the port for reports of pupils' devices.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::ending::Ending;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::classes::ClassCode;
use crate::classes::key::ClassKey;
use crate::classes::lesson::{LessonName, LessonReport, PupilLesson};
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::json_keys;

/// The maximum number of pupils of a class.
pub const MAX_PUPILS: u32 = 40;

/// The maximum number of games stored of a class; older ones are removed.
pub const MAX_CLASS_GAMES: u32 = 800;

/// The maximum number of lessons and problem sets stored of a pupil: all lessons, and two sets a
/// week for a term.
pub const MAX_LESSONS: u32 = 100;

/// A class to create.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewClass {
    /// Its join code.
    pub code: ClassCode,
    /// Its teacher's key.
    pub teacher: ClassKey,
    /// When it is created, in Unix milliseconds.
    pub made_ms: u64,
    /// When its term ends, in Unix milliseconds.
    pub until_ms: u64,
}

/// A class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// Its join code.
    #[serde(with = "json_keys::text")]
    pub code: ClassCode,
    /// When it was made, in Unix milliseconds.
    pub made_ms: u64,
    /// When its term ends, in Unix milliseconds.
    pub until_ms: u64,
    /// Whether pupils can join.
    pub is_open: bool,
    /// When the pupils' screens are unfrozen, in Unix milliseconds, so that pupils can go on the
    /// next day if the teacher forgets; 0 if never frozen, a past time if already unfrozen.
    pub frozen_until_ms: u64,
    /// The lesson or problem set assigned to pupils without one of their own.
    pub assigned: Option<LessonName>,
}

impl Class {
    /// Until when the clocks of its games are paused, in Unix milliseconds: at most the end of the
    /// class, after which the teacher cannot resume them.
    pub fn held_until_ms(&self) -> u64 {
        self.frozen_until_ms.min(self.until_ms)
    }
}

/// The outcome of creating a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CreateClassOutcome {
    /// Created as requested, or created before with the same teacher's key.
    Stored(Class),
    /// Another class has the code: draw another one.
    CodeTaken,
}

/// A change of a class by its teacher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassChange {
    /// Whether pupils can join.
    Open(bool),
    /// Until when the pupils' screens are frozen, in Unix milliseconds.
    FrozenUntil(u64),
    /// When its term ends, in Unix milliseconds.
    Until(u64),
    /// The lesson assigned to all; assignments of single pupils are removed.
    Assigned(Option<LessonName>),
}

/// A pupil who wants to join a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewPupil {
    /// The key of the device.
    pub key: ClassKey,
    /// The chosen animal.
    pub nickname: Nickname,
}

/// The outcome of joining a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// The device is this pupil.
    Stored,
    /// Another pupil of the class has this animal.
    NicknameTaken,
    /// The device is another pupil, of this or another class.
    KeyTaken,
    /// The class is full.
    Full,
    /// The class is closed to new pupils.
    Closed,
    /// No class has this code.
    NotFound,
}

/// A game that the teacher has assigned to a pupil.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PupilGame {
    /// The game's id.
    #[serde(with = "json_keys::game")]
    pub game: GameId,
    /// The side of the pupil.
    pub side: Side,
    /// The opponent.
    #[serde(with = "json_keys::text")]
    pub against: ClassPlayer,
}

/// A game of a class, running or finished: between two pupils, or a pupil and the server's engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedGame {
    /// The game's id.
    pub game: GameId,
    /// Its players, White first.
    pub players: [ClassPlayer; 2],
    /// When the teacher began it, in Unix milliseconds.
    pub begun_ms: u64,
    /// Whether the journal still contains it.
    pub is_there: bool,
    /// Its ending, if it is over.
    pub ending: Option<Ending>,
    /// When the server next checks the game if no command arrives, in Unix milliseconds; `None` if
    /// no clock runs and nothing is paused.
    pub deadline_ms: Option<u64>,
}

impl PairedGame {
    /// Whether it is unfinished.
    pub fn goes_on(&self) -> bool {
        self.is_there && self.ending.is_none()
    }

    /// Whether time may run in it: its clock runs, or is paused. True as well if the engine is to
    /// move in a game without a clock.
    pub fn is_timed(&self) -> bool {
        self.goes_on() && self.deadline_ms.is_some()
    }
}

/// A pupil of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pupil {
    /// The name in the class.
    pub nickname: Nickname,
    /// When the pupil joined, in Unix milliseconds.
    pub joined_ms: u64,
    /// When the pupil's device last connected, in Unix milliseconds, to within half a minute.
    pub seen_ms: u64,
    /// The lesson assigned to this pupil in place of the class's.
    pub assigned: Option<LessonName>,
    /// The pupil's current or latest game.
    pub game: Option<PupilGame>,
}

/// Reports of pupils' devices. Stored in tables of their own instead of the class's document, since
/// all devices write all the time; removed with that document.
#[async_trait]
pub trait PupilProgress: Send + Sync + 'static {
    /// Records that a pupil's device connected, unless a later time is stored.
    async fn saw(&self, class: ClassCode, pupil: Nickname, now_ms: u64) -> Result<(), StoreError>;

    /// When the devices of a class's pupils last connected.
    async fn seen(&self, class: ClassCode) -> Result<Vec<(Nickname, u64)>, StoreError>;

    /// Stores a report about a lesson, merged by [`PupilLesson::after`]. Returns whether there is
    /// room for the lesson.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn store_lesson(
        &self,
        class: ClassCode,
        pupil: Nickname,
        report: &LessonReport,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The lessons of a class's pupils, sorted by name.
    async fn lessons(&self, class: ClassCode) -> Result<Vec<(Nickname, PupilLesson)>, StoreError>;

    /// Removes all data of a pupil.
    async fn forget_pupil(&self, class: ClassCode, pupil: Nickname) -> Result<(), StoreError>;
}
