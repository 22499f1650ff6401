//! Players with injected faults, against one or more servers, which may also be killed. Each
//! acknowledged act must be stored once and no other act may be stored; at the end both players
//! must have the journal's game.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use anyhow::ensure;
use damier_storage::Store;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::kill::{Victim, kill, restart};
use super::{Common, report_common, until_healthy, until_over};
use crate::fault_injection::{Fault, FaultRun, Verdict};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::player::stopped;
use crate::process::ServerProcess;
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Faults {
    /// Number of players, even: two at each game
    #[arg(long, default_value_t = 100)]
    pub bots: usize,
    /// Games of each pair, one after another
    #[arg(long, default_value_t = 1)]
    pub games: usize,
    /// The side to move resigns after this many moves of both sides
    #[arg(long, default_value_t = 200)]
    pub longest: u32,
    /// Probability of a fault, from 0 to 1: before a move, and again with a move
    #[arg(long, default_value_t = 0.25)]
    pub rate: f64,
    /// How often a random server is killed, as long as games are in progress
    #[arg(long, default_value_t = 0)]
    pub kills: usize,
    /// Longest time between two kills, in milliseconds
    #[arg(long, default_value_t = 10_000)]
    pub between_ms: u64,
    /// Longest time that a killed server is down, in milliseconds
    #[arg(long, default_value_t = 1_000)]
    pub away_ms: u64,
    /// Run two or more servers on PostgreSQL and NATS
    #[arg(long)]
    pub nats: bool,
    /// Time limit for the games, in seconds
    #[arg(long, default_value_t = 1_200)]
    pub seconds: u64,
}

/// Time limit for a server to be healthy again at the end.
const RECOVERY: Duration = Duration::from_secs(20);

/// Runs the scenario.
///
/// # Errors
/// The number of players is odd, or a server cannot be started or reached.
pub async fn run(common: &Common, size: &Faults) -> anyhow::Result<Figures> {
    let tables = tables_of(size.bots)?;
    let (servers, places) = if size.nats {
        ServerGroup::start_cluster(&common.program, common.nodes, 0)?
    } else {
        ServerGroup::start(&common.program, common.database, common.nodes)?
    };
    let mut run = RunState::new(places, &common.variant, 2 * tables, Duration::ZERO);
    run.longest = Some(size.longest);
    let run = Arc::new(run);
    let fault_run = Arc::new(FaultRun::new(run.clone(), size.rate, size.kills > 0));
    let begun = Instant::now();
    let mut playing = JoinSet::new();
    for table in 0..tables {
        let (fault_run, games) = (fault_run.clone(), size.games);
        let seed = common
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(table as u64);
        playing.spawn(async move { fault_run.play(table, games, seed).await });
    }
    let until = begun + Duration::from_secs(size.seconds);
    let (kills, ()) =
        tokio::try_join!(kill_repeatedly(&servers, &run, size, common.seed), async {
            until_over(&run, playing, until).await;
            anyhow::Ok(())
        },)?;
    let took = begun.elapsed();

    let mut unhealthy = 0;
    for node in 0..run.places.count() {
        let healthy = until_healthy(run.places.address(node), RECOVERY).await;
        unhealthy += u64::from(healthy.is_none());
    }
    let mut figures = Figures::default();
    report_common(&mut figures, &servers, None)?;
    let panics: usize = {
        let servers = servers
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers.iter().map(ServerProcess::panics).sum()
    };
    // The servers stop before a clock can run out, because the players have stopped.
    servers.stop()?;
    let verdict = compare(&servers, &fault_run).await?;
    let (ledger, games, server_errors) = {
        let seen = run.seen();
        (seen.ledger.clone(), seen.games.clone(), seen.server_errors)
    };
    // Checks the times of all acts, and that no player lost on time.
    let (compared, wrong) = ledger.compare(&games, &servers.database).await?;

    let mut counts = fault_run.counts();
    figures.note("players", 2.0 * tables as f64, "");
    figures.note("servers", run.places.count() as f64, "");
    figures.note("kills", kills as f64, "");
    figures.note("time", took.as_secs_f64(), "s");
    for fault in Fault::ALL {
        let count = counts.faults[fault.place()];
        figures.note(fault.words(), count as f64, "");
    }
    let count = counts.unanswered;
    figures.note("connections and requests lost", count as f64, "");
    let most = (tables * size.games) as f64;
    figures.at_least("games begun", counts.logs.len() as f64, "", most);
    figures.note("events in the journal", verdict.events as f64, "");
    figures.note(
        "outages credited to a clock",
        compared.given_back as f64,
        "",
    );
    figures.note("acts acknowledged", verdict.acknowledged as f64, "");
    let none = [
        ("acts lost", verdict.lost),
        ("acts stored twice", verdict.doubled + counts.doubled),
        (
            "unauthorised acts accepted",
            verdict.wrong + counts.accepted,
        ),
        (
            "copies that differ from the journal",
            verdict.differing + counts.differing,
        ),
        ("unexpected answers", counts.unexpected + server_errors),
        ("games not finished in time", verdict.unfinished),
        ("servers not healthy at the end", unhealthy),
        ("panics in the logs", panics as u64),
    ];
    for (name, count) in none {
        figures.at_most(name, count as f64, "", 0.0);
    }
    figures.violations.append(&mut counts.described);
    figures.violations.extend(verdict.described);
    figures.violations.extend(wrong);
    figures.violations.append(&mut run.seen().violations);
    Ok(figures)
}

/// The number of pairs among this many players.
fn tables_of(bots: usize) -> anyhow::Result<usize> {
    ensure!(
        bots > 0 && bots.is_multiple_of(2),
        "--bots {bots}: expected an even number of at least 2, because each game has two players"
    );
    Ok(bots / 2)
}

/// Kills random servers as long as games are in progress. Returns the number of kills; each killed
/// server has been restarted.
async fn kill_repeatedly(
    servers: &ServerGroup,
    run: &RunState,
    size: &Faults,
    seed: u64,
) -> anyhow::Result<usize> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut stop = run.stop.subscribe();
    let mut kills = 0;
    while kills < size.kills {
        let pause = Duration::from_millis(rng.u64(..=size.between_ms));
        tokio::select! {
            () = sleep(pause) => {}
            () = stopped(&mut stop) => break,
        }
        let node = rng.usize(..run.places.count());
        kill(servers, run, Victim::Server, node)?;
        sleep(Duration::from_millis(rng.u64(..=size.away_ms))).await;
        tokio::task::block_in_place(|| restart(servers, Victim::Server, node))?;
        kills += 1;
    }
    Ok(kills)
}

/// Compares the players' copies of their games with the journal.
async fn compare(servers: &ServerGroup, fault_run: &FaultRun) -> anyhow::Result<Verdict> {
    let logs = std::mem::take(&mut fault_run.counts().logs);
    let store = Store::open(&servers.database.parse()?).await?;
    let mut verdict = Verdict::default();
    for (game, log) in &logs {
        log.compare(&*store.live.journal, *game, &mut verdict)
            .await?;
    }
    store.close().await;
    fault_run.counts().logs = logs;
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_of_players_is_rejected() {
        for (bots, tables) in [(2, 1), (16, 8), (100, 50)] {
            assert_eq!(tables_of(bots).unwrap(), tables);
        }
        for bots in [0, 1, 3, 101, usize::MAX] {
            let refused = tables_of(bots).unwrap_err().to_string();
            assert!(refused.contains(&format!("--bots {bots}:")), "{refused}");
            assert_eq!(refused.lines().count(), 1);
        }
    }
}
