//! The library of games over HTTP, version 1: which address does what. The routes and the OpenAPI
//! document come from the same annotations on the handlers. Mounted by the app.

mod body;
mod games;
mod health;
mod pdn;
mod record;
mod routes;
mod shapes;
mod sharing;
mod tables;

pub use routes::openapi;
pub(crate) use routes::routes;

/// Where all of it lives.
pub(crate) const ROOT: &str = "/api/v1";
