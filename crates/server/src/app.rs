//! Assembles the server: the routes inside, the guards around them, the log outermost. Called once
//! per server. Only this file decides the order of the layers.

use std::any::Any;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri, Request};
use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use damier_people::library::GameLibrary;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::trace::TraceLayer;
use tracing::Span;

use crate::api;
use crate::bots::Bots;
use crate::config::Config;
use crate::guard::work::WorkQueues;
use crate::guard::{body, cross_site, headers, host, load, rate, time};
use crate::limits::Limits;
use crate::live::actors::GameActors;
use crate::live::services::GameServices;
use crate::page::{self, PackedPage};
use crate::problem::Problem;
use crate::services::Services;
use crate::sockets::Sockets;
use crate::state;

/// The parts of live play, which the background tasks share with the handlers.
pub(crate) struct LiveParts {
    pub(crate) actors: Arc<GameActors>,
    pub(crate) bots: Bots,
    pub(crate) sockets: Sockets,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// The router for everything that one listener serves.
pub(crate) fn router(
    config: Config,
    library: Arc<dyn GameLibrary>,
    address: SocketAddr,
    live: LiveParts,
) -> Router {
    let Config {
        clock,
        page,
        tables,
        host_names,
        passkey_domain,
        limits,
        .. // proxies and certificate are for the connections
    } = config;
    let metrics = live.actors.metrics.clone();
    let node_clock = live.actors.clock.clone();
    let LiveParts {
        actors,
        bots,
        sockets,
        stopping,
    } = live;
    let quotas = Arc::new(Limits::new(&limits, clock.clone()));
    let services = Services {
        ports: actors.ports.clone(),
        library,
        games: GameServices::of(&actors, &clock, &quotas),
        clock,
        actors,
        bots,
        sockets,
        limits: quotas,
        work_queues: Arc::new(WorkQueues::new()),
        quota: limits.quota,
        page: page.clone(),
        tables,
        passkey_domain: passkey_domain.map(Arc::from),
        stopping,
    };
    let states = state::states(&services);
    // The layer that is added last handles a request first.
    let api = api::routes()
        .with_state(states)
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(from_fn_with_state(node_clock, time::require_known))
        .layer(from_fn_with_state(load::Load::new(limits), load::bound))
        .layer(from_fn_with_state(
            body::Bodies::new(limits),
            body::read_first,
        ))
        .layer(from_fn_with_state(rate::limit(limits), rate::bound))
        .layer(from_fn(headers::forbid_caching))
        // The page is compressed once and the copy is cached; tables are already compressed.
        .layer(
            CompressionLayer::new().compress_when(
                DefaultPredicate::new()
                    .and(NotForContentType::const_new("application/octet-stream"))
                    // A line of a stream is sent as soon as it is written.
                    .and(NotForContentType::const_new("application/x-ndjson")),
            ),
        );
    let page = PackedPage::new(page);
    Router::new()
        .merge(api)
        .fallback(move |request: Request| page::answer(page.clone(), request.into_parts().0))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn(cross_site::refuse))
        .layer(from_fn_with_state(
            host::Hosts::new(address, host_names),
            host::require_known,
        ))
        .layer(CatchPanicLayer::custom(after_a_panic))
        .layer(from_fn(headers::add))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request| {
                    let (method, path) = (request.method(), request.uri().path());
                    tracing::info_span!("request", %method, path)
                })
                .on_request(())
                .on_response(move |response: &Response, took: Duration, _: &Span| {
                    metrics.answered(response.status().as_u16(), took);
                    note(response, took);
                })
                .on_failure(()),
        )
}

/// Logs one line for each response, at a higher level the worse its status is.
fn note(response: &Response, took: Duration) {
    let (status, ms) = (response.status().as_u16(), took.as_millis());
    match status {
        500.. => tracing::warn!(status, ms, "answered"),
        400.. => tracing::info!(status, ms, "answered"),
        _ => tracing::debug!(status, ms, "answered"),
    }
}

async fn method_not_allowed(method: Method, OriginalUri(uri): OriginalUri) -> Problem {
    Problem::method_not_allowed(&method, uri.path())
}

/// A handler panicked because of a bug of ours. The client still gets a response, and other
/// requests are not affected.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn after_a_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = text.unwrap_or("?"), "a handler panicked");
    Problem::internal().into_response()
}
