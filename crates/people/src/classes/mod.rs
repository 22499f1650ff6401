//! A class: a teacher, and pupils who learn the lessons, solve problems and play one another. Nobody has an account and nobody types a name: a pupil comes
//! with the code that the teacher shows, and chooses an animal.
//!
//! Rules of [`Classes`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/class_contract`):
//! - a class is found by its code, by the key of its teacher and by that of each pupil, until its term is over; then nothing finds it, and
//!   [`Documents::sweep_documents`](crate::documents::Documents::sweep_documents) removes it with everything of its pupils;
//! - a teacher has one class, a device is one pupil; asking again for what is there changes nothing;
//! - an animal is one pupil of a class, and a class has [`MOST_PUPILS`] at most, also when many come at one moment;
//! - a game is kept as one of the class as long as its pupils are there: two, or one who plays the engine of the server;
//! - stars of a lesson never become fewer; everything else of it is what the pupil's device told last;
//! - what is secret is stored as SHA-256;
//! - the time is a parameter.

mod code;
mod key;
mod lesson;
mod nickname;
mod player;
mod port;
mod store;
mod stored;
mod term;

pub use crate::classes::code::{CLASS_CODE_LENGTH, CLASS_CODE_LETTERS, ClassCode, ClassCodeError};
pub use crate::classes::key::ClassKey;
pub use crate::classes::lesson::{
    LessonName, LessonNameError, LessonNews, MAX_LESSON_NAME, PupilLesson,
};
pub use crate::classes::nickname::{Nickname, NicknameError};
pub use crate::classes::player::ClassPlayer;
pub use crate::classes::port::{
    Class, ClassChange, ClassMade, Joined, MOST_CLASS_GAMES, MOST_LESSONS, MOST_PUPILS, NewClass,
    NewPupil, PairedGame, Pupil, PupilGame, PupilProgress,
};
pub use crate::classes::store::Classes;
pub use crate::classes::term::{LONGEST_TERM_MS, term_end_ms};
