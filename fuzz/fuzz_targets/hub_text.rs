//! Arbitrary text as a position and as a move of the Hub protocol: parsed values are legal, and
//! written ones read back equal.
#![no_main]

use damier_notation::hub_text;
use damier_rules::{Position, Variant};
use libfuzzer_sys::fuzz_target;

/// The only variant that both protocols support.
const VARIANT: Variant = Variant::INTERNATIONAL;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(setup) = hub_text::read(VARIANT, &String::from_utf8_lossy(bytes))
        && let Ok(position) = Position::from_setup(VARIANT, &setup)
    {
        let written = hub_text::write(&position);
        assert_eq!(hub_text::read(VARIANT, &written), Ok(setup));
    }

    let Some((position, text)) = damier_fuzz::position(bytes) else {
        return;
    };
    if position.variant() != VARIANT {
        return;
    }
    let legal = position.legal_moves();
    if let Ok(played) = hub_text::read_move(&position, &String::from_utf8_lossy(text)) {
        assert!(legal.contains(&played));
    }
    for played in legal {
        let written = hub_text::write_move(&played);
        assert_eq!(
            hub_text::read_move(&position, &written),
            Ok(played),
            "{written}"
        );
    }
});
