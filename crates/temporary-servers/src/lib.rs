//! PostgreSQL and NATS servers for tests and measurements. They run as long as their value lives,
//! with their files in a temporary folder, and can be killed and restarted.

mod nats;
mod postgres;
mod programs;

pub use nats::Nats;
pub use postgres::{Options, Postgres, SHARED_POSTGRES};

/// Whether a test can start a server. Where the program is missing, the test must end at once: the
/// line that says so is printed here.
///
/// # Panics
/// The program is missing and the environment variable `CI` is set: there, nothing may be skipped.
pub fn is_installed_or_skip(installed: bool, name: &str, package: &str) -> bool {
    if !installed {
        let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(
            !in_ci,
            "{name} is not installed, and in CI no test is skipped"
        );
        eprintln!("SKIPPED: this test needs {name} (on Debian: apt-get install {package})");
    }
    installed
}
