//! Two or more servers on PostgreSQL and NATS, each game played across two of them. Measures the
//! delay until the opponent on the other server receives a move. Then kills a server, NATS and
//! PostgreSQL in turn, and cuts the first server off from NATS and PostgreSQL by a silent proxy.
//! Each acknowledged act must be stored once, no player may lose on time, and all players must be
//! in sync within seconds.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::kill::{Victim, compare, kill, restart};
use super::{Common, seat_tables, tell_common, until_seated};
use crate::figures::{Durations, Figures};
use crate::nodes::House;
use crate::process::{Sleeper, load_average};
use crate::stage::Stage;

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
    /// How often each service is killed or cut off
    #[arg(long, default_value_t = 3)]
    pub rounds: usize,
    /// How long NATS and cut connections are away, in seconds
    #[arg(long, default_value_t = 8)]
    pub away_s: u64,
    /// Target for the time until all players are in sync after a server or PostgreSQL is back, in
    /// seconds
    #[arg(long, default_value_t = 5.0)]
    pub level_s: f64,
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
enum Trouble {
    Server,
    Postgres,
    Nats,
    CutFromNats,
    CutFromPostgres,
}

impl Trouble {
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
            Self::Server => "server killed: all level after its start",
            Self::Postgres => "PostgreSQL killed: all level after its start",
            Self::Nats => "NATS killed: longest way of a move",
            Self::CutFromNats => "a server cut off from NATS: longest way of a move",
            Self::CutFromPostgres => "a server cut off from PostgreSQL: all level after that",
        }
    }
}

/// The run is aborted if the players are not in sync after this time.
const LONGEST: Duration = Duration::from_mins(1);

/// After NATS is back, nodes receive each other's messages within this time.
const HEARING: Duration = Duration::from_secs(4);

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Cluster) -> anyhow::Result<Figures> {
    let (house, places) = House::start_cluster(&common.program, common.nodes, size.second_ahead)?;
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let stage = Arc::new(Stage::new(places, &common.variant, 2 * size.games, pace));
    let first = Instant::now() + Duration::from_secs(2);
    let mut playing = seat_tables(&stage, size.games, common.seed, first);
    until_seated(&stage, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    sleep(Duration::from_secs(size.warm_up)).await;

    let mut figures = Figures::default();
    figures.note("games at once", size.games as f64, "");
    measure(&stage, size, &mut figures).await;
    let mut troubles = Trouble::ALL.map(|trouble| (trouble, Durations::default()));
    for round in 0..size.rounds {
        for (trouble, took) in &mut troubles {
            if !stage.seen().violations.is_empty() {
                break;
            }
            all_go_home(&stage).await;
            let one = make(*trouble, &house, &stage, size, round % 2).await?;
            eprintln!("{}: {:.2} s", trouble.words(), one.as_secs_f64());
            took.record(one);
            sleep(Duration::from_secs(1)).await;
        }
    }
    for (trouble, took) in &troubles {
        let most_s = match trouble {
            Trouble::Server | Trouble::Postgres | Trouble::CutFromPostgres => size.level_s,
            Trouble::Nats | Trouble::CutFromNats => size.without_nats_s,
        };
        if took.count() > 0 {
            figures.at_most(trouble.words(), took.max_ms() / 1_000.0, "s", most_s);
        }
    }
    stage.stop.send_replace(true);
    let leaving = async { while playing.join_next().await.is_some() {} };
    if tokio::time::timeout(LONGEST, leaving).await.is_err() {
        stage.violation("a player waits for an answer that does not come");
    }
    tell_common(&mut figures, &house, None)?;
    // The servers stop before a clock can run out, because the players have stopped.
    house.stop()?;
    let compared = compare(&house, &stage).await?;
    figures.note(
        "games that ended and were followed",
        stage.seen().ended as f64,
        "",
    );
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

/// Measures the delay of moves in normal operation.
async fn measure(stage: &Stage, size: &Cluster, figures: &mut Figures) {
    let begun = Instant::now();
    {
        let mut seen = stage.seen();
        seen.at_the_opponent = Durations::default();
        seen.acknowledged = Durations::default();
        seen.measures = true;
    }
    let sleeper = Sleeper::start();
    sleep(Duration::from_secs(size.seconds)).await;
    let late = sleeper.end();
    let (seen_at, acknowledged) = {
        let mut seen = stage.seen();
        seen.measures = false;
        let seen_at = std::mem::take(&mut seen.at_the_opponent);
        (seen_at, std::mem::take(&mut seen.acknowledged))
    };
    let rate = acknowledged.count() as f64 / begun.elapsed().as_secs_f64();
    figures.at_least("moves stored and answered", rate, "1/s", size.rate * 0.97);
    seen_at.tell(
        figures,
        "sent to seen on the other server",
        Some(size.p99_ms),
    );
    acknowledged.tell(figures, "sent to acknowledged", None);
    late.tell(figures, "a thread that only sleeps, late", None);
    if let Some(load) = load_average() {
        figures.note("load of the machine meanwhile (1 min)", load, "");
    }
}

/// Causes an outage, and returns how long its effects lasted.
async fn make(
    trouble: Trouble,
    house: &House,
    stage: &Stage,
    size: &Cluster,
    node: usize,
) -> anyhow::Result<Duration> {
    let away = Duration::from_secs(size.away_s);
    match trouble {
        Trouble::Server | Trouble::Postgres => {
            let victim = match trouble {
                Trouble::Server => Victim::Server,
                _ => Victim::Postgres,
            };
            kill(house, stage, victim, node)?;
            let killed = Instant::now();
            sleep(Duration::from_millis(500)).await;
            let begun = Instant::now();
            tokio::task::block_in_place(|| restart(house, victim, node))?;
            until_level(stage, killed, begun).await;
            Ok(begun.elapsed())
        }
        Trouble::Nats => {
            let nats = || {
                let nats = house.nats.as_ref().expect("a cluster has NATS");
                nats.lock().unwrap_or_else(PoisonError::into_inner)
            };
            watch_moves(stage, true);
            nats().kill()?;
            sleep(away).await;
            tokio::task::block_in_place(|| nats().restart())?;
            sleep(HEARING).await;
            Ok(watch_moves(stage, false))
        }
        Trouble::CutFromNats => {
            let cables = house.cables.as_ref().expect("a cluster has cables");
            watch_moves(stage, true);
            cables.nats.cut(true);
            sleep(away).await;
            cables.nats.cut(false);
            sleep(HEARING).await;
            Ok(watch_moves(stage, false))
        }
        Trouble::CutFromPostgres => {
            let cables = house.cables.as_ref().expect("a cluster has cables");
            cables.database.cut(true);
            sleep(away).await;
            cables.database.cut(false);
            let begun = Instant::now();
            until_level(stage, begun, begun).await;
            Ok(begun.elapsed())
        }
    }
}

/// Moves the players back to their own servers: in the last outage, many had to share a server with
/// their opponent.
async fn all_go_home(stage: &Stage) {
    let begun = Instant::now();
    while stage.away_from_home() > 0 {
        stage.home.send_replace(());
        if begun.elapsed() > LONGEST {
            let away = stage.away_from_home();
            return stage.violation(format!(
                "{away} players are not back at their server after {LONGEST:?}"
            ));
        }
        // A player who was reconnecting has missed the signal.
        sleep(Duration::from_millis(100)).await;
    }
}

async fn until_level(stage: &Stage, since: Instant, begun: Instant) {
    while stage.not_level(since) > 0 {
        if begun.elapsed() > LONGEST {
            let (behind, why) = (stage.not_level(since), stage.why_not_level(since));
            return stage.violation(format!(
                "{behind} players are not level after {LONGEST:?}: {why}"
            ));
        }
        sleep(Duration::from_millis(10)).await;
    }
}

/// Starts or stops measuring the delay of moves. Returns the longest delay so far.
fn watch_moves(stage: &Stage, measures: bool) -> Duration {
    let mut seen = stage.seen();
    seen.measures = measures;
    let ways = std::mem::take(&mut seen.at_the_opponent);
    Duration::from_secs_f64(ways.max_ms() / 1_000.0)
}
