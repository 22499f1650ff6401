//! Classes: a teacher, and pupils who learn lessons, solve problems and play each other. There are
//! no accounts and no typed names: a pupil joins with the code that the teacher shows and chooses
//! an animal.
//!
//! Rules of [`Classes`], tested by `tests/stores/classes.rs` and `class_games.rs`, and of
//! [`PupilProgress`], tested on every backend (`damier-storage`, `tests/all/classes_contract`):
//! - a class is found by its code, its teacher's key and each pupil's key until its term ends;
//!   [`Documents::sweep_documents`](crate::documents::Documents::sweep_documents) then removes it
//!   with all data of its pupils;
//! - a teacher has one class, a device is one pupil; repeating a request changes nothing;
//! - an animal is one pupil of a class, and a class has at most [`MAX_PUPILS`], also under
//!   concurrent joins;
//! - a game belongs to the class as long as its pupils do: two, or one who plays the server's
//!   engine;
//! - the stars of a lesson never decrease; everything else is what the pupil's device reported
//!   last;
//! - secrets are stored as SHA-256;
//! - the time is a parameter.

mod key;
mod lesson;
mod nickname;
mod player;
mod port;
mod store;
mod stored;
mod term;

pub use crate::classes::key::ClassKey;
pub use crate::classes::lesson::{LessonName, LessonReport, PupilLesson};
pub use crate::classes::nickname::{Nickname, NicknameError};
pub use crate::classes::player::ClassPlayer;
pub use crate::classes::port::{
    Class, ClassChange, CreateClassOutcome, Joined, MAX_CLASS_GAMES, MAX_LESSONS, MAX_PUPILS,
    NewClass, NewPupil, PairedGame, Pupil, PupilGame, PupilProgress,
};
pub use crate::classes::store::Classes;
pub use crate::classes::term::{LONGEST_TERM_MS, term_end_ms};
use crate::join_code::JoinCode;

/// The join code of a class: 64 million codes.
pub type ClassCode = JoinCode<6>;
