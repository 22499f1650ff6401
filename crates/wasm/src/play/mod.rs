//! The module for play: a game in progress, and single positions. The page loads it when it shows
//! its first board (`web/src/rules/binding.ts`). It contains no engine and no reader for files of
//! games.

pub(crate) mod editor;
#[cfg(feature = "play")]
pub(crate) mod game;
#[cfg(feature = "play")]
pub(crate) mod game_view;
#[cfg(feature = "play")]
pub(crate) mod irregular_move;
