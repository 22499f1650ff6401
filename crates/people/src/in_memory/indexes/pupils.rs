//! Reports of pupils' devices in memory.

use std::collections::BTreeMap;

use crate::classes::{ClassCode, LessonName, Nickname, PupilLesson};

/// The kind of the documents of classes.
pub(in crate::in_memory) const CLASSES: &str = "class";

/// A pupil: when the device last connected, and the lessons.
#[derive(Debug, Default)]
pub(in crate::in_memory) struct Learner {
    pub(in crate::in_memory) seen_ms: u64,
    pub(in crate::in_memory) lessons: BTreeMap<LessonName, PupilLesson>,
}

/// All pupils.
pub(in crate::in_memory) type Learners = BTreeMap<(ClassCode, Nickname), Learner>;
