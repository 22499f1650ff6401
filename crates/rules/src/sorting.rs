//! Sorting, compiled once. The standard library's sorts are made anew for every type and key, five to seven kilobytes each in
//! a page where the bytes are counted; the places that ask here share theirs, or take a small one.

use crate::bits::Bits;
use crate::pieces::RawMove;

/// Sorts moves by their squares, so that equal moves are neighbours.
#[inline(never)]
pub(crate) fn sort_moves<B: Bits>(moves: &mut [RawMove<B>]) {
    moves.sort_unstable_by_key(|m| (m.from, m.to, m.captured, m.promotes));
}

/// Sorts a list that is known to be short; equals stay in order.
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
