//! The HTTP API, version 1: routes and OpenAPI document of every feature, and what their handlers
//! share. Routes and document come from the same annotations.

pub(crate) mod body;
pub(crate) mod chunked_body;
pub(crate) mod health;
pub(crate) mod operation_ids;
pub(crate) mod operations;
pub(crate) mod pages;
pub(crate) mod parameters;
pub(crate) mod path_part;
pub(crate) mod pdn_file;
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
