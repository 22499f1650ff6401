//! The HTTP API of the library of games, of live play, of accounts, friends, classes, clubs, simultaneous displays and broadcasts, version 1. The routes and the OpenAPI document come from
//! the same annotations on the handlers. The app mounts the routes.

pub(crate) mod body;
pub(crate) mod health;
pub(crate) mod operation_ids;
pub(crate) mod pieces;
pub(crate) mod refusals;
pub(crate) mod routes;
pub(crate) mod shapes;
pub(crate) mod tables;

pub(crate) use routes::routes;
pub use routes::{bots_openapi, openapi};

/// The path under which the whole API is mounted.
const ROOT: &str = "/api/v1";

/// The path under which the Bot API is mounted, as those programs expect it.
const BOT_ROOT: &str = "/api";
