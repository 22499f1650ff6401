//! The door for browsers: the page inside, and the library of games over HTTP.
//!
//! [`serve`] takes a library, a listener and the future that ends it; the terminal's `serve` calls it.
//! Everything under `/api/v1` is described by the document at `/api/v1/openapi.json`. What is asked
//! passes, in this order: the log, the guards (`guard`), the routes (`api` or [`page`]). No rule of
//! the game is decided here: every record is handed to `club`, which replays it.
//!
//! Nothing here reads a clock but through [`WallClock`], keeps anything but through the library, or answers
//! an error other than as a [`problem::Problem`].

mod api;
mod app;
mod client;
mod clock;
mod config;
mod connections;
mod guard;
mod owner;
pub mod page;
pub mod problem;
mod quota;
mod shares;
pub mod tables;
mod take_over;

pub use api::openapi;
pub use clock::{SystemClock, WallClock};
pub use config::{Config, ServerLimits};
pub use connections::{ServeError, bind, serve};
pub use quota::Quota;
pub use take_over::TakeOverCode;
