//! Captures, piece by piece: single captures are put together to whole ones, with their precedence,
//! orders and paths.
//!
//! A walk goes from state to state. A state is the square where the moving piece stands and what it
//! has taken. A crowded board has millions of orders of capturing that lead to the same few
//! thousand states, so a long walk starts to remember the states that it has visited. This bounds
//! its work on any input.

use std::collections::{BTreeMap, HashMap, HashSet};

use arrayvec::ArrayVec;

use super::precedence::{Standing, Tally};
use crate::bits::Bits;
use crate::pieces::{Huff, Pieces, RawMove};
use crate::rules::Rules;
use crate::sorting::{sort_moves, sort_short_by_key};
use crate::variant::rule_table::{Landing, Obligation, Passing, Precedence, Range, Removal};
use crate::{Kind, Vector};

/// The number of states that a walk visits before it starts to remember them. Ordinary positions
/// stay below it, and remembering costs more than visiting a few of them twice.
const STATES_BEFORE_MEMORY: u32 = 400;

/// The largest number of directions on any board.
const WAYS: usize = 8;

/// A capture in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<B> {
    /// The square where the piece stands now.
    pub(crate) at: u8,
    /// The pieces that it has captured.
    pub(crate) taken: B,
    /// Its kind at this point: Russian men are promoted during a capture.
    pub(crate) kind: Kind,
    /// The direction of the last capture, kept only where it restricts the next.
    last: Option<(i8, i8)>,
    /// Men and kings captured, in order.
    tally: Tally,
}

impl<B> State<B> {
    /// Returns the direction of the last capture, where it restricts the next.
    pub(crate) fn came_by(&self) -> Option<Vector> {
        self.last.map(|(rows, cols)| Vector::new(rows, cols))
    }
}

/// One piece that can be captured next, and where the capturing piece may land behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap<B> {
    /// The bit of the piece to capture.
    pub(crate) over: u8,
    /// The squares to land on.
    pub(crate) landings: B,
    direction: (i8, i8),
}

/// The captures of one piece on one board.
pub(crate) struct Walk<'a, B> {
    rules: &'a Rules<B>,
    pieces: &'a Pieces<B>,
    from: u8,
    /// Squares without a piece, including the start square, which the piece has left.
    empty: B,
    enemy: B,
}

impl<'a, B: Bits> Walk<'a, B> {
    /// Prepares the walk of the piece of the side to move that stands on `from`.
    pub(crate) fn new(rules: &'a Rules<B>, pieces: &'a Pieces<B>, from: u8) -> Walk<'a, B> {
        let empty = rules.geometry().all() & !pieces.occupied() | B::single(from);
        Walk {
            rules,
            pieces,
            from,
            empty,
            enemy: pieces.enemy(),
        }
    }

    /// Returns the state before the first capture.
    pub(crate) fn start(&self) -> State<B> {
        State {
            at: self.from,
            taken: B::EMPTY,
            kind: self.kind_at_start(),
            last: None,
            tally: Tally::default(),
        }
    }

    fn kind_at_start(&self) -> Kind {
        if self.pieces.kings.meets(B::single(self.from)) {
            Kind::King
        } else {
            Kind::Man
        }
    }

    /// Returns every piece that can be captured next, with all landing squares that the board
    /// allows. [`Walk::next`] decides which of them may be chosen.
    pub(crate) fn leaps(&self, state: &State<B>) -> ArrayVec<Leap<B>, WAYS> {
        let table = self.rules.table();
        let (empty, targets) = match table.removal {
            Removal::AfterMove => (self.empty, self.enemy & !state.taken),
            Removal::AtOnce => (self.empty | state.taken, self.enemy & !state.taken),
        };
        let (ways, flies) = match state.kind {
            Kind::Man => {
                let men = self.rules.men(self.pieces.side);
                (
                    if state.taken.is_empty() {
                        &men.first_capture
                    } else {
                        &men.later_capture
                    },
                    false,
                )
            }
            Kind::King => {
                let kings = self.rules.kings();
                (&kings.first_capture, table.king.range == Range::Line)
            }
        };
        let targets = if state.kind == Kind::Man && !table.man.takes_kings {
            targets & !self.pieces.kings
        } else {
            targets
        };
        let mut leaps = ArrayVec::new();
        for way in ways {
            let direction = (way.vector.rows, way.vector.cols);
            if state.last == Some((-direction.0, -direction.1)) {
                continue;
            }
            let mut over = way.step(B::single(state.at));
            while flies && over.meets(empty) {
                over = way.step(over);
            }
            if !over.meets(targets) {
                continue;
            }
            let mut landing = way.step(over) & empty;
            let mut landings = landing;
            while flies && table.king.landing != Landing::Behind && !landing.is_empty() {
                landing = way.step(landing) & empty;
                landings |= landing;
            }
            if !landings.is_empty() {
                leaps.push(Leap {
                    over: over.lowest(),
                    landings,
                    direction,
                });
            }
        }
        leaps
    }

    /// Returns the states after one leap: those that can capture further, or if there are none,
    /// those where the capture may end. Where captures may stop anywhere, it returns all of them.
    pub(crate) fn next(&self, state: &State<B>, leap: &Leap<B>) -> ArrayVec<State<B>, 16> {
        let landed: ArrayVec<State<B>, 16> = leap
            .landings
            .indices()
            .map(|to| self.land(state, leap, to))
            .collect();
        if self.may_stop() {
            return landed;
        }
        let going_on: ArrayVec<State<B>, 16> = landed
            .iter()
            .filter(|state| self.can_go_on(state))
            .copied()
            .collect();
        if !going_on.is_empty() {
            return going_on;
        }
        let king_taken = self.pieces.kings.meets(B::single(leap.over));
        // If there is only one landing square, it is the one directly behind, since every leap goes
        // at least that far.
        let behind_only = landed.len() > 1
            && self.rules.table().king.landing == Landing::BehindLastKing
            && king_taken;
        if behind_only {
            let behind = self.directly_behind(leap);
            landed
                .into_iter()
                .filter(|state| state.at == behind)
                .collect()
        } else {
            landed
        }
    }

    /// Returns the square directly behind the captured piece.
    fn directly_behind(&self, leap: &Leap<B>) -> u8 {
        let over = B::single(leap.over);
        let way = self
            .rules
            .kings()
            .first_capture
            .iter()
            .find(|way| (way.vector.rows, way.vector.cols) == leap.direction);
        way.map_or(leap.over, |way| way.step(over).lowest())
    }

    /// Returns the state after one leap to one of its landing squares, whether or not that square
    /// may be chosen.
    pub(crate) fn land(&self, state: &State<B>, leap: &Leap<B>, to: u8) -> State<B> {
        let table = self.rules.table();
        let over = B::single(leap.over);
        let taken_kind = if self.pieces.kings.meets(over) {
            Kind::King
        } else {
            Kind::Man
        };
        let tally = state.tally.with(taken_kind);
        let crowned = state.kind == Kind::Man
            && table.passing == Passing::Promotes
            && self.rules.far_row(self.pieces.side).meets(B::single(to));
        State {
            at: to,
            taken: state.taken | over,
            kind: if crowned { Kind::King } else { state.kind },
            last: (!table.half_turn).then_some(leap.direction),
            tally: if self.keeps_order() {
                tally
            } else {
                tally.unordered()
            },
        }
    }

    /// Returns whether the order of capturing decides between captures. If it does not, the order
    /// is not kept, so that all orders meet in one state.
    fn keeps_order(&self) -> bool {
        let precedence = self.rules.table().precedence;
        precedence.contains(&Precedence::KingsEarliest)
    }

    /// Returns whether captures may stop before their end, at the risk of a huff.
    pub(crate) fn may_stop(&self) -> bool {
        self.rules.table().obligation != Obligation::Compulsory
    }

    /// Returns whether a capture in progress can be carried on.
    pub(crate) fn can_go_on(&self, state: &State<B>) -> bool {
        let ended_by_promotion = self.rules.table().passing == Passing::EndsMove
            && state.kind == Kind::Man
            && !state.taken.is_empty()
            && self
                .rules
                .far_row(self.pieces.side)
                .meets(B::single(state.at));
        !ended_by_promotion && !self.leaps(state).is_empty()
    }

    /// Returns every state that follows; empty where the capture ends.
    pub(crate) fn successors(&self, state: &State<B>) -> Vec<State<B>> {
        if !self.can_go_on(state) {
            return Vec::new();
        }
        self.leaps(state)
            .iter()
            .flat_map(|leap| self.next(state, leap))
            .collect()
    }

    /// Returns the rank that a capture in this state has under the rules of precedence.
    pub(crate) fn standing(&self, state: &State<B>) -> Standing {
        Standing::of(
            self.rules.table().precedence,
            self.kind_at_start(),
            state.tally,
        )
    }

    /// Returns the state in which a capture of this walk ends. This is only right if a state
    /// contains neither the last direction nor a promotion during the capture; a test checks that
    /// this is so in every game with huffing.
    pub(crate) fn end_of(&self, capture: &RawMove<B>) -> State<B> {
        State {
            at: capture.to,
            taken: capture.captured,
            ..self.start()
        }
    }

    /// Returns the move that ends in a state.
    pub(crate) fn finish(&self, state: &State<B>) -> RawMove<B> {
        let man = self.kind_at_start() == Kind::Man;
        let on_far_row = self
            .rules
            .far_row(self.pieces.side)
            .meets(B::single(state.at));
        RawMove {
            captured: state.taken,
            from: self.from,
            to: state.at,
            promotes: man && (state.kind == Kind::King || on_far_row),
            huff: Huff::NONE,
        }
    }
}

/// Recognises the states in which one capture is complete. Where precedence depends on the order in
/// which kings are taken, only some of the orders that take the same pieces are legal.
pub(crate) struct Goal<B> {
    capture: RawMove<B>,
    best: Option<Standing>,
}

impl<B: Bits> Goal<B> {
    /// Prepares the goal for a legal capture on this walk.
    pub(crate) fn new(walk: &Walk<'_, B>, capture: &RawMove<B>) -> Goal<B> {
        let capture = RawMove {
            huff: Huff::NONE,
            ..*capture
        };
        let precedence = walk.rules.table().precedence;
        let mut goal = Goal {
            capture,
            best: None,
        };
        if precedence.contains(&Precedence::KingsEarliest) {
            goal.best = goal.best_standing(walk);
        }
        goal
    }

    /// Returns whether a state can still lead to this capture.
    pub(crate) fn may_lead_from(&self, state: &State<B>) -> bool {
        (state.taken & !self.capture.captured).is_empty()
    }

    /// Returns whether the capture may end in a state with these successors.
    pub(crate) fn ends(
        &self,
        walk: &Walk<'_, B>,
        state: &State<B>,
        successors: &[State<B>],
    ) -> bool {
        (successors.is_empty() || walk.may_stop())
            && walk.finish(state) == self.capture
            && self.best.is_none_or(|best| walk.standing(state) == best)
    }

    fn best_standing(&self, walk: &Walk<'_, B>) -> Option<Standing> {
        let mut best = None;
        let mut seen = HashSet::new();
        let mut open = vec![walk.start()];
        while let Some(state) = open.pop() {
            let successors = walk.successors(&state);
            if self.ends(walk, &state, &successors) {
                best = best.max(Some(walk.standing(&state)));
            }
            let onward = successors
                .into_iter()
                .filter(|next| self.may_lead_from(next));
            open.extend(onward.filter(|next| seen.insert(*next)));
        }
        best
    }
}

/// The captures that a walk over all pieces has found: those of the best rank so far.
struct Found<'l, B> {
    list: &'l mut Vec<RawMove<B>>,
    before: usize,
    best: Standing,
}

impl<B: Bits> Found<'_, B> {
    fn offer(&mut self, standing: Standing, capture: RawMove<B>) {
        if standing < self.best {
            return;
        }
        if standing > self.best {
            self.list.truncate(self.before);
            self.best = standing;
        }
        self.list.push(capture);
    }
}

/// Appends the legal captures of the side to move, each captured set once.
pub(crate) fn captures<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
    let before = list.len();
    let mut found = Found {
        list,
        before,
        best: Standing::default(),
    };
    for from in pieces.own().indices() {
        let walk = Walk::new(rules, pieces, from);
        let mut steps = 0;
        let mut seen = HashSet::new();
        collect(&walk, &walk.start(), &mut steps, &mut seen, &mut found);
    }
    sort_moves(&mut list[before..]);
    let mut kept = list.split_off(before);
    kept.dedup();
    list.append(&mut kept);
}

fn collect<B: Bits>(
    walk: &Walk<'_, B>,
    state: &State<B>,
    steps: &mut u32,
    seen: &mut HashSet<State<B>>,
    found: &mut Found<'_, B>,
) {
    *steps = steps.saturating_add(1);
    if *steps > STATES_BEFORE_MEMORY && !seen.insert(*state) {
        return;
    }
    let successors = walk.successors(state);
    if !state.taken.is_empty() && (successors.is_empty() || walk.may_stop()) {
        found.offer(walk.standing(state), walk.finish(state));
    }
    for next in &successors {
        collect(walk, next, steps, seen, found);
    }
}

/// Returns whether the side to move can capture.
pub(crate) fn can_capture<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>) -> bool {
    pieces.own().indices().any(|from| {
        let walk = Walk::new(rules, pieces, from);
        !walk.leaps(&walk.start()).is_empty()
    })
}

/// Counts the states that the captures of the side to move can pass through, up to `most`. A state
/// is a square that a piece reaches together with the pieces that it has taken so far.
pub(crate) fn states<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, most: usize) -> usize {
    let mut count = 0;
    for from in pieces.own().indices() {
        let walk = Walk::new(rules, pieces, from);
        let mut seen = HashSet::from([walk.start()]);
        let mut open = vec![walk.start()];
        while let Some(state) = open.pop() {
            let new = walk.successors(&state);
            open.extend(new.into_iter().filter(|next| seen.insert(*next)));
            if count + seen.len() >= most {
                return most;
            }
        }
        // The start of a walk does not count.
        count += seen.len() - 1;
    }
    count
}

/// Counts the orders in which a legal capture can be made. Two orders of capturing count as two;
/// two paths that differ only in landing squares count as one.
pub(crate) fn orders<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, capture: &RawMove<B>) -> u64 {
    let board = pieces.huffed(capture);
    let walk = Walk::new(rules, &board, capture.from);
    let goal = Goal::new(&walk, capture);
    orders_from(&walk, &goal, vec![walk.start()], &mut HashMap::new())
}

/// Counts the orders in which captures in progress can become the capture. The given states share
/// one order of capturing and differ in where the piece landed.
fn orders_from<B: Bits>(
    walk: &Walk<'_, B>,
    goal: &Goal<B>,
    states: Vec<State<B>>,
    known: &mut HashMap<Vec<State<B>>, u64>,
) -> u64 {
    if let Some(&count) = known.get(&states) {
        return count;
    }
    let mut count = 0;
    let mut by_victim: BTreeMap<B, Vec<State<B>>> = BTreeMap::new();
    for state in &states {
        let successors = walk.successors(state);
        if goal.ends(walk, state, &successors) {
            count = 1;
        }
        for next in successors {
            if goal.may_lead_from(&next) {
                by_victim.entry(next.taken).or_default().push(next);
            }
        }
    }
    for (_, mut group) in by_victim {
        sort_short_by_key(&mut group, |state| (state.at, state.kind, state.last));
        group.dedup();
        count = u64::saturating_add(count, orders_from(walk, goal, group, known));
    }
    known.insert(states, count);
    count
}
