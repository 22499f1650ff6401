//! Measured figures with units and targets, as a table and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// A measured number.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// The name.
    pub name: String,
    /// The measured value, in `unit`.
    pub value: f64,
    /// The unit.
    pub unit: &'static str,
    /// The upper limit, if there is one.
    pub at_most: Option<f64>,
    /// The lower limit, if there is one.
    pub at_least: Option<f64>,
}

impl Figure {
    fn is_met(&self) -> bool {
        self.at_most.is_none_or(|most| self.value <= most)
            && self.at_least.is_none_or(|least| self.value >= least)
    }
}

/// The outcome of a scenario.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// The figures, in the order of measurement.
    pub figures: Vec<Figure>,
    /// Violated invariants, the first ones only.
    pub violations: Vec<String>,
}

impl Figures {
    /// Adds a figure without a target.
    pub fn note(&mut self, name: impl Into<String>, value: f64, unit: &'static str) {
        self.push(name.into(), value, unit, None, None);
    }

    /// Adds a figure with an upper limit.
    pub fn at_most(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        target: f64,
    ) {
        self.push(name.into(), value, unit, Some(target), None);
    }

    /// Adds a figure with a lower limit.
    pub fn at_least(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        target: f64,
    ) {
        self.push(name.into(), value, unit, None, Some(target));
    }

    fn push(
        &mut self,
        name: String,
        value: f64,
        unit: &'static str,
        at_most: Option<f64>,
        at_least: Option<f64>,
    ) {
        self.figures.push(Figure {
            name,
            value,
            unit,
            at_most,
            at_least,
        });
    }

    /// Whether all targets are met and no invariant was violated.
    pub fn are_met(&self) -> bool {
        self.violations.is_empty() && self.figures.iter().all(Figure::is_met)
    }

    /// The value of the figure with this name.
    pub fn value(&self, name: &str) -> Option<f64> {
        let found = self.figures.iter().find(|figure| figure.name == name)?;
        Some(found.value)
    }

    /// The outcome as a table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for figure in &self.figures {
            let target = match (figure.at_most, figure.at_least) {
                (Some(most), _) => format!("at most {most}"),
                (None, Some(least)) => format!("at least {least}"),
                (None, None) => String::new(),
            };
            let verdict = match (target.is_empty(), figure.is_met()) {
                (true, _) => "",
                (false, true) => "met",
                (false, false) => "MISSED",
            };
            let Figure {
                name, value, unit, ..
            } = figure;
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                text,
                "{name:<44} {value:>12.2} {unit:<8} {target:<16} {verdict}"
            );
        }
        for violation in &self.violations {
            let _ = writeln!(text, "MUST NOT HAPPEN: {violation}");
        }
        text
    }
}

/// A histogram of durations.
#[derive(Debug)]
pub(crate) struct Durations(Histogram<u64>);

impl Default for Durations {
    fn default() -> Self {
        // Up to two minutes in microseconds, with three significant digits.
        let histogram = Histogram::new_with_bounds(1, 120_000_000, 3);
        Self(histogram.expect("the bounds are valid constants"))
    }
}

impl Durations {
    pub(crate) fn record(&mut self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.0.saturating_record(micros);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.len()
    }

    /// The quantile, in milliseconds.
    pub(crate) fn quantile_ms(&self, part: f64) -> f64 {
        self.0.value_at_quantile(part) as f64 / 1_000.0
    }

    pub(crate) fn max_ms(&self) -> f64 {
        self.0.max() as f64 / 1_000.0
    }

    /// Adds median, p99 and maximum to the outcome; p99 has the target.
    pub(crate) fn report(&self, figures: &mut Figures, name: &str, p99_ms: Option<f64>) {
        figures.note(format!("{name}, median"), self.quantile_ms(0.5), "ms");
        let p99 = self.quantile_ms(0.99);
        match p99_ms {
            Some(most) => figures.at_most(format!("{name}, p99"), p99, "ms", most),
            None => figures.note(format!("{name}, p99"), p99, "ms"),
        }
        figures.note(format!("{name}, p99.9"), self.quantile_ms(0.999), "ms");
        figures.note(format!("{name}, longest"), self.max_ms(), "ms");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_targets_and_violations_fail_the_run() {
        let mut figures = Figures::default();
        figures.note("sockets", 3.0, "");
        figures.at_most("memory", 39.5, "KiB", 40.0);
        figures.at_least("rate", 500.0, "1/s", 490.0);
        assert!(figures.are_met());
        assert_eq!(figures.value("memory"), Some(39.5));
        assert_eq!(figures.value("other"), None);
        figures.at_most("late", 51.0, "ms", 50.0);
        assert!(!figures.are_met());
        assert!(figures.table().contains("MISSED"));
        let lost = Figures {
            violations: vec!["an act was lost".into()],
            ..Figures::default()
        };
        assert!(!lost.are_met());
        assert!(lost.table().contains("an act was lost"));
    }

    #[test]
    fn durations_are_reported_in_milliseconds() {
        let mut durations = Durations::default();
        (1..=100).for_each(|ms| durations.record(Duration::from_millis(ms)));
        assert_eq!(durations.count(), 100);
        assert!((durations.quantile_ms(0.5) - 50.0).abs() < 0.2);
        assert!((durations.max_ms() - 100.0).abs() < 0.2);
    }
}
