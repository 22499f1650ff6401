//! Explains why a move input is not a legal move. The page, the command line and the protocols call
//! this with a player's input; the answer is the move, several possible moves, or one typed reason.
//! This module contains no sentences and no rules of its own: the generator decides what is legal,
//! and its walk supplies the points of a capture.
//!
//! If several things are wrong with a move input, the answer is the first of the following, so that
//! a person who corrects it gets closer to a legal move:
//!
//! 1. A square does not exist; the game is over; the piece to huff may not be huffed; there is no
//!    piece on the start square, or it is the opponent's.
//! 2. The move would be legal after a huff, and huffs nothing.
//! 3. This piece could make the capture as given, but not stop there: the capture goes on, or must
//!    land elsewhere, or another capture takes precedence by number, by value, or by the king that
//!    makes it or is captured.
//! 4. Start and end are those of a legal move, but it does not pass a square that was named.
//! 5. The quiet move would be legal if there were no compulsory capture, or if the king had not
//!    already made too many moves in a row.
//! 6. The end square is occupied, by a piece of the same side or by the very piece to capture.
//! 7. A stretch of the move input (from one named square to the next) cannot be made; the first
//!    such stretch is reported, with what blocks it.
//! 8. The piece can move, but not to that square.

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
