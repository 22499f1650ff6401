//! The games of a day: many whole games, played as fast as the server accepts moves. Measures the
//! memory and disk that remain in use, the time to read one game, and the time to start a server on
//! all of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use damier_wire::live::{ClientFrame, ServerFrame};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::{Common, report_common, until_healthy, until_over};
use crate::client::{LiveConnection, client_address, get};
use crate::figures::{Durations, Figures};
use crate::nodes::ServerGroup;
use crate::player::Pacing;
use crate::player_pair::{StartedGame, begin, play_one};
use crate::process::ServerProcess;
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Day {
    /// Games to play to their end
    #[arg(long, default_value_t = 20_000)]
    pub games: usize,
    /// A player resigns after this many moves of each side, if the game is not over
    #[arg(long, default_value_t = 40)]
    pub moves: u32,
    /// Games in progress at once
    #[arg(long, default_value_t = 200)]
    pub at_once: usize,
    /// How long the server is idle afterwards, in seconds; an idle game is unloaded half a minute
    /// after its last player leaves
    #[arg(long, default_value_t = 60)]
    pub idle: u64,
    /// Games to read
    #[arg(long, default_value_t = 200)]
    pub read: usize,
    /// Time limit for the games, in seconds
    #[arg(long, default_value_t = 3_600)]
    pub seconds: u64,
}

/// How many games one address may start in a burst; see `docs/live-protocol.md`. Each table has an
/// address of its own.
const STARTS_PER_ADDRESS: usize = 500;

/// Time limit for reading a game, and for a server to become healthy.
const SERVER_TIMEOUT: Duration = Duration::from_mins(1);

/// Runs the scenario, and compares the journal with the ledger at the end.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Day) -> anyhow::Result<Figures> {
    let tables = size.at_once.clamp(1, size.games.max(1));
    ensure!(
        size.games <= tables * STARTS_PER_ADDRESS,
        "one address may start {STARTS_PER_ADDRESS} games: with --games {}, --at-once must be at \
         least {}",
        size.games,
        size.games.div_ceil(STARTS_PER_ADDRESS)
    );
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let mut run = RunState::new(places, &common.variant, 2 * tables, Duration::ZERO);
    run.longest = Some(2 * size.moves);
    let run = Arc::new(run);
    let mut figures = Figures::default();
    let (memory_before, stored_before) = (memory_mib(&servers)?, servers.stored_bytes()?);
    run.seen().measures = true;
    let begun = Instant::now();
    let games = play(&run, size, tables, common.seed).await;
    let took = begun.elapsed().as_secs_f64();
    run.seen().measures = false;
    let memory_most = most_memory_mib(&servers)?;
    sleep(Duration::from_secs(size.idle)).await;
    let (memory_idle, stored) = (memory_mib(&servers)?, servers.stored_bytes()?);

    let acts = {
        let seen = run.seen();
        let acts = seen.ledger.count() as f64;
        figures.note("games at once", tables as f64, "");
        let most = size.games as f64;
        figures.at_least("games played to their end", seen.ended as f64, "", most);
        figures.note("time", took, "s");
        figures.note("acts stored", acts, "");
        figures.note("acts stored, a second", acts / took, "1/s");
        (seen.acknowledged).report(&mut figures, "sending to acknowledgement", None);
        acts
    };
    figures.note("memory before", memory_before, "MiB");
    figures.note("memory at its peak", memory_most, "MiB");
    figures.note("memory after all players left", memory_idle, "MiB");
    figures.note("database tables", mib(stored.tables), "MiB");
    figures.note("write-ahead log", mib(stored.ahead), "MiB");
    let grown = stored.all().saturating_sub(stored_before.all()) as f64;
    let each = grown / (games.len().max(1) as f64);
    figures.note("disk per game", each / 1024.0, "KiB");
    figures.note("disk per act", grown / acts.max(1.0), "bytes");

    let mut rng = fastrand::Rng::with_seed(common.seed);
    read_some(&run, &games, size, &mut rng, &mut figures).await?;
    // Before the restart, which resets the peak memory.
    report_common(&mut figures, &servers, Some(&run))?;
    start_again(&servers, &run, &mut figures).await?;
    servers.stop()?;
    let (ledger, games) = {
        let seen = run.seen();
        (seen.ledger.clone(), seen.games.clone())
    };
    let (compared, wrong) = ledger.compare(&games, &servers.database).await?;
    figures.note(
        "acknowledged acts, each stored once",
        compared.acknowledged as f64,
        "",
    );
    figures.violations.extend(wrong);
    Ok(figures)
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}

/// The resident memory of all servers.
fn memory_mib(servers: &ServerGroup) -> anyhow::Result<f64> {
    let servers = servers
        .processes
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let kib: u64 = servers
        .iter()
        .map(ServerProcess::memory_kib)
        .sum::<anyhow::Result<u64>>()?;
    Ok(kib as f64 / 1024.0)
}

/// The peak resident memory of all servers.
fn most_memory_mib(servers: &ServerGroup) -> anyhow::Result<f64> {
    let servers = servers
        .processes
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let kib: u64 = servers
        .iter()
        .map(ServerProcess::most_memory_kib)
        .sum::<anyhow::Result<u64>>()?;
    Ok(kib as f64 / 1024.0)
}

/// Plays all games, this many at once, and returns those that ended.
async fn play(run: &Arc<RunState>, size: &Day, tables: usize, seed: u64) -> Vec<StartedGame> {
    let until = Instant::now() + Duration::from_secs(size.seconds);
    let taken = Arc::new(AtomicUsize::new(0));
    let finished: Arc<Mutex<Vec<StartedGame>>> = Arc::default();
    let mut playing = JoinSet::new();
    for table in 0..tables {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(table as u64);
        let (run, taken, finished) = (run.clone(), taken.clone(), finished.clone());
        let all = size.games;
        playing.spawn(async move {
            let mut rng = fastrand::Rng::with_seed(seed);
            let pacing = Pacing::from(Instant::now());
            while taken.fetch_add(1, Ordering::SeqCst) < all {
                let Some(game) = begin(&run, table, &mut rng).await else {
                    return;
                };
                pacing.next_game();
                play_one(&run, table, &game, &pacing, &mut rng).await;
                if run.is_stopping() {
                    return;
                }
                let ended = {
                    let mut seen = run.seen();
                    seen.ended += 1;
                    seen.ended
                };
                if ended.is_multiple_of(1_000) {
                    eprintln!("{ended} games finished");
                }
                let finished = finished.lock();
                finished.unwrap_or_else(PoisonError::into_inner).push(game);
            }
        });
    }
    until_over(run, playing, until).await;
    let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *finished)
}

/// Reads some of the games with their seats' secrets: the ending over HTTP, and the whole game over
/// a socket.
async fn read_some(
    run: &RunState,
    games: &[StartedGame],
    size: &Day,
    rng: &mut fastrand::Rng,
    figures: &mut Figures,
) -> anyhow::Result<()> {
    ensure!(!games.is_empty(), "no game finished");
    let (mut states, mut wholes) = (Durations::default(), Durations::default());
    for number in 0..size.read {
        let game = &games[rng.usize(..games.len())];
        let (seat, to) = (&game.secrets[0], run.places.address(number));
        // The first addresses are those of the players.
        let from = client_address(2 * size.at_once + number);
        let asked = Instant::now();
        let state = get(from, to, "/live/state", seat).await?;
        states.record(asked.elapsed());
        ensure!(state.status == 200, "a game cannot be read: {state:?}");
        let asked = Instant::now();
        let mut socket = LiveConnection::open(from, to).await?;
        let hello = ClientFrame::Hello {
            seat: seat.clone(),
            have: 0,
        };
        socket.say(&hello).await?;
        let events = timeout(SERVER_TIMEOUT, welcome(&mut socket)).await;
        let events = events.context("no welcome in time")??;
        wholes.record(asked.elapsed());
        socket.leave().await;
        ensure!(events > 0, "a game that was played is empty");
    }
    figures.note("games read", states.count() as f64, "");
    states.report(figures, "reading a game's ending", None);
    wholes.report(figures, "opening a game by its link", None);
    Ok(())
}

/// Waits for the `welcome`, and returns its number of events.
async fn welcome(socket: &mut LiveConnection) -> anyhow::Result<usize> {
    loop {
        let frame = ServerFrame::from_json(&socket.next().await?)?;
        if let Some(ServerFrame::Welcome { events, .. }) = frame {
            return Ok(events.len());
        }
    }
}

/// Kills all servers, and restarts them on the stored data.
async fn start_again(
    servers: &ServerGroup,
    run: &RunState,
    figures: &mut Figures,
) -> anyhow::Result<()> {
    servers.stop()?;
    let begun = Instant::now();
    tokio::task::block_in_place(|| {
        let mut servers = servers
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers.iter_mut().try_for_each(ServerProcess::restart)
    })?;
    for node in 0..run.places.count() {
        let healthy = until_healthy(run.places.address(node), SERVER_TIMEOUT).await;
        healthy.context("a server is not healthy after its restart")?;
    }
    let took = begun.elapsed().as_secs_f64();
    figures.note("restart until healthy", took, "s");
    figures.note("memory after the restart", memory_mib(servers)?, "MiB");
    let stored = servers.stored_bytes()?;
    figures.note(
        "database tables after the restart",
        mib(stored.tables),
        "MiB",
    );
    figures.note(
        "write-ahead log after the restart",
        mib(stored.ahead),
        "MiB",
    );
    Ok(())
}
