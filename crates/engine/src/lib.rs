//! What is good: search and evaluation for the game of draughts.
//!
//! An [`Engine`] thinks about a [`Game`](damier_rules::Game) within [`Limits`] and tells its
//! [`Progress`]. It does no input or output: the time comes from a [`TimeSource`] that the caller hands
//! in, chance from a seed. It builds for the browser, where [`Thinking`] runs in slices.
//!
//! Inside: `search` walks the tree and knows no game by name, `evaluation` judges its leaves behind
//! a trait, `table` remembers, `endings` asks tables of few pieces and `book` one of openings, `time_plan`
//! divides the time, `levels` errs like people.

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
pub use score::Score;
pub use thinking::{Line, Progress, Thinking};

/// The trained evaluation: its weights, and how the workshop sees a position through it.
pub mod trained {
    pub use crate::evaluation::network::{
        FloatHead, FloatWeights, HIDDEN, Inputs, MAX_HIDDEN_WEIGHT, MAX_INPUT_WEIGHT,
        QuantisedWeights, STAGES, WIDTH,
    };
    pub use crate::evaluation::patterns::{Active, Model};
    pub use crate::evaluation::trained::weights::{Pair, Weights, WeightsError};
}
