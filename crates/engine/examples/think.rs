//! Thinks about the start position, or about one of the bench's, and says what it sees: for looking
//! at the engine by hand. `cargo run --release -p damier-engine --example think -- [SECONDS] [GAME]`

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_engine::{Engine, Limits, Progress, bench};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let index: usize = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let Some(game) = bench::games().nth(index) else {
        return;
    };
    println!("{:?}", game.position());
    #[expect(clippy::disallowed_methods, reason = "this program is a door")]
    let start = Instant::now();
    let clock = || start.elapsed().as_millis() as u64;
    let tell = |progress: &Progress| {
        let Some(line) = progress.lines.first() else {
            return;
        };
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|played| format!("{}-{}", played.from, played.to))
            .collect();
        println!(
            "{:3} {:?} {:12} nodes {:6} ms {:5.2} Mn/s  {}",
            progress.depth,
            line.score,
            progress.nodes,
            progress.elapsed_ms,
            progress.nodes_per_second() as f64 / 1e6,
            moves.join(" ")
        );
    };
    let limits = Limits::time_ms(1000 * seconds);
    Engine::new(64).analyse(&game, &limits, &clock, &AtomicBool::new(false), tell);
}
