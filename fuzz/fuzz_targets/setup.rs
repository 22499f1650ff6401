//! Arbitrary pieces on arbitrary squares of any variant: either the setup is rejected with its
//! faults, or every legal move leads to a valid position whose hash equals that of the same
//! position set up directly.
#![no_main]

use damier_rules::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&game, bytes)) = bytes.split_first() else {
        return;
    };
    let variant = damier_fuzz::variant(game);
    let setup = damier_fuzz::setup(bytes);
    match Position::from_setup(variant, &setup) {
        Err(faults) => assert!(!faults.faults().is_empty()),
        Ok(position) => {
            let again = Position::from_setup(variant, &position.to_setup());
            assert_eq!(again, Ok(position));
            for legal in position.legal_moves() {
                let next = position.play(&legal).expect("a legal move can be played");
                let fresh = Position::from_setup(variant, &next.to_setup())
                    .expect("a move leads to a position");
                assert_eq!(next, fresh);
                assert_eq!(next.hash(), fresh.hash());
            }
        }
    }
});
