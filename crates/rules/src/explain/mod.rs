//! Why a move input is no legal move. The doors ask here when somebody wants to play something; the answer
//! is the move, the moves that are meant, or one typed reason. No sentence is made here, and nothing
//! is decided: what is legal comes from the generator, and the points of a capture from its walk.
//!
//! Of several things that are wrong with one move input the first of these is told, so that a person who
//! follows the advice comes nearer to a legal move:
//!
//! 1. A square does not exist; the game is over; the piece to huff may not be huffed; there is no piece
//!    to move, or not one's own.
//! 2. The move input is a capture that this piece could make, but not alone: it goes on, or must land
//!    elsewhere, or others come before it: by number, by value, by the king that makes or meets them.
//! 3. Start and end are those of a legal move, but a square that was named is not on its way.
//! 4. The move input is a quiet move that would be right if nothing had to be captured, or if the king had
//!    not moved too often in a row.
//! 5. The end is occupied: by an own piece, or by the very piece to capture.
//! 6. The first stretch of the move input that cannot be made, with what is in its way.
//! 7. The piece can move, but not there.

mod answer;
mod article;
mod attempt;
mod move_input;
mod ray;
mod reasons;
mod refusal;
mod refusal_squares;
mod standings;
mod stretch;

pub use answer::{MustPlay, explain, must_play, why_not};
pub use move_input::{Explanation, MoveInput};
pub use refusal::{CaptureCount, Refusal};
pub use refusal_squares::RefusalSquares;
