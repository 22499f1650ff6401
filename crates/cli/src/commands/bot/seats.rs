//! The seats that a bot may need again. The server keeps each seat that it is asked for, so whoever sits down again uses the secret he has.

use std::collections::VecDeque;

use damier_client::{NoRandomness, SeatSecret};

/// So many are kept: as many games as the server tells of at once.
const MOST_KEPT: usize = 500;

/// A seat at a game of the account.
pub(super) struct Seat {
    pub(super) secret: SeatSecret,
    /// Whether the server has said that there is such a seat.
    pub(super) is_taken: bool,
}

impl Seat {
    /// One that the server does not know yet.
    ///
    /// # Errors
    /// [`NoRandomness`].
    fn draw() -> Result<Self, NoRandomness> {
        Ok(Self {
            secret: SeatSecret::generate()?,
            is_taken: false,
        })
    }
}

/// Seats by their games.
#[derive(Default)]
pub(super) struct Seats {
    /// The one kept longest first.
    kept: VecDeque<(String, Seat)>,
}

impl Seats {
    /// The seat at a game, which is kept no longer, or a new one.
    ///
    /// # Errors
    /// [`NoRandomness`].
    pub(super) fn take(&mut self, game: &str) -> Result<Seat, NoRandomness> {
        let at = self.kept.iter().position(|(kept, _)| kept == game);
        match at.and_then(|at| self.kept.remove(at)) {
            Some((_, seat)) => Ok(seat),
            None => Seat::draw(),
        }
    }

    /// Keeps the seat at a game that may be told again.
    pub(super) fn keep(&mut self, game: String, seat: Seat) {
        self.kept.retain(|(kept, _)| *kept != game);
        if self.kept.len() >= MOST_KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((game, seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_that_was_kept_is_used_again() {
        let mut seats = Seats::default();
        let first = seats.take("a").unwrap();
        assert!(!first.is_taken);
        let secret = first.secret.clone();
        let is_taken = true;
        seats.keep("a".to_owned(), Seat { is_taken, ..first });
        assert_ne!(seats.take("b").unwrap().secret, secret);
        let again = seats.take("a").unwrap();
        assert_eq!(again.secret, secret);
        assert!(again.is_taken);
        assert_ne!(seats.take("a").unwrap().secret, secret, "kept no longer");
    }

    #[test]
    fn no_more_are_kept_than_the_server_tells_of() {
        let mut seats = Seats::default();
        let first = seats.take("0").unwrap();
        let secret = first.secret.clone();
        seats.keep("0".to_owned(), first);
        for number in 1..=MOST_KEPT {
            let seat = seats.take("x").unwrap();
            seats.keep(number.to_string(), seat);
        }
        assert_eq!(seats.kept.len(), MOST_KEPT);
        assert_ne!(seats.take("0").unwrap().secret, secret);
    }
}
