//! People and games: a game in progress, its clock, its offers and its record.
//!
//! A [`Session`] is a game between two players, each a person or the computer. It is told what is
//! done and when, asks `rules` what is legal and what follows, and can be written down as a
//! [`GameRecord`] and rebuilt from it. Over a distance a [`Command`] says who wants what, the session
//! decides it into an [`Event`], and whoever keeps the journal stores that before it is applied. The page and the server run the same sessions. This crate has
//! no clock, no randomness, no files and no network of its own.

pub mod act;
pub mod act_error;
pub mod ballot;
pub mod clock;
pub mod command;
mod computer;
pub mod conduct;
pub mod ending;
pub mod event;
pub mod in_memory;
pub mod library;
pub mod line;
pub mod pdn;
pub mod record;
pub mod replay;
pub mod request;
pub mod session;
pub mod settings;

pub use act::Act;
pub use act_error::ActError;
pub use clock::GameClock;
pub use command::{Actor, Command, CommandId, Want};
pub use conduct::Conduct;
pub use ending::{EndReason, Ending};
pub use event::{ApplyError, Event};
pub use record::GameRecord;
pub use replay::{ReplayBudget, ReplayError};
pub use request::Request;
pub use session::Session;
pub use settings::{ClockSettings, GameSettings, Player, Seating, SettingsError};

pub use damier_rules::Side;

/// The example of the project's README, compiled and run with those of this crate, which is not published without it.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
