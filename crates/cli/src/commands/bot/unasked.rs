//! Games that the bot's account started elsewhere: those that wait for a board, and those that the
//! bot left.

use std::collections::VecDeque;

/// How many games may wait for a board.
const MOST_WAITING: usize = 64;

/// How many left games are remembered: the most that the server lists at once.
const MOST_LEFT: usize = 500;

/// What `hear` did with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// The game waits for a board.
    Waits,
    /// The game is already known.
    Known,
    /// Too many games wait.
    TooMany,
}

/// Games that the account started elsewhere, by id.
#[derive(Debug, Default)]
pub(super) struct Unasked {
    /// The oldest first.
    waiting: VecDeque<String>,
    /// The oldest first.
    left: VecDeque<String>,
}

impl Unasked {
    /// Called when a stream is opened, which lists all games again.
    pub(super) fn hear_anew(&mut self) {
        self.waiting.clear();
    }

    /// Adds a game to the queue, unless the bot left it.
    pub(super) fn hear(&mut self, game: &str) -> Told {
        let mut known = self.waiting.iter().chain(&self.left);
        if known.any(|known| known == game) {
            return Told::Known;
        }
        if self.waiting.len() >= MOST_WAITING {
            return Told::TooMany;
        }
        self.waiting.push_back(game.to_owned());
        Told::Waits
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
        if self.left.len() >= MOST_LEFT {
            self.left.pop_front();
        }
        self.left.push_back(game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_wait_for_a_place_in_their_order_and_once() {
        let mut unasked = Unasked::default();
        assert_eq!(unasked.hear("a"), Told::Waits);
        assert_eq!(unasked.hear("b"), Told::Waits);
        assert_eq!(unasked.hear("a"), Told::Known);
        assert_eq!(unasked.take().as_deref(), Some("a"));
        assert!(unasked.waits("b") && !unasked.waits("a"));
        unasked.hear_anew();
        assert!(!unasked.waits("b"));
        assert_eq!(unasked.hear("b"), Told::Waits);
        assert_eq!(unasked.take().as_deref(), Some("b"));
        assert_eq!(unasked.take(), None);
    }

    #[test]
    fn a_game_that_was_left_is_not_taken_up_again() {
        let mut unasked = Unasked::default();
        assert_eq!(unasked.hear("a"), Told::Waits);
        let game = unasked.take().unwrap();
        unasked.leave(game);
        unasked.hear_anew();
        assert_eq!(unasked.hear("a"), Told::Known);
        assert_eq!(unasked.take(), None);
    }

    #[test]
    fn neither_list_grows_for_ever() {
        let mut unasked = Unasked::default();
        for number in 0..MOST_WAITING {
            assert_eq!(unasked.hear(&number.to_string()), Told::Waits);
        }
        assert_eq!(unasked.hear("x"), Told::TooMany);
        assert_eq!(unasked.take().as_deref(), Some("0"));
        assert_eq!(unasked.hear("x"), Told::Waits);
        for number in 0..=MOST_LEFT {
            unasked.leave(format!("left-{number}"));
        }
        assert_eq!(unasked.left.len(), MOST_LEFT);
        unasked.hear_anew();
        assert_eq!(unasked.hear("left-0"), Told::Waits, "forgotten");
        assert_eq!(unasked.hear("left-1"), Told::Known);
    }
}
