//! Measures how fast games are read and played. It reads each file named on the command line, plays
//! every game by the rules, and prints the number of games per minute. Without a file it makes its
//! own: random legal games, the same ones in every run.
//!
//! ```text
//! cargo run --release -p damier-notation --example pdn_speed [FILE...]
//! ```
#![expect(clippy::cast_precision_loss, reason = "rates need no exact counts")]
#![expect(clippy::print_stdout, reason = "the example prints its results")]
#![expect(clippy::disallowed_methods, reason = "the example measures time")]

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::time::Instant;

use damier_notation::pdn::{Game, Reader, Summary, replay, write};
use damier_rules::{Position, Variant};

const GAME: Variant = Variant::INTERNATIONAL;

/// How many games, and how many plies each, if no file is named.
const GAMES: usize = 20_000;
const PLIES: usize = 60;

fn main() -> io::Result<()> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let text = generated();
        println!(
            "{GAMES} games of {PLIES} plies, {:.1} MB",
            text.len() as f64 / 1e6
        );
        for _ in 0..5 {
            measured("generated", text.as_bytes())?;
        }
    }
    for file in &files {
        measured(file, BufReader::new(File::open(file)?))?;
    }
    Ok(())
}

fn measured(name: &str, input: impl BufRead) -> io::Result<()> {
    let start = Instant::now();
    let mut summary = Summary::default();
    for parsed in Reader::new(input) {
        let parsed = parsed?;
        let replayed = replay(&parsed, GAME);
        for fault in parsed
            .faults
            .iter()
            .chain(replayed.iter().flat_map(|r| &r.faults))
        {
            println!("{name}:{fault}");
        }
        summary.add(&parsed, &replayed);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {} games, {} complete, {} plies, {} errors, {} notes; {:.3} s, {:.0} games a minute, {:.0} plies/s",
        summary.games,
        summary.complete,
        summary.plies,
        summary.errors,
        summary.notes,
        seconds,
        summary.games as f64 / seconds * 60.0,
        summary.plies as f64 / seconds,
    );
    Ok(())
}

/// Random games as the text of a file.
fn generated() -> String {
    let mut dice = Dice(2026);
    let mut text = String::new();
    for _ in 0..GAMES {
        let start = Position::start(GAME);
        let (mut position, mut moves) = (start, Vec::with_capacity(PLIES));
        while moves.len() < PLIES {
            let legal = position.legal_moves();
            let Some(played) = dice.choose(&legal) else {
                break;
            };
            let Ok(next) = position.play(played) else {
                break;
            };
            moves.push(*played);
            position = next;
        }
        if let Ok(mut game) = Game::of_moves(&start, &moves) {
            game.set_tag("Event", "Random moves");
            text.push_str(&write(&game));
            text.push('\n');
        }
    }
    text
}

/// SplitMix64, which gives the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        from.get((z % from.len().max(1) as u64) as usize)
    }
}
