//! Sorting functions that are compiled only once. The compiler makes a new copy of the standard
//! library's sorts for every type and key, five to seven kilobytes each, which is a lot for a web
//! page. The callers of this module share one copy, or use a small sort.

use crate::bits::Bits;
use crate::pieces::RawMove;

/// Sorts moves by their squares, so that equal moves are next to each other.
#[inline(never)]
pub(crate) fn sort_moves<B: Bits>(moves: &mut [RawMove<B>]) {
    moves.sort_unstable_by_key(|m| (m.from, m.to, m.captured, m.promotes));
}

/// Sorts a list that is known to be short. The sort is stable.
pub(crate) fn sort_short_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_lists_are_sorted_as_by_the_library(mut list: Vec<(u8, u16)>) {
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key % 8);
            sort_short_by_key(&mut list, |(key, _)| *key % 8);
            prop_assert_eq!(list, expected);
        }
    }
}
