//! The health check: whether the server and its library work. The page asks it to find out whether
//! there is a library, and so do programs that monitor the machine.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use super::shapes::Health;
use crate::app::App;
use crate::problem::{Document, Problem};

/// Whether the server and its library work.
#[utoipa::path(
    get,
    path = "/health",
    tag = "server",
    responses(
        (status = 200, description = "Both answer", body = Health),
        (status = 503, description = "The library does not", body = Document,
         content_type = "application/problem+json"),
    )
)]
pub(crate) async fn health(State(app): State<Arc<App>>) -> Result<impl IntoResponse, Problem> {
    app.library.check().await?;
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        bus: app.rooms.neighbours.condition().word(),
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(health)))
}
