//! Benchmarks lists of legal moves in middle games, by the compiled generator and by the one that
//! reads the table: `cargo bench -p damier-rules`.
//!
//! The positions come from plies 16 to 60 of random games in which three moves of four leave no
//! capture. The best of several rounds counts, since other load on the machine can only slow a
//! round down.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a terminal program that measures time"
)]

use std::hint::black_box;
use std::time::Instant;

use damier_rules::{AnyPieces, International, Pieces, Position, Rulebook, Variant};

const GAMES: u64 = 200;
const ROUNDS: usize = 15;

fn main() {
    let positions = middle_games();
    let pieces: u32 = positions.iter().map(|p| p.occupied().count_ones()).sum();
    let moves: u64 = positions.iter().map(|p| International.count(p)).sum();
    let captures = positions
        .iter()
        .filter(|p| International.can_capture(p))
        .count();
    let count = positions.len() as f64;
    println!(
        "{count} positions, {:.1} pieces, {:.1} moves, {:.0}% captures",
        f64::from(pieces) / count,
        moves as f64 / count,
        captures as f64 / count * 100.0
    );
    println!(
        "moves, compiled    {:8.1} ns",
        listed(&International, &positions)
    );
    let table = International::table_rules();
    println!("moves, from table  {:8.1} ns", listed(table, &positions));
    let counted = best(&positions, |pieces| International.count(pieces));
    println!("count              {counted:8.1} ns");
    let asked = best(&positions, |p| u64::from(International.can_capture(p)));
    println!("can capture        {asked:8.1} ns");
}

/// Nanoseconds per list.
fn listed(rules: &impl Rulebook<Bits = u64>, positions: &[Pieces<u64>]) -> f64 {
    let mut list = Vec::with_capacity(64);
    best(positions, |pieces| {
        list.clear();
        rules.moves(pieces, &mut list);
        list.len() as u64
    })
}

/// Nanoseconds per position in the best round.
fn best(positions: &[Pieces<u64>], mut ask: impl FnMut(&Pieces<u64>) -> u64) -> f64 {
    let round = |_| {
        let before = Instant::now();
        for pieces in positions {
            black_box(ask(black_box(pieces)));
        }
        before.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn middle_games() -> Vec<Pieces<u64>> {
    let AnyPieces::Narrow(start) = Position::start(Variant::INTERNATIONAL).raw() else {
        return Vec::new();
    };
    let mut positions = Vec::new();
    let mut dice = 1;
    for _ in 0..GAMES {
        let mut pieces = start;
        for ply in 0..60 {
            let mut moves = Vec::new();
            International.moves(&pieces, &mut moves);
            if ply >= 16 && !moves.is_empty() {
                positions.push(pieces);
            }
            let mut safe = moves.clone();
            safe.retain(|played| !International.can_capture(&pieces.after(played)));
            let among = if safe.is_empty() || throw(&mut dice).is_multiple_of(4) {
                &moves
            } else {
                &safe
            };
            let Some(played) = among.get(throw(&mut dice) as usize % among.len().max(1)) else {
                break;
            };
            pieces = pieces.after(played);
        }
    }
    positions
}

/// SplitMix64.
fn throw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) >> 1
}
