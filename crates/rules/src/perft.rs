//! Perft: the number of lines of play to a given depth. It is used to check a move generator and to
//! measure its speed.
//!
//! The count depends on the position alone, not on repetition or draw counts. It uses no
//! transposition table, and the moves of the last ply are counted without being listed.
//!
//! ```
//! use damier_rules::{Position, Variant, perft::perft};
//! assert_eq!(perft(&Position::start(Variant::INTERNATIONAL), 4), 4265);
//! ```

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::pieces::{Pieces, RawMove};
use crate::position::{to_door, with_rulebook};
use crate::rules::Rulebook;
use crate::{Move, Position};

/// The work is divided into at least this many parts, if it has so many, before threads share it.
const PARTS: usize = 500;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// Captures of the same pieces with the same start and end are one move, as the rules say.
    #[default]
    Sets,
    /// Captures that take the same pieces in different orders are different moves, as in some
    /// published counts.
    Sequences,
}

/// A perft count: its depth, what counts as one move, and the number of threads.
///
/// ```
/// use damier_rules::perft::{Counting, Perft};
/// use damier_rules::{Position, Variant};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let count = Perft { threads: 2, ..Perft::new(5) };
/// assert_eq!(count.of(&start), 27_117);
/// assert_eq!(count.divide(&start).len(), 9); // one count for each first move
/// assert_eq!(count.counting, Counting::Sets);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The depth in plies.
    pub depth: u8,
    /// What counts as one move.
    pub counting: Counting,
    /// The number of threads that share the work. With 1, or where threads cannot be started, the
    /// calling thread does all of it.
    pub threads: usize,
}

/// The error for a count that its watcher has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the count was stopped before its end")
    }
}

impl std::error::Error for Stopped {}

/// The progress of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PerftProgress {
    /// The lines of play counted so far.
    pub nodes: u64,
    /// The number of parts of the work that are done.
    pub done: usize,
    /// The number of parts of the work in all.
    pub parts: usize,
}

/// Counts the lines of play to a depth, by captured sets, on one thread.
///
/// ```
/// use damier_rules::{Position, Variant, perft::perft};
/// assert_eq!(perft(&Position::start(Variant::RUSSIAN), 4), 1_469);
/// ```
pub fn perft(position: &Position, depth: u8) -> u64 {
    Perft::new(depth).of(position)
}

impl Perft {
    /// Prepares a count by captured sets on one thread.
    pub const fn new(depth: u8) -> Perft {
        Perft {
            depth,
            counting: Counting::Sets,
            threads: 1,
        }
    }

    /// Counts the lines of play from a position.
    pub fn of(&self, position: &Position) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let moves = self.divide(position).into_iter();
        moves.fold(0, |sum, (_, nodes)| u64::saturating_add(sum, nodes))
    }

    /// Returns the legal moves, sorted, each with the number of lines of play that begin with it.
    /// The list is empty at depth 0.
    pub fn divide(&self, position: &Position) -> Vec<(Move, u64)> {
        match self.watched(position, |_| ControlFlow::Continue(())) {
            Ok(moves) => moves,
            Err(Stopped) => unreachable!("no watcher stops it"),
        }
    }

    /// Does the same as [`Perft::divide`], and calls `watcher` after each part of the work with the
    /// progress. The watcher decides whether to continue; it may be called from any of the threads.
    ///
    /// # Errors
    /// Fails if the watcher stopped the count.
    pub fn watched(
        &self,
        position: &Position,
        watcher: impl Fn(PerftProgress) -> ControlFlow<()> + Sync,
    ) -> Result<Vec<(Move, u64)>, Stopped> {
        let Some(below_root) = self.depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        with_rulebook!(position, |rules, pieces| match self.counting {
            Counting::Sets => self.share(rules, &Sets(rules), &pieces, below_root, &watcher),
            Counting::Sequences =>
                self.share(rules, &Sequences(rules), &pieces, below_root, &watcher),
        })
    }

    /// Divides the work into parts, lets the threads do them, and adds up the counts.
    fn share<R: Rulebook, T: Tree<Bits = R::Bits>>(
        &self,
        rules: &R,
        tree: &T,
        pieces: &Pieces<R::Bits>,
        below_root: u8,
        watcher: &(impl Fn(PerftProgress) -> ControlFlow<()> + Sync),
    ) -> Result<Vec<(Move, u64)>, Stopped> {
        let mut roots = Vec::new();
        tree.moves(pieces, &mut roots);
        roots.sort_by_key(|played| to_door(rules, played));
        let (parts, depth) = cut(tree, pieces, &roots, below_root);

        let sums: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, done, nodes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let stopped = AtomicBool::new(false);
        let work = || {
            let mut lists = vec![Vec::new(); usize::from(depth)];
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let below = below(tree, &part.pieces, &mut lists);
                let count = part.weight.saturating_mul(below);
                sums[part.root].fetch_add(count, Ordering::Relaxed);
                let progress = PerftProgress {
                    nodes: nodes.fetch_add(count, Ordering::Relaxed) + count,
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    parts: parts.len(),
                };
                if watcher(progress).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(parts.len()) {
                // If no thread can be started, as in a browser, the existing threads do its share.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .is_err()
                {
                    break;
                }
            }
            work();
        });
        if stopped.into_inner() {
            return Err(Stopped);
        }
        let sums = sums.into_iter().map(AtomicU64::into_inner);
        let moves = roots.iter().map(|played| to_door(rules, played));
        Ok(moves.zip(sums).collect())
    }
}

/// A part of the work: counting the lines below one position.
#[derive(Clone, Copy)]
struct Part<B> {
    /// The root move that leads there.
    root: usize,
    /// In how many orders of capturing the moves that lead there can be made.
    weight: u64,
    pieces: Pieces<B>,
}

/// Divides the work below some root moves into parts, and returns them with the depth to which each
/// must be counted.
fn cut<T: Tree>(
    tree: &T,
    pieces: &Pieces<T::Bits>,
    roots: &[RawMove<T::Bits>],
    below_root: u8,
) -> (Vec<Part<T::Bits>>, u8) {
    let first = |(root, played)| Part {
        root,
        weight: tree.weight(pieces, played),
        pieces: tree.after(pieces, played),
    };
    let mut parts: Vec<Part<T::Bits>> = roots.iter().enumerate().map(first).collect();
    let mut depth = below_root;
    // With fewer than three plies left, a part would cost more to manage than to count.
    while depth > 3 && parts.len() < PARTS && !parts.is_empty() {
        let mut list = Vec::new();
        let mut finer = Vec::new();
        for part in &parts {
            list.clear();
            tree.moves(&part.pieces, &mut list);
            finer.extend(list.iter().map(|played| {
                Part {
                    root: part.root,
                    weight: part
                        .weight
                        .saturating_mul(tree.weight(&part.pieces, played)),
                    pieces: tree.after(&part.pieces, played),
                }
            }));
        }
        parts = finer;
        depth -= 1;
    }
    (parts, depth)
}

/// Counts the lines of play below a position, to as many plies as there are lists.
fn below<T: Tree>(tree: &T, pieces: &Pieces<T::Bits>, lists: &mut [Vec<RawMove<T::Bits>>]) -> u64 {
    match lists {
        [] => 1,
        [_] => tree.count(pieces),
        [list, _] => tree.count_two(pieces, list),
        [list, rest @ ..] => {
            list.clear();
            tree.moves(pieces, list);
            list.iter().fold(0, |sum, played| {
                let nodes = below(tree, &tree.after(pieces, played), rest);
                let nodes = tree.weight(pieces, played).saturating_mul(nodes);
                u64::saturating_add(sum, nodes)
            })
        }
    }
}

/// The tree of moves, for one way of counting.
trait Tree: Sync {
    type Bits: crate::bits::Bits;

    /// Appends the legal moves.
    fn moves(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>);

    /// Returns the position after a legal move.
    fn after(
        &self,
        pieces: &Pieces<Self::Bits>,
        played: &RawMove<Self::Bits>,
    ) -> Pieces<Self::Bits>;

    /// Returns how often a legal move counts.
    fn weight(&self, pieces: &Pieces<Self::Bits>, played: &RawMove<Self::Bits>) -> u64;

    /// Returns the sum of the weights of the legal moves.
    fn count(&self, pieces: &Pieces<Self::Bits>) -> u64;

    /// Counts the lines of play of two plies.
    fn count_two(&self, pieces: &Pieces<Self::Bits>, list: &mut Vec<RawMove<Self::Bits>>) -> u64 {
        list.clear();
        self.moves(pieces, list);
        list.iter().fold(0, |sum, played| {
            let nodes = self.count(&self.after(pieces, played));
            let nodes = self.weight(pieces, played).saturating_mul(nodes);
            u64::saturating_add(sum, nodes)
        })
    }
}

struct Sets<'r, R>(&'r R);

impl<R: Rulebook> Tree for Sets<'_, R> {
    type Bits = R::Bits;

    #[inline]
    fn moves(&self, pieces: &Pieces<R::Bits>, list: &mut Vec<RawMove<R::Bits>>) {
        self.0.moves(pieces, list);
    }

    #[inline]
    fn after(&self, pieces: &Pieces<R::Bits>, played: &RawMove<R::Bits>) -> Pieces<R::Bits> {
        self.0.after(pieces, played)
    }

    #[inline]
    fn weight(&self, _: &Pieces<R::Bits>, _: &RawMove<R::Bits>) -> u64 {
        1
    }

    #[inline]
    fn count(&self, pieces: &Pieces<R::Bits>) -> u64 {
        self.0.count(pieces)
    }

    fn count_two(&self, pieces: &Pieces<R::Bits>, list: &mut Vec<RawMove<R::Bits>>) -> u64 {
        self.0.count_two(pieces, list)
    }
}

struct Sequences<'r, R>(&'r R);

impl<R: Rulebook> Tree for Sequences<'_, R> {
    type Bits = R::Bits;

    fn moves(&self, pieces: &Pieces<R::Bits>, list: &mut Vec<RawMove<R::Bits>>) {
        self.0.moves(pieces, list);
    }

    fn after(&self, pieces: &Pieces<R::Bits>, played: &RawMove<R::Bits>) -> Pieces<R::Bits> {
        self.0.after(pieces, played)
    }

    fn weight(&self, pieces: &Pieces<R::Bits>, played: &RawMove<R::Bits>) -> u64 {
        self.0.orders(pieces, played)
    }

    fn count(&self, pieces: &Pieces<R::Bits>) -> u64 {
        if !self.0.can_capture(pieces) {
            return self.0.count(pieces);
        }
        let mut list = Vec::new();
        self.0.captures(pieces, &mut list);
        list.iter().fold(0, |sum, played| {
            u64::saturating_add(sum, self.0.orders(pieces, played))
        })
    }
}
