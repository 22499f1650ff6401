//! The engine and the endgame tables that it uses. The page's worker loads this module when the
//! engine is first needed (`web/src/rules/worker.ts`); no other part of the page does.

mod browser;
pub(crate) mod endings;
pub(crate) mod search;
pub(crate) mod thinker;
pub(crate) mod thought;
