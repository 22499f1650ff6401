//! Games with huffing: any move may be played, but a piece that should have captured may be huffed.
//!
//! Steps are legal even if a capture is possible, and captures may stop anywhere. After a move, the
//! position records which pieces of the side that moved may be huffed: all that could have
//! captured, if the move captured nothing; or the capturing piece, if it stopped too early. The
//! opponent may remove one of them from the board before the opponent's own move.

use std::collections::HashSet;

use super::capture::{self, State, Walk};
use super::quiet;
use crate::Past;
use crate::bits::Bits;
use crate::pieces::{Huff, Pieces, RawMove};
use crate::rules::Rules;
use crate::variant::rule_table::ShorterRoute;

/// Appends every move, without a huff and with each piece that may be huffed before it.
pub(super) fn moves<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
    each_board(pieces, list, |board, list| {
        quiet::quiet_moves(rules, board, list);
        capture::captures(rules, board, list);
    });
}

/// Appends the moves that capture.
pub(super) fn captures<B: Bits>(rules: &Rules<B>, pieces: &Pieces<B>, list: &mut Vec<RawMove<B>>) {
    each_board(pieces, list, |board, list| {
        capture::captures(rules, board, list);
    });
}

/// Calls `append` for the board as it is, and for the board without each piece that may be huffed.
fn each_board<B: Bits>(
    pieces: &Pieces<B>,
    list: &mut Vec<RawMove<B>>,
    append: impl Fn(&Pieces<B>, &mut Vec<RawMove<B>>),
) {
    append(pieces, list);
    for bit in pieces.past.huffable(pieces.enemy()).indices() {
        let before = list.len();
        append(&pieces.without(bit), list);
        for played in &mut list[before..] {
            played.huff = Huff::of(bit);
        }
    }
}

/// Returns the board after a move, with the pieces that may be huffed because of it.
pub(super) fn after<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
    shorter_route: ShorterRoute,
) -> Pieces<B> {
    let board = pieces.huffed(played);
    let mut after = board.after(played);
    let huffable = if played.is_capture() {
        let stopped = stopped(rules, &board, played, shorter_route);
        if stopped {
            B::single(played.to)
        } else {
            B::EMPTY
        }
    } else {
        capturers(rules, &board, played)
    };
    after.past = Past::with_huffable(huffable, after.enemy());
    after
}

/// Returns the pieces that could have captured, on their squares after a quiet move.
fn capturers<B: Bits>(rules: &Rules<B>, board: &Pieces<B>, played: &RawMove<B>) -> B {
    let can_capture = |from: &u8| {
        let walk = Walk::new(rules, board, *from);
        !walk.leaps(&walk.start()).is_empty()
    };
    let standing = |from: u8| if from == played.from { played.to } else { from };
    let able = board.own().indices().filter(can_capture).map(standing);
    able.fold(B::EMPTY, |set, bit| set | B::single(bit))
}

/// Returns whether a capture took less than it should have: it could have gone on from its end, or,
/// in the strict reading, the piece had a longer capture.
fn stopped<B: Bits>(
    rules: &Rules<B>,
    board: &Pieces<B>,
    played: &RawMove<B>,
    shorter_route: ShorterRoute,
) -> bool {
    let walk = Walk::new(rules, board, played.from);
    let end = walk.end_of(played);
    walk.can_go_on(&end)
        || shorter_route == ShorterRoute::Huffable && has_longer(&walk, played.captured.count())
}

/// Returns whether a walk can take more than `count` pieces.
fn has_longer<B: Bits>(walk: &Walk<'_, B>, count: u32) -> bool {
    let mut seen: HashSet<State<B>> = HashSet::new();
    let mut open = vec![walk.start()];
    while let Some(state) = open.pop() {
        if state.taken.count() > count {
            return true;
        }
        let successors = walk.successors(&state);
        open.extend(successors.into_iter().filter(|next| seen.insert(*next)));
    }
    false
}
