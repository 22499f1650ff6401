//! FEN: a position in one line of text, such as `W:W31-50:B1-20`. The PDN standard and lidraughts
//! define the form.
//!
//! The reader accepts every form that occurs in files, and returns a
//! [`Setup`](damier_rules::Setup), which need not be playable.
//! [`Position::from_setup`](damier_rules::Position::from_setup) checks that; only [`read_position`]
//! does both at once. The writer always uses the same form.

mod error;
mod reader;
mod writer;

pub use error::{FenError, FenFault, PositionError};
pub use reader::{read, read_position};
pub use writer::{write, write_setup};
