//! A game in progress, its clock, its offers and its record.
//!
//! A [`Session`] is a game between two players, each a person or the computer. Callers pass in what
//! a player does and when; `damier-rules` decides whether it is legal. A session can be saved as a
//! [`GameRecord`] and rebuilt from one. In a game over a network, a [`Command`] states what an
//! actor requests. The session turns it into an [`Event`], which is stored before it is applied.
//! The page and the server use the same sessions. This crate uses no clock, random numbers, files
//! or network: the caller passes in what it needs.

pub mod act;
pub mod act_error;
pub mod ballot;
pub mod clock;
pub mod command;
pub mod computer;
pub mod conditional;
pub mod conduct;
mod delayed;
pub mod ending;
pub mod event;
mod game_id;
pub mod lag;
pub mod line;
pub mod pdn;
pub mod record;
pub mod replay;
pub mod request;
pub mod seat;
pub mod session;
pub mod settings;
pub mod strength;
pub mod time_control;

pub use act::Act;
pub use act_error::ActError;
pub use clock::GameClock;
pub use command::{Actor, Arrival, Command, CommandId, Want};
pub use conditional::{ConditionalError, FollowOutcome, IfThen};
pub use conduct::Conduct;
pub use damier_rules::Side;
pub use delayed::{Delayed, DelayedError};
pub use ending::{EndReason, Ending};
pub use event::{ApplyError, Event};
pub use game_id::{GameId, GameIdError};
pub use record::GameRecord;
pub use replay::{ReplayBudget, ReplayError};
pub use request::Request;
pub use seat::{LiveSeat, SeatKey, SeatRole};
pub use session::Session;
pub use settings::{GameSettings, Player, Seating, SettingsError};
pub use strength::Strength;
pub use time_control::ClockSettings;
