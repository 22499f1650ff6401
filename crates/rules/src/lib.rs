//! The rules of draughts: which moves are legal, and why other moves are not.
//!
//! Each game is described by a [`RuleTable`], a table of facts; one move generator reads all
//! tables. A [`Setup`] holds any pieces on any squares, for example as they were read from a text.
//! A [`Position`] is a setup that can be played; it knows its legal moves. A [`Game`] adds the
//! moves played before, and with them repetition and the draw counts.
//!
//! ```
//! use damier_rules::{Position, Variant};
//!
//! let start = Position::start(Variant::INTERNATIONAL);
//! let first = start.legal_moves()[0];
//! let next = start.play(&first)?;
//! assert_eq!(next.legal_moves().len(), 9);
//! # Ok::<(), damier_rules::NotLegal>(())
//! ```
//!
//! This crate does no input or output, has no clock and no randomness, and builds for the browser.

pub mod bits;
mod board;
mod draws;
mod ending;
mod explain;
mod game;
mod generate;
pub mod geometry;
mod hash;
mod moves;
mod past;
mod path;
mod paths;
pub mod perft;
mod piece;
mod pieces;
mod position;
mod rules;
mod setup;
mod side;
mod sorting;
mod square;
mod square_set;
pub mod variant;

pub use board::{Board, Cells, Vector};
pub use draws::{DrawCounts, DrawSettings, Draws, FewPieces};
pub use ending::{EndReason, Outcome};
pub use explain::{
    CaptureCount, Explanation, MoveInput, MustPlay, Refusal, RefusalSquares, explain, must_play,
    why_not,
};
pub use game::{Game, PlayError};
pub use generate::{International, OneByOne};
pub use hash::{hash, hash_after};
pub use moves::{Move, Path};
pub use past::{KingRun, Past};
pub use piece::{Kind, Piece};
pub use pieces::{Huff, Pieces, RawMove};
pub use position::{AnyPieces, NotLegal, Position};
pub use rules::{Rulebook, Rules};
pub use setup::{Setup, SetupFault, SetupFaults};
pub use side::Side;
pub use square::Square;
pub use square_set::SquareSet;
pub use variant::{AnyRulebook, AnyRules, RuleTable, RulesVersion, Variant};

/// The example in this crate's README, compiled and run with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
