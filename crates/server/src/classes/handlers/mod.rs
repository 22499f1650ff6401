//! Handlers of classes: for the teacher, and for the devices of pupils.

pub(crate) mod games;
pub(crate) mod pairs;
pub(crate) mod pupil;
pub(crate) mod teacher;
