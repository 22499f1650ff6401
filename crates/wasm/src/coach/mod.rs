//! What is needed to say what moves mean: shots by name, the report on a game, why a move is
//! played, and how strong somebody is. The page loads this module when somebody
//! asks for words (`web/src/rules/coach.ts`).

pub(crate) mod report;
pub(crate) mod report_view;
pub(crate) mod shot;
pub(crate) mod strength;
mod told;
pub(crate) mod why;
