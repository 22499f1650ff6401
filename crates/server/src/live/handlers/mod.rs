//! Handlers of a live game: its socket and stream, acts over HTTP, conditional moves.

pub(crate) mod conditionals;
pub(crate) mod games;
