//! The report on a game: its decisive moments, with sentences that state only what a line, the
//! board or a table proves.
//!
//! [`Report`] is a state machine. It returns the next [`Question`] for an engine, takes the
//! [`EngineAnswer`], and makes a [`GameReport`] from the answers: a curve, moments with their
//! proofs, and well-played moves. [`words`] phrases them in French and English. It calls no engine
//! itself, so the same machine serves the command and the page.
//!
//! First every position is searched for its two best lines. Then each move that seems to have lost
//! something is compared with all other legal moves, and the reply to it is searched. Before a
//! moment is reported, the best move and the played move are searched alone with more effort. A
//! move becomes a moment only if the searches agree.

mod accuracy;
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

use damier_rules::Position;

pub use chance::{Chance, Severity, chance};
pub(crate) use choice::TOLERANCE;
pub use choice::{Choice, Counts, GameReport, Silence, Standing};
pub use course::{Course, Haul, exchange};
pub(crate) use explain::{shot_line, winning};
pub use machine::{Report, ReportProgress};
pub use question::{Effort, EngineAnswer, Question};
pub use remark::{Merit, Moment, Remark, Seen, ShotLine, StrongMove, TableEnding};
pub(crate) use strength::others_lose as only_if_others_lose;

/// Number of a move as on a score sheet: `23.` or `23...`. `ply` counts from the start of the game.
/// The side that begins in this game of the family has the numbers without dots.
///
/// ```
/// use damier_coach::report::move_number;
/// use damier_notation::fen;
/// use damier_rules::{Position, Variant};
///
/// let numbers = |start: &Position| [0, 1, 2].map(|ply| move_number(start, ply));
/// let start = Position::start(Variant::INTERNATIONAL);
/// assert_eq!(numbers(&start), ["1.", "1...", "2."]);
/// let start = Position::start(Variant::ENGLISH); // Black begins
/// assert_eq!(numbers(&start), ["1.", "1...", "2."]);
/// let start = fen::read_position(Variant::INTERNATIONAL, "B:W31:B20")?;
/// assert_eq!(numbers(&start), ["1...", "2.", "2..."]);
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn move_number(start: &Position, ply: usize) -> String {
    let begins_second = start.side() != start.variant().table().first;
    let plies = ply + usize::from(begins_second);
    let dots = if plies.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", plies / 2 + 1)
}
