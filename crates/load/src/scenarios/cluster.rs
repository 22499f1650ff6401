//! Two or more servers on PostgreSQL and NATS, each game played across two of them. Measures the
//! delay until the opponent on the other server receives a move. Then kills a server, NATS and
//! PostgreSQL in turn, and cuts the first server off from NATS and PostgreSQL by a silent proxy.
//! Each acknowledged act must be stored once, no player may lose on time, and all players must be
//! in sync within seconds.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::kill::{Victim, compare, kill, restart};
use super::{Common, report_common, seat_tables, until_seated};
use crate::figures::{Durations, Figures};
use crate::nodes::ServerGroup;
use crate::process::{Sleeper, load_average};
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Cluster {
    /// Games in progress
    #[arg(long, default_value_t = 200)]
    pub games: usize,
    /// Moves per second, in all games together
    #[arg(long, default_value_t = 200.0)]
    pub rate: f64,
    /// Duration of the measurement, in seconds
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Duration of play before the measurement, in seconds
    #[arg(long, default_value_t = 10)]
    pub warm_up: u64,
    /// Target for p99 from sending a move to its receipt by the opponent on the other server, in
    /// milliseconds
    #[arg(long, default_value_t = 80.0)]
    pub p99_ms: f64,
    /// Number of times each service is killed or disconnected
    #[arg(long, default_value_t = 3)]
    pub rounds: usize,
    /// How long NATS and cut connections are away, in seconds
    #[arg(long, default_value_t = 8)]
    pub away_s: u64,
    /// Target for the time until all players are in sync after a server or PostgreSQL is back, in
    /// seconds
    #[arg(long, default_value_t = 5.0)]
    pub sync_s: f64,
    /// Target for the delay of a move without NATS, in seconds
    #[arg(long, default_value_t = 6.0)]
    pub without_nats_s: f64,
    /// Clock offset of every second server, in seconds, negative if behind; needs the program
    /// faketime
    #[arg(long, value_name = "SECONDS", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-86_400..=86_400))]
    pub second_ahead: i64,
}

/// An outage of a part of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outage {
    Server,
    Postgres,
    Nats,
    CutFromNats,
    CutFromPostgres,
}

impl Outage {
    const ALL: [Self; 5] = [
        Self::Server,
        Self::Postgres,
        Self::Nats,
        Self::CutFromNats,
        Self::CutFromPostgres,
    ];

    /// The figure's name.
    fn words(self) -> &'static str {
        match self {
            Self::Server => "server killed: in sync after its restart",
            Self::Postgres => "PostgreSQL killed: in sync after its restart",
            Self::Nats => "NATS killed: longest delay of a move",
            Self::CutFromNats => "server cut off from NATS: longest delay of a move",
            Self::CutFromPostgres => "server cut off from PostgreSQL: in sync afterwards",
        }
    }
}

/// The run is aborted if the players are not in sync after this time.
const SYNC_TIMEOUT: Duration = Duration::from_mins(1);

/// After NATS is back, nodes receive each other's messages within this time.
const NATS_RECOVERY: Duration = Duration::from_secs(4);

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Cluster) -> anyhow::Result<Figures> {
    let (servers, places) =
        ServerGroup::start_cluster(&common.program, common.nodes, size.second_ahead)?;
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let run = Arc::new(RunState::new(places, &common.variant, 2 * size.games, pace));
    let first = Instant::now() + Duration::from_secs(2);
    let mut playing = seat_tables(&run, size.games, common.seed, first);
    until_seated(&run, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    sleep(Duration::from_secs(size.warm_up)).await;

    let mut figures = Figures::default();
    figures.note("games at once", size.games as f64, "");
    measure(&run, size, &mut figures).await;
    let mut outages = Outage::ALL.map(|outage| (outage, Durations::default()));
    for round in 0..size.rounds {
        for (outage, took) in &mut outages {
            if !run.seen().violations.is_empty() {
                break;
            }
            rebalance(&run).await;
            let one = make(*outage, &servers, &run, size, round % 2).await?;
            eprintln!("{}: {:.2} s", outage.words(), one.as_secs_f64());
            took.record(one);
            sleep(Duration::from_secs(1)).await;
        }
    }
    for (outage, took) in &outages {
        let most_s = match outage {
            Outage::Server | Outage::Postgres | Outage::CutFromPostgres => size.sync_s,
            Outage::Nats | Outage::CutFromNats => size.without_nats_s,
        };
        if took.count() > 0 {
            figures.at_most(outage.words(), took.max_ms() / 1_000.0, "s", most_s);
        }
    }
    run.stop.send_replace(true);
    let leaving = async { while playing.join_next().await.is_some() {} };
    if tokio::time::timeout(SYNC_TIMEOUT, leaving).await.is_err() {
        run.violation("a player's act was never answered");
    }
    report_common(&mut figures, &servers, None)?;
    // The servers stop before a clock can run out, because the players have stopped.
    servers.stop()?;
    let compared = compare(&servers, &run).await?;
    figures.note("games finished and replaced", run.seen().ended as f64, "");
    figures.note("games in the journal", compared.games as f64, "");
    figures.note("events in the journal", compared.events as f64, "");
    figures.note(
        "acknowledged acts, each stored once",
        compared.acknowledged as f64,
        "",
    );
    figures.note(
        "outages credited to a clock",
        compared.given_back as f64,
        "",
    );
    figures.violations.append(&mut run.seen().violations);
    Ok(figures)
}

/// Measures the delay of moves in normal operation.
async fn measure(run: &RunState, size: &Cluster, figures: &mut Figures) {
    let begun = Instant::now();
    {
        let mut seen = run.seen();
        seen.at_the_opponent = Durations::default();
        seen.acknowledged = Durations::default();
        seen.measures = true;
    }
    let sleeper = Sleeper::start();
    sleep(Duration::from_secs(size.seconds)).await;
    let late = sleeper.end();
    let (seen_at, acknowledged) = {
        let mut seen = run.seen();
        seen.measures = false;
        let seen_at = std::mem::take(&mut seen.at_the_opponent);
        (seen_at, std::mem::take(&mut seen.acknowledged))
    };
    let rate = acknowledged.count() as f64 / begun.elapsed().as_secs_f64();
    figures.at_least("moves stored and answered", rate, "1/s", size.rate * 0.97);
    seen_at.report(
        figures,
        "sending to receipt on the other server",
        Some(size.p99_ms),
    );
    acknowledged.report(figures, "sending to acknowledgement", None);
    late.report(figures, "wake-up delay of an idle thread", None);
    if let Some(load) = load_average() {
        figures.note("load average during the run (1 min)", load, "");
    }
}

/// Causes an outage, and returns how long its effects lasted.
async fn make(
    outage: Outage,
    servers: &ServerGroup,
    run: &RunState,
    size: &Cluster,
    node: usize,
) -> anyhow::Result<Duration> {
    let away = Duration::from_secs(size.away_s);
    match outage {
        Outage::Server | Outage::Postgres => {
            let victim = match outage {
                Outage::Server => Victim::Server,
                _ => Victim::Postgres,
            };
            kill(servers, run, victim, node)?;
            let killed = Instant::now();
            sleep(Duration::from_millis(500)).await;
            let begun = Instant::now();
            tokio::task::block_in_place(|| restart(servers, victim, node))?;
            until_in_sync(run, killed, begun).await;
            Ok(begun.elapsed())
        }
        Outage::Nats => {
            let nats = || {
                let nats = servers.nats.as_ref().expect("a cluster has NATS");
                nats.lock().unwrap_or_else(PoisonError::into_inner)
            };
            watch_moves(run, true);
            nats().kill()?;
            sleep(away).await;
            tokio::task::block_in_place(|| nats().restart())?;
            sleep(NATS_RECOVERY).await;
            Ok(watch_moves(run, false))
        }
        Outage::CutFromNats => {
            let proxies = servers.proxies.as_ref().expect("a cluster has proxies");
            watch_moves(run, true);
            proxies.nats.cut(true);
            sleep(away).await;
            proxies.nats.cut(false);
            sleep(NATS_RECOVERY).await;
            Ok(watch_moves(run, false))
        }
        Outage::CutFromPostgres => {
            let proxies = servers.proxies.as_ref().expect("a cluster has proxies");
            proxies.database.cut(true);
            sleep(away).await;
            proxies.database.cut(false);
            let begun = Instant::now();
            until_in_sync(run, begun, begun).await;
            Ok(begun.elapsed())
        }
    }
}

/// Moves the players back to their own servers: in the last outage, many had to share a server with
/// their opponent.
async fn rebalance(run: &RunState) {
    let begun = Instant::now();
    while run.on_other_nodes() > 0 {
        run.rebalance.send_replace(());
        if begun.elapsed() > SYNC_TIMEOUT {
            let away = run.on_other_nodes();
            return run.violation(format!(
                "{away} players have not returned to their own server after {SYNC_TIMEOUT:?}"
            ));
        }
        // A player who was reconnecting has missed the signal.
        sleep(Duration::from_millis(100)).await;
    }
}

async fn until_in_sync(run: &RunState, since: Instant, begun: Instant) {
    while run.out_of_sync(since) > 0 {
        if begun.elapsed() > SYNC_TIMEOUT {
            let (behind, why) = (run.out_of_sync(since), run.out_of_sync_reasons(since));
            return run.violation(format!(
                "{behind} players are out of sync after {SYNC_TIMEOUT:?}: {why}"
            ));
        }
        sleep(Duration::from_millis(10)).await;
    }
}

/// Starts or stops measuring the delay of moves. Returns the longest delay so far.
fn watch_moves(run: &RunState, measures: bool) -> Duration {
    let mut seen = run.seen();
    seen.measures = measures;
    let ways = std::mem::take(&mut seen.at_the_opponent);
    Duration::from_secs_f64(ways.max_ms() / 1_000.0)
}
