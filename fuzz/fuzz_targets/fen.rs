//! Arbitrary text as FEN of any variant: it is parsed, or the position of the error lies inside the
//! text; written positions read back equal.
#![no_main]

use damier_notation::fen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let variant = damier_fuzz::variant(game);
    match fen::read(variant, text) {
        Ok(setup) => {
            let written = fen::write_setup(variant, &setup);
            assert_eq!(
                fen::read(variant, &written).as_ref(),
                Ok(&setup),
                "{written}"
            );
        }
        Err(error) => {
            let longest = text.chars().count() + 1;
            assert!((1..=longest).contains(&error.column), "{error}");
        }
    }
});
