//! Idle sockets at games: the memory of each, with its share of the game's actor.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Common, report_common, seat_tables, until_seated};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Idle {
    /// Number of sockets, two at each game
    #[arg(long, default_value_t = 2_000)]
    pub sockets: usize,
    /// How long they stay open, in seconds; more than the server's ping interval
    #[arg(long, default_value_t = 30)]
    pub seconds: u64,
    /// Target for the memory of each, in KiB
    #[arg(long, default_value_t = 40.0)]
    pub most_kib: f64,
}

/// The servers' memory once it is stable. They answer before they have allocated everything (mostly
/// the engine's tables), which would count as the sockets' memory.
async fn settled(memory: impl Fn() -> anyhow::Result<u64>) -> anyhow::Result<u64> {
    let mut last = memory()?;
    for _ in 0..20 {
        sleep(Duration::from_millis(500)).await;
        let now = memory()?;
        if now.abs_diff(last) < 256 {
            return Ok(now);
        }
        last = now;
    }
    Ok(last)
}

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Idle) -> anyhow::Result<Figures> {
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let tables = size.sockets.div_ceil(2);
    let day = Duration::from_hours(24);
    let mut run = RunState::new(places, &common.variant, 2 * tables, day);
    run.clock_ms = (3_600_000, 5_000);
    let run = Arc::new(run);
    let memory = || -> anyhow::Result<u64> {
        let servers = servers
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers
            .iter()
            .map(crate::process::ServerProcess::memory_kib)
            .sum()
    };
    let before = settled(memory).await?;
    let begun = Instant::now();
    let mut playing = seat_tables(&run, tables, common.seed, Instant::now() + day);
    until_seated(&run, 2 * tables, Duration::from_mins(5)).await?;
    let opened = begun.elapsed();
    let mut most = memory()?;
    let until = Instant::now() + Duration::from_secs(size.seconds);
    while Instant::now() < until {
        sleep(Duration::from_millis(500)).await;
        most = most.max(memory()?);
    }
    let still = run.out_of_sync(Instant::now());
    let mut figures = Figures::default();
    figures.note("sockets", 2.0 * tables as f64, "");
    figures.note(
        "time to start the games and open the sockets",
        opened.as_secs_f64(),
        "s",
    );
    figures.at_most("sockets lost", still as f64, "", 0.0);
    figures.note("memory before", before as f64 / 1024.0, "MiB");
    let each = most.saturating_sub(before) as f64 / (2 * tables) as f64;
    figures.at_most("peak memory per socket", each, "KiB", size.most_kib);
    let now = memory()?.saturating_sub(before) as f64 / (2 * tables) as f64;
    figures.note("final memory per socket", now, "KiB");
    report_common(&mut figures, &servers, Some(&run))?;
    playing.abort_all();
    while playing.join_next().await.is_some() {}
    Ok(figures)
}
