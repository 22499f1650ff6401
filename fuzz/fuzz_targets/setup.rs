//! Any pieces on any squares of any game: either the faults are named, or it is a position whose moves can all be
//! played, each to a position that is valid itself, with the hash that a fresh one has.
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
