//! Accepted challenges whose games have not started yet.

use std::collections::{BTreeSet, VecDeque};

/// How many released challenges are remembered: the most games that the server lists at once.
const MOST_LATE: usize = 500;

/// Accepted challenges by id, which is also the game's id.
#[derive(Debug, Default)]
pub(super) struct Accepted {
    /// Accepted during the current event stream.
    now: BTreeSet<String>,
    /// Accepted during earlier streams whose games had not started. They hold their boards until
    /// the new stream has listed the games in progress.
    before: BTreeSet<String>,
    /// Not listed by the new stream in time, the oldest first. They hold no boards. Most are over,
    /// but a slow server may still list one.
    late: VecDeque<String>,
}

impl Accepted {
    /// Called when a stream is opened, which lists all games again.
    pub(super) fn hear_anew(&mut self) {
        self.before.append(&mut self.now);
    }

    /// Called when the stream has listed all games. Challenges accepted before and not listed
    /// release their boards.
    pub(super) fn all_is_told(&mut self) {
        self.late.extend(std::mem::take(&mut self.before));
        let too_many = self.late.len().saturating_sub(MOST_LATE);
        self.late.drain(..too_many);
    }

    /// Records an accepted challenge.
    pub(super) fn insert(&mut self, id: String) {
        self.late.retain(|late| *late != id);
        self.now.insert(id);
    }

    /// The number of boards held by games that have not started.
    pub(super) fn to_begin(&self) -> usize {
        self.now.len() + self.before.len()
    }

    /// Whether this challenge holds a board and its game has not started.
    pub(super) fn has(&self, id: &str) -> bool {
        self.now.contains(id) || self.before.contains(id)
    }

    /// Whether this challenge was accepted and has released its board.
    pub(super) fn is_late(&self, id: &str) -> bool {
        self.late.iter().any(|late| late == id)
    }

    /// Called when a game starts or is in progress. Returns whether its challenge had been
    /// accepted.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        let was_late = self.is_late(id);
        self.late.retain(|late| late != id);
        let had_place = self.now.remove(id) || self.before.remove(id);
        had_place || was_late
    }

    /// Forgets all of them.
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
        // Another stream forgets nothing.
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
