//! Routes that are mounted by the annotations of their handlers, so that no handler can be reached without one.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use utoipa::openapi::HttpMethod;

/// Routes, and a list of them.
pub(super) struct DescribedRoutes<S> {
    pub(super) router: Router<S>,
    pub(super) known: Vec<(String, HttpMethod)>,
}

impl<S: Clone + Send + Sync + 'static> DescribedRoutes<S> {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            router: Router::new(),
            known: Vec::new(),
        }
    }

    /// Adds a handler where its annotation `P` says.
    pub(super) fn with<P: utoipa::Path, H: Handler<T, S>, T: 'static>(
        mut self,
        handler: H,
    ) -> Self {
        let methods = P::methods();
        if let Some(filter) = methods.iter().map(filter).reduce(MethodFilter::or) {
            self.router = self.router.route(&P::path(), on(filter, handler));
        }
        self.known
            .extend(methods.into_iter().map(|method| (P::path(), method)));
        self
    }
}

fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
    }
}
