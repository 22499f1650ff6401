//! The challenges that a bot took up and whose games have not begun, as far as it knows.

use std::collections::{BTreeSet, VecDeque};

/// So many whose places were given up are remembered: as many games as the server tells of at once.
const MOST_LATE: usize = 500;

/// Challenges that were taken up, by the ids that their games have too.
#[derive(Debug, Default)]
pub(super) struct Accepted {
    /// Those of the stream that is open.
    now: BTreeSet<String>,
    /// Those of the streams before whose games had not begun when they ended, until the new stream has told what goes on. Their games have their
    /// places meanwhile.
    before: BTreeSet<String>,
    /// Those that the new stream did not tell in time, the oldest first. They have no places any more. Most are over, but a slow server may tell one
    /// later.
    late: VecDeque<String>,
}

impl Accepted {
    /// A stream is opened, and what goes on is told anew.
    pub(super) fn hear_anew(&mut self) {
        self.before.append(&mut self.now);
    }

    /// The stream seems to have told what goes on. What was taken up before and is not told gives its place up.
    pub(super) fn all_is_told(&mut self) {
        self.late.extend(std::mem::take(&mut self.before));
        let too_many = self.late.len().saturating_sub(MOST_LATE);
        self.late.drain(..too_many);
    }

    /// A challenge was taken up.
    pub(super) fn insert(&mut self, id: String) {
        self.late.retain(|late| *late != id);
        self.now.insert(id);
    }

    /// How many games have their places and are still to begin.
    pub(super) fn to_begin(&self) -> usize {
        self.now.len() + self.before.len()
    }

    /// Whether this one has its place and is still to begin.
    pub(super) fn has(&self, id: &str) -> bool {
        self.now.contains(id) || self.before.contains(id)
    }

    /// Whether this one was taken up, and its place was given up since.
    pub(super) fn is_late(&self, id: &str) -> bool {
        self.late.iter().any(|late| late == id)
    }

    /// A game begins or is known to go on. Answers whether it was taken up.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        let was_late = self.is_late(id);
        self.late.retain(|late| late != id);
        let had_place = self.now.remove(id) || self.before.remove(id);
        had_place || was_late
    }

    /// All of them are left.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_up_once_all_is_told_and_the_game_stays_its_own() {
        let mut accepted = Accepted::default();
        accepted.insert("a".to_owned());
        accepted.hear_anew();
        accepted.insert("b".to_owned());
        assert_eq!(accepted.to_begin(), 2);
        assert!(accepted.has("a") && !accepted.is_late("a"));
        accepted.all_is_told();
        assert_eq!(accepted.to_begin(), 1);
        assert!(accepted.is_late("a") && !accepted.has("a"));
        assert!(accepted.has("b") && !accepted.is_late("b"));
        // A stream more forgets nothing.
        accepted.hear_anew();
        accepted.all_is_told();
        assert!(accepted.remove("a") && accepted.remove("b"));
        assert!(!accepted.remove("a") && !accepted.remove("c"));
        assert_eq!(accepted.to_begin(), 0);
    }

    #[test]
    fn what_is_taken_up_again_is_not_late() {
        let mut accepted = Accepted::default();
        accepted.insert("a".to_owned());
        accepted.hear_anew();
        accepted.all_is_told();
        accepted.insert("a".to_owned());
        assert!(accepted.has("a") && !accepted.is_late("a"));
        accepted.clear();
        assert!(!accepted.remove("a"));
    }

    #[test]
    fn the_list_does_not_grow_for_ever() {
        let mut accepted = Accepted::default();
        for number in 0..=MOST_LATE {
            accepted.insert(number.to_string());
            accepted.hear_anew();
            accepted.all_is_told();
        }
        assert_eq!(accepted.late.len(), MOST_LATE);
        assert!(!accepted.is_late("0"), "forgotten");
        assert!(accepted.is_late("1") && accepted.is_late(&MOST_LATE.to_string()));
    }
}
