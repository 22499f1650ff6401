//! The module for reading and studying games: files of games, and trees of moves. The page loads it
//! when the user opens a file or the analysis page (`web/src/rules/study.ts`).

pub(crate) mod importing;
pub(crate) mod positions;
pub(crate) mod reading;
pub(crate) mod tree_editor;
pub(crate) mod tree_position;
pub(crate) mod tree_view;
