//! Arbitrary move inputs in any position of any variant, with or without a huff: each is a legal
//! move, refused or ambiguous, in agreement with the list of legal moves.
#![no_main]

use damier_rules::{Explanation, MoveInput, Refusal, Square, explain, why_not};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((position, input)) = damier_fuzz::position(bytes) else {
        return;
    };
    let Some((&huff, input)) = input.split_first() else {
        return;
    };
    // Most move inputs have no huff.
    let huff = Square::new(huff).filter(|_| huff < 64);
    let squares: Vec<Square> = input
        .iter()
        .filter_map(|&number| Square::new(number))
        .collect();
    let [from, via @ .., to] = squares.as_slice() else {
        return;
    };
    let legal = position.legal_moves();
    let input = MoveInput::through(*from, via.iter().copied(), *to).huffing(huff);
    match explain(&position, &input) {
        Explanation::Legal(played) => {
            assert!(legal.contains(&played));
            assert_eq!((played.from, played.to), (*from, *to));
            assert_eq!(played.huff, huff);
        }
        Explanation::Ambiguous(meant) => {
            assert!(meant.len() >= 2);
            assert!(meant.iter().all(|played| legal.contains(played)));
        }
        Explanation::Refused(refusal) => {
            assert!(!refusal.code().is_empty());
            // Without intermediate squares only the two ends can be wrong.
            let between = legal
                .iter()
                .any(|played| (played.from, played.to, played.huff) == (*from, *to, huff));
            assert!(!(via.is_empty() && between), "{refusal:?} of a legal move");
        }
    }

    let ways = || legal.iter().filter(|played| played.from == *from);
    let refusal = why_not(&position, *from);
    // A player who touches a piece has not huffed yet.
    assert_eq!(
        refusal.is_none(),
        ways().any(|played| played.huff.is_none())
    );
    let after_a_huff = matches!(refusal, Some(Refusal::HuffFirst { .. }));
    assert_eq!(after_a_huff, refusal.is_some() && ways().next().is_some());
});
