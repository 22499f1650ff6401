//! What is stored of a class, and the port to what the devices of its pupils report.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::ending::Ending;

use crate::classes::code::ClassCode;
use crate::classes::key::ClassKey;
use crate::classes::lesson::{LessonName, LessonNews, PupilLesson};
use crate::classes::nickname::Nickname;
use crate::classes::player::ClassPlayer;
use crate::live::StoreError;

/// Pupils of a class at most.
pub const MOST_PUPILS: u32 = 40;

/// Games that are kept of a class at most: the latest of them.
pub const MOST_CLASS_GAMES: u32 = 800;

/// Lessons and sets of problems that are kept of a pupil at most: all lessons, and two sets a week for a term.
pub const MOST_LESSONS: u32 = 100;

/// A class that is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewClass {
    /// By what pupils will find it.
    pub code: ClassCode,
    /// Whose it is.
    pub teacher: ClassKey,
    /// When it is made, in Unix milliseconds.
    pub made_ms: u64,
    /// When its term is over, in Unix milliseconds.
    pub until_ms: u64,
}

/// A class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// By what pupils find it.
    pub code: ClassCode,
    /// When it was made, in Unix milliseconds.
    pub made_ms: u64,
    /// When its term is over, in Unix milliseconds.
    pub until_ms: u64,
    /// Whether pupils can join.
    pub is_open: bool,
    /// Until when the pupils' screens are frozen, in Unix milliseconds; 0 for never, and for screens that were freed before, when that was. A teacher who forgets it, or goes home, does not keep
    /// the pupils from learning the next day.
    pub frozen_until_ms: u64,
    /// The lesson or the set of problems that all are to do who have no other.
    pub assigned: Option<LessonName>,
}

impl Class {
    /// Until when the clocks of its games stand still, in Unix milliseconds: no longer than there is a class, since after it nobody would free them.
    pub fn held_until_ms(&self) -> u64 {
        self.frozen_until_ms.min(self.until_ms)
    }
}

/// What became of a class that was to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassMade {
    /// It is there: as it was asked for, or as it was made with the same teacher's key before.
    Stored(Class),
    /// Another class has the code: draw another one.
    CodeTaken,
}

/// What the teacher changes of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassChange {
    /// Whether pupils can join.
    Open(bool),
    /// Until when the pupils' screens are frozen, in Unix milliseconds.
    FrozenUntil(u64),
    /// When its term is over, in Unix milliseconds.
    Until(u64),
    /// The lesson that all are to do; what single pupils were to do is forgotten.
    Assigned(Option<LessonName>),
}

/// Somebody who wants to join a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewPupil {
    /// The key of the device.
    pub key: ClassKey,
    /// The animal that was chosen.
    pub nickname: Nickname,
}

/// What became of somebody who wanted to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// The device is this pupil now, or was already.
    Stored,
    /// Another pupil of the class has this animal.
    NicknameTaken,
    /// The device is another pupil, here or in another class.
    KeyTaken,
    /// The class has no place left.
    Full,
    /// The teacher lets nobody join.
    Closed,
    /// No class has this code.
    NotFound,
}

/// A game that the teacher has given to a pupil.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PupilGame {
    /// Which game.
    pub game: GameId,
    /// The side of the pupil.
    pub side: Side,
    /// Against whom.
    pub against: ClassPlayer,
}

/// A game that pupils of a class play, or have played: two of them, or one against the engine of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedGame {
    /// Which game.
    pub game: GameId,
    /// Who plays it, White first.
    pub players: [ClassPlayer; 2],
    /// When the teacher began it, in Unix milliseconds.
    pub begun_ms: u64,
    /// Whether the journal still has it.
    pub is_there: bool,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When the server checks the game if nobody acts before, in Unix milliseconds; `None` if no clock runs
    /// and nothing is paused.
    pub deadline_ms: Option<u64>,
}

impl PairedGame {
    /// Whether it is being played.
    pub fn goes_on(&self) -> bool {
        self.is_there && self.ending.is_none()
    }

    /// Whether time may count in it: its clock runs, or is stopped by a pause. Also where the computer is to move in a game without a clock.
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
    /// When the pupil's device was heard last, in Unix milliseconds; to within half a minute.
    pub seen_ms: u64,
    /// The lesson that this pupil is to do in place of that of the class.
    pub assigned: Option<LessonName>,
    /// The game that this pupil plays, or has played last.
    pub game: Option<PupilGame>,
}

/// What devices of pupils tell. It has tables of its own beside the documents of the classes, since every device of a class adds to it all the time; it goes with
/// the document of the class.
#[async_trait]
pub trait PupilProgress: Send + Sync + 'static {
    /// Notes that the device of a pupil was heard, unless that was later before.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn saw(&self, class: ClassCode, pupil: Nickname, now_ms: u64) -> Result<(), StoreError>;

    /// When the devices of the pupils of a class were heard last.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn seen(&self, class: ClassCode) -> Result<Vec<(Nickname, u64)>, StoreError>;

    /// Keeps what a device tells of a lesson, as [`PupilLesson::after`] says. Returns whether there is room for the lesson.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; doing it again is safe.
    async fn keep_lesson(
        &self,
        class: ClassCode,
        pupil: Nickname,
        news: &LessonNews,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// The lessons of the pupils of a class, in the order of their names.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or something cannot be read.
    async fn lessons(&self, class: ClassCode) -> Result<Vec<(Nickname, PupilLesson)>, StoreError>;

    /// Removes what was kept of a pupil.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn forget_pupil(&self, class: ClassCode, pupil: Nickname) -> Result<(), StoreError>;
}
