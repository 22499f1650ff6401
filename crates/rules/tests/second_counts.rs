//! The counts of `perft/games.csv` once more, by the naive generator of these tests, and that every
//! game of the family has some. For a game without counts, the failure prints the rows to add.

mod common;

use std::fmt::Write as _;

use common::naive::Board;
use common::{in_every_reading, position, rows};
use damier_rules::{Position, Variant};

const GAMES: &str = include_str!("perft/games.csv");
const INTERNATIONAL: &str = include_str!("perft/international.csv");

/// Counts up to this size are tested in every run, larger ones only in the long run.
const SHORT: u64 = 50_000;

/// The naive generator is some hundred times slower than the other.
const LONG: u64 = 1_000_000;

fn compare(variant: Variant, chosen: impl Fn(u64) -> bool) {
    for row in rows(GAMES).chain(rows(INTERNATIONAL)) {
        let [id, fen, depth, nodes, convention, _] = row[..] else {
            panic!("six fields in {row:?}");
        };
        let nodes: u64 = nodes.parse().unwrap();
        if id != variant.id() || !chosen(nodes) {
            continue;
        }
        let board = Board::of(&position(variant, fen));
        let found = board.perft(depth.parse().unwrap(), convention == "sequences");
        assert_eq!(found, Some(nodes), "{id} {fen} depth {depth}");
    }
}

#[test]
fn a_second_generator_counts_the_same() {
    in_every_reading(|variant| compare(variant, |nodes| nodes <= SHORT));
}

#[test]
#[ignore = "long: up to a million lines of play by a slow generator for each count"]
fn a_second_generator_counts_the_same_deep() {
    in_every_reading(|variant| compare(variant, |nodes| (SHORT + 1..=LONG).contains(&nodes)));
}

#[test]
fn every_game_has_counts() {
    let mut missing = String::new();
    for &variant in Variant::ALL {
        let mut known = rows(GAMES).chain(rows(INTERNATIONAL));
        if known.any(|row| row[0] == variant.id() && row[1] == "start") {
            continue;
        }
        let board = Board::of(&Position::start(variant));
        for depth in 1.. {
            let nodes = board.perft(depth, false).expect("few ways at the start");
            writeln!(missing, "{variant};start;{depth};{nodes};sets;SOURCE").expect("a string");
            if nodes > SHORT {
                break;
            }
        }
    }
    assert!(
        missing.is_empty(),
        "perft/games.csv lacks counts. The naive generator gives:\n{missing}"
    );
}
