//! The engine and the endgame tables that it asks. The page's worker opens it when something is first
//! thought about (`web/src/rules/worker.ts`); no other part of the page does.

mod browser;
pub(crate) mod endings;
pub(crate) mod search;
pub(crate) mod thinker;
pub(crate) mod thought;
