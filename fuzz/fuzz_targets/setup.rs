//! Any pieces on any squares: a setup either has faults that are named, or is a position whose moves
//! can all be played, each to a position that is itself valid and whose hash agrees with one computed from
//! scratch.
#![no_main]

use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let variant = Variant::INTERNATIONAL;
    let mut setup = Setup::new();
    let mut bytes = bytes.iter();
    setup.side = bytes
        .next()
        .and_then(|byte| {
            [None, Some(Side::White), Some(Side::Black)]
                .get(usize::from(byte % 3))
                .copied()
        })
        .flatten();
    while let (Some(square), Some(piece)) = (bytes.next(), bytes.next()) {
        let Some(square) = Square::new(*square) else {
            continue;
        };
        let side = if piece & 1 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let kind = if piece & 2 == 0 {
            Kind::Man
        } else {
            Kind::King
        };
        setup.put(square, Piece { side, kind });
    }

    match Position::from_setup(variant, &setup) {
        Err(faults) => assert!(!faults.faults().is_empty()),
        Ok(position) => {
            assert_eq!(position.to_setup(), setup);
            for legal in position.legal_moves() {
                let next = position.play(&legal).expect("a legal move can be played");
                let again = Position::from_setup(variant, &next.to_setup())
                    .expect("a move leads to a position");
                assert_eq!(next, again);
                assert_eq!(next.hash(), again.hash());
            }
        }
    }
});
