//! Measures the size of trees, and the time to read, edit, merge and write them. It makes trees of
//! 25,000, 50,000 and 100,000 nodes from random games with the same start. Every move has a clock;
//! some have comments, signs and marks.
//!
//! ```text
//! cargo run --release -p damier-notation --example tree_size [NODES]
//! ```
//!
//! If a number of nodes is given, only a tree of this size is made.
#![expect(clippy::cast_precision_loss, reason = "rates need no exact counts")]
#![expect(clippy::print_stdout, reason = "the example prints its results")]
#![expect(clippy::disallowed_methods, reason = "the example measures time")]

use std::time::Instant;

use damier_notation::GameTree;
use damier_notation::pdn::Reader;
use damier_notation::tree::{EditError, NodeId};
use damier_rules::{Position, Variant};

const GAME: Variant = Variant::INTERNATIONAL;

/// The number of plies in one line.
const PLIES: usize = 80;

/// The memory of several copies of a tree is measured together, so that space freed by one copy is
/// not counted as its own.
const COPIES: usize = 10;

fn main() -> Result<(), EditError> {
    let sizes: Vec<usize> = match std::env::args().nth(1).map(|size| size.parse()) {
        Some(Ok(size)) => vec![size],
        _ => vec![25_000, 50_000, 100_000],
    };
    for size in sizes {
        measured(size)?;
    }
    Ok(())
}

fn measured(size: usize) -> Result<(), EditError> {
    let text = grown(size)?.write_pdn();
    let clock = Instant::now();
    let tree = read(&text);
    let reading = clock.elapsed();
    let before = resident();
    let copies = vec![tree.clone(); COPIES];
    let held = resident().zip(before);
    let held = held.map(|(after, before)| (after - before) / COPIES as u64);
    drop(copies);

    let clock = Instant::now();
    let written = tree.write_pdn();
    let writing = clock.elapsed();
    assert_eq!(written, text);

    let mut edited = tree.clone();
    let clock = Instant::now();
    let mut undo = Vec::new();
    let nodes: Vec<NodeId> = edited.nodes().skip(1).step_by(10).collect();
    for &id in &nodes {
        let edit = edited.edit_comment(id, "edited")?;
        undo.push(edited.apply(&edit)?);
    }
    for edit in undo.iter().rev() {
        edited.apply(edit)?;
    }
    let editing = clock.elapsed();
    assert!(edited == tree, "an undo is exact");

    let clock = Instant::now();
    edited.merge(&tree).map_err(|_| EditError::NoSuchNode)?;
    let merging = clock.elapsed();
    assert!(edited == tree, "merged with itself");

    let held = held.map_or("?".to_owned(), |kib| format!("{:.1}", kib as f64 / 1024.0));
    println!(
        "{} nodes, {:.1} MB of text; {held} MiB of memory; read {:.2} s, written {:.2} s, \
         {} edits and their undoing {:.2} s, merged {:.2} s",
        tree.len(),
        text.len() as f64 / 1e6,
        reading.as_secs_f64(),
        writing.as_secs_f64(),
        nodes.len(),
        editing.as_secs_f64(),
        merging.as_secs_f64(),
    );
    Ok(())
}

fn read(text: &str) -> GameTree {
    let parsed = Reader::new(text.as_bytes()).next();
    let parsed = parsed.and_then(Result::ok).expect("a game in memory");
    assert_eq!(parsed.faults, []);
    let read = GameTree::from_pdn(&parsed, GAME).expect("a game that is known");
    assert_eq!(read.faults, []);
    read.tree
}

/// A tree with this many nodes. Each line of random moves begins at a node of an earlier line.
fn grown(size: usize) -> Result<GameTree, EditError> {
    let mut dice = fastrand::Rng::with_seed(2026);
    let mut tree = GameTree::new(Position::start(GAME));
    let mut nodes = vec![NodeId::ROOT];
    while tree.len() < size {
        let mut at = nodes[dice.usize(..nodes.len())];
        let Some(mut position) = tree.position(at) else {
            continue;
        };
        while tree.len() < size && tree.depth(at) < PLIES {
            let moves = position.legal_moves();
            let Some(next) = moves.get(dice.usize(..moves.len().max(1))) else {
                break;
            };
            position = position.play(next).map_err(|_| EditError::NoSuchNode)?;
            let known = tree.len();
            at = tree.add_move(at, next)?;
            if tree.len() == known {
                continue;
            }
            nodes.push(at);
            let seconds = dice.u32(..5400);
            let mut comment = format!(
                "[%clk {}:{:02}:{:02}]",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60
            );
            if dice.u8(..5) == 0 {
                comment.push_str(" a comment of some words, as annotators write them");
            }
            if dice.u8(..20) == 0 {
                comment.push_str(" [%cal G3228,R1923] [%eval 0.35]");
            }
            let edit = tree.edit_comment(at, &comment)?;
            tree.apply(&edit)?;
        }
    }
    Ok(tree)
}

/// The memory that this process uses, in KiB, where the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
