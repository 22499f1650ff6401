//! Known clients: the networks from which a name signed in recently. Its password attempts from
//! there are counted apart from guesses elsewhere. A name has only a few, so that an account that
//! signs in from everywhere does not evict the others.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fading::Fading;
use crate::client::ClientNetwork;

/// How long a network stays known, in milliseconds: 30 days, as long as an unused session.
pub(crate) const FAMILIAR_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// How many names are familiar somewhere.
const MOST_NAMES: usize = 20_000;

/// At how many places a name is familiar: the last ones.
const MOST_PLACES: usize = 16;

/// A place where a name was let in, and when.
type Place = (ClientNetwork, u64);

/// Who is familiar where.
#[derive(Debug)]
pub(crate) struct Familiar {
    names: Mutex<Fading<String, Vec<Place>>>,
}

impl Familiar {
    /// Empty.
    pub(crate) fn new() -> Self {
        Self {
            names: Mutex::new(Fading::new(FAMILIAR_MS, MOST_NAMES)),
        }
    }

    /// Whether a name was let in from there not long ago.
    pub(crate) fn knows(&self, folded: &str, from: ClientNetwork, now_ms: u64) -> bool {
        let mut names = self.names();
        let places = names.get_mut(&folded.to_owned());
        places.is_some_and(|places| {
            let here = places.iter().find(|(place, _)| *place == from);
            here.is_some_and(|(_, at_ms)| now_ms.saturating_sub(*at_ms) < FAMILIAR_MS)
        })
    }

    /// A name is let in from there.
    pub(crate) fn note(&self, folded: &str, from: ClientNetwork, now_ms: u64) {
        let mut names = self.names();
        let places = names.note(&folded.to_owned(), now_ms);
        places.retain(|(place, _)| *place != from);
        if places.len() >= MOST_PLACES {
            places.remove(0); // the one that was let in least lately
        }
        places.push((from, now_ms));
    }

    fn names(&self) -> MutexGuard<'_, Fading<String, Vec<Place>>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(number: u32) -> ClientNetwork {
        ClientNetwork::of(std::net::Ipv4Addr::from(number).into())
    }

    #[test]
    fn a_name_is_familiar_where_it_was_let_in_and_for_a_month() {
        let familiar = Familiar::new();
        familiar.note("awa", network(1), 5);
        assert!(familiar.knows("awa", network(1), FAMILIAR_MS + 4));
        assert!(!familiar.knows("awa", network(1), FAMILIAR_MS + 5));
        assert!(!familiar.knows("awa", network(2), 5));
        assert!(!familiar.knows("piet", network(1), 5));
    }

    #[test]
    fn an_account_that_signs_in_from_everywhere_makes_no_other_one_less_familiar() {
        let familiar = Familiar::new();
        familiar.note("awa", network(0), 0);
        for number in 0..2 * MOST_NAMES as u32 {
            familiar.note("eve", network(number), 1);
            assert!(familiar.knows("eve", network(number), 1));
        }
        assert!(familiar.knows("awa", network(0), 1));
        let last = 2 * MOST_NAMES as u32;
        let known = (0..last).filter(|number| familiar.knows("eve", network(*number), 1));
        assert_eq!(known.count(), MOST_PLACES);
        // Whoever comes again stays.
        for number in 0..100 {
            familiar.note("awa", network(number), 2);
            familiar.note("awa", network(0), 2);
        }
        assert!(familiar.knows("awa", network(0), 2));
    }
}
