//! Kills a server, its database, NATS or the disk space repeatedly while games are in progress.
//! Each acknowledged act must be stored once, no player may lose on time, and after each restart
//! all players must be in sync within seconds.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use damier_temporary_servers::Nats;
use tokio::time::{Instant, sleep};

use super::{Common, report_common, seat_tables, until_seated};
use crate::figures::{Durations, Figures};
use crate::nodes::ServerGroup;
use crate::run_state::RunState;

/// The service to kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Victim {
    /// A server; several servers in turn.
    Server,
    /// PostgreSQL, with all its processes.
    Postgres,
    /// NATS, between two servers on PostgreSQL.
    Nats,
    /// The services of a cluster in turn: a server, NATS, PostgreSQL.
    Any,
    /// The free space of the file system that holds an SQLite database: a small one at `TMPDIR`.
    Disk,
}

impl Victim {
    /// Whether it needs two servers on PostgreSQL and NATS.
    fn needs_cluster(self) -> bool {
        matches!(self, Self::Nats | Self::Any)
    }

    /// The name in the table.
    fn words(self) -> &'static str {
        match self {
            Self::Server => "a server",
            Self::Postgres => "PostgreSQL",
            Self::Nats => "NATS",
            Self::Any => "any of them",
            Self::Disk => "the disk space",
        }
    }

    /// The service to kill after this many kills.
    fn after(self, kills: usize) -> Self {
        match self {
            Self::Any => [Self::Server, Self::Nats, Self::Postgres][kills % 3],
            one => one,
        }
    }
}

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Kill {
    /// Games in progress
    #[arg(long, default_value_t = 500)]
    pub games: usize,
    /// Moves per second, in all games together
    #[arg(long, default_value_t = 250.0)]
    pub rate: f64,
    /// Number of kills
    #[arg(long, default_value_t = 500)]
    pub kills: usize,
    /// The service to kill
    #[arg(long, value_enum, default_value_t = Victim::Server)]
    pub victim: Victim,
    /// Longest time between all players being in sync and the next kill, in milliseconds
    #[arg(long, default_value_t = 3_000)]
    pub between_ms: u64,
    /// Longest time that the killed service is down, in milliseconds
    #[arg(long, default_value_t = 1_000)]
    pub away_ms: u64,
    /// Compare the journal with the ledger after this many kills, and at the end
    #[arg(long, default_value_t = 100)]
    pub compare_every: usize,
    /// Target for the time from the restart of a server or PostgreSQL until all players are in
    /// sync, in seconds
    #[arg(long, default_value_t = 5.0)]
    pub sync_s: f64,
    /// The same for NATS, in seconds
    #[arg(long, default_value_t = 6.0)]
    pub sync_after_nats_s: f64,
    /// Initial time of each side and increment, in seconds
    #[arg(long, num_args = 2, default_values_t = [30, 2])]
    pub clock: Vec<u64>,
}

/// The run is aborted if the players are not in sync after this time.
const SYNC_TIMEOUT: Duration = Duration::from_mins(1);

/// After this time the driver logs which players are out of sync.
const LOG_AFTER: Duration = Duration::from_secs(2);

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Kill) -> anyhow::Result<Figures> {
    let (servers, places) = if size.victim.needs_cluster() {
        ServerGroup::start_cluster(&common.program, common.nodes, 0)?
    } else {
        ServerGroup::start(&common.program, common.database, common.nodes)?
    };
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let mut run = RunState::new(places, &common.variant, 2 * size.games, pace);
    if let [initial, increment] = size.clock[..] {
        run.clock_ms = (initial * 1_000, increment * 1_000);
    }
    let run = Arc::new(run);
    let mut playing = seat_tables(&run, size.games, common.seed, Instant::now());
    until_seated(&run, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    let mut rng = fastrand::Rng::with_seed(common.seed);
    let mut level = [Victim::Server, Victim::Postgres, Victim::Nats, Victim::Disk]
        .map(|victim| (victim, Durations::default()));
    let mut kills = 0;
    while kills < size.kills && run.seen().violations.is_empty() {
        sleep(Duration::from_millis(rng.u64(..=size.between_ms))).await;
        let node = kills % run.places.count();
        let away = Duration::from_millis(rng.u64(..=size.away_ms));
        let compares = kills % size.compare_every.max(1) == size.compare_every.max(1) - 1;
        let victim = size.victim.after(kills);
        kill(&servers, &run, victim, node)?;
        let killed = Instant::now();
        kills += 1;
        sleep(away).await;
        if compares && !matches!(victim, Victim::Postgres | Victim::Disk) {
            compare(&servers, &run).await?;
        }
        let begun = Instant::now();
        tokio::task::block_in_place(|| restart(&servers, victim, node))?;
        let started = begun.elapsed();
        let mut late = None;
        while run.out_of_sync(killed) > 0 {
            if late.is_none() && begun.elapsed() > LOG_AFTER {
                late = Some(run.out_of_sync_reasons(killed));
            }
            if begun.elapsed() > SYNC_TIMEOUT {
                let behind = run.out_of_sync(killed);
                let why = run.out_of_sync_reasons(killed);
                run.violation(format!(
                    "{behind} players are out of sync after {SYNC_TIMEOUT:?}: {why}"
                ));
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        if let Some(why) = late {
            eprintln!(
                "{kills} kills, the last one of {}: answers after {:.2} s, in sync after {:.2} \
                 s; out of sync after {LOG_AFTER:?}: {why}",
                victim.words(),
                started.as_secs_f64(),
                begun.elapsed().as_secs_f64(),
            );
        }
        for (_, level) in level.iter_mut().filter(|(one, _)| *one == victim) {
            level.record(begun.elapsed());
        }
        // The players of each game return to different servers before the next kill, which may come
        // while they reconnect.
        run.rebalance.send_replace(());
        if kills.is_multiple_of(10) || kills == size.kills {
            let (acknowledged, ended) = {
                let seen = run.seen();
                (seen.ledger.count(), seen.ended)
            };
            eprintln!(
                "{kills} kills; the last one: answers after {:.2} s, in sync after {:.2} s; \
                 {acknowledged} moves acknowledged, {ended} games ended",
                started.as_secs_f64(),
                begun.elapsed().as_secs_f64(),
            );
        }
    }
    run.stop.send_replace(true);
    let leaving = async { while playing.join_next().await.is_some() {} };
    if tokio::time::timeout(SYNC_TIMEOUT, leaving).await.is_err() {
        run.violation("a player's act was never answered");
    }
    let mut figures = Figures::default();
    report_common(&mut figures, &servers, None)?;
    // The servers stop before a clock can run out, because the players have stopped.
    servers.stop()?;
    figures.note("games at once", size.games as f64, "");
    figures.note("kills", kills as f64, "");
    figures.note("games finished and replaced", run.seen().ended as f64, "");
    for (victim, level) in level.iter().filter(|(_, level)| level.count() > 0) {
        let after = format!("in sync after the restart of {}", victim.words());
        figures.note(format!("{after}: times"), level.count() as f64, "");
        let median = level.quantile_ms(0.5) / 1_000.0;
        figures.note(format!("{after}: median"), median, "s");
        let target = if *victim == Victim::Nats {
            size.sync_after_nats_s
        } else {
            size.sync_s
        };
        let longest = level.max_ms() / 1_000.0;
        figures.at_most(format!("{after}: longest"), longest, "s", target);
    }
    let compared = compare(&servers, &run).await?;
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

pub(super) fn kill(
    servers: &ServerGroup,
    run: &RunState,
    victim: Victim,
    node: usize,
) -> anyhow::Result<()> {
    match (victim, &servers.postgres) {
        (Victim::Postgres, Some(postgres)) => {
            let mut postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
            postgres.kill()
        }
        (Victim::Postgres, None) => {
            anyhow::bail!("no PostgreSQL to kill: use --database postgres")
        }
        (Victim::Nats, _) => with_nats(servers, Nats::kill),
        (Victim::Any, _) => anyhow::bail!("no service was chosen"),
        (Victim::Disk, _) => servers.disk.fill(),
        (Victim::Server, _) => {
            let mut servers = servers
                .processes
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            servers[node].kill()?;
            run.places.killed(node);
            Ok(())
        }
    }
}

fn with_nats(
    servers: &ServerGroup,
    act: impl FnOnce(&mut Nats) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(nats) = &servers.nats else {
        anyhow::bail!("no NATS to kill")
    };
    act(&mut nats.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn restart(servers: &ServerGroup, victim: Victim, node: usize) -> anyhow::Result<()> {
    if let (Victim::Postgres, Some(postgres)) = (victim, &servers.postgres) {
        let mut postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
        return postgres.restart();
    }
    match victim {
        Victim::Nats => return with_nats(servers, Nats::restart),
        Victim::Disk => return servers.disk.free(),
        _ => {}
    }
    let mut servers = servers
        .processes
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    servers[node].restart()
}

pub(super) async fn compare(
    servers: &ServerGroup,
    run: &RunState,
) -> anyhow::Result<crate::ledger::Comparison> {
    let (ledger, games) = {
        let seen = run.seen();
        (seen.ledger.clone(), seen.games.clone())
    };
    let (compared, wrong) = ledger.compare(&games, &servers.database).await?;
    for what in wrong {
        run.violation(what);
    }
    Ok(compared)
}
