//! People and what they do together: accounts, challenges, clubs, classes, teams, simuls,
//! broadcasts, friends, ratings, problems, the library of games, push notifications, and the
//! journal of live games.
//!
//! Each feature is a module with its values, its rules (pure functions that return the changed
//! value or a refusal) and the port to what is stored of it. This crate uses no clock, random
//! numbers, files or network: callers pass in what it needs.

pub mod accounts;
pub mod broadcasts;
pub mod challenges;
pub mod classes;
pub mod clubs;
pub mod documents;
pub mod friends;
pub mod in_memory;
pub mod join_code;
mod json_keys;
pub mod library;
pub mod live;
pub mod moderation;
pub mod plain_text;
mod ports;
pub mod problems;
pub mod push;
pub mod ratings;
pub mod simuls;
mod store_error;
pub mod teams;

pub use ports::Ports;
pub use store_error::{ErrorScope, StoreError};
