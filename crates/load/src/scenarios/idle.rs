//! Idle sockets at games: the memory of each, with its share of the game's actor.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Common, seat_tables, tell_common, until_seated};
use crate::figures::Figures;
use crate::nodes::House;
use crate::stage::Stage;

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
    let (house, places) = House::start(&common.program, common.database, common.nodes)?;
    let tables = size.sockets.div_ceil(2);
    let day = Duration::from_hours(24);
    let mut stage = Stage::new(places, &common.variant, 2 * tables, day);
    stage.clock_ms = (3_600_000, 5_000);
    let stage = Arc::new(stage);
    let memory = || -> anyhow::Result<u64> {
        let servers = house.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers
            .iter()
            .map(crate::process::ServerProcess::memory_kib)
            .sum()
    };
    let before = settled(memory).await?;
    let begun = Instant::now();
    let mut playing = seat_tables(&stage, tables, common.seed, Instant::now() + day);
    until_seated(&stage, 2 * tables, Duration::from_mins(5)).await?;
    let opened = begun.elapsed();
    let mut most = memory()?;
    let until = Instant::now() + Duration::from_secs(size.seconds);
    while Instant::now() < until {
        sleep(Duration::from_millis(500)).await;
        most = most.max(memory()?);
    }
    let still = stage.not_level(Instant::now());
    let mut figures = Figures::default();
    figures.note("sockets", 2.0 * tables as f64, "");
    figures.note(
        "time to open them, with their games",
        opened.as_secs_f64(),
        "s",
    );
    figures.at_most("sockets that were lost", still as f64, "", 0.0);
    figures.note("memory before", before as f64 / 1024.0, "MiB");
    let each = most.saturating_sub(before) as f64 / (2 * tables) as f64;
    figures.at_most("memory of each socket, at most", each, "KiB", size.most_kib);
    let now = memory()?.saturating_sub(before) as f64 / (2 * tables) as f64;
    figures.note("memory of each socket, at the end", now, "KiB");
    tell_common(&mut figures, &house, Some(&stage))?;
    playing.abort_all();
    while playing.join_next().await.is_some() {}
    Ok(figures)
}
