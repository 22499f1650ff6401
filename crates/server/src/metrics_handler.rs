//! Metrics for Prometheus: counters, and gauges sampled at each scrape. On a listener of their own,
//! since they are not public.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::live::actors::GameActors;
use crate::live::cluster::BusCondition;
use crate::sockets::Sockets;

/// The format of the text.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Sampled at each scrape.
struct Gauges {
    actors: Arc<GameActors>,
    sockets: Sockets,
}

impl Gauges {
    /// All metrics as text.
    fn text(&self) -> String {
        let (games, sockets) = (Gauge::<i64>::default(), Gauge::<i64>::default());
        games.set(self.actors.count() as i64);
        sockets.set(i64::from(self.sockets.count()));
        let mut registry = Registry::with_prefix("damier");
        self.actors.metrics.register(&mut registry);
        registry.register(
            "live_games",
            "Live games that are open on this server",
            games,
        );
        registry.register(
            "sockets",
            "Sockets and streams of live play that are open",
            sockets,
        );
        let cluster = &self.actors.cluster;
        if cluster.condition() != BusCondition::None {
            let (works, nodes) = (Gauge::<i64>::default(), Gauge::<i64>::default());
            works.set(i64::from(cluster.condition() == BusCondition::Well));
            nodes.set(cluster.count() as i64);
            registry.register(
                "bus_works",
                "Whether the bus between nodes works: 1 or 0",
                works,
            );
            registry.register("other_nodes", "Other nodes seen on the bus", nodes);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut text, &registry);
        text
    }
}

/// The routes of the metrics listener.
pub(crate) fn router(actors: Arc<GameActors>, sockets: Sockets) -> Router {
    let tell = async |State(text): State<Arc<Gauges>>| -> Response {
        ([(CONTENT_TYPE, OPENMETRICS)], text.text()).into_response()
    };
    Router::new()
        .route("/metrics", get(tell))
        .with_state(Arc::new(Gauges { actors, sockets }))
}
