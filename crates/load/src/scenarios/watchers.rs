//! One game with many spectators: the delay until the last of them receives a move.

use std::sync::Arc;
use std::time::Duration;

use damier_wire::live::{ClientFrame, ServerFrame};
use damier_wire::seats::NewSeat;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::{Common, report_common};
use crate::client::{LiveConnection, client_address, post};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::player::Pacing;
use crate::player_pair::{begin, play_one, secret};
use crate::process::Sleeper;
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Watchers {
    /// Number of spectators
    #[arg(long, default_value_t = 1_000)]
    pub watchers: usize,
    /// Moves per second
    #[arg(long, default_value_t = 1.0)]
    pub rate: f64,
    /// Duration of the measurement, in seconds; less if the game ends earlier
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Target for p99 from sending a move to its receipt, in milliseconds
    #[arg(long, default_value_t = 250.0)]
    pub p99_ms: f64,
}

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Watchers) -> anyhow::Result<Figures> {
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let pace = Duration::from_secs_f64(1.0 / size.rate);
    let run = Arc::new(RunState::new(places, &common.variant, 2, pace));
    let mut rng = fastrand::Rng::with_seed(common.seed);
    let game = begin(&run, 0, &mut rng).await;
    let game = game.ok_or_else(|| anyhow::anyhow!("the game did not start"))?;
    let watching = secret(&mut rng);
    let to = run.places.address(0);
    let body = NewSeat {
        secret: watching.clone(),
    };
    let made = post(
        client_address(0),
        to,
        "/live/watchers",
        &game.secrets[0],
        &body,
    )
    .await?;
    anyhow::ensure!(made.status == 200, "no spectator seat: {made:?}");
    let pacing = Arc::new(Pacing::from(Instant::now() + Duration::from_hours(1)));
    let mut tasks = JoinSet::new();
    for number in 0..size.watchers {
        let (run, pacing, seat) = (run.clone(), pacing.clone(), watching.clone());
        tasks.spawn(async move {
            if let Err(error) = watch(&run, &pacing, number, &seat).await
                && !run.is_stopping()
            {
                run.violation(format!("spectator {number}: {error}"));
            }
        });
        // Real spectators do not connect within one millisecond.
        if number % 50 == 49 {
            sleep(Duration::from_millis(20)).await;
        }
    }
    sleep(Duration::from_secs(3)).await;
    pacing.begin_at(Instant::now());
    let seconds = Duration::from_secs(size.seconds);
    run.seen().measures = true;
    let sleeper = Sleeper::start();
    let playing = play_one(&run, 0, &game, &pacing, &mut rng);
    let _ = tokio::time::timeout(seconds, playing).await; // most games are longer
    let late = sleeper.end();
    sleep(Duration::from_secs(1)).await;
    let watching = tasks.len();
    while tasks.try_join_next().is_some() {}
    let left = tasks.len();
    run.stop.send_replace(true);
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let mut figures = Figures::default();
    figures.note("spectators", size.watchers as f64, "");
    figures.at_most("spectators lost", (watching - left) as f64, "", 0.0);
    {
        let seen = run.seen();
        figures.note("moves", seen.acknowledged.count() as f64, "");
        let share = seen.at_watchers.count() as f64
            / (seen.acknowledged.count().max(1) * size.watchers as u64) as f64;
        figures.at_least("share of moves received by each spectator", share, "", 0.98);
        (seen.at_watchers).report(
            &mut figures,
            "sending to receipt by spectators",
            Some(size.p99_ms),
        );
        (seen.at_the_opponent).report(&mut figures, "sending to receipt by the opponent", None);
        late.report(&mut figures, "wake-up delay of an idle thread", None);
    }
    report_common(&mut figures, &servers, Some(&run))?;
    Ok(figures)
}

async fn watch(run: &RunState, pacing: &Pacing, number: usize, seat: &str) -> anyhow::Result<()> {
    // The first addresses are those of the players.
    let from = client_address(number + 2);
    let mut socket = LiveConnection::open(from, run.places.address(number)).await?;
    let hello = ClientFrame::Hello {
        seat: seat.to_owned(),
        have: 0,
    };
    socket.say(&hello).await?;
    loop {
        let text = socket.next().await?;
        let now = Instant::now();
        if let Some(ServerFrame::Event { event, .. }) = ServerFrame::from_json(&text)?
            && let Some(sent) = pacing.when(event.number)
        {
            let mut seen = run.seen();
            if seen.measures {
                seen.at_watchers.record(now - sent);
            }
        }
    }
}
