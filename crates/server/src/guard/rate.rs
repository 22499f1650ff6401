//! How often one address may ask: generous for a class behind one router, far too little for whoever
//! wants to keep the server from the others. Around the library's routes only. What it remembers of an
//! address is forgotten once that address has been silent for a while.

use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client::{Client, ClientNetwork};
use crate::config::ServerLimits;
use crate::problem::Problem;

/// Addresses remembered before the silent ones are forgotten.
const REMEMBERED: usize = 10_000;

/// What each address may still ask.
#[derive(Debug, Clone)]
pub(crate) struct Rate {
    limiter: Arc<DefaultKeyedRateLimiter<ClientNetwork>>,
}

impl Rate {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        let quota = Quota::per_second(limits.per_second).allow_burst(limits.burst);
        Self {
            limiter: Arc::new(RateLimiter::keyed(quota)),
        }
    }
}

/// Lets a request pass if its address has not asked too often.
pub(crate) async fn bound(
    State(rate): State<Rate>,
    Extension(Client(client)): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    if rate.limiter.len() > REMEMBERED {
        rate.limiter.retain_recent();
        rate.limiter.shrink_to_fit();
    }
    let Err(early) = rate.limiter.check_key(&ClientNetwork::of(client.ip())) else {
        return next.run(request).await;
    };
    let wait = early
        .wait_time_from(DefaultClock::default().now())
        .as_secs()
        + 1;
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "too-many-requests",
        "too many requests from one address",
        format!("this address asks too often; try again in {wait} s"),
    )
    .retry_after(wait)
    .into_response()
}
