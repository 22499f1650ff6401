//! Games that the bot's account started elsewhere: those that wait for a board, and those that the
//! bot left.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use lru::LruCache;

/// How many games may wait for a board.
const MAX_WAITING: usize = 64;

/// The most games that the server lists at once.
pub(super) const MOST_LISTED: NonZeroUsize = NonZeroUsize::new(500).unwrap();

/// The result of [`OtherDeviceGames::add`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queued {
    /// The game waits for a board.
    Waits,
    /// The game is already known.
    Known,
    /// Too many games wait.
    TooMany,
}

/// Games that the account started elsewhere, by id.
#[derive(Debug)]
pub(super) struct OtherDeviceGames {
    /// The oldest first.
    waiting: VecDeque<String>,
    left: LruCache<String, ()>,
}

impl Default for OtherDeviceGames {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            left: LruCache::new(MOST_LISTED),
        }
    }
}

impl OtherDeviceGames {
    /// Called when a stream is opened, which lists all games again.
    pub(super) fn stream_opened(&mut self) {
        self.waiting.clear();
    }

    /// Adds a game to the queue, unless the bot left it.
    pub(super) fn add(&mut self, game: &str) -> Queued {
        if self.waits(game) || self.left.contains(game) {
            return Queued::Known;
        }
        if self.waiting.len() >= MAX_WAITING {
            return Queued::TooMany;
        }
        self.waiting.push_back(game.to_owned());
        Queued::Waits
    }

    /// Whether a game waits.
    pub(super) fn waits(&self, game: &str) -> bool {
        self.waiting.iter().any(|waiting| waiting == game)
    }

    /// Takes the next game from the queue.
    pub(super) fn take(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// Records that a game was left and is not played again.
    pub(super) fn leave(&mut self, game: String) {
        self.left.put(game, ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_wait_for_a_board_in_order_and_once() {
        let mut elsewhere = OtherDeviceGames::default();
        assert_eq!(elsewhere.add("a"), Queued::Waits);
        assert_eq!(elsewhere.add("b"), Queued::Waits);
        assert_eq!(elsewhere.add("a"), Queued::Known);
        assert_eq!(elsewhere.take().as_deref(), Some("a"));
        assert!(elsewhere.waits("b") && !elsewhere.waits("a"));
        elsewhere.stream_opened();
        assert!(!elsewhere.waits("b"));
        assert_eq!(elsewhere.add("b"), Queued::Waits);
        assert_eq!(elsewhere.take().as_deref(), Some("b"));
        assert_eq!(elsewhere.take(), None);
    }

    #[test]
    fn a_left_game_is_not_queued_again() {
        let mut elsewhere = OtherDeviceGames::default();
        assert_eq!(elsewhere.add("a"), Queued::Waits);
        let game = elsewhere.take().unwrap();
        elsewhere.leave(game);
        elsewhere.stream_opened();
        assert_eq!(elsewhere.add("a"), Queued::Known);
        assert_eq!(elsewhere.take(), None);
    }

    #[test]
    fn the_queue_is_bounded() {
        let mut elsewhere = OtherDeviceGames::default();
        for number in 0..MAX_WAITING {
            assert_eq!(elsewhere.add(&number.to_string()), Queued::Waits);
        }
        assert_eq!(elsewhere.add("x"), Queued::TooMany);
        assert_eq!(elsewhere.take().as_deref(), Some("0"));
        assert_eq!(elsewhere.add("x"), Queued::Waits);
    }
}
