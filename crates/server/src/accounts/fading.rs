//! A bounded map whose entries expire. Ever new names or addresses fill it up to its bound; then
//! the oldest are evicted. It is swept at most once a second.

use std::collections::HashMap;
use std::hash::Hash;

/// From how many keys on it is worth looking for those that are over.
const WORTH_A_SWEEP: usize = 64;

/// How soon it is swept again, unless there are twice as many keys as were left, in milliseconds.
const BETWEEN_SWEEPS_MS: u64 = 1_000;

/// Something of each key, for a while from when it was last noted.
#[derive(Debug)]
pub(crate) struct Fading<Key, Value> {
    while_ms: u64,
    most: usize,
    kept: HashMap<Key, Noted<Value>>,
    swept_ms: u64,
    left: usize,
}

#[derive(Debug)]
struct Noted<Value> {
    at_ms: u64,
    value: Value,
}

impl<Key: Eq + Hash + Clone, Value: Default> Fading<Key, Value> {
    /// Empty, for at most so many keys, eight or more.
    pub(crate) fn new(while_ms: u64, most: usize) -> Self {
        Self {
            while_ms,
            most: most.max(8),
            kept: HashMap::new(),
            swept_ms: 0,
            left: 0,
        }
    }

    /// The entry of a key. It may have expired, if it was not swept since.
    pub(crate) fn get_mut(&mut self, key: &Key) -> Option<&mut Value> {
        self.kept.get_mut(key).map(|it| &mut it.value)
    }

    /// What is remembered of a key, from now on for a while more.
    pub(crate) fn note(&mut self, key: &Key, now_ms: u64) -> &mut Value {
        if !self.kept.contains_key(key) {
            self.make_room(now_ms);
        }
        let it = self.kept.entry(key.clone()).or_insert_with(|| Noted {
            at_ms: now_ms,
            value: Value::default(),
        });
        it.at_ms = it.at_ms.max(now_ms);
        &mut it.value
    }

    /// Forgets a key.
    pub(crate) fn remove(&mut self, key: &Key) {
        self.kept.remove(key);
    }

    fn make_room(&mut self, now_ms: u64) {
        let is_due = now_ms.saturating_sub(self.swept_ms) >= BETWEEN_SWEEPS_MS
            || self.kept.len() >= 2 * self.left;
        if self.kept.len() >= WORTH_A_SWEEP && is_due {
            let while_ms = self.while_ms;
            self.kept
                .retain(|_, it| now_ms.saturating_sub(it.at_ms) < while_ms);
            (self.swept_ms, self.left) = (now_ms, self.kept.len());
        }
        if self.kept.len() >= self.most {
            self.forget_the_oldest(self.most / 8);
        }
    }

    /// Evicts an eighth of all keys, so that a client that fills it causes a full scan only as
    /// often.
    fn forget_the_oldest(&mut self, number: usize) {
        let mut ages: Vec<u64> = self.kept.values().map(|it| it.at_ms).collect();
        let Some(last) = number.checked_sub(1).filter(|last| *last < ages.len()) else {
            return;
        };
        let until_ms = *ages.select_nth_unstable(last).1;
        let mut left = number;
        self.kept.retain(|_, it| {
            let goes = left > 0 && it.at_ms <= until_ms;
            left -= usize::from(goes);
            !goes
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knows<Value>(fading: &Fading<u64, Value>, key: u64, now_ms: u64) -> bool {
        let found = fading.kept.get(&key);
        found.is_some_and(|it| now_ms.saturating_sub(it.at_ms) < fading.while_ms)
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let mut fading = Fading::<u64, u8>::new(10, 10_000);
        for key in 0..30_000 {
            fading.note(&key, 100 * key);
        }
        // Nothing is looked through more than once a second.
        assert!(fading.kept.len() <= WORTH_A_SWEEP + 10, "{fading:?}");
        assert!(knows(&fading, 29_999, 2_999_909) && !knows(&fading, 29_999, 2_999_910));
    }

    #[test]
    fn at_its_bound_the_oldest_goes() {
        let mut fading = Fading::<u64, u64>::new(1_000_000, 800);
        for key in 0..100_000 {
            *fading.note(&key, key) += key;
            assert!(fading.kept.len() <= 800);
        }
        assert!(fading.kept.len() >= 700);
        assert_eq!(fading.get_mut(&99_999), Some(&mut 99_999));
        assert_eq!(fading.get_mut(&99_000), None);
        // Whoever is noted again stays.
        for key in 100_000..200_000 {
            fading.note(&99_999, key);
            fading.note(&key, key);
        }
        assert!(knows(&fading, 99_999, 200_000) && !knows(&fading, 150_000, 200_000));
    }

    #[test]
    fn many_at_one_moment_are_bounded_too() {
        let mut fading = Fading::<u64, u64>::new(1_000, 800);
        for key in 0..10_000 {
            fading.note(&key, 5);
            assert!(fading.kept.len() <= 800);
        }
        assert!(fading.kept.len() >= 700);
    }
}
