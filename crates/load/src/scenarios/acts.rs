//! Many games at once: the delay until the opponent receives a move, each move stored before it is
//! answered.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Common, report_common, seat_tables, until_seated};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::process::{ServerProcess, Sleeper};
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Acts {
    /// Games in progress
    #[arg(long, default_value_t = 500)]
    pub games: usize,
    /// Moves per second, in all games together
    #[arg(long, default_value_t = 500.0)]
    pub rate: f64,
    /// Duration of the measurement, in seconds
    #[arg(long, default_value_t = 600)]
    pub seconds: u64,
    /// Duration of play before the measurement, in seconds
    #[arg(long, default_value_t = 10)]
    pub warm_up: u64,
    /// Target for p99 from sending a move to the opponent's receipt, in milliseconds
    #[arg(long, default_value_t = 50.0)]
    pub p99_ms: f64,
}

/// Runs the scenario, and compares the journal with the ledger at the end.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Acts) -> anyhow::Result<Figures> {
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let run = Arc::new(RunState::new(places, &common.variant, 2 * size.games, pace));
    let first = Instant::now() + Duration::from_secs(2);
    let mut playing = seat_tables(&run, size.games, common.seed, first);
    until_seated(&run, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    sleep(Duration::from_secs(size.warm_up)).await;
    let time = || -> anyhow::Result<Duration> {
        let servers = servers
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers.iter().map(ServerProcess::processor_time).sum()
    };
    let (before, begun) = (time()?, Instant::now());
    run.seen().measures = true;
    let sleeper = Sleeper::start();
    sleep(Duration::from_secs(size.seconds)).await;
    run.seen().measures = false;
    let late = sleeper.end();
    let (took, elapsed) = (time()?.saturating_sub(before), begun.elapsed());
    run.stop.send_replace(true);
    while playing.join_next().await.is_some() {}

    let mut figures = Figures::default();
    let (ledger, games) = {
        let seen = run.seen();
        let rate = seen.acknowledged.count() as f64 / elapsed.as_secs_f64();
        figures.note("games at once", size.games as f64, "");
        figures.note("games finished and replaced", seen.ended as f64, "");
        figures.at_least("moves stored and answered", rate, "1/s", size.rate * 0.97);
        (seen.at_the_opponent).report(&mut figures, "sending to receipt", Some(size.p99_ms));
        (seen.acknowledged).report(&mut figures, "sending to acknowledgement", None);
        late.report(&mut figures, "wake-up delay of an idle thread", None);
        let cores = took.as_secs_f64() / elapsed.as_secs_f64();
        figures.note("processors used by the servers", cores, "cores");
        (seen.ledger.clone(), seen.games.clone())
    };
    report_common(&mut figures, &servers, Some(&run))?;
    // The servers stop before a clock can run out, because the players have stopped.
    servers.stop()?;
    let (compared, wrong) = ledger.compare(&games, &servers.database).await?;
    figures.note("events in the journal", compared.events as f64, "");
    figures.violations.extend(wrong);
    Ok(figures)
}
