//! The path of a move: the squares it touches, for showing and writing it.

use std::collections::HashSet;

use crate::Square;
use crate::bits::Bits;
use crate::generate::capture::{State, Walk};
use crate::moves::Path;
use crate::pieces::{Pieces, RawMove};
use crate::rules::Rules;

/// The path of a legal move; `None` if no walk takes exactly these pieces and ends there.
pub(crate) fn path<B: Bits>(
    rules: &Rules<B>,
    pieces: &Pieces<B>,
    played: &RawMove<B>,
) -> Option<Path> {
    let geometry = rules.geometry();
    let from = geometry.square(played.from);
    if !played.is_capture() {
        return Some(Path {
            squares: vec![from, geometry.square(played.to)],
            captured: vec![],
        });
    }
    let search = Search {
        rules,
        walk: Walk::new(rules, pieces, played.from),
        goal: *played,
    };
    let mut path = Path {
        squares: vec![from],
        captured: Vec::new(),
    };
    search
        .extend(&search.walk.start(), &mut path, &mut HashSet::new())
        .then_some(path)
}

struct Search<'a, B> {
    rules: &'a Rules<B>,
    walk: Walk<'a, B>,
    goal: RawMove<B>,
}

impl<B: Bits> Search<'_, B> {
    /// Completes the path with the smallest landings first; remembers the states that fail.
    fn extend(&self, state: &State<B>, path: &mut Path, dead_ends: &mut HashSet<State<B>>) -> bool {
        if dead_ends.contains(state) {
            return false;
        }
        let mut successors = self.walk.successors(state);
        if successors.is_empty() && state.taken == self.goal.captured && state.at == self.goal.to {
            return true;
        }
        successors.retain(|next| (next.taken & !self.goal.captured).is_empty());
        let victim = |next: &State<B>| self.square((next.taken & !state.taken).lowest());
        successors.sort_by_key(|next| (self.square(next.at), victim(next)));
        for next in &successors {
            path.squares.push(self.square(next.at));
            path.captured.push(victim(next));
            if self.extend(next, path, dead_ends) {
                return true;
            }
            path.squares.pop();
            path.captured.pop();
        }
        dead_ends.insert(*state);
        false
    }

    fn square(&self, bit: u8) -> Square {
        self.rules.geometry().square(bit)
    }
}
