//! Why a wish is no legal move. The doors ask here when somebody wants to play something; the answer
//! is the move, the moves that are meant, or one typed reason. No sentence is made here, and nothing
//! is decided: what is legal comes from the generator, and the points of a capture from its walk.
//!
//! Of several things that are wrong with one wish the first of these is told, so that a person who
//! follows the advice comes nearer to a legal move:
//!
//! 1. A square does not exist; the game is over; there is no piece to move, or not one's own.
//! 2. The wish is a capture that this piece could make, but not alone: it goes on, or must land
//!    elsewhere to go on, or takes fewer pieces than must be taken.
//! 3. Start and end are those of a legal move, but a square that was named is not on its way.
//! 4. The wish is a quiet move that would be right if nothing had to be captured.
//! 5. The end is occupied: by an own piece, or by the very piece to capture.
//! 6. The first stretch of the wish that cannot be made, with what is in its way.
//! 7. The piece can move, but not there.

mod answer;
mod attempt;
mod concerned;
mod reasons;
mod refusal;
mod stretch;
mod wish;

pub use answer::{MustPlay, explain, must_play, why_not};
pub use concerned::Concerned;
pub use refusal::Refusal;
pub use wish::{Explanation, Wish};
