//! The module that explains moves: shots by name, the report on a game, why a move is played, and a
//! player's strength. The page loads it when the user asks for an explanation
//! (`web/src/rules/coach.ts`).

mod input;
pub(crate) mod report;
pub(crate) mod report_view;
pub(crate) mod shot;
pub(crate) mod strength;
pub(crate) mod why;
