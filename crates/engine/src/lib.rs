//! Search and evaluation for draughts.
//!
//! An [`Engine`] searches a [`Game`](damier_rules::Game) within [`Limits`] and reports its
//! [`Progress`]. It does no input or output: the caller supplies the time through a [`TimeSource`]
//! and random numbers through a seed. It builds for the browser, where [`Thinking`] runs in slices.
//!
//! Inside: `search` is the tree search for all games, `evaluation` evaluates its leaves behind a
//! trait, `table` is the transposition table, `endings` probes endgame tables, `book` holds
//! openings, `time_plan` divides the clock, and `levels` weakens play.

pub mod bench;
#[cfg(feature = "book")]
mod book;
mod dice;
mod draw_offer;
mod endings;
mod engine;
mod evaluation;
mod levels;
mod limits;
mod line;
mod parameters;
mod score;
mod search;
mod table;
mod thinking;
mod time_plan;

#[cfg(feature = "book")]
pub use book::{Book, BookEntry, BookError, BookMove};
pub use draw_offer::would_accept_draw;
pub use endings::{Endings, Verdict};
pub use engine::{Answer, Engine, Knowledge};
pub use levels::Level;
pub use limits::{Limits, TimeLeft, TimeSource};
pub use line::Line;
pub use score::Score;
pub use thinking::{Progress, Thinking};

/// The trained evaluation, for the workshop: its weights and which of them are active in a
/// position.
pub mod trained {
    pub use crate::evaluation::network::{
        FloatHead, FloatWeights, HIDDEN, Inputs, MAX_HIDDEN_WEIGHT, MAX_INPUT_WEIGHT,
        QuantisedWeights, STAGES, WIDTH,
    };
    pub use crate::evaluation::patterns::{Active, Model};
    pub use crate::evaluation::trained::weights::{Pair, Weights, WeightsError};
}

/// Compiles and runs the example of this crate's README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
