//! Measures the time of a probe: `probes FOLDER [PIECES]`.
//!
//! Probes random positions of the largest number of pieces (each at another place of the tables),
//! and all positions two quiet moves after each of a few positions (as a search does). Only
//! positions without captures are probed.

#![expect(clippy::print_stdout, reason = "a command-line program")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(clippy::cast_precision_loss, reason = "rates are printed rounded")]

use std::time::Instant;

use damier_endgame::{Folder, Index, Material, Tables, Wdl};
use damier_rules::{International, Pieces, Rulebook};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = Folder::new(arguments.next().ok_or("probes FOLDER [PIECES]")?);
    let (tables, faults) = folder.tables(&International)?;
    for fault in faults {
        println!("{fault}");
    }
    let pieces = match arguments.next() {
        Some(pieces) => pieces.parse()?,
        None => tables.most_pieces(),
    };
    let random = random_positions(&tables, pieces, 1_000_000);
    let mut near = Vec::new();
    for pieces in random.iter().step_by(1000) {
        two_plies(pieces, &mut near);
    }
    for (name, positions) in [("random", &random), ("near one another", &near)] {
        for round in ["first", "second", "third"] {
            let clock = Clock::start();
            let mut wins = 0;
            for pieces in positions {
                wins += u64::from(tables.probe_quiet(pieces) == Some(Wdl::Win));
            }
            let nanoseconds = clock.nanoseconds() as f64 / positions.len() as f64;
            println!(
                "{name:>16}, {round:<6}  {} probes  {nanoseconds:6.1} ns each  {wins} wins",
                positions.len()
            );
        }
    }
    Ok(())
}

/// The processor time of this program on Linux, for busy machines; elsewhere the elapsed time.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), processor_time())
    }

    fn nanoseconds(&self) -> u64 {
        match (self.1, processor_time()) {
            (Some(before), Some(now)) => now - before,
            _ => self.0.elapsed().as_nanos() as u64,
        }
    }
}

fn processor_time() -> Option<u64> {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok()
}

/// Random positions of all materials of this many pieces, each material as often as it has numbers.
fn random_positions(tables: &Tables, pieces: u8, count: usize) -> Vec<Pieces<u64>> {
    let indices: Vec<Index> = Material::of_pieces(pieces)
        .into_iter()
        .map(|material| Index::new(tables.ground(), material))
        .collect();
    let all: u64 = indices.iter().map(Index::size).sum();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut positions = Vec::new();
    while positions.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut rank = state % all;
        for index in &indices {
            if rank < index.size() {
                let placed = index.place(rank).map(|placed| placed.pieces());
                positions.extend(placed.filter(|pieces| !International.can_capture(pieces)));
                break;
            }
            rank -= index.size();
        }
    }
    positions
}

/// All positions without captures that two quiet moves lead to.
fn two_plies(pieces: &Pieces<u64>, found: &mut Vec<Pieces<u64>>) {
    let mut list = Vec::new();
    International.moves(pieces, &mut list);
    for played in &list {
        let after = pieces.after(played);
        let mut replies = Vec::new();
        International.moves(&after, &mut replies);
        let reached = replies.iter().map(|reply| after.after(reply));
        found.extend(
            reached.filter(|pieces| pieces.own() != 0 && !International.can_capture(pieces)),
        );
    }
}
