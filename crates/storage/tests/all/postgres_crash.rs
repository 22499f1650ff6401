//! PostgreSQL is killed while two nodes write many games, and started again: every acknowledged
//! event is stored, none is stored twice, and the nodes reconnect by themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use damier_people::live::{AppendOutcome, BeginOutcome, Journal};
use damier_session::CommandId;
use damier_storage::{SqlLibrary, SqlStore};

use crate::journal_contract::{entry, id, setup};
use crate::postgres_server::Server;

/// How many games are played concurrently.
const GAMES: u32 = 16;

/// How often the server is killed.
const ROUNDS: u32 = 8;

/// Plays a game until `stop` is set. Each command is retried until it is acknowledged, whatever
/// happens to the server. Returns how many events were acknowledged.
async fn play(
    journal: SqlStore,
    number: u128,
    stop: Arc<AtomicBool>,
    acknowledged: Arc<AtomicU32>,
) -> u32 {
    while !matches!(
        journal.begin(&setup(number), &[], None).await,
        Ok(BeginOutcome::Stored | BeginOutcome::Same)
    ) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for event in 1.. {
        let wanted = entry(number, event, Some(event.into()));
        loop {
            match journal.append(&wanted).await {
                Ok(AppendOutcome::Stored) => break,
                Ok(AppendOutcome::Same(stored)) => {
                    assert_eq!(stored, wanted.event);
                    break;
                }
                Ok(other) => {
                    panic!("an acknowledged event is lost, or another is stored: {other:?}")
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        acknowledged.fetch_add(1, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) {
            return event;
        }
    }
    0
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_event_is_lost_or_doubled_when_postgresql_is_killed() {
    let Some(mut server) = Server::durable() else {
        return;
    };
    let database = server.database().await;
    // Two nodes, each with its own connections.
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let library = SqlLibrary::open_postgres(&server.address(&database)).await;
        nodes.push(SqlStore::beside(&library.unwrap()));
    }
    let (stop, acknowledged) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU32::new(0)),
    );
    let games: Vec<_> = (0..GAMES)
        .map(|game| {
            let journal = nodes[game as usize % 2].clone();
            let (stop, acknowledged) = (Arc::clone(&stop), Arc::clone(&acknowledged));
            tokio::spawn(play(journal, game.into(), stop, acknowledged))
        })
        .collect();
    for round in 1..=ROUNDS {
        let before = acknowledged.load(Ordering::Relaxed);
        while acknowledged.load(Ordering::Relaxed) < before + 50 * round {
            tokio::time::sleep(Duration::from_millis(1)).await; // the test has a time limit
        }
        server = tokio::task::spawn_blocking(move || {
            server.kill_and_restart();
            server
        })
        .await
        .unwrap();
    }
    let before = acknowledged.load(Ordering::Relaxed);
    while acknowledged.load(Ordering::Relaxed) < before + 500 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut total = 0;
    for (number, game) in games.into_iter().enumerate() {
        let number = number as u128;
        let last = game.await.unwrap();
        total += last;
        // The other node reads the game.
        let other = &nodes[(number as usize + 1) % 2];
        let stored = other
            .find(id(number))
            .await
            .unwrap()
            .expect("the game was begun");
        assert_eq!(stored.version, last);
        let events = other.since(id(number), 0, u32::MAX).await.unwrap();
        assert_eq!(events.len(), last as usize);
        for (event, number) in events.iter().zip(1..) {
            let command = Some(CommandId::from_bits(u128::from(number)));
            assert_eq!((event.number, event.command), (number, command));
        }
    }
    eprintln!("{total} events acknowledged, PostgreSQL killed {ROUNDS} times");
}
