//! An attacker guesses passwords from one address while games are in progress and another client
//! signs in from the same address. Moves must stay fast, rejected sign-ins must carry
//! `Retry-After`, and the right password must sign in within seconds.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use damier_wire::accounts::Credentials;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use super::{Common, report_common, seat_tables, until_seated};
use crate::client::{Response, post};
use crate::figures::{Durations, Figures};
use crate::nodes::ServerGroup;
use crate::run_state::RunState;

/// The size of the run.
#[derive(Debug, Clone, clap::Args)]
pub struct Logins {
    /// Wrong sign-ins per second, all from one address
    #[arg(long, default_value_t = 10)]
    pub guesses: u32,
    /// Number of account names to guess
    #[arg(long, default_value_t = 50)]
    pub names: usize,
    /// Games in progress
    #[arg(long, default_value_t = 200)]
    pub games: usize,
    /// Moves per second, in all games together
    #[arg(long, default_value_t = 200.0)]
    pub rate: f64,
    /// Duration of the measurement, in seconds
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Target for p99 from sending a move to the opponent's receipt, in milliseconds
    #[arg(long, default_value_t = 50.0)]
    pub p99_ms: f64,
    /// Target for a sign-in with the right password from that address, in seconds
    #[arg(long, default_value_t = 5.0)]
    pub right_s: f64,
}

/// The address of a school, shared by its pupils.
const SCHOOL: Ipv4Addr = Ipv4Addr::new(127, 200, 1, 1);

/// How often a client signs in with the right password.
const SIGN_IN_INTERVAL: Duration = Duration::from_secs(5);

const PASSWORD: &str = "un cheval bleu sur le toit";

/// The outcomes of the guesses.
#[derive(Debug, Default)]
struct Refused {
    /// Wrong password.
    wrong: u64,
    /// Throttled, with `Retry-After`.
    later: u64,
    /// Any other response.
    otherwise: Vec<String>,
}

impl Refused {
    fn count(&mut self, answered: anyhow::Result<Response>) {
        match answered {
            Ok(answer) if answer.status == 401 => self.wrong += 1,
            Ok(answer) if matches!(answer.status, 429 | 503) && answer.retry_after_s.is_some() => {
                self.later += 1;
            }
            Ok(answer) => self.otherwise.push(format!("{answer:?}")),
            Err(error) => self.otherwise.push(format!("{error:#}")),
        }
    }
}

/// Runs the scenario.
///
/// # Errors
/// A server cannot be started or reached.
pub async fn run(common: &Common, size: &Logins) -> anyhow::Result<Figures> {
    let (servers, places) = ServerGroup::start(&common.program, common.database, common.nodes)?;
    let to = places.address(0);
    let pace = Duration::from_secs_f64(size.games as f64 / size.rate);
    let run = Arc::new(RunState::new(places, &common.variant, 2 * size.games, pace));
    let made = sign(SCHOOL, to, "/account", "Pupil", PASSWORD).await?;
    anyhow::ensure!(made.status == 201, "the account was not created: {made:?}");
    let first = Instant::now() + Duration::from_secs(2);
    let mut playing = seat_tables(&run, size.games, common.seed, first);
    until_seated(&run, 2 * size.games * 95 / 100, Duration::from_mins(5)).await?;
    sleep(Duration::from_secs(5)).await;

    run.seen().measures = true;
    let until = Instant::now() + Duration::from_secs(size.seconds);
    let (refused, right) = tokio::join!(guess(to, size, until), sign_in_repeatedly(to, until));
    run.seen().measures = false;
    run.stop.send_replace(true);
    while playing.join_next().await.is_some() {}

    let mut figures = Figures::default();
    figures.note("guesses rejected as wrong", refused.wrong as f64, "");
    figures.note("guesses throttled", refused.later as f64, "");
    figures.at_most(
        "guesses with another answer",
        refused.otherwise.len() as f64,
        "",
        0.0,
    );
    if let Some(one) = refused.otherwise.first() {
        eprintln!("one of them: {one}");
    }
    let (took, failed) = right;
    figures.at_most("right passwords rejected", failed as f64, "", 0.0);
    figures.at_most(
        "slowest sign-in with the right password",
        took.max_ms() / 1_000.0,
        "s",
        size.right_s,
    );
    let seen_at = std::mem::take(&mut run.seen().at_the_opponent);
    seen_at.report(&mut figures, "sending to receipt", Some(size.p99_ms));
    report_common(&mut figures, &servers, Some(&run))?;
    servers.stop()?;
    Ok(figures)
}

/// Guesses passwords until the end of the run.
async fn guess(to: SocketAddr, size: &Logins, until: Instant) -> Refused {
    let mut ticks = interval(Duration::from_secs(1) / size.guesses.max(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut asking = JoinSet::new();
    let mut number = 0;
    while Instant::now() < until {
        ticks.tick().await;
        number += 1;
        let name = format!("Victim{}", number % size.names.max(1));
        asking.spawn(async move { sign(SCHOOL, to, "/session", &name, "not that one").await });
    }
    let mut refused = Refused::default();
    for answered in asking.join_all().await {
        refused.count(answered);
    }
    refused
}

/// Signs in with the right password every few seconds from the same address, and retries when
/// throttled. Returns how long each sign-in took, and how many did not succeed within a minute.
async fn sign_in_repeatedly(to: SocketAddr, until: Instant) -> (Durations, u64) {
    let (mut took, mut failed) = (Durations::default(), 0);
    while Instant::now() < until {
        sleep(SIGN_IN_INTERVAL).await;
        let begun = Instant::now();
        loop {
            let wait = match sign(SCHOOL, to, "/session", "Pupil", PASSWORD).await {
                Ok(answer) if answer.status == 200 => break took.record(begun.elapsed()),
                Ok(answer) => answer.retry_after_s.unwrap_or(1),
                Err(_) => 1,
            };
            if begun.elapsed() > Duration::from_mins(1) {
                failed += 1;
                break;
            }
            sleep(Duration::from_secs(wait.min(60))).await;
        }
    }
    (took, failed)
}

async fn sign(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    name: &str,
    password: &str,
) -> anyhow::Result<Response> {
    let body = Credentials {
        name: name.to_owned(),
        password: password.to_owned(),
        device: String::new(),
    };
    post(from, to, path, "", &body).await
}
