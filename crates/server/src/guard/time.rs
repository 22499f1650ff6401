//! Rejects changes before this node knows the time. Events are stamped with the time, and a game
//! would continue with a wrong clock.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::node_clock::NodeClock;
use crate::problem::Problem;

/// `Retry-After` in seconds; the store is polled four times a second.
const RETRY_AFTER_S: u64 = 1;

/// Passes a request that changes nothing, or any request once the node knows the time.
pub(crate) async fn require_known(
    State(clock): State<Arc<NodeClock>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method().is_safe() || clock.is_set() {
        return next.run(request).await;
    }
    Problem::unavailable(
        "time-unknown",
        "this server is starting",
        "this server has not read the time from the database yet; try again in a second",
    )
    .retry_after(RETRY_AFTER_S)
    .into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::Method;
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use damier_people::in_memory::InMemoryStore;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    use super::*;
    use crate::clock::SystemClock;

    #[tokio::test]
    async fn changes_are_rejected_before_the_time_is_known() {
        let clock = Arc::new(NodeClock::new(Arc::new(SystemClock)));
        let router = Router::new()
            .route("/", get(async || "read").put(async || "changed"))
            .layer(from_fn_with_state(clock.clone(), require_known));
        let service = TowerToHyperService::new(router);
        let asked = async |method: Method| {
            let request = Request::builder().method(method).uri("/");
            let request = request.body(Body::empty()).unwrap();
            service.call(request).await.unwrap()
        };
        assert_eq!(asked(Method::GET).await.status(), StatusCode::OK);
        let refused = asked(Method::PUT).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()["retry-after"], "1");
        clock.set_by(&InMemoryStore::default()).await.unwrap();
        assert_eq!(asked(Method::PUT).await.status(), StatusCode::OK);
    }
}
