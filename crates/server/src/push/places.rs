//! How many messages are under way for whom: so that nobody's slow service holds up the others for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::called::Whom;

/// Messages that are under way at most, those that wait to be tried again among them. While there are so many, calls wait in the queue, and are dropped only
/// where it is full.
pub(super) const UNDER_WAY: usize = 512;

/// Messages for one account, or one side of a game, that are under way: while there are so many, further calls are dropped. A call that is not dropped reaches all
/// devices.
pub(super) const FOR_ONE: usize = 8;

/// Messages for the seats of nobody's sides that are under way: while there are so many, further calls of such sides are dropped. Anybody may begin games with
/// himself and have slow services called; half of all places is left to accounts.
const FOR_SEATS: usize = UNDER_WAY / 2;

/// The messages that are under way. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(Arc<Mutex<HashMap<Whom, usize>>>);

/// A message that is under way.
pub(super) struct Place {
    of: Places,
    whom: Whom,
}

impl Places {
    /// One for each message of a call; none where too many are under way.
    pub(super) fn take(&self, whom: Whom, messages: usize) -> Vec<Place> {
        let mut under_way = self.locked();
        let number = under_way.get(&whom).copied().unwrap_or(0);
        if number >= FOR_ONE || messages == 0 {
            return Vec::new();
        }
        if whom.is_a_side() && for_seats(&under_way) >= FOR_SEATS {
            drop(under_way);
            tracing::warn!("too many calls of seats are under way; one is dropped");
            return Vec::new();
        }
        under_way.insert(whom, number + messages);
        drop(under_way);
        let place = || Place {
            of: self.clone(),
            whom,
        };
        std::iter::repeat_with(place).take(messages).collect()
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn number(&self) -> usize {
        self.locked().values().sum()
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<Whom, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn for_seats(under_way: &HashMap<Whom, usize>) -> usize {
    let of_seats = under_way.iter().filter(|(whom, _)| whom.is_a_side());
    of_seats.map(|(_, number)| number).sum()
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut under_way = self.of.locked();
        if let Some(number) = under_way.get_mut(&self.whom) {
            *number -= 1;
            if *number == 0 {
                under_way.remove(&self.whom);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_club::Side;
    use damier_club::account::AccountId;
    use damier_club::library::GameId;

    use super::*;

    #[test]
    fn seats_leave_places_to_accounts() {
        let places = Places::default();
        let side = |number: u128| Whom::Side(GameId::from_bits(number), Side::Black);
        let mut taken = Vec::new();
        for number in 0..FOR_SEATS as u128 / 4 {
            let own = places.take(side(number), 4);
            assert_eq!(own.len(), 4);
            taken.extend(own);
        }
        assert!(places.take(side(1_000), 1).is_empty());
        let account = Whom::from(AccountId::from_bits(1));
        assert_eq!(places.take(account, 30).len(), 30);
        taken.truncate(FOR_SEATS - 1);
        assert_eq!(places.take(side(1_000), 1).len(), 1);
        assert_eq!(places.number(), FOR_SEATS - 1, "those above are dropped");
        // One side has few, however many are left.
        taken.clear();
        let own = places.take(side(1), FOR_ONE);
        assert_eq!(own.len(), FOR_ONE);
        assert!(places.take(side(1), 1).is_empty());
        assert_eq!(places.take(side(2), 1).len(), 1);
    }
}
