//! Handlers of clubs: founding and profile, members, ladder, games, timetable.

pub(crate) mod founding;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod members;
pub(crate) mod timetable;
