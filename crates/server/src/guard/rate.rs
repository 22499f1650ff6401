//! Limits how often one address may send requests: generous for a class behind one router, far too
//! little to block the server for the others. Applies to the API's routes only. An idle address is
//! forgotten.

use std::num::NonZeroU32;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::allowance::{Allowance, Denied};
use crate::client::{Client, ClientNetwork};
use crate::config::ServerLimits;
use crate::problem::Problem;

/// How many requests each address may still send.
#[derive(Debug, Clone)]
pub(crate) struct Rate {
    requests: Allowance,
}

impl Rate {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            requests: Allowance::new(limits.per_second, limits.burst),
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
    let network = ClientNetwork::of(client.ip());
    // A burst is 1 request at least, so that one request is never too much.
    let Err(Denied::Wait(wait)) = rate.requests.take(network, NonZeroU32::MIN) else {
        return next.run(request).await;
    };
    let wait = wait.as_secs() + 1;
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "too-many-requests",
        "too many requests from one address",
        format!("too many requests from this address; try again in {wait} s"),
    )
    .retry_after(wait)
    .into_response()
}
