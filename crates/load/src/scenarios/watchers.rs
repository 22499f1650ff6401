//! One game with many spectators: the delay until the last of them receives a move.

use std::sync::Arc;
use std::time::Duration;

use damier_wire::live::ServerFrame;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::{Common, tell_common};
use crate::client::{LiveConnection, home, post};
use crate::figures::Figures;
use crate::nodes::House;
use crate::player::Pacing;
use crate::process::Sleeper;
use crate::stage::Stage;
use crate::table::{begin, play_one, secret};

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
    let (house, places) = House::start(&common.program, common.database, common.nodes)?;
    let pace = Duration::from_secs_f64(1.0 / size.rate);
    let stage = Arc::new(Stage::new(places, &common.variant, 2, pace));
    let mut dice = fastrand::Rng::with_seed(common.seed);
    let game = begin(&stage, 0, &mut dice).await;
    let game = game.ok_or_else(|| anyhow::anyhow!("the game does not begin"))?;
    let watching = secret(&mut dice);
    let to = stage.places.address(0);
    let body = json!({ "secret": watching });
    let made = post(home(0), to, "/live/watchers", &game.secrets[0], &body).await?;
    anyhow::ensure!(made.status == 200, "no seat for watchers: {made:?}");
    let pacing = Arc::new(Pacing::from(Instant::now() + Duration::from_hours(1)));
    let mut tasks = JoinSet::new();
    for number in 0..size.watchers {
        let (stage, pacing, seat) = (stage.clone(), pacing.clone(), watching.clone());
        tasks.spawn(async move {
            if let Err(error) = watch(&stage, &pacing, number, &seat).await
                && !stage.is_stopping()
            {
                stage.violation(format!("watcher {number}: {error}"));
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
    stage.seen().measures = true;
    let sleeper = Sleeper::start();
    let playing = play_one(&stage, 0, &game, &pacing, &mut dice);
    let _ = tokio::time::timeout(seconds, playing).await; // most games are longer
    let late = sleeper.end();
    sleep(Duration::from_secs(1)).await;
    let watching = tasks.len();
    while tasks.try_join_next().is_some() {}
    let left = tasks.len();
    stage.stop.send_replace(true);
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    let mut figures = Figures::default();
    figures.note("watchers", size.watchers as f64, "");
    figures.at_most("watchers that were lost", (watching - left) as f64, "", 0.0);
    {
        let seen = stage.seen();
        figures.note("moves", seen.acknowledged.count() as f64, "");
        let share = seen.at_watchers.count() as f64
            / (seen.acknowledged.count().max(1) * size.watchers as u64) as f64;
        figures.at_least("part of moves seen, of each watcher", share, "", 0.98);
        (seen.at_watchers).tell(&mut figures, "sent to seen by watchers", Some(size.p99_ms));
        (seen.at_the_opponent).tell(&mut figures, "sent to seen by the opponent", None);
        late.tell(&mut figures, "a thread that only sleeps, late", None);
    }
    tell_common(&mut figures, &house, Some(&stage))?;
    Ok(figures)
}

async fn watch(stage: &Stage, pacing: &Pacing, number: usize, seat: &str) -> anyhow::Result<()> {
    // The first addresses are those of the players.
    let from = home(number + 2);
    let mut socket = LiveConnection::open(from, stage.places.address(number)).await?;
    let hello = json!({ "frame": "hello", "seat": seat, "have": 0 });
    socket.say(&hello).await?;
    loop {
        let text = socket.next().await?;
        let now = Instant::now();
        if let Some(ServerFrame::Event { event, .. }) = ServerFrame::from_json(&text)?
            && let Some(sent) = pacing.when(event.number)
        {
            let mut seen = stage.seen();
            if seen.measures {
                seen.at_watchers.record(now - sent);
            }
        }
    }
}
