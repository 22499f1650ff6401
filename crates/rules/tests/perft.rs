//! Perft against published counts: `perft/international.csv` and, for the other games of the
//! family, `perft/games.csv`; one row a count.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{position, rows};
use damier_rules::perft::{Counting, Perft, Stopped, perft};
use damier_rules::{Position, Variant};

const INTERNATIONAL: &str = include_str!("perft/international.csv");
const GAMES: &str = include_str!("perft/games.csv");

/// Counts up to this size are tested in every run, larger ones only in the long run.
const SHORT: u64 = 3_000_000;

/// Compares the rows with a chosen count, and returns their number.
fn compare(table: &str, chosen: impl Fn(u64) -> bool, threads: usize) -> usize {
    let mut compared = 0;
    for row in rows(table) {
        let [variant, fen, depth, nodes, convention, source] = row[..] else {
            panic!("six fields in {row:?}");
        };
        let nodes: u64 = nodes.parse().unwrap();
        if !chosen(nodes) {
            continue;
        }
        let perft = Perft {
            depth: depth.parse().unwrap(),
            counting: match convention {
                "sets" => Counting::Sets,
                "sequences" => Counting::Sequences,
                other => panic!("no convention: {other}"),
            },
            threads,
        };
        let position = position(Variant::from_id(variant).unwrap(), fen);
        let found = perft.of(&position);
        assert_eq!(found, nodes, "{variant} {fen} depth {depth} ({source})");
        compared += 1;
    }
    compared
}

#[test]
fn published_counts() {
    assert_eq!(compare(INTERNATIONAL, |nodes| nodes <= SHORT, 1), 32);
}

#[test]
fn counts_of_the_family() {
    // `second_counts.rs` checks that each game has some.
    assert!(compare(GAMES, |nodes| nodes <= SHORT, 1) > 230);
}

#[test]
#[ignore = "long: counts up to eleven billion lines of play"]
fn published_counts_deep() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(compare(INTERNATIONAL, |nodes| nodes > SHORT, threads), 15);
}

/// Larger counts of the family are kept as data only.
const LONG: u64 = 5_000_000_000;

#[test]
#[ignore = "long: counts up to five thousand million lines of play for each game"]
fn counts_of_the_family_deep() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chosen = |nodes| (SHORT + 1..=LONG).contains(&nodes);
    assert!(compare(GAMES, chosen, threads) > 100);
}

#[test]
fn dividing_and_threads_do_not_change_the_count() {
    let start = Position::start(Variant::INTERNATIONAL);
    for depth in 0..=6 {
        let alone = Perft::new(depth);
        let moves = alone.divide(&start);
        let sum: u64 = moves.iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(moves.len(), if depth == 0 { 0 } else { 9 });
        assert_eq!(alone.of(&start), sum.max(1));
        let shared = Perft {
            threads: 3,
            ..alone
        };
        assert_eq!(shared.divide(&start), moves);
    }
}

#[test]
fn the_count_of_a_root_move_is_the_perft_after_it() {
    let start = Position::start(Variant::INTERNATIONAL);
    let moves = Perft::new(5).divide(&start);
    assert!(moves.is_sorted());
    for (played, nodes) in moves {
        assert_eq!(perft(&start.play(&played).unwrap(), 4), nodes);
    }
}

#[test]
fn a_watcher_receives_the_progress_and_can_stop_the_count() {
    let start = Position::start(Variant::INTERNATIONAL);
    let calls = AtomicUsize::new(0);
    let moves = Perft::new(7).watched(&start, |progress| {
        let calls = calls.fetch_add(1, Ordering::Relaxed) + 1;
        assert_eq!(progress.done, calls, "one thread, one call a part");
        if progress.done == progress.parts {
            assert_eq!(progress.nodes, 1_049_442);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(moves.map(|moves| moves.len()), Ok(9));
    assert!(calls.into_inner() >= 500);

    let stopped = Perft::new(7).watched(&start, |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(Stopped));
}

#[test]
fn no_lines_of_play_follow_the_end_of_a_game() {
    let blocked = position(Variant::INTERNATIONAL, "W:W46:B37,41");
    assert_eq!(perft(&blocked, 0), 1);
    assert_eq!(perft(&blocked, 1), 0);
    assert_eq!(perft(&blocked, 9), 0);
}
