//! Limits how often one address may send requests: generous for a class behind one router, far too
//! little to block the server for the others. Applies to the library's routes only. An address that
//! has sent nothing for a while is forgotten.

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

/// How many addresses are remembered before the idle ones are removed.
const REMEMBERED: usize = 10_000;

/// How many requests each address may still send.
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

/// Lets a request pass if its address has not sent too many.
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
