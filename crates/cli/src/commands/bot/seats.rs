//! Seats that a bot may need again. The server stores every seat that it creates, so a bot that
//! returns to a game reuses its secret.

use std::collections::VecDeque;

use damier_client::{NoRandomness, SeatSecret};

/// How many seats are stored: the most games that the server lists at once.
const MAX_SEATS: usize = 500;

/// A seat at a game of the account.
pub(super) struct Seat {
    pub(super) secret: SeatSecret,
    /// Whether the server has confirmed the seat.
    pub(super) is_taken: bool,
}

impl Seat {
    /// Creates a seat that the server does not know yet.
    ///
    /// # Errors
    /// [`NoRandomness`].
    fn new() -> Result<Self, NoRandomness> {
        Ok(Self {
            secret: SeatSecret::generate()?,
            is_taken: false,
        })
    }
}

/// Seats by game.
#[derive(Default)]
pub(super) struct Seats {
    /// The oldest first.
    stored: VecDeque<(String, Seat)>,
}

impl Seats {
    /// Removes and returns the seat at a game, or creates one.
    ///
    /// # Errors
    /// [`NoRandomness`].
    pub(super) fn take(&mut self, game: &str) -> Result<Seat, NoRandomness> {
        let at = self.stored.iter().position(|(stored, _)| stored == game);
        match at.and_then(|at| self.stored.remove(at)) {
            Some((_, seat)) => Ok(seat),
            None => Seat::new(),
        }
    }

    /// Stores the seat at a game that the server may list again.
    pub(super) fn store(&mut self, game: String, seat: Seat) {
        self.stored.retain(|(stored, _)| *stored != game);
        if self.stored.len() >= MAX_SEATS {
            self.stored.pop_front();
        }
        self.stored.push_back((game, seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_seat_is_reused() {
        let mut seats = Seats::default();
        let first = seats.take("a").unwrap();
        assert!(!first.is_taken);
        let secret = first.secret.clone();
        let is_taken = true;
        seats.store("a".to_owned(), Seat { is_taken, ..first });
        assert_ne!(seats.take("b").unwrap().secret, secret);
        let again = seats.take("a").unwrap();
        assert_eq!(again.secret, secret);
        assert!(again.is_taken);
        assert_ne!(seats.take("a").unwrap().secret, secret, "it was removed");
    }

    #[test]
    fn the_number_of_stored_seats_is_bounded() {
        let mut seats = Seats::default();
        let first = seats.take("0").unwrap();
        let secret = first.secret.clone();
        seats.store("0".to_owned(), first);
        for number in 1..=MAX_SEATS {
            let seat = seats.take("x").unwrap();
            seats.store(number.to_string(), seat);
        }
        assert_eq!(seats.stored.len(), MAX_SEATS);
        assert_ne!(seats.take("0").unwrap().secret, secret);
    }
}
