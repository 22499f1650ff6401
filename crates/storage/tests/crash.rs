//! A program is killed while it writes: everything that it has acknowledged is there, and the file
//! is undamaged. The test starts itself again as the program to be killed.

mod common;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::{ME, game, open, scratch, stored};
use damier_club::library::{GameId, GameLibrary};
use damier_storage::Location;

/// The environment variable that turns the process into the child and gives it the path of the
/// database.
const DATABASE: &str = "DAMIER_TEST_CRASH_DATABASE";

/// The child: several tasks write versions of many games without end, and print each version when
/// it is kept.
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
                let kept = stored(library.store(&ME, &wanted, 1).await.unwrap());
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
async fn what_was_acknowledged_survives_a_kill() {
    let (_folder, location) = scratch();
    let mut acknowledged: HashMap<GameId, u32> = HashMap::new();
    for round in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--nocapture"])
            .env(DATABASE, location.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut seen = 0;
        while let Some(line) = lines.next().transpose().unwrap() {
            seen += note(&line, &mut acknowledged);
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
            // One more version may have been kept before its acknowledgement was printed.
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

/// Notes an acknowledgement. The test harness of the child prints other lines too, and may print in
/// front of ours.
fn note(line: &str, acknowledged: &mut HashMap<GameId, u32>) -> usize {
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
