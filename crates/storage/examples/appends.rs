//! Measures how many events of live games a database stores in a second: concurrent games, one
//! event of each at a time, for a few seconds.
//!
//! ```text
//! cargo run --release -p damier-storage --example appends -- \
//!     sqlite:/tmp/appends.sqlite postgres://USER@HOST/DATABASE
//! ```

#![allow(clippy::print_stdout, reason = "the output of the program")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_people::live::{AppendOutcome, Journal, JournalEntry, LiveSetup};
use damier_session::{Act, CommandId, Event, GameId, Side};
use damier_storage::{Database, Store};

/// How long each number of games is measured.
const TIME: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    println!("| database | games at once | events a second | median | 99 of 100 within |");
    println!("|---|---:|---:|---:|---:|");
    // Ids that no earlier run has used, since they start with the time.
    let mut run = u128::from(now_us()) << 32;
    for argument in std::env::args().skip(1) {
        let database: Database = argument.parse()?;
        let store = Store::open(&database).await?;
        let kind = match database {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
        };
        for games in [1, 8, 64, 512] {
            run += 1 << 16;
            let mut times = measure(&store.live.journal, run, games).await?;
            times.sort_unstable();
            let at = |part: usize| {
                let time = times.get(times.len() * part / 100).copied();
                time.unwrap_or_default().as_secs_f64() * 1e3
            };
            let rate = times.len() as u64 / TIME.as_secs();
            println!(
                "| {kind} | {games} | {rate} | {:.1} ms | {:.1} ms |",
                at(50),
                at(99)
            );
        }
        store.close().await;
    }
    Ok(())
}

/// How long each event took that was stored within [`TIME`].
async fn measure(
    live: &Arc<dyn Journal>,
    run: u128,
    games: u128,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    for game in run..run + games {
        live.begin(&setup(game)?, &[], None).await?;
    }
    let end = now() + TIME;
    let players = (run..run + games).map(|game| {
        let live = Arc::clone(live);
        tokio::spawn(async move {
            let mut times = Vec::new();
            for number in 1.. {
                let began = now();
                let stored = live.append(&entry(game, number)).await;
                assert!(matches!(stored, Ok(AppendOutcome::Stored)), "{stored:?}");
                let ended = now();
                if ended >= end {
                    break;
                }
                times.push(ended - began);
            }
            times
        })
    });
    let mut all = Vec::new();
    for player in players.collect::<Vec<_>>() {
        all.extend(player.await?);
    }
    Ok(all)
}

fn setup(game: u128) -> Result<LiveSetup, serde_json::Error> {
    let record = serde_json::json!({
        "schema": 1,
        "variant": "international",
        "rules_version": 1,
        "settings": {
            "start": null,
            "clock": { "initial_ms": 300_000, "increment_ms": 3_000 },
            "white": { "kind": "person", "name": "Awa" },
            "black": { "kind": "person", "name": "Piet" },
            "few_pieces": "fresh",
            "seating": "apart",
        },
        "started_ms": 1_000,
        "acts": [],
        "ending": null,
    });
    Ok(LiveSetup {
        id: GameId::from_bits(game),
        record: serde_json::from_value(record)?,
    })
}

fn entry(game: u128, number: u32) -> JournalEntry {
    JournalEntry {
        game: GameId::from_bits(game),
        event: Event {
            number,
            command: Some(CommandId::from_bits(number.into())),
            act: Act::OfferDraw {
                side: Side::White,
                at_ms: 1_000 + u64::from(number),
            },
        },
        ending: None,
        deadline_ms: Some(1_000_000 + u64::from(number)),
    }
}

#[expect(clippy::disallowed_methods, reason = "the program measures durations")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "each run has ids of its own")]
fn now_us() -> u64 {
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_micros() as u64)
}
