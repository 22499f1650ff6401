//! Clubs over HTTP: everybody finds them, accounts found and join them, members play on their ladder and for them, officers keep the timetable.

pub(crate) mod founding;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod members;
mod shown;
pub(crate) mod timetable;
mod who;

pub(crate) use founding::wanting;
