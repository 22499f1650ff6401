//! What the first move needs: a game in progress, and positions by themselves. The page opens it when
//! its first board is shown (`web/src/rules/door.ts`). It knows no engine, and reads no file of games.

pub(crate) mod editor;
pub(crate) mod game;
pub(crate) mod game_view;
pub(crate) mod irregular_move;
