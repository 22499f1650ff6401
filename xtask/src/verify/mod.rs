//! `cargo verify`: runs all checks of the project one after another, each with its name and time. A
//! failure does not stop the other checks. The table at the end says what passed, what failed and
//! what was skipped, with the reason.

mod browser;
mod depth;
mod long;
mod registry;
mod report;
mod rust;
mod server;

use std::process::ExitCode;

use anyhow::Result;

use crate::process::{self, run};
use crate::python::{self, Checked};
use crate::{machine, npm, page, wasm};
pub(crate) use depth::Depth;
use report::{Done, Report};

/// The command `cargo verify`.
pub(crate) fn verify(depth: Depth) -> ExitCode {
    let mut report = Report::new();

    report.step("dependencies as locked", rust::locked);
    report.step("formatting", rust::formatting);

    // Much of what is done for the page keeps one processor busy, and so does much of compiling.
    let node = machine::need_node();
    let both = report.both(
        |report| {
            report.step("documentation", || rust::documentation(depth));
            report.step("clippy and build of the Rust tests", rust::build_tests);
        },
        |report| {
            if node.is_ok() {
                page_checks(report);
            }
        },
    );
    report.step("page beside the Rust checks", || {
        both.map(|()| Done::Passed)
    });

    report.step("PostgreSQL and NATS for the tests", || {
        let missing = machine::missing_services();
        Ok(if missing.is_empty() {
            Done::Passed
        } else {
            let packages = missing.join(" ");
            Done::Skipped(format!(
                "not installed, so the tests that start them do nothing (on Debian: apt-get \
                 install {packages})"
            ))
        })
    });
    report.step("Rust tests", rust::tests);
    report.step("doc tests", rust::doc_tests);
    report.optional_step("licences, bans, sources", || rust::deny(depth));
    report.optional_step("advisories", || rust::advisories(depth));
    report.step("packages for the registry", registry::packages);
    report.optional_step("Python package", python_package);

    match node {
        Ok(()) => {
            report.step("npm package", || Done::when(npm::check()));
            report.step("page: browser tests", || browser::tests(depth));
        }
        Err(reason) => report.step("page", || Ok(Done::Skipped(reason.to_string()))),
    }

    if depth == Depth::Long {
        report.step("long Rust tests", long::tests);
        report.step("fuzzers compile", rust::fuzzers_compile);
        report.step("fuzzers", long::fuzzers);
        report.step("release archive and notices", long::release_archive);
        report.optional_step("wheel in an empty environment", python_wheel);
        report.step("publishing, without upload", registry::publish_dry_run);
        report.optional_step("promises of the last version", registry::semver);
        report.optional_step("other targets", long::other_targets);
    }

    report.conclude()
}

/// The checks of `cargo xtask python`.
fn python_package() -> Result<Done> {
    python::check().map(done)
}

/// The wheel as its users install it.
fn python_wheel() -> Result<Done> {
    python::check_wheel().map(done)
}

fn done(checked: Checked) -> Done {
    match checked {
        Checked::Passed => Done::Passed,
        Checked::Not(reason) => Done::Skipped(reason),
    }
}

/// The checks of the page that need no server.
fn page_checks(report: &mut Report) {
    report.step("page: packages", || Done::when(page::install_packages()));
    report.step("page: wasm", || {
        Done::when(wasm::ensure(wasm::BuildGoal::SmallModules))
    });
    report.step("page: build", || Done::when(page::build_if_stale()));
    report.step("page: types", || {
        Done::when(run(&mut process::npm(["run", "check"])))
    });
    report.step("page: unit tests", || {
        Done::when(run(&mut process::npm(["test"])))
    });
}
