//! The ladder of levels: every level plays two hundred games against the next lower level.
//!
//! `cargo run --release -p damier-engine --example ladder -- [PAIRS] [RESULTS]`
//!
//! Each pair of games starts from a random opening of four to six plies with equal men and nothing
//! to capture, and is played with both colours. Every level plays at its own node budget, so that
//! the result does not depend on the machine. Each result is appended to RESULTS as soon as the
//! game ends (`ladder.csv` by default); games whose result is already in the file are not played
//! again. At the end the program prints the table.

#![allow(clippy::print_stdout, reason = "a command-line program")]

#[path = "shared/referee.rs"]
#[allow(dead_code, reason = "this example uses a part of the referee")]
mod referee;

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_engine::{Level, Limits};
use damier_rules::Side;

use referee::{Player, opening, play};

/// The number of threads that play games.
const THREADS: usize = 2;

/// Size of each player's transposition table, in megabytes.
const HASH_MB: usize = 8;

/// The most nodes for one move. In play only the strongest level has more; it is limited here so
/// that two hundred games take minutes.
const MOST_NODES: u64 = 300_000;

/// Which game of the ladder: the higher level, the opening, and whether the higher one has White.
type Place = (u8, u64, bool);

/// Half points of the higher level: 2, 1 or 0.
type Results = BTreeMap<Place, u32>;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let pairs: u64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let path = arguments.next().unwrap_or_else(|| "ladder.csv".to_owned());
    let known = read(&fs::read_to_string(&path).unwrap_or_default());
    let places: Vec<Place> = (2..=10)
        .flat_map(|higher| (0..pairs).map(move |index| (higher, index)))
        .flat_map(|(higher, index)| [true, false].map(|white| (higher, index, white)))
        .filter(|place| !known.contains_key(place))
        .collect();
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&path)?);
    let results = Mutex::new(known);
    let next = AtomicUsize::new(0);
    let work = || -> io::Result<()> {
        while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
            let points = game(*place);
            let (higher, index, white) = place;
            let mut file = file.lock().map_err(|_| io::Error::other("a game failed"))?;
            writeln!(file, "{higher},{index},{white},{points}")?;
            drop(file);
            if let Ok(mut results) = results.lock() {
                results.insert(*place, points);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("a game failed")))
        })
    })?;
    if let Ok(results) = results.into_inner() {
        print(&results);
    }
    Ok(())
}

fn read(text: &str) -> Results {
    let line = |line: &str| {
        let mut fields = line.split(',');
        let higher = fields.next()?.parse().ok()?;
        let index = fields.next()?.parse().ok()?;
        let white = fields.next()?.parse().ok()?;
        Some(((higher, index, white), fields.next()?.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

fn game((higher, index, white): Place) -> u32 {
    let (Some(high), Some(low)) = (Level::new(higher), Level::new(higher - 1)) else {
        return 1;
    };
    let seed = index * 1_000 + u64::from(higher) * 10 + u64::from(white);
    let player = |level, salt| {
        let limits = Limits::level(level, seed * 2 + salt);
        Player::new(
            HASH_MB,
            Limits {
                nodes: Some(MOST_NODES),
                ..limits
            },
        )
    };
    let higher_side = if white { Side::White } else { Side::Black };
    let (mut one, mut two) = (player(high, 0), player(low, 1));
    let end = match higher_side {
        Side::White => play(opening(index), &mut one, &mut two),
        Side::Black => play(opening(index), &mut two, &mut one),
    };
    match end.winner {
        None => 1,
        Some(winner) if winner == higher_side => 2,
        Some(_) => 0,
    }
}

fn print(results: &Results) {
    println!("| level | nodes a move | against | nodes a move | won | drawn | lost | score |");
    println!("|---|---|---|---|---|---|---|---|");
    for (low, high) in Level::all().zip(Level::all().skip(1)) {
        let points: Vec<u32> = results
            .iter()
            .filter(|((higher, ..), _)| *higher == high.number())
            .map(|(_, points)| *points)
            .collect();
        let count = |wanted: u32| points.iter().filter(|&points| *points == wanted).count();
        let half_points: u32 = points.iter().sum();
        let score = 50.0 * f64::from(half_points) / f64::from(points.len().max(1) as u32);
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {score:.1} % |",
            high.number(),
            high.nodes().min(MOST_NODES),
            low.number(),
            low.nodes().min(MOST_NODES),
            count(2),
            count(1),
            count(0),
        );
    }
}
