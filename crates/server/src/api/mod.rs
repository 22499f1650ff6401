//! The HTTP API of the library of games, of live play, of accounts, friends, classes, clubs, simultaneous displays and broadcasts, version 1. The routes and the OpenAPI document come from
//! the same annotations on the handlers. The app mounts the routes.

pub(crate) mod accounts;
mod body;
mod bots;
mod broadcasts;
mod challenges;
mod classes;
mod clubs;
mod conditionals;
mod described;
mod friends;
mod games;
mod gatherings;
mod health;
mod house_games;
mod live;
pub(crate) mod lobby;
mod new_push;
mod operation_ids;
mod pdn;
mod pieces;
mod places;
mod rating_ranges;
pub(crate) mod ratings;
mod record;
mod refusals;
mod rematch;
mod routes;
mod seat_push;
mod shapes;
mod sharing;
mod simuls;
mod tables;

pub(crate) use routes::routes;
pub use routes::{bots_openapi, openapi};

/// The path under which the whole API is mounted.
const ROOT: &str = "/api/v1";

/// The path under which the Bot API is mounted, as those programs expect it.
const BOT_ROOT: &str = "/api";
