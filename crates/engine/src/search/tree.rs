//! Principal variation search on a stack of its own.
//!
//! Three acts make the tree. [`ask`](Search::ask) is told a position and answers it at once (a draw,
//! a remembered value, a leaf) or puts it on the stack. [`advance`](Search::advance) asks the next
//! question of the position on top: its next move, or first ProbCut's shallow search, which may save the rest.
//! [`receive`](Search::receive) takes an answer: it asks again with a wider window, keeps the better
//! move, or closes the position, whose value then is an answer one level down.

use damier_rules::bits::Bits;
use damier_rules::variant::rule_table::Goal;
use damier_rules::{DrawCounts, Huff, Pieces, RawMove, Rulebook, hash};

use super::Search;
use super::quiescence::Unrest;
use crate::evaluation::Evaluation;
use crate::parameters::{
    FADES_FROM, FADING, LMR_DEPTH, LMR_FROM, LMR_PV_FROM, LMR_TWO_PLIES_FROM, MAX_PLY,
    PROBCUT_DEPTH, PROBCUT_DEPTH_TENTHS, PROBCUT_MARGIN, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN,
};
use crate::score::{INFINITE, Value, is_ordinary};
use crate::table::{Bound, Entry, HashMove};

/// A question: what is this position worth, at this depth, within this window?
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
    /// Inside the shallow search of ProbCut no further ProbCut is tried.
    pub(super) inside_probcut: bool,
}

/// What the position on top of the stack waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// Nothing yet.
    Nothing,
    /// ProbCut: whether a shallow search of this same position exceeds beta by far.
    ProbCut,
    /// Whether a move is better than the best so far, perhaps with less depth.
    Scout { reduced: bool },
    /// What a move is worth.
    Value,
}

/// A position that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<B> {
    task: Task<B>,
    /// Alpha at first, to tell exact values from bounds.
    first_alpha: Value,
    hash_move: HashMove,
    /// Where its moves begin in the list; `None` until they are made.
    moves: Option<usize>,
    move_count: usize,
    /// How many moves were begun; the latest of them is being searched.
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

    /// Whether this is a PV node: its window is open, so that the value itself matters, not just a comparison.
    fn is_pv(&self) -> bool {
        self.task.beta - self.first_alpha > 1
    }
}

impl<R: Rulebook + 'static, E: Evaluation<R::Bits>> Search<R, E> {
    /// Begins a tree with these moves of the root, to be tried in this order. What was in progress
    /// is dropped.
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

    /// Works until the tree is done, and gives its value, or until so many nodes were visited in all.
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

    /// The best line of the root so far, if some move was better than the lower end of the window.
    pub(crate) fn root_line(&self) -> &[RawMove<R::Bits>] {
        &self.lines[0]
    }

    /// The value of that line, while the tree is in progress.
    pub(crate) fn root_best(&self) -> Option<Value> {
        self.frames
            .first()
            .filter(|root| root.best > root.first_alpha)
            .map(|root| root.best)
    }

    /// Whether the root's first move is still being searched, so that nothing is known of this tree yet.
    pub(crate) fn root_is_at_first(&self) -> bool {
        self.frames.first().is_some_and(|root| root.begun <= 1)
    }

    /// A move of the root that looked better than the best so far, perhaps with less depth, while its value is
    /// searched for; and the value that it seemed to exceed.
    pub(crate) fn root_risen(&self) -> Option<(Value, RawMove<R::Bits>)> {
        let root = self.frames.first()?;
        // The first move is asked for its value at once, all others only once they have risen. With nothing above
        // the root the answer is there.
        let latest = root.moves? + root.begun.checked_sub(1)?;
        let has_risen = root.asked == Asked::Value && root.begun > 1 && self.frames.len() > 1;
        has_risen.then(|| (root.task.alpha, self.list[latest]))
    }

    /// Answers a question at once, or makes it the top of the stack.
    fn ask(&mut self, mut task: Task<R::Bits>) -> Option<Value> {
        let ply = task.ply;
        self.lines[ply].clear();
        let (least, most) = self.ends(ply);
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

    /// The worth of a leaf. What long leads nowhere is worth less and less, so that a game which only
    /// repetition can end is not played on for ever by whoever stands better.
    fn leaf(&mut self, task: &Task<R::Bits>) -> Value {
        let fading = fading(&task.counts);
        if fading == 0 {
            let (alpha, beta) = (task.alpha, task.beta);
            if !self.shortcuts.table {
                return self.quiescence(&task.pieces, alpha, beta, task.ply, Unrest::AT_LEAF);
            }
            if let Some(value) = self.quiescence_cache.probe(task.key, alpha, beta) {
                self.nodes += 1;
                return value;
            }
            let value = self.quiescence(&task.pieces, alpha, beta, task.ply, Unrest::AT_LEAF);
            self.quiescence_cache.store(task.key, alpha, beta, value);
            return value;
        }
        let open = (-INFINITE, INFINITE);
        let value = self.quiescence(&task.pieces, open.0, open.1, task.ply, Unrest::AT_LEAF);
        if is_ordinary(value) {
            value * (FADING - fading) / FADING
        } else {
            value
        }
    }

    /// Reverse futility pruning: a lower bound of a position's value where no search is needed to see it. Neither side
    /// can capture, and the evaluation lies so far above beta that a few plies will not bring it down. Not where the
    /// evaluation means little: where pieces are to be given away, where a capture may be left undone,
    /// and where a long draw is near.
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
        let least = self.judged(pieces) - REVERSE_FUTILITY_MARGIN * task.depth;
        (least >= task.beta && is_ordinary(least)).then_some(least)
    }

    /// Asks the next question of the position on top.
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

    /// Closes the position on top, which has no move.
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

    /// ProbCut: searches the same position with less depth against a higher window. Where that fails high, so would the
    /// full search, most probably.
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

    /// Makes the moves of the position on top; `false` if there are none.
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

    /// Begins the next move of the position on top, or closes it after the last.
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

    /// Asks what a move of the position on top is worth.
    fn try_move(&mut self, played: &RawMove<R::Bits>, asked: Asked, reduction: i32) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        top.asked = asked;
        let parent = top.task;
        // A forced move costs no depth: there was nothing to decide.
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
            // Near a draw by counting it is remembered under another key; then this was in vain.
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

    /// Takes the answer to the last question of the position on top.
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
                // Otherwise the next act makes the moves: `asked` says that the look was taken.
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

    /// The move of the position on top that was begun last.
    fn latest(&self) -> Option<RawMove<R::Bits>> {
        let top = self.frames.last()?;
        Some(self.list[top.moves? + top.begun.checked_sub(1)?])
    }

    /// Takes the value of a move of the position on top.
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

    /// Closes the position on top: its value is the answer to the one below.
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

/// How much of its worth a position has lost by plies that can all be undone, of [`FADING`].
pub(super) fn fading(counts: &DrawCounts) -> Value {
    let beyond = counts.reversible_plies().saturating_sub(FADES_FROM);
    Value::from(beyond).min(FADING)
}

/// How many plies a late quiet move is searched less deeply.
fn reduction(main_line: bool, begun: usize) -> i32 {
    if main_line {
        i32::from(begun >= LMR_PV_FROM)
    } else {
        i32::from(begun >= LMR_FROM) + i32::from(begun >= LMR_TWO_PLIES_FROM)
    }
}
