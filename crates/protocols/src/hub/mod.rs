//! The Hub protocol, version 2, as described in the documents of Scan 3.1: a controller and an
//! engine exchange lines of text. [`serve`] is the engine's side, [`HubEngine`] the controller's.
//! [`HubOneEngine`] speaks the older version of Scan 2.0.
//!
//! A line is a [`HubLine`]; its meaning is a [`HubCommand`] or a [`HubAnswer`].

mod answer;
mod client;
mod command;
mod connection;
mod first;
mod games;
mod line;
mod param;

pub use answer::{HubAnswer, Id, Info};
pub use client::{HubEngine, Settings};
pub use command::{CommandError, HubCommand, HubLevel, Mode};
pub use connection::{Chosen, HubThinker, HubThought, Signals, Task, serve};
pub use first::HubOneEngine;
pub use games::{game_name, game_named, games};
pub use line::{HubLine, LineError};
pub use param::{Param, ParamError, ParamKind};
