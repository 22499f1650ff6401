//! The results of `cargo verify`, and the table at its end. This file knows nothing about the
//! checks themselves.

use std::fs::{self, File};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::process::{print_line, write_output_to};
use crate::project;

/// The file in the target folder with the output of the second of two rows of checks.
const SECOND_OUTPUT: &str = "verify-page.txt";

/// The result of a check that did not fail.
pub(super) enum Done {
    /// It ran and found no faults.
    Passed,
    /// It could not run here, for this reason. In continuous integration this counts as a failure.
    Skipped(String),
}

impl Done {
    /// The result of a check that passes if the command succeeded.
    pub(super) fn when(result: Result<()>) -> Result<Self> {
        result.map(|()| Self::Passed)
    }
}

enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
}

struct Step {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

/// The checks that have been run, in order.
pub(super) struct Report {
    started: Instant,
    steps: Vec<Step>,
    nothing_skipped: bool,
}

impl Report {
    /// An empty report. In continuous integration (`CI` is set), a skipped step counts as failed.
    pub(super) fn new() -> Self {
        let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
        Self {
            started: now(),
            steps: Vec::new(),
            nothing_skipped: ci,
        }
    }

    /// Runs one check and records its result.
    pub(super) fn step(&mut self, name: &'static str, check: impl FnOnce() -> Result<Done>) {
        self.note(name, self.nothing_skipped, check);
    }

    /// Runs a check that may be skipped even in continuous integration: it needs a network
    /// connection to more than the registries of crates and npm, or a tool that takes minutes to
    /// build.
    pub(super) fn optional_step(
        &mut self,
        name: &'static str,
        check: impl FnOnce() -> Result<Done>,
    ) {
        self.note(name, false, check);
    }

    /// Runs two rows of checks at the same time. The output of the second follows that of the
    /// first.
    ///
    /// # Errors
    /// The file for the output of the second cannot be written.
    pub(super) fn both(
        &mut self,
        first: impl FnOnce(&mut Self),
        second: impl FnOnce(&mut Self) + Send,
    ) -> Result<()> {
        let path = project::target().join(SECOND_OUTPUT);
        let output =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut beside = Self {
            started: self.started,
            steps: Vec::new(),
            nothing_skipped: self.nothing_skipped,
        };
        let beside = thread::scope(|scope| {
            let second = scope.spawn(move || {
                write_output_to(output);
                second(&mut beside);
                beside
            });
            first(self);
            second.join().unwrap_or_else(|panic| resume_unwind(panic))
        });
        eprint!("{}", String::from_utf8_lossy(&fs::read(&path)?));
        self.steps.extend(beside.steps);
        Ok(())
    }

    fn note(&mut self, name: &'static str, must_run: bool, check: impl FnOnce() -> Result<Done>) {
        let rule = "─".repeat(72usize.saturating_sub(name.chars().count()));
        print_line(&format!("\n── {name} {rule}"));
        let started = now();
        let outcome = match check() {
            Ok(Done::Passed) => Outcome::Passed,
            Ok(Done::Skipped(reason)) if must_run => {
                Outcome::Failed(format!("may not be skipped here: {reason}"))
            }
            Ok(Done::Skipped(reason)) => Outcome::Skipped(reason),
            Err(error) => Outcome::Failed(format!("{error:#}")),
        };
        if let Outcome::Skipped(reason) | Outcome::Failed(reason) = &outcome {
            print_line(reason);
        }
        self.steps.push(Step {
            name,
            took: started.elapsed(),
            outcome,
        });
    }

    /// Prints the table. The exit code says whether a step has failed.
    pub(super) fn conclude(self) -> ExitCode {
        eprintln!("\n── verify: {} ──", shown(self.started.elapsed()));
        for step in &self.steps {
            let (word, why) = match &step.outcome {
                Outcome::Passed => ("passed", ""),
                Outcome::Skipped(reason) => ("skipped", reason.as_str()),
                Outcome::Failed(reason) => ("FAILED", reason.as_str()),
            };
            let line = format!(
                "{word:<8} {:>12}  {:<26} {why}",
                shown(step.took),
                step.name
            );
            eprintln!("{}", line.trim_end());
        }
        let failed: Vec<&str> = self
            .steps
            .iter()
            .filter(|step| matches!(step.outcome, Outcome::Failed(_)))
            .map(|step| step.name)
            .collect();
        if failed.is_empty() {
            return ExitCode::SUCCESS;
        }
        eprintln!("failed: {}", failed.join(", "));
        ExitCode::FAILURE
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the times of the report are wall time"
)]
fn now() -> Instant {
    Instant::now()
}

fn shown(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 60.. => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}
