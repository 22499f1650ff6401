//! Principal variation search with an explicit stack.
//!
//! Three steps make the search. [`ask`](Search::ask) takes a position and either returns its value
//! at once (a draw, a table value, a leaf) or pushes a node on the stack.
//! [`advance`](Search::advance) continues the node on top: it starts the next move, or before the
//! first move the shallow search of ProbCut. [`receive`](Search::receive) takes the value of a
//! child: it searches again with a wider window, keeps the better move, or closes the node and
//! returns its value to the parent.

use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::Goal;
use damier_rules::{DrawCounts, Huff, Pieces, RawMove, Rulebook, hash};

use super::Search;
use super::quiescence::QuiescenceLimits;
use crate::evaluation::Evaluation;
use crate::parameters::{
    FADES_FROM, FADING, LMR_DEPTH, LMR_FROM, LMR_PV_FROM, LMR_TWO_PLIES_FROM, MAX_PLY,
    PROBCUT_DEPTH, PROBCUT_DEPTH_TENTHS, PROBCUT_MARGIN, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN,
};
use crate::score::{INFINITE, Value, is_ordinary};
use crate::table::{Bound, Entry, HashMove};

/// A node to be searched: position, depth and window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<B> {
    pub(super) pieces: Pieces<B>,
    pub(super) key: u64,
    pub(super) counts: DrawCounts,
    /// Plies from the root.
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    /// Whether this is inside the shallow search of ProbCut, where no further ProbCut is tried.
    pub(super) inside_probcut: bool,
}

/// The pending result of the node on top of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// Nothing is pending.
    Nothing,
    /// ProbCut: whether a shallow search of this position exceeds beta by a margin.
    ProbCut,
    /// The null-window search of a move, perhaps reduced.
    Scout { reduced: bool },
    /// The search of a move with the full window.
    Value,
}

/// An open node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<B> {
    task: Task<B>,
    /// The original alpha, to tell exact values from bounds.
    first_alpha: Value,
    hash_move: HashMove,
    /// Where its moves begin in the list; `None` until they are generated.
    moves: Option<usize>,
    move_count: usize,
    /// How many moves were started. The last of them is being searched.
    begun: usize,
    best: Value,
    best_move: Option<RawMove<B>>,
    asked: Asked,
}

impl<B: Bits> Frame<B> {
    fn new(task: Task<B>, hash_move: HashMove) -> Frame<B> {
        Frame {
            task,
            first_alpha: task.alpha,
            hash_move,
            moves: None,
            move_count: 0,
            begun: 0,
            best: -INFINITE,
            best_move: None,
            asked: Asked::Nothing,
        }
    }

    /// Whether this is a PV node, with more than a null window.
    fn is_pv(&self) -> bool {
        self.task.beta - self.first_alpha > 1
    }
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// Starts a search with these root moves in this order. A search in progress is dropped.
    pub(crate) fn begin(
        &mut self,
        depth: i32,
        alpha: Value,
        beta: Value,
        moves: &[RawMove<R::Bits>],
    ) {
        self.frames.clear();
        self.list.clear();
        self.ranks.clear();
        self.returned = None;
        self.lines[0].clear();
        let key = hash(&self.root.pieces);
        self.keys[self.root.past.len()] = key;
        let task = Task {
            pieces: self.root.pieces,
            key,
            counts: self.root.counts,
            ply: 0,
            depth,
            alpha,
            beta,
            inside_probcut: true,
        };
        let mut frame = Frame::new(task, HashMove::NONE);
        frame.moves = Some(0);
        frame.move_count = moves.len();
        self.list.extend_from_slice(moves);
        self.ranks.extend((0..moves.len() as i32).rev());
        self.frames.push(frame);
        self.nodes += 1;
    }

    /// Searches until the value is known and returns it; returns `None` once this many nodes have
    /// been visited in total.
    pub(crate) fn run(&mut self, until: u64) -> Option<Value> {
        loop {
            if self.frames.is_empty() {
                return self.returned;
            }
            if self.nodes >= until {
                return None;
            }
            match self.returned.take() {
                Some(value) => self.receive(value),
                None => self.advance(),
            }
        }
    }

    /// The principal variation so far, if some move was better than alpha.
    pub(crate) fn root_line(&self) -> &[RawMove<R::Bits>] {
        &self.lines[0]
    }

    /// The value of that line, while the search is in progress.
    pub(crate) fn root_best(&self) -> Option<Value> {
        self.frames
            .first()
            .filter(|root| root.best > root.first_alpha)
            .map(|root| root.best)
    }

    /// Whether the root's first move is still being searched, so that this iteration has no result
    /// yet.
    pub(crate) fn root_is_at_first(&self) -> bool {
        self.frames.first().is_some_and(|root| root.begun <= 1)
    }

    /// A root move that failed high in its null-window search and is being searched for its exact
    /// value, with the bound that it exceeded.
    pub(crate) fn root_fail_high(&self) -> Option<(Value, RawMove<R::Bits>)> {
        let root = self.frames.first()?;
        // The first move is searched for its exact value at once, all others only after they fail
        // high. If nothing is on the stack above the root, the value is already known.
        let latest = root.moves? + root.begun.checked_sub(1)?;
        let failed_high = root.asked == Asked::Value && root.begun > 1 && self.frames.len() > 1;
        failed_high.then(|| (root.task.alpha, self.list[latest]))
    }

    /// Returns a value at once, or pushes a node.
    fn ask(&mut self, mut task: Task<R::Bits>) -> Option<Value> {
        let ply = task.ply;
        self.lines[ply].clear();
        let (least, most) = self.value_bounds(ply);
        task.alpha = task.alpha.max(least);
        task.beta = task.beta.min(most);
        if task.alpha >= task.beta {
            self.nodes += 1;
            return Some(task.alpha);
        }
        if let Some(value) = self.drawn_or_lost(&task) {
            self.nodes += 1;
            return Some(value);
        }
        if task.depth > 0
            && let Some(value) = self.certain_if_quiet(&task.pieces, ply)
        {
            self.nodes += 1;
            return Some(value);
        }
        if task.depth <= 0 || ply >= MAX_PLY {
            return Some(self.leaf(&task));
        }
        self.nodes += 1;
        if let Some(value) = self.reverse_futility(&task) {
            return Some(value);
        }
        let hash_move = match self.probed(&task) {
            Ok(value) => return Some(value),
            Err(hash_move) => hash_move,
        };
        self.frames.push(Frame::new(task, hash_move));
        None
    }

    /// The value of a leaf. It fades with the number of plies without progress, so that the better
    /// side does not play on forever in a game that only repetition can end.
    fn leaf(&mut self, task: &Task<R::Bits>) -> Value {
        let fading = fading(&task.counts);
        if fading == 0 {
            let (alpha, beta) = (task.alpha, task.beta);
            if !self.shortcuts.table {
                return self.quiescence(
                    &task.pieces,
                    alpha,
                    beta,
                    task.ply,
                    QuiescenceLimits::AT_LEAF,
                );
            }
            if let Some(value) = self.quiescence_cache.probe(task.key, alpha, beta) {
                self.nodes += 1;
                return value;
            }
            let value = self.quiescence(
                &task.pieces,
                alpha,
                beta,
                task.ply,
                QuiescenceLimits::AT_LEAF,
            );
            self.quiescence_cache.store(task.key, alpha, beta, value);
            return value;
        }
        let open = (-INFINITE, INFINITE);
        let value = self.quiescence(
            &task.pieces,
            open.0,
            open.1,
            task.ply,
            QuiescenceLimits::AT_LEAF,
        );
        if is_ordinary(value) {
            value * (FADING - fading) / FADING
        } else {
            value
        }
    }

    /// Reverse futility pruning: neither side can capture, and the evaluation is so far above beta
    /// that a few plies will not bring it down. Not used where the evaluation is unreliable: in
    /// games whose goal is to lose, where capturing is optional, and near a draw by counting.
    fn reverse_futility(&self, task: &Task<R::Bits>) -> Option<Value> {
        let fits = self.shortcuts.pruning
            && self.compulsory
            && self.goal != Goal::GiveAway
            && task.depth <= REVERSE_FUTILITY_DEPTH
            && task.beta - task.alpha == 1
            && is_ordinary(task.beta)
            && fading(&task.counts) == 0;
        let pieces = &task.pieces;
        if !fits || self.rules.can_capture(pieces) || self.rules.can_capture(&pieces.passed()) {
            return None;
        }
        let least = self.static_eval(pieces) - REVERSE_FUTILITY_MARGIN * task.depth;
        (least >= task.beta && is_ordinary(least)).then_some(least)
    }

    /// Continues the node on top.
    fn advance(&mut self) {
        let Some(top) = self.frames.last() else {
            return;
        };
        if top.asked == Asked::Nothing && self.may_probcut(top) {
            self.probcut();
        } else if top.moves.is_none() && !self.make_moves() {
            self.close_stuck();
        } else {
            self.try_next();
        }
    }

    /// Closes the node on top, which has no move.
    fn close_stuck(&mut self) {
        if let Some(top) = self.frames.last() {
            let value = self.stuck(&top.task.pieces, top.task.ply);
            self.close(value, false);
        }
    }

    fn may_probcut(&self, frame: &Frame<R::Bits>) -> bool {
        let task = &frame.task;
        self.shortcuts.pruning
            && !task.inside_probcut
            && task.depth >= PROBCUT_DEPTH
            && !frame.is_pv()
            && is_ordinary(task.beta)
    }

    /// ProbCut: searches the same position to a smaller depth against a higher window. If that
    /// fails high, the full search most probably would too.
    fn probcut(&mut self) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        top.asked = Asked::ProbCut;
        let beta = top.task.beta + PROBCUT_MARGIN * top.task.depth;
        let task = Task {
            depth: top.task.depth * PROBCUT_DEPTH_TENTHS / 10,
            alpha: beta - 1,
            beta,
            inside_probcut: true,
            ..top.task
        };
        self.returned = self.ask(task);
    }

    /// Generates the moves of the node on top; `false` if there are none.
    fn make_moves(&mut self) -> bool {
        let Some(top) = self.frames.last_mut() else {
            return false;
        };
        let first = self.list.len();
        self.rules.playable(&top.task.pieces, &mut self.list);
        let (hash_move, ply) = (top.hash_move, top.task.ply);
        let ordering = &self.ordering;
        self.ranks.extend(
            self.list[first..]
                .iter()
                .map(|played| ordering.rank(played, hash_move, ply)),
        );
        top.moves = Some(first);
        top.move_count = self.list.len() - first;
        top.move_count > 0
    }

    /// Starts the next move of the node on top, or closes it after the last.
    fn try_next(&mut self) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        let Some(first) = top.moves else { return };
        if top.begun == top.move_count {
            let best = top.best;
            self.close(best, true);
            return;
        }
        let index = first + top.begun;
        let end = first + top.move_count;
        let mut earliest = index;
        for other in index + 1..end {
            if self.ranks[other] > self.ranks[earliest] {
                earliest = other;
            }
        }
        self.list.swap(index, earliest);
        self.ranks.swap(index, earliest);
        let played = self.list[index];
        let main_line = top.is_pv();
        let may_reduce = self.shortcuts.reductions
            && top.task.depth >= LMR_DEPTH
            && !played.is_capture()
            && !played.promotes
            && played.huff == Huff::NONE;
        let reduction = if may_reduce {
            reduction(main_line, top.begun)
        } else {
            0
        };
        top.begun += 1;
        let asked = if main_line && top.begun == 1 {
            Asked::Value
        } else {
            Asked::Scout {
                reduced: reduction > 0,
            }
        };
        self.try_move(&played, asked, reduction);
    }

    /// Searches a move of the node on top of the stack.
    fn try_move(&mut self, played: &RawMove<R::Bits>, asked: Asked, reduction: i32) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        top.asked = asked;
        let parent = top.task;
        // A forced move costs no depth, since there is no decision.
        let cost = i32::from(top.move_count > 1);
        let alpha = match asked {
            Asked::Scout { .. } => -parent.alpha - 1,
            _ => -parent.beta,
        };
        let pieces = self.rules.after(&parent.pieces, played);
        let counts = self
            .draws
            .after(parent.counts, &parent.pieces, played, &pieces);
        let key = self
            .rules
            .hash_after(parent.key, &parent.pieces, played, &pieces);
        let ply = parent.ply + 1;
        self.keys[self.root.past.len() + ply] = key;
        let depth = parent.depth - cost - reduction;
        if depth > 0 {
            // Near a draw by counting the position has another table key, so this prefetch is
            // wasted.
            self.table.prefetch(key ^ self.game_key);
        }
        let task = Task {
            pieces,
            key,
            counts,
            ply,
            depth,
            alpha,
            beta: -parent.alpha,
            inside_probcut: parent.inside_probcut && parent.ply > 0,
        };
        self.returned = self.ask(task).map(|value| -value);
    }

    /// Takes the value that the node on top of the stack waits for.
    fn receive(&mut self, value: Value) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        let (alpha, beta) = (top.task.alpha, top.task.beta);
        let main_line = top.is_pv();
        match top.asked {
            Asked::ProbCut => {
                let margin = PROBCUT_MARGIN * top.task.depth;
                if value >= beta + margin {
                    self.close(value - margin, false);
                }
                // Otherwise the next call of `advance` generates the moves: `asked` records that
                // ProbCut has been tried.
                return;
            }
            Asked::Scout { reduced } if value > alpha && (reduced || main_line) => {
                let again = value < beta || reduced;
                if again && let Some(played) = self.latest() {
                    self.try_move(&played, Asked::Value, 0);
                    return;
                }
            }
            _ => {}
        }
        self.take(value);
    }

    /// The last started move of the node on top of the stack.
    fn latest(&self) -> Option<RawMove<R::Bits>> {
        let top = self.frames.last()?;
        Some(self.list[top.moves? + top.begun.checked_sub(1)?])
    }

    /// Takes the value of a move of the node on top of the stack.
    fn take(&mut self, value: Value) {
        let Some(played) = self.latest() else { return };
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        if value <= top.best {
            return;
        }
        top.best = value;
        if value <= top.task.alpha {
            return;
        }
        top.best_move = Some(played);
        top.task.alpha = value;
        if top.is_pv() {
            let ply = top.task.ply;
            let (here, below) = self.lines.split_at_mut(ply + 1);
            here[ply].clear();
            here[ply].push(played);
            here[ply].extend_from_slice(&below[0]);
        }
        if value >= top.task.beta {
            self.close(value, true);
        }
    }

    /// Closes the node on top and returns its value to the parent.
    fn close(&mut self, value: Value, remember: bool) {
        let Some(closed) = self.frames.pop() else {
            return;
        };
        let task = &closed.task;
        if let Some(first) = closed.moves {
            if let Some(best) = closed.best_move {
                let tried_before = &self.list[first..first + closed.begun - 1];
                self.ordering.update(&best, tried_before, task.ply);
            }
            self.list.truncate(first);
            self.ranks.truncate(first);
        }
        if remember && self.shortcuts.table && task.ply > 0 {
            let bound = if value >= task.beta {
                Bound::AtLeast
            } else if value > closed.first_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let hash_move = closed
                .best_move
                .as_ref()
                .map_or(HashMove::NONE, HashMove::of);
            let memory = Entry::new(value, task.ply, task.depth, bound, hash_move);
            self.table.store(self.table_key(task), memory);
        }
        let same_position = self
            .frames
            .last()
            .is_some_and(|below| below.asked == Asked::ProbCut);
        let at_root = self.frames.is_empty();
        self.returned = Some(if same_position || at_root {
            value
        } else {
            -value
        });
    }
}

/// How much of its value a position has lost to plies without progress, in units of 1 / [`FADING`].
pub(super) fn fading(counts: &DrawCounts) -> Value {
    let beyond = counts.reversible_plies().saturating_sub(FADES_FROM);
    Value::from(beyond).min(FADING)
}

/// Late move reduction: by how many plies the depth of a late quiet move is reduced.
fn reduction(main_line: bool, begun: usize) -> i32 {
    if main_line {
        i32::from(begun >= LMR_PV_FROM)
    } else {
        i32::from(begun >= LMR_FROM) + i32::from(begun >= LMR_TWO_PLIES_FROM)
    }
}
