//! How the server is, in numbers that Prometheus reads: requests, commands of live games, and what is open. Counted where it happens, and told
//! over a listener of its own, since it is nobody's business outside. No number is told apart by a person, a game or an address.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::live::rooms::Rooms;
use crate::sockets::Sockets;

/// Bounds of the histograms, in seconds.
const SECONDS: [f64; 12] = [
    0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// The format of the text.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Requests are told apart by the first figure of their status.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: &'static str,
}

/// Commands are told apart by what became of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

/// What became of a command of a live game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommandOutcome {
    Stored,
    Refused,
    Unavailable,
}

impl CommandOutcome {
    const fn word(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Refused => "refused",
            Self::Unavailable => "unavailable",
        }
    }
}

/// The counters of a server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    requests: Family<Status, Counter>,
    request_seconds: Histogram,
    commands: Family<Outcome, Counter>,
    command_seconds: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self {
            requests: Family::default(),
            request_seconds: Histogram::new(SECONDS),
            commands: Family::default(),
            command_seconds: Histogram::new(SECONDS),
        }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, status: u16, took: Duration) {
        let status = match status {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            500.. => "5xx",
        };
        self.requests.get_or_create(&Status { status }).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// A command was answered, this long after it had arrived.
    pub(crate) fn commanded(&self, outcome: CommandOutcome, took_ms: u64) {
        let outcome = outcome.word();
        self.commands.get_or_create(&Outcome { outcome }).inc();
        let took = Duration::from_millis(took_ms);
        self.command_seconds.observe(took.as_secs_f64());
    }
}

/// What is read when somebody asks.
struct Told {
    metrics: Metrics,
    rooms: Arc<Rooms>,
    sockets: Sockets,
}

impl Told {
    /// The numbers of this moment, as text.
    fn text(&self) -> String {
        let (games, sockets) = (Gauge::<i64>::default(), Gauge::<i64>::default());
        games.set(self.rooms.count() as i64);
        sockets.set(i64::from(self.sockets.count()));
        let mut registry = Registry::with_prefix("damier");
        let Metrics {
            requests,
            request_seconds,
            commands,
            command_seconds,
        } = self.metrics.clone();
        registry.register("requests", "Requests that were answered", requests);
        registry.register_with_unit(
            "request",
            "From the head of a request to the head of its answer",
            Unit::Seconds,
            request_seconds,
        );
        registry.register(
            "commands",
            "Commands of live games that were answered",
            commands,
        );
        registry.register_with_unit(
            "command",
            "From the arrival of a command to its answer, on the disk where it is stored",
            Unit::Seconds,
            command_seconds,
        );
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
        let mut told = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut told, &registry);
        told
    }
}

/// The routes of the listener of its own.
pub(crate) fn router(metrics: Metrics, rooms: Arc<Rooms>, sockets: Sockets) -> Router {
    let told = Told {
        metrics,
        rooms,
        sockets,
    };
    let tell = async |State(told): State<Arc<Told>>| -> axum::response::Response {
        ([(CONTENT_TYPE, OPENMETRICS)], told.text()).into_response()
    };
    Router::new()
        .route("/metrics", get(tell))
        .with_state(Arc::new(told))
}
