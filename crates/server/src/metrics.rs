//! Metrics of the server: requests and commands of live games, counted where they happen.
//! `metrics_handler.rs` serves them. Labels never identify a person, a game or an address.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// Bounds of the histograms, in seconds.
const SECONDS: [f64; 12] = [
    0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// Requests by the first digit of their status.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: &'static str,
}

/// Commands by their outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

/// The outcome of a command of a live game.
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

    /// Counts an answered request.
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

    /// Counts an answered command and the time since its arrival.
    pub(crate) fn commanded(&self, outcome: CommandOutcome, took_ms: u64) {
        let outcome = outcome.word();
        self.commands.get_or_create(&Outcome { outcome }).inc();
        let took = Duration::from_millis(took_ms);
        self.command_seconds.observe(took.as_secs_f64());
    }

    /// Registers them by name.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let Self {
            requests,
            request_seconds,
            commands,
            command_seconds,
        } = self.clone();
        registry.register("requests", "Answered requests", requests);
        registry.register_with_unit(
            "request",
            "Seconds from a request's head to its response's head",
            Unit::Seconds,
            request_seconds,
        );
        registry.register("commands", "Answered commands of live games", commands);
        registry.register_with_unit(
            "command",
            "Seconds from a command's arrival to its reply, including storing it",
            Unit::Seconds,
            command_seconds,
        );
    }
}
