//! The report on a game: the moments that mattered, with sentences that say only what a line, the board or a table proves.
//!
//! [`Report`] is a machine. It says what an engine must be asked ([`Question`]), takes the [`EngineAnswer`], and makes a [`GameReport`] of what
//! it knows: a curve, moments with their proofs, and what was played well. [`words`] puts them into French and English. It asks
//! no engine itself, so the same machine serves the command and the page.
//!
//! First every position is looked at, with its two best lines. Then the moves that seem to have lost something are judged with all
//! other legal moves beside them, and what the reply does is searched. Before anything is said the best move and the one that was played
//! are searched alone, with more. Only then a moment is made of one, and only if the searches agree.

mod advice;
mod chance;
mod choice;
mod confirm;
mod course;
mod explain;
mod machine;
mod question;
mod remark;
mod strength;
pub mod words;

pub use chance::{Chance, Severity, chance};
pub(crate) use choice::TOLERANCE;
pub use choice::{Choice, Counts, GameReport, Silence, Standing};
pub use course::{Course, Haul, exchange};
pub(crate) use explain::{shot_line, winning};
pub use machine::{Report, ReportProgress};
pub use question::{Effort, EngineAnswer, Question};
pub use remark::{Merit, Moment, Remark, Seen, ShotLine, StrongMove, TableEnding};
pub(crate) use strength::others_lose as only_if_others_lose;
