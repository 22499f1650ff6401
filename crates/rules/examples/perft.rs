//! Counts lines of play from the start of a game, depth by depth:
//! `perft DEPTH [THREADS] [sets|sequences] [VARIANT]`.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a terminal program that measures time"
)]

use std::time::Instant;

use damier_rules::perft::{Counting, Perft};
use damier_rules::{Position, Variant};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |otherwise| match words.next().map(|word| word.parse()) {
        Some(Ok(number)) => number,
        _ => otherwise,
    };
    let (deepest, threads) = (number(9), number(1));
    let counting = match words.next().as_deref() {
        Some("sequences") => Counting::Sequences,
        _ => Counting::Sets,
    };
    let variant = words.next().and_then(|id| Variant::from_id(&id));
    let start = Position::start(variant.unwrap_or(Variant::INTERNATIONAL));
    for depth in 1..=deepest {
        let perft = Perft {
            depth,
            counting,
            threads: usize::from(threads),
        };
        let before = Instant::now();
        let nodes = perft.of(&start);
        let seconds = before.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds / 1e6;
        println!("perft({depth}) = {nodes}   {seconds:.3} s   {speed:.1} Mn/s");
    }
}
