//! Perft: how many lines of play there are to a depth. The proof of a generator, and its speed.
//!
//! The count knows the position alone: repetition and draw counts do not enter. Nothing is
//! remembered between positions; the last ply is counted without being listed.
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

/// Into so many parts at least the work is cut before it is shared among threads, if it has as many.
const PARTS: usize = 500;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// Captures of the same pieces from the same square to the same square are one move: the rule.
    #[default]
    Sets,
    /// Captures that take their pieces in another order count apart, as some published counts do.
    Sequences,
}

/// A perft count: how deep, what counts as a move, on how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// Plies.
    pub depth: u8,
    /// What counts as one move.
    pub counting: Counting,
    /// Threads that share the work. With 1, or where threads cannot be started, the caller's own
    /// thread does it all.
    pub threads: usize,
}

/// The caller stopped the count.
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
pub struct Progress {
    /// Lines of play counted so far.
    pub nodes: u64,
    /// Parts of the work that are done.
    pub done: usize,
    /// Parts of the work in all.
    pub parts: usize,
}

/// The number of lines of play to a depth, by sets, on one thread.
pub fn perft(position: &Position, depth: u8) -> u64 {
    Perft::new(depth).of(position)
}

impl Perft {
    /// A count by sets on one thread.
    pub const fn new(depth: u8) -> Perft {
        Perft {
            depth,
            counting: Counting::Sets,
            threads: 1,
        }
    }

    /// The number of lines of play from a position.
    pub fn of(&self, position: &Position) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let moves = self.divide(position).into_iter();
        moves.fold(0, |sum, (_, nodes)| u64::saturating_add(sum, nodes))
    }

    /// Returns the legal moves, sorted, and how many lines of play begin with each. Nothing at
    /// depth 0.
    pub fn divide(&self, position: &Position) -> Vec<(Move, u64)> {
        match self.watched(position, |_| ControlFlow::Continue(())) {
            Ok(moves) => moves,
            Err(Stopped) => unreachable!("nobody stops it"),
        }
    }

    /// As [`Perft::divide`], asking after each part of the work whether to go on. The watcher is
    /// called from any of the threads.
    ///
    /// # Errors
    /// The watcher broke the count off.
    pub fn watched(
        &self,
        position: &Position,
        watcher: impl Fn(Progress) -> ControlFlow<()> + Sync,
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

    /// Cuts the work into parts, has the threads do them, and puts the counts together.
    fn share<R: Rulebook, T: Tree<Bits = R::Bits>>(
        &self,
        rules: &R,
        tree: &T,
        pieces: &Pieces<R::Bits>,
        below_root: u8,
        watcher: &(impl Fn(Progress) -> ControlFlow<()> + Sync),
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
                let progress = Progress {
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
                // Where no thread can be started, as in a browser, the others do its share.
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

/// A piece of the work: count the lines below one position.
#[derive(Clone, Copy)]
struct Part<B> {
    /// The root move that leads there.
    root: usize,
    /// In how many orders the moves that lead there can be made.
    weight: u64,
    pieces: Pieces<B>,
}

/// Cuts the work below some root moves into parts, each to be counted to the depth returned.
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
    // Below three plies a part would be smaller than the trouble with it.
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

/// The lines of play below a position, as deep as there are lists to use.
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

/// The tree of play as one of the countings sees it.
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

    /// The lines of play of two plies.
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
        let mut sum = 0;
        self.0
            .each_after(pieces, list, |after| sum += self.0.count(after));
        sum
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
