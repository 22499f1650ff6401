//! People and games: a game in progress, its clock, its offers and its record.
//!
//! A [`Session`] is a game between two players, each a person or the computer. It is told what is
//! done and when, asks `rules` what is legal and what follows, and can be written down as a
//! [`GameRecord`] and rebuilt from it. The page and the server run the same sessions. This crate has
//! no clock, no randomness, no files and no network of its own.

pub mod act;
pub mod ballot;
pub mod clock;
mod computer;
pub mod conduct;
pub mod in_memory;
pub mod library;
pub mod line;
pub mod pdn;
pub mod record;
pub mod session;
pub mod settings;
pub mod words;

pub use act::{Act, ActError};
pub use clock::Clock;
pub use conduct::Conduct;
pub use record::{Ending, GameRecord, ReplayError};
pub use session::Session;
pub use settings::{ClockSettings, GameSettings, Player, SettingsError};

/// The example of the project's README, compiled and run with those of this crate, which is not published without it.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
