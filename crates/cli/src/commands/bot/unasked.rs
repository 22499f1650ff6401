//! The games that the account of a bot has begun without it, on a page or wherever else: those that wait for a place, and those that were left to
//! whoever began them.

use std::collections::VecDeque;

/// So many games wait for a place at most.
const MOST_WAITING: usize = 64;

/// So many games that were left are remembered: as many as the server tells of at once.
const MOST_LEFT: usize = 500;

/// What becomes of a game that is told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// It waits for a place now.
    Waits,
    /// It is known already.
    Known,
    /// Too many wait.
    TooMany,
}

/// Games that the bot did not want itself, by their ids.
#[derive(Debug, Default)]
pub(super) struct Unasked {
    /// The oldest first.
    waiting: VecDeque<String>,
    /// The oldest first.
    left: VecDeque<String>,
}

impl Unasked {
    /// The stream is opened anew, and the games that go on are told again.
    pub(super) fn hear_anew(&mut self) {
        self.waiting.clear();
    }

    /// Hears of a game: it waits unless it was left.
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

    /// The next one that is to be played.
    pub(super) fn take(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// A game was left, and nobody sits down at it again.
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
