//! What is needed to play: a game in progress, and positions by themselves. The page loads this
//! module when it shows its first board (`web/src/rules/door.ts`). It contains no engine, and does
//! not read files of games.

pub(crate) mod editor;
pub(crate) mod game;
pub(crate) mod game_view;
pub(crate) mod irregular_move;
