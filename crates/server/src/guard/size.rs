//! How much one request may carry. A body that announces too much is refused before it is sent; one
//! that does not announce itself is cut by axum's own limit while it is read.

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Lets a request pass that announces no more than the limit, in bytes.
pub(crate) async fn bound(State(limit): State<usize>, request: Request, next: Next) -> Response {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match announced {
        Some(announced) if announced > limit as u64 => too_large().into_response(),
        _ => next.run(request).await,
    }
}

/// The body is, or would be, larger than the limit.
pub(crate) fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body-too-large",
        "the body is too large",
        "the body is larger than that of any game",
    )
}
