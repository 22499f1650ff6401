//! Accepted challenges whose games have not started yet.

use std::collections::BTreeSet;

use lru::LruCache;

use super::other_device_games::MOST_LISTED;

/// Accepted challenges by id, which is also the game's id.
#[derive(Debug)]
pub(super) struct Accepted {
    /// Accepted during the current event stream.
    now: BTreeSet<String>,
    /// Accepted during earlier streams whose games had not started. They hold their boards until
    /// the new stream has listed the games in progress.
    before: BTreeSet<String>,
    /// Not listed by the new stream in time. They hold no boards. Most are over, but a slow server
    /// may still list one.
    released: LruCache<String, ()>,
}

impl Default for Accepted {
    fn default() -> Self {
        Self {
            now: BTreeSet::new(),
            before: BTreeSet::new(),
            released: LruCache::new(MOST_LISTED),
        }
    }
}

impl Accepted {
    /// Called when a stream is opened, which lists all games again.
    pub(super) fn stream_opened(&mut self) {
        self.before.append(&mut self.now);
    }

    /// Called when the stream has listed all games. Challenges accepted before and not listed
    /// release their boards.
    pub(super) fn initial_list_complete(&mut self) {
        for id in std::mem::take(&mut self.before) {
            self.released.put(id, ());
        }
    }

    /// Records an accepted challenge.
    pub(super) fn insert(&mut self, id: String) {
        self.released.pop(&id);
        self.now.insert(id);
    }

    /// The number of boards held by games that have not started.
    pub(super) fn not_started(&self) -> usize {
        self.now.len() + self.before.len()
    }

    /// Whether this challenge holds a board and its game has not started.
    pub(super) fn has(&self, id: &str) -> bool {
        self.now.contains(id) || self.before.contains(id)
    }

    /// Whether this challenge was accepted and has released its board.
    pub(super) fn is_released(&self, id: &str) -> bool {
        self.released.contains(id)
    }

    /// Called when a game starts or is in progress. Returns whether its challenge had been
    /// accepted.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        let was_released = self.released.pop(id).is_some();
        let held_board = self.now.remove(id) || self.before.remove(id);
        held_board || was_released
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
    fn a_board_is_released_when_the_list_is_complete() {
        let mut accepted = Accepted::default();
        accepted.insert("a".to_owned());
        accepted.stream_opened();
        accepted.insert("b".to_owned());
        assert_eq!(accepted.not_started(), 2);
        assert!(accepted.has("a") && !accepted.is_released("a"));
        accepted.initial_list_complete();
        assert_eq!(accepted.not_started(), 1);
        assert!(accepted.is_released("a") && !accepted.has("a"));
        assert!(accepted.has("b") && !accepted.is_released("b"));
        // Another stream forgets nothing.
        accepted.stream_opened();
        accepted.initial_list_complete();
        assert!(accepted.remove("a") && accepted.remove("b"));
        assert!(!accepted.remove("a") && !accepted.remove("c"));
        assert_eq!(accepted.not_started(), 0);
    }

    #[test]
    fn a_challenge_accepted_again_is_not_released() {
        let mut accepted = Accepted::default();
        accepted.insert("a".to_owned());
        accepted.stream_opened();
        accepted.initial_list_complete();
        accepted.insert("a".to_owned());
        assert!(accepted.has("a") && !accepted.is_released("a"));
        accepted.clear();
        assert!(!accepted.remove("a"));
    }
}
