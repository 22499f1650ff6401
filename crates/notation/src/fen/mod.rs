//! FEN: a position as one line of text, `W:W31-50:B1-20`, as the PDN standard and lidraughts write it.
//!
//! Reading accepts every form that is found in files and gives a [`Setup`](damier_rules::Setup), which
//! may be anything; writing gives one form only. Whether a setup can be played is never asked here but
//! of [`Position::from_setup`](damier_rules::Position::from_setup), except in [`read_position`], which
//! does both.

mod error;
mod reader;
mod writer;

pub use error::{FenError, FenFault, PositionError};
pub use reader::{read, read_position};
pub use writer::{write, write_setup};
