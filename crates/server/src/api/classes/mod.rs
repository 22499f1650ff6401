//! Classes: what the teacher does, what a pupil's device does, and what both are told. See `docs/live-protocol.md`.

pub(crate) mod games;
pub(crate) mod pairs;
pub(crate) mod pupil;
mod shown;
pub(crate) mod teacher;
mod who;
