//! Reads and writes draughts: positions, moves and games as text.
//!
//! This crate knows every form that files and protocols use: [`fen`] and [`pdn`] (the usual
//! exchange formats), [`move_text`] (one move), [`tree`] (a game with its variations and comments),
//! [`manoury`] (a game as books print it), [`hub_text`] and [`dxp_text`] (positions and moves
//! between engines), [`diagram`] (a board as text or as a picture), [`facts`] (the rule table of a
//! game as JSON), and [`wording`] (sentences in French and English). The rules themselves are in
//! [`damier_rules`].
//!
//! ```
//! use damier_notation::{fen, move_text};
//! use damier_rules::Variant;
//!
//! let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B19,23")?;
//! let capture = move_text::read(&position, "28x19")
//!     .expect_err("28 cannot reach 19: 23 is covered by it");
//! assert_eq!(capture.to_string(), "28x19 is not a legal move here");
//! # Ok::<(), fen::PositionError>(())
//! ```
//!
//! This crate opens no files and no connections: the caller passes in text or a stream. No input
//! can make it panic, hang, or use memory without limit.

mod blanks;
pub mod diagram;
pub mod dxp_text;
pub mod facts;
pub mod fen;
pub mod hub_text;
pub mod manoury;
pub mod move_text;
pub mod pdn;
mod shown;
pub mod square_names;
pub mod tree;
pub mod wording;

pub use tree::GameTree;

/// Compiles and runs the example in this crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
