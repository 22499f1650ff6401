//! Limits how often one address may send requests: generous for a class behind one router, far too
//! little to block the server for the others. Applies to the API's routes only. An idle address is
//! forgotten.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::Quota;
use governor::clock::DefaultClock;

use crate::client::ClientNetwork;
use crate::config::ServerLimits;
use crate::limits::{Limit, Rule};
use crate::problem::Problem;

/// How many requests each address may still send.
pub(crate) type Rate = Arc<Limit<ClientNetwork, DefaultClock>>;

/// The limit on requests.
pub(crate) fn limit(limits: ServerLimits) -> Rate {
    let rule = Rule {
        limit: "requests",
        refusal: ("too-many-requests", "too many requests from one address"),
        quota: Some(Quota::per_second(limits.per_second).allow_burst(limits.burst)),
    };
    Arc::new(Limit::new(rule, DefaultClock::default(), None))
}

/// Lets a request pass if its address has not sent too many.
pub(crate) async fn bound(
    State(rate): State<Rate>,
    network: ClientNetwork,
    request: Request,
    next: Next,
) -> Response {
    match rate.take(&network, network) {
        Ok(()) => next.run(request).await,
        Err(denied) => Problem::from(denied).into_response(),
    }
}
