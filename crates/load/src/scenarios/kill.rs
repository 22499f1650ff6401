//! Kills a server, its database or NATS repeatedly while games are in progress. Each acknowledged
//! act must be stored once, no player may lose on time, and after each restart all players must be
//! in sync within seconds.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Common, seat_tables, tell_common, until_seated};
use crate::figures::{Durations, Figures};
use crate::nats::OwnNats;
use crate::nodes::House;
use crate::stage::Stage;

/// The service to kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Victim {
    /// A server; several servers in turn.
    Server,
    /// PostgreSQL, with all its processes.
    Postgres,
    /// NATS, between two servers on PostgreSQL.
    Nats,
    /// Each time a random one of a cluster: a server, NATS or PostgreSQL.
    Any,
}

impl Victim {
    /// Whether it needs two servers on PostgreSQL and NATS.
    fn is_of_a_cluster(self) -> bool {
        matches!(self, Self::Nats | Self::Any)
    }

    /// The name in the table.
    fn words(self) -> &'static str {
        match self {
            Self::Server => "a server",
            Self::Postgres => "PostgreSQL",
            Self::Nats => "NATS",
            Self::Any => "any of them",
        }
    }

    /// The service to kill this time.
    fn by_lot(self, dice: &mut fastrand::Rng) -> Self {
        match self {
            Self::Any => [Self::Server, Self::Nats, Self::Postgres][dice.usize(..3)],
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
    pub level_s: f64,
    /// The same for NATS, in seconds
    #[arg(long, default_value_t = 6.0)]
    pub level_after_nats_s: f64,
    /// Initial time of each side and increment, in seconds
    #[arg(long, num_args = 2, default_values_t = [30, 2])]
    pub clock: Vec<u64>,
}

/// The run is aborted if the players are not in sync after this time.
const LONGEST: Duration = Duration::from_mins(1);

/// After this time the driver logs which players are out of sync.
const LATE: Duration = Duration::from_secs(2);

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Kill) -> anyhow::Result<Figures> {
    let (house, places) = if size.victim.is_of_a_cluster() {
        House::start_cluster(&common.program, common.nodes, 0)?
    } else {
        House::start(&common.program, common.database, common.nodes)?
    };
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let mut stage = Stage::new(places, &common.variant, 2 * size.games, pace);
    if let [initial, increment] = size.clock[..] {
        stage.clock_ms = (initial * 1_000, increment * 1_000);
    }
    let stage = Arc::new(stage);
    let mut playing = seat_tables(&stage, size.games, common.seed, Instant::now());
    until_seated(&stage, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    let mut dice = fastrand::Rng::with_seed(common.seed);
    let mut level = [Victim::Server, Victim::Postgres, Victim::Nats]
        .map(|victim| (victim, Durations::default()));
    let mut kills = 0;
    while kills < size.kills && stage.seen().violations.is_empty() {
        sleep(Duration::from_millis(dice.u64(..=size.between_ms))).await;
        let node = kills % stage.places.count();
        let away = Duration::from_millis(dice.u64(..=size.away_ms));
        let compares = kills % size.compare_every.max(1) == size.compare_every.max(1) - 1;
        let victim = size.victim.by_lot(&mut dice);
        kill(&house, &stage, victim, node)?;
        let killed = Instant::now();
        kills += 1;
        sleep(away).await;
        if compares && victim != Victim::Postgres {
            compare(&house, &stage).await?;
        }
        let begun = Instant::now();
        tokio::task::block_in_place(|| restart(&house, victim, node))?;
        let started = begun.elapsed();
        let mut late = None;
        while stage.not_level(killed) > 0 {
            if late.is_none() && begun.elapsed() > LATE {
                late = Some(stage.why_not_level(killed));
            }
            if begun.elapsed() > LONGEST {
                let behind = stage.not_level(killed);
                let why = stage.why_not_level(killed);
                stage.violation(format!(
                    "{behind} players are not level after {LONGEST:?}: {why}"
                ));
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        if let Some(why) = late {
            eprintln!(
                "{kills} kills, the last one of {}: answers after {:.2} s, all level after {:.2} s; after {LATE:?} not yet: {why}",
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
        stage.home.send_replace(());
        if kills.is_multiple_of(10) || kills == size.kills {
            let (acknowledged, ended) = {
                let seen = stage.seen();
                (seen.ledger.count(), seen.ended)
            };
            eprintln!(
                "{kills} kills; the last one: answers after {:.2} s, all level after {:.2} s; {acknowledged} moves acknowledged, {ended} games ended",
                started.as_secs_f64(),
                begun.elapsed().as_secs_f64(),
            );
        }
    }
    stage.stop.send_replace(true);
    let leaving = async { while playing.join_next().await.is_some() {} };
    if tokio::time::timeout(LONGEST, leaving).await.is_err() {
        stage.violation("a player waits for an answer that does not come");
    }
    let mut figures = Figures::default();
    tell_common(&mut figures, &house, None)?;
    // The servers stop before a clock can run out, because the players have stopped.
    house.stop()?;
    figures.note("games at once", size.games as f64, "");
    figures.note("kills", kills as f64, "");
    figures.note(
        "games that ended and were followed",
        stage.seen().ended as f64,
        "",
    );
    for (victim, level) in level.iter().filter(|(_, level)| level.count() > 0) {
        let after = format!("all level after the start of {}", victim.words());
        figures.note(format!("{after}: times"), level.count() as f64, "");
        let median = level.quantile_ms(0.5) / 1_000.0;
        figures.note(format!("{after}: median"), median, "s");
        let target = if *victim == Victim::Nats {
            size.level_after_nats_s
        } else {
            size.level_s
        };
        let longest = level.max_ms() / 1_000.0;
        figures.at_most(format!("{after}: longest"), longest, "s", target);
    }
    let compared = compare(&house, &stage).await?;
    figures.note("games in the journal", compared.games as f64, "");
    figures.note("events in the journal", compared.events as f64, "");
    figures.note(
        "acts acknowledged, all found once",
        compared.acknowledged as f64,
        "",
    );
    figures.note(
        "outages given back to a clock",
        compared.given_back as f64,
        "",
    );
    figures.violations.append(&mut stage.seen().violations);
    Ok(figures)
}

pub(super) fn kill(
    house: &House,
    stage: &Stage,
    victim: Victim,
    node: usize,
) -> anyhow::Result<()> {
    match (victim, &house.postgres) {
        (Victim::Postgres, Some(postgres)) => {
            let mut postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
            postgres.kill()
        }
        (Victim::Postgres, None) => {
            anyhow::bail!("there is no PostgreSQL to be killed: --database postgres")
        }
        (Victim::Nats, _) => with_nats(house, OwnNats::kill),
        (Victim::Any, _) => anyhow::bail!("what is killed was not chosen"),
        (Victim::Server, _) => {
            let mut servers = house.servers.lock().unwrap_or_else(PoisonError::into_inner);
            servers[node].kill()?;
            stage.places.killed(node);
            Ok(())
        }
    }
}

fn with_nats(
    house: &House,
    act: impl FnOnce(&mut OwnNats) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(nats) = &house.nats else {
        anyhow::bail!("there is no NATS to be killed")
    };
    act(&mut nats.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn restart(house: &House, victim: Victim, node: usize) -> anyhow::Result<()> {
    if let (Victim::Postgres, Some(postgres)) = (victim, &house.postgres) {
        let mut postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
        return postgres.restart();
    }
    if victim == Victim::Nats {
        return with_nats(house, OwnNats::restart);
    }
    let mut servers = house.servers.lock().unwrap_or_else(PoisonError::into_inner);
    servers[node].restart()
}

pub(super) async fn compare(
    house: &House,
    stage: &Stage,
) -> anyhow::Result<crate::ledger::Compared> {
    let (ledger, games) = {
        let seen = stage.seen();
        (seen.ledger.clone(), seen.games.clone())
    };
    let (compared, wrong) = ledger.compare(&games, &house.database).await?;
    for what in wrong {
        stage.violation(what);
    }
    Ok(compared)
}
