//! The server: the page, the library of games, live play and every feature of the API.
//!
//! [`serve`] takes the stores ([`Stores`]), a listener and a future that stops the server; the
//! command `damier serve` calls it. The OpenAPI document at `/api/v1/openapi.json` describes
//! everything under `/api/v1`. A request passes the log, the guards (`guard`) and the routes (`api`
//! or [`page`]), in this order. Each feature is a folder: `mod.rs` with its routes, `state.rs`,
//! `handlers`, `views.rs` (JSON shapes), `extract.rs` (extractors), and use cases without axum.
//! `state.rs` composes the states of the features. No rule of the game is decided here.
//!
//! This crate reads the time through [`WallClock`] only, and answers every error with a
//! [`problem::Problem`].

mod accounts;
mod api;
mod app;
mod bots;
mod broadcasts;
mod bus;
mod challenges;
mod classes;
mod client;
mod clock;
mod clubs;
mod config;
mod connection_permit;
mod connections;
mod derived;
mod entity_tag;
mod forwarded;
mod friends;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod library;
mod limits;
mod live;
mod metrics;
mod metrics_handler;
mod moderation;
mod network_limits;
mod node_clock;
pub mod page;
pub mod problem;
mod problems;
mod push;
mod random;
mod ratings;
mod secret;
mod services;
mod simuls;
mod sockets;
mod state;
mod stores;
pub mod tables;
mod teams;
#[cfg(test)]
mod test_support;
mod tls;

pub use accounts::ResetCode;
pub use api::{bots_openapi, openapi};
pub use bus::{InProcessBus, NatsAddress, NatsAddressError, NatsBus, NatsLogin};
pub use clock::{SystemClock, WallClock};
pub use config::{Config, ServerLimits};
pub use connections::{Listeners, ServeError, bind, serve};
pub use ipnet::IpNet;
pub use push::{
    PushConfig, PushKey, PushKeyError, PushNetwork, PushNetworkError, PushService,
    PushServiceError, PushServices,
};
pub use stores::Stores;
pub use tls::{Tls, TlsError};

pub use crate::accounts::export::Export;
pub use crate::library::quota::Quota;
