//! The scenarios. Each one starts its own servers and returns its figures.

pub mod acts;
pub mod cluster;
pub mod day;
pub mod faults;
pub mod idle;
pub mod kill;
pub mod logins;
pub mod silent;
pub mod watchers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::client::{client_address, get};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::player_pair;
use crate::process::{DatabaseKind, ServerProgram, load_average};
use crate::run_state::RunState;

/// Options of every scenario.
#[derive(Debug, Clone)]
pub struct Common {
    /// The program to start as the server.
    pub program: ServerProgram,
    /// The database.
    pub database: DatabaseKind,
    /// The number of servers that share the database.
    pub nodes: usize,
    /// The code of the variant.
    pub variant: String,
    /// The seed of the random numbers: the same seed chooses the same moves.
    pub seed: u64,
}

/// Starts this many tables; their first moves are spread over one interval from `first`.
fn seat_tables(run: &Arc<RunState>, tables: usize, seed: u64, first: Instant) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    for number in 0..tables {
        let run = run.clone();
        let first = first + run.pace * u32::try_from(number).unwrap_or(0) / (tables as u32).max(1);
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        playing.spawn(async move { player_pair::play(&run, number, seed, first).await });
    }
    playing
}

/// Waits until this many players have received a `welcome`.
async fn until_seated(run: &RunState, players: usize, at_most: Duration) -> anyhow::Result<()> {
    let begun = Instant::now();
    while run.seated() < players {
        let seated = run.seated();
        anyhow::ensure!(
            begun.elapsed() < at_most,
            "after {at_most:?} only {seated} of {players} players have joined their game"
        );
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// How long a player may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_mins(1);

/// Waits until all pairs of players are done. Pairs that are not done at `until` are asked to stop,
/// and aborted if they do not.
async fn until_over(run: &RunState, mut playing: JoinSet<()>, until: Instant) {
    if timeout_at(until, join_all(&mut playing)).await.is_err() {
        run.stop.send_replace(true);
        if timeout(STOP_TIMEOUT, join_all(&mut playing)).await.is_err() {
            run.violation("a player's act was never answered");
        }
    }
    run.stop.send_replace(true);
}

/// Waits for all tasks. Cancel safe.
async fn join_all(playing: &mut JoinSet<()>) {
    while playing.join_next().await.is_some() {}
}

/// Waits until a server reports that it is healthy. Returns how long that took; `None` on a
/// timeout.
async fn until_healthy(server: SocketAddr, at_most: Duration) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < at_most {
        let answer = get(client_address(0), server, "/health", "").await;
        if answer.is_ok_and(|answer| answer.status == 200) {
            return Some(begun.elapsed());
        }
        sleep(Duration::from_millis(5)).await;
    }
    None
}

/// Adds the figures that every scenario reports.
fn report_common(
    figures: &mut Figures,
    servers: &ServerGroup,
    run: Option<&RunState>,
) -> anyhow::Result<()> {
    let servers = servers
        .processes
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    for (number, server) in servers.iter().enumerate() {
        let (errors, last) = server.errors();
        if let Some(last) = last {
            figures.note(
                format!("errors in the log of server {number}"),
                errors as f64,
                "",
            );
            eprintln!("the last of them: {last}");
        }
        figures.note(
            format!("peak memory of server {number}"),
            server.most_memory_kib()? as f64 / 1024.0,
            "MiB",
        );
    }
    if let Some(load) = load_average() {
        figures.note("load average (1 min)", load, "");
    }
    if let Some(run) = run {
        figures.violations.append(&mut run.seen().violations);
    }
    Ok(())
}
