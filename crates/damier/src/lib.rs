#![doc = include_str!("../README.md")]

#[doc(no_inline)]
pub use damier_rules::{
    DrawSettings, Explanation, Game, Kind, Move, MoveInput, NotLegal, Outcome, Piece, Position,
    Refusal, Setup, Side, Square, SquareSet, Variant, explain,
};

#[cfg(feature = "notation")]
#[doc(no_inline)]
pub use damier_notation::{fen, move_text, pdn, tree, wording};

/// The rules of every game: the crate `damier-rules`.
pub mod rules {
    #[doc(no_inline)]
    pub use damier_rules::*;
}

/// Positions, moves and games as text: the crate `damier-notation`.
#[cfg(feature = "notation")]
pub mod notation {
    #[doc(no_inline)]
    pub use damier_notation::*;
}

/// The engine: the crate `damier-engine`.
#[cfg(feature = "engine")]
pub mod engine {
    #[doc(no_inline)]
    pub use damier_engine::*;
}

/// Endgame tables: the crate `damier-endgame`.
#[cfg(feature = "endgame")]
pub mod endgame {
    #[doc(no_inline)]
    pub use damier_endgame::*;
}

/// Hub and DXP: the crate `damier-protocols`.
#[cfg(feature = "protocols")]
pub mod protocols {
    #[doc(no_inline)]
    pub use damier_protocols::*;
}

/// Compiles and runs the example in the README of the repository as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
