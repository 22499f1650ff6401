//! A program is killed while it writes: everything that it has acknowledged is stored, and the file
//! is undamaged. The test program runs itself as the child that is killed.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use damier_people::library::GameLibrary;
use damier_people::live::{AppendOutcome, Journal};
use damier_session::{CommandId, GameId};
use damier_storage::{Location, SqlStore};

use crate::common::{ME, expect_stored, game, open, scratch};
use crate::journal_contract::{entry, setup};

/// The environment variable with the path of the database. It makes the process the child.
const DATABASE: &str = "DAMIER_TEST_CRASH_DATABASE";

/// The child: several tasks store versions of games without end, and print each stored version.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(path) = std::env::var(DATABASE) else {
        return;
    };
    let library = open(&Location::file(path).unwrap()).await;
    let base = std::process::id();
    let writers = (0..4_u128).map(|writer| {
        let library = library.clone();
        tokio::spawn(async move {
            let number = u128::from(base) << 8 | writer;
            for version in 1.. {
                let mut wanted = game(number, version);
                wanted.record =
                    format!(r#"{{"padding":"{}"}}"#, "x".repeat(version as usize % 5000));
                let kept = expect_stored(library.store(&ME, &wanted, 1).await.unwrap());
                let line = format!("kept {} {}\n", kept.id, kept.version);
                std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
}

#[tokio::test]
async fn every_acknowledged_game_survives_a_kill() {
    let (_folder, location) = scratch();
    let mut acknowledged: HashMap<GameId, u32> = HashMap::new();
    for round in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--nocapture"])
            .env(DATABASE, location.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut seen = 0;
        while let Some(line) = lines.next().transpose().unwrap() {
            seen += record(&line, &mut acknowledged);
            if seen == 40 + round * 37 {
                child.kill().unwrap(); // SIGKILL on Unix: no graceful shutdown
            }
        }
        assert!(
            seen >= 40 + round * 37,
            "the child stopped by itself after {seen} writes"
        );
        child.wait().unwrap();

        let library = open(&location).await;
        for (id, version) in &acknowledged {
            let kept = library
                .find(&ME, *id)
                .await
                .unwrap()
                .expect("an acknowledged game is lost");
            // One more version may have been stored before its acknowledgement was printed.
            assert!(
                (*version..=version + 1).contains(&kept.summary.version),
                "{kept:?}"
            );
        }
        library.close().await;
        let copy = location
            .path()
            .with_file_name(format!("round-{round}.sqlite"));
        damier_storage::backup(&location, &copy, false)
            .await
            .expect("the file is sound");
    }
    assert!(acknowledged.len() >= 5);
}

/// Records the acknowledgement in a line and returns how many there were. The test harness of the
/// child prints other lines too, and may print before the acknowledgement in the same line.
fn record(line: &str, acknowledged: &mut HashMap<GameId, u32>) -> usize {
    let Some(at) = line.find("kept ") else {
        return 0;
    };
    let mut words = line[at..].split(' ').skip(1);
    let (Some(id), Some(version)) = (words.next(), words.next()) else {
        return 0;
    };
    let (Ok(id), Ok(version)) = (id.parse(), version.parse()) else {
        return 0;
    };
    acknowledged.insert(id, version);
    1
}

/// The environment variable that makes the process the child that plays live games.
const LIVE_DATABASE: &str = "DAMIER_TEST_CRASH_LIVE_DATABASE";

/// The child: concurrent live games, each event printed once it is stored.
#[tokio::test(flavor = "multi_thread")]
async fn live_child() {
    let Ok(path) = std::env::var(LIVE_DATABASE) else {
        return;
    };
    let library = open(&Location::file(path).unwrap()).await;
    let journal = SqlStore::beside(&library);
    let base = std::process::id();
    let games = (0..8_u128).map(|game| {
        let journal = journal.clone();
        tokio::spawn(async move {
            let number = u128::from(base) << 8 | game;
            journal.begin(&setup(number), &[], None).await.unwrap();
            for version in 1.. {
                let entry = entry(number, version, Some(version.into()));
                assert_eq!(journal.append(&entry).await.unwrap(), AppendOutcome::Stored);
                let line = format!("kept {} {version}\n", entry.game);
                std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
            }
        })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.unwrap();
    }
}

#[tokio::test]
async fn every_acknowledged_event_survives_a_kill() {
    let (_folder, location) = scratch();
    let mut acknowledged: HashMap<GameId, u32> = HashMap::new();
    for round in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::live_child", "--nocapture"])
            .env(LIVE_DATABASE, location.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut seen = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            seen += record(&line.unwrap(), &mut acknowledged);
            if seen == 60 + round * 53 {
                child.kill().unwrap();
            }
        }
        assert!(seen >= 60 + round * 53, "the child stopped by itself");
        child.wait().unwrap();

        let library = open(&location).await;
        let journal = SqlStore::beside(&library);
        for (game, version) in &acknowledged {
            let stored = journal
                .find(*game)
                .await
                .unwrap()
                .expect("the game was begun");
            let events = journal.since(*game, 0, u32::MAX).await.unwrap();
            // One more may have been stored before its line was printed.
            assert!((*version..=version + 1).contains(&stored.version));
            assert_eq!(stored.version as usize, events.len());
            for (event, number) in events.iter().zip(1..) {
                let command = Some(CommandId::from_bits(u128::from(number)));
                assert_eq!((event.number, event.command), (number, command));
            }
        }
        drop(journal);
        library.close().await;
    }
}
