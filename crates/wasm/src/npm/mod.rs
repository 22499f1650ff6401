//! The module of the npm package (`bindings/npm`): a game without clock, players and conduct, with
//! the reasons of refusals in both languages. The page does not load it.

pub(crate) mod board;
pub(crate) mod reason;
