//! Bounded maps: the entry used least recently is evicted.

use std::hash::Hash;
use std::num::NonZeroUsize;

use lru::LruCache;

/// How many keys are remembered.
pub(crate) const MAX_KEYS: usize = 20_000;

/// An empty map. It takes no memory before it is used.
pub(crate) fn bounded<K: Hash + Eq, V>() -> LruCache<K, V> {
    let mut map = LruCache::unbounded();
    map.resize(const { NonZeroUsize::new(MAX_KEYS).unwrap() });
    map
}
