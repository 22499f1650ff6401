//! Handlers of team matches: the host makes one, members join, a captain is named, a rematch is
//! agreed.

pub(crate) mod captain;
pub(crate) mod host;
pub(crate) mod joining;
