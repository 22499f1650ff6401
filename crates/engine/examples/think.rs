//! Searches the start position, or one of the bench positions (numbered from 1), and prints the
//! lines that it finds, to inspect the engine by hand.
//!
//! `cargo run --release -p damier-engine --example think -- [SECONDS] [GAME]`

#![allow(clippy::print_stdout, reason = "a command-line program")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_engine::{Engine, Limits, Progress, bench};
use damier_rules::{DrawSettings, Game, Position, Variant};

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
    let Some(game) = game(index) else {
        return;
    };
    println!("{:?}", game.position());
    #[expect(clippy::disallowed_methods, reason = "this program reads the clock")]
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
            "{:3} {:?} {:12} nodes {:6} ms {:4} x 10,000/s  {}",
            progress.depth,
            line.score,
            progress.nodes,
            progress.elapsed_ms,
            progress.nodes_per_second() / 10_000,
            moves.join(" ")
        );
    };
    let limits = Limits::time_ms(1000 * seconds);
    Engine::new(64).analyse(&game, &limits, &clock, &AtomicBool::new(false), tell);
}

fn game(index: usize) -> Option<Game> {
    match index.checked_sub(1) {
        None => Some(Game::new(
            Position::start(Variant::INTERNATIONAL),
            DrawSettings::default(),
        )),
        Some(index) => bench::games().nth(index),
    }
}
