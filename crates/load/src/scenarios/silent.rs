//! Clients that request the whole game repeatedly and never read: their memory in the server.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use damier_wire::live::ClientFrame;
use damier_wire::seats::NewSeat;
use tokio::time::{Instant, sleep, timeout};

use super::{Common, report_common};
use crate::client::{LiveConnection, client_address, post};
use crate::figures::Figures;
use crate::nodes::ServerGroup;
use crate::player::Pacing;
use crate::player_pair::{begin, play_one, secret};
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct SilentNode {
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
pub async fn run(common: &Common, size: &SilentNode) -> anyhow::Result<Figures> {
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let pace = Duration::from_millis(166);
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
    let pacing = Pacing::from(Instant::now());
    let playing = play_one(&run, 0, &game, &pacing, &mut rng);
    let _ = timeout(Duration::from_secs(size.played), playing).await; // the game may end first
    let length = run.seen().ledger.count();
    let memory = || -> anyhow::Result<u64> {
        let servers = servers
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers
            .iter()
            .map(crate::process::ServerProcess::memory_kib)
            .sum()
    };
    let before = memory()?;
    let hello = ClientFrame::Hello {
        seat: watching.clone(),
        have: 0,
    };
    let mut sockets = Vec::new();
    for number in 0..size.readers {
        let mut socket =
            LiveConnection::open_with_small_buffer(client_address(number + 2), to).await?;
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
    figures.note("clients that never read", size.readers as f64, "");
    figures.note("acts in their game", length as f64, "");
    figures.note("memory before", before as f64 / 1024.0, "MiB");
    let cost = most.saturating_sub(before) as f64 / 1024.0;
    figures.at_most("peak memory of all of them", cost, "MiB", size.most_mib);
    let now = memory()?.saturating_sub(before) as f64 / 1024.0;
    figures.note("final memory of all of them", now, "MiB");
    report_common(&mut figures, &servers, Some(&run))?;
    drop(sockets);
    Ok(figures)
}
