//! One move as text: `32-28`, `28x19`, and where two captures share start and end,
//! `47x38x24x13x36`.
//!
//! Reading has two steps, so that a file of any game can be read before it is judged: text becomes
//! [`Written`], the squares that stand there; that is resolved against a position into a move.

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
