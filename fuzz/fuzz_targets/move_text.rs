//! Arbitrary text as a move in any position: parsed moves are legal, and every legal move reads
//! back from its short and long form.
#![no_main]

use damier_notation::move_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((position, text)) = damier_fuzz::position(bytes) else {
        return;
    };
    let legal = position.legal_moves();
    if let Ok(played) = move_text::read(&position, &String::from_utf8_lossy(text)) {
        assert!(legal.contains(&played));
    }
    for played in legal {
        for written in [
            move_text::text(&position, &played),
            move_text::long(&position, &played),
        ] {
            assert_eq!(
                move_text::read(&position, &written),
                Ok(played),
                "{written}"
            );
        }
    }
});
