//! The text of one move: `32-28`, `28x19`, or `47x38x24x13x36` where two captures have the same
//! start and end.
//!
//! A move is read in two steps, so that a file can be read before its game is known: the text
//! becomes [`Written`], the squares that it names; these are then compared with the legal moves of
//! a position.

mod candidates;
mod error;
mod line;
mod list;
mod reader;
mod writer;
mod written;

pub use candidates::{Candidates, Chosen};
pub use error::MoveError;
pub use list::{ListedMove, list};
pub use reader::{play, read, read_move_input, resolve};
pub use writer::{long, text, text_among, written};
pub(crate) use written::{Scanned, dash, scan};
pub use written::{Written, WrittenError};
