//! The log of a server on standard error. A fault that lasts, such as a full disk, would write a
//! line for each game and attempt, to that same disk; so each kind of line has a rate.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{DynFilterFn, EnvFilter};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::args::LogStyle;

/// The default filter. The NATS client would log each connection attempt; the server logs the
/// reason once.
const USUAL: &str = "warn,damier=info,damier_server=info,damier_storage=info,async_nats=off";

/// How many warnings and errors of one kind are written in each [`PERIOD`].
const MAX_LINES_PER_PERIOD: u32 = 5;

/// The period of the rate, and how often the number of lines left out is written.
const PERIOD: Duration = Duration::from_secs(30);

#[expect(
    clippy::disallowed_methods,
    reason = "the log of a process has no other clock"
)]
fn now() -> Instant {
    Instant::now()
}

/// Writes structured logs to standard error from now on. The returned future never ends: it writes
/// how many lines were left out.
pub(crate) fn start(style: LogStyle) -> impl Future<Output = ()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(USUAL));
    let rates = Arc::new(Rates::default());
    let counted = Arc::clone(&rates);
    let seldom = DynFilterFn::new(move |line, _| counted.allow(line, now()));
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(colours);
    let lines = match style {
        LogStyle::Text => lines.boxed(),
        LogStyle::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry()
        .with(filter)
        .with(lines.with_filter(seldom))
        .init();
    async move {
        loop {
            tokio::time::sleep(PERIOD).await;
            let left_out = rates.take_left_out();
            if left_out > 0 {
                tracing::warn!(left_out, "repeated log lines were dropped");
            }
        }
    }
}

/// How many lines of each kind were written in the current period, and how many were left out.
#[derive(Default)]
struct Rates(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    since: Option<Instant>,
    written: HashMap<Identifier, u32>,
    left_out: u64,
}

impl Rates {
    /// Whether a line of this kind may be written at this time. All but warnings and errors may.
    fn allow(&self, line: &Metadata<'_>, now: Instant) -> bool {
        if *line.level() > Level::WARN || !line.is_event() {
            return true;
        }
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = |since: Instant| now.duration_since(since) >= PERIOD;
        if counts.since.is_none_or(is_over) {
            counts.since = Some(now);
            counts.written.clear();
        }
        let written = counts.written.entry(line.callsite()).or_default();
        *written = written.saturating_add(1);
        let is_allowed = *written <= MAX_LINES_PER_PERIOD;
        counts.left_out += u64::from(!is_allowed);
        is_allowed
    }

    fn take_left_out(&self) -> u64 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut counts.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_line_is_written_a_few_times_in_each_period() {
        let rates = Arc::new(Rates::default());
        let written = Arc::new(Mutex::new(Vec::new()));
        let (counted, seen) = (Arc::clone(&rates), Arc::clone(&written));
        let start = now();
        let clock = Arc::new(Mutex::new(start));
        let now = Arc::clone(&clock);
        let log = tracing_subscriber::registry().with(DynFilterFn::new(move |line, _| {
            let allowed = counted.allow(line, *now.lock().unwrap());
            seen.lock()
                .unwrap()
                .push((line.level().to_string(), allowed));
            allowed
        }));
        tracing::subscriber::with_default(log, || {
            for round in 0..2 {
                *clock.lock().unwrap() = start + PERIOD * round;
                for _ in 0..20 {
                    tracing::error!("the disk is full");
                    tracing::info!("a request");
                }
                tracing::error!("another error");
            }
        });
        let written = written.lock().unwrap();
        let count = |wanted: &str, allowed: bool| {
            let same = written
                .iter()
                .filter(|(level, it)| level == wanted && *it == allowed);
            same.count()
        };
        assert_eq!((count("INFO", true), count("INFO", false)), (40, 0));
        assert_eq!((count("ERROR", true), count("ERROR", false)), (12, 30));
        assert_eq!(rates.take_left_out(), 30);
        assert_eq!(rates.take_left_out(), 0);
    }
}
