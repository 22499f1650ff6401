//! The server for browsers: the page, the library of games over HTTP, live play, and accounts.
//!
//! [`serve`] takes what is stored ([`Stores`]), a listener and a future that stops the server; the `serve` command of
//! the terminal calls it. The document at `/api/v1/openapi.json` describes everything under
//! `/api/v1`. A request passes, in this order, the log, the guards (`guard`) and the routes (`api`
//! or [`page`]). No rule of the game is decided here: every record is handed to `club`, which
//! replays it.
//!
//! This crate reads the time through [`WallClock`] only, stores games through the library only, and
//! answers every error with a [`problem::Problem`].

mod accounts;
mod api;
mod app;
mod beginnings;
mod belongings;
mod bots;
mod broadcasts;
mod bus;
mod client;
mod clock;
mod config;
mod connection_place;
mod connections;
mod dice;
mod export;
mod forwarded;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod live;
mod metrics;
mod metrics_told;
mod node_clock;
mod owner;
pub mod page;
pub mod problem;
mod push;
mod quota;
mod secret;
mod shares;
mod simuls;
mod sockets;
mod stores;
pub mod tables;
mod take_over;
mod tls;

pub use accounts::ResetCode;
pub use api::{bots_openapi, openapi};
pub use bus::{InProcessBus, NatsAddress, NatsAddressError, NatsBus, NatsLogin};
pub use clock::{SystemClock, WallClock};
pub use config::{Config, ServerLimits};
pub use connections::{Listeners, ServeError, bind, serve};
pub use export::Export;
pub use ipnet::IpNet;
pub use push::{
    PushConfig, PushKey, PushKeyError, PushReach, PushReachError, PushService, PushServiceError,
    PushServices,
};
pub use quota::Quota;
pub use stores::Stores;
pub use take_over::TakeOverCode;
pub use tls::{Tls, TlsError};
