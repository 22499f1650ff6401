//! Any text as FEN: it is read, or the place of the fault lies inside it; what is written reads back equal.
#![no_main]

use damier_fuzz::VARIANT;
use damier_notation::fen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match fen::read(VARIANT, text) {
        Ok(setup) => {
            let written = fen::write_setup(VARIANT, &setup);
            assert_eq!(
                fen::read(VARIANT, &written).as_ref(),
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
