//! Clients that request the whole game repeatedly and never read: their memory in the server.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use super::{Common, tell_common};
use crate::client::{LiveConnection, home, post};
use crate::figures::Figures;
use crate::nodes::House;
use crate::player::Pacing;
use crate::stage::Stage;
use crate::table::{begin, play_one, secret};

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Silent {
    /// Number of clients that do not read
    #[arg(long, default_value_t = 200)]
    pub readers: usize,
    /// How often each requests the whole game
    #[arg(long, default_value_t = 40)]
    pub hellos: usize,
    /// Duration of play before, at six moves per second, in seconds
    #[arg(long, default_value_t = 30)]
    pub played: u64,
    /// How long the memory is observed, in seconds
    #[arg(long, default_value_t = 20)]
    pub seconds: u64,
    /// Target for the memory of all of them, in MiB
    #[arg(long, default_value_t = 20.0)]
    pub most_mib: f64,
}

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Silent) -> anyhow::Result<Figures> {
    let (house, places) = House::start(&common.program, common.database, common.nodes)?;
    let pace = Duration::from_millis(166);
    let stage = Arc::new(Stage::new(places, &common.variant, 2, pace));
    let mut dice = fastrand::Rng::with_seed(common.seed);
    let game = begin(&stage, 0, &mut dice).await;
    let game = game.ok_or_else(|| anyhow::anyhow!("the game does not begin"))?;
    let watching = secret(&mut dice);
    let to = stage.places.address(0);
    let body = json!({ "secret": watching });
    let made = post(home(0), to, "/live/watchers", &game.secrets[0], &body).await?;
    anyhow::ensure!(made.status == 200, "no seat for watchers: {made:?}");
    let pacing = Pacing::from(Instant::now());
    let playing = play_one(&stage, 0, &game, &pacing, &mut dice);
    let _ = timeout(Duration::from_secs(size.played), playing).await; // it may end before
    let length = stage.seen().ledger.count();
    let memory = || -> anyhow::Result<u64> {
        let servers = house.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers
            .iter()
            .map(crate::process::ServerProcess::memory_kib)
            .sum()
    };
    let before = memory()?;
    let hello = json!({ "frame": "hello", "seat": watching, "have": 0 });
    let mut sockets = Vec::new();
    for number in 0..size.readers {
        let mut socket = LiveConnection::open_narrow(home(number + 2), to).await?;
        for _ in 0..size.hellos {
            // A server that stopped reading blocks the send.
            if timeout(Duration::from_millis(200), socket.say(&hello))
                .await
                .is_err()
            {
                break;
            }
        }
        sockets.push(socket);
    }
    let mut most = memory()?;
    let until = Instant::now() + Duration::from_secs(size.seconds);
    while Instant::now() < until {
        sleep(Duration::from_millis(200)).await;
        most = most.max(memory()?);
    }
    let mut figures = Figures::default();
    figures.note("readers that never read", size.readers as f64, "");
    figures.note("acts in their game", length as f64, "");
    figures.note("memory before", before as f64 / 1024.0, "MiB");
    let cost = most.saturating_sub(before) as f64 / 1024.0;
    figures.at_most("memory of all of them, at most", cost, "MiB", size.most_mib);
    let now = memory()?.saturating_sub(before) as f64 / 1024.0;
    figures.note("memory of all of them, at the end", now, "MiB");
    tell_common(&mut figures, &house, Some(&stage))?;
    drop(sockets);
    Ok(figures)
}
