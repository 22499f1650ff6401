//! How much is done at once, and for how long: requests beyond the number wait their turn, and none
//! waits or works beyond its time. Around the library's routes only; files of the page cost nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::config::Limits;
use crate::problem::Problem;

/// The places for requests at work.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    places: Arc<Semaphore>,
    time: Duration,
}

impl Load {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            places: Arc::new(Semaphore::new(limits.requests_at_once as usize)),
            time: limits.request_time,
        }
    }
}

/// Runs a request when there is a place for it, within its time.
pub(crate) async fn bound(State(load): State<Load>, request: Request, next: Next) -> Response {
    let work = async {
        match load.places.acquire().await {
            Ok(_place) => next.run(request).await,
            Err(_closed) => Problem::internal().into_response(), // nobody closes it
        }
    };
    match tokio::time::timeout(load.time, work).await {
        Ok(response) => response,
        Err(_) => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "request-timeout",
            "the request took too long",
            format!(
                "the request was not done within {} s; it may be sent again",
                load.time.as_secs()
            ),
        )
        .retry_after(5)
        .into_response(),
    }
}
