//! How draughts is written.
//!
//! Every form in which positions, moves and games stand in files and on wires is read and written
//! here: [`fen`] and [`pdn`] (the field's exchange formats), [`move_text`] (one move), [`tree`] (a game with its
//! variations and all that is said of it), [`manoury`]
//! (a game as books print it), [`hub_text`] and [`dxp_text`] (what engines exchange), [`diagram`]
//! (a board as text or as a picture), [`facts`] (the table of a game), [`wording`] (sentences). What a form means is asked of [`damier_rules`].
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
//! This crate reads no file and opens no connection: it is handed text, or anything that reads as a
//! stream. No input makes it panic, hang or grow without bound.

pub mod diagram;
pub mod dxp_text;
pub mod facts;
pub mod fen;
pub mod hub_text;
pub mod manoury;
pub mod move_text;
pub mod pdn;
pub mod square_names;
pub mod tree;
pub mod wording;

pub use tree::GameTree;

/// The example of this crate's README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
