//! The module for play: a game in progress, and single positions. The page loads it when it shows
//! its first board (`web/src/rules/binding.ts`). It contains no engine and no reader for files of
//! games.

pub(crate) mod editor;
pub(crate) mod game;
pub(crate) mod game_view;
pub(crate) mod irregular_move;
