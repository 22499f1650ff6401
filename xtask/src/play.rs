//! `cargo play`: from a fresh clone to a board on the screen. Builds what is missing, then starts
//! the server.

use std::net::TcpListener;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{both, cargo, run};
use crate::wasm::BuildGoal;
use crate::{machine, page, project};

/// The port at which the page is served, and how many ports are tried from there on if it is taken.
const FIRST_PORT: u16 = 8110;
const PORTS_TRIED: u16 = 100;

/// The command `cargo play`.
pub(crate) fn play() -> Result<ExitCode> {
    machine::need_node()?;
    machine::need_c_compiler()?;
    // Two calls of cargo for one profile would wait for each other.
    page::install_parts(BuildGoal::QuickBuild)?;
    both(page::build_if_stale, || run(build_program().arg("--lib")))?;
    run(&mut build_program())?;

    let program = format!("damier{}", std::env::consts::EXE_SUFFIX);
    let listen = format!("127.0.0.1:{}", free_port()?);
    let mut server = Command::new(project::target().join("play").join(program));
    server
        .args(["serve", "--listen", &listen, "--open"])
        .current_dir(project::root());
    become_server(server)
}

/// Cargo building `damier`; with `--lib`, all of it that does not contain the page.
fn build_program() -> Command {
    cargo(["build", "--profile=play", "--package=damier-cli"])
}

/// The first free port, starting at 8110.
fn free_port() -> Result<u16> {
    (FIRST_PORT..FIRST_PORT + PORTS_TRIED)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .with_context(|| {
            format!(
                "no port from {FIRST_PORT} to {} is free",
                FIRST_PORT + PORTS_TRIED - 1
            )
        })
}

/// Replaces this process by the server: Ctrl-C then reaches only the server, and its exit status
/// becomes that of `cargo play`.
#[cfg(unix)]
fn become_server(mut server: Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(server.exec()).context("cannot start the server")
}

/// Runs the server and waits until it ends.
#[cfg(not(unix))]
fn become_server(mut server: Command) -> Result<ExitCode> {
    let status = server.status().context("cannot start the server")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
