//! Handlers of classes: what the teacher does, and what the device of a pupil does.

pub(crate) mod games;
pub(crate) mod pairs;
pub(crate) mod pupil;
pub(crate) mod teacher;
