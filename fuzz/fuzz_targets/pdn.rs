//! Arbitrary bytes as a file of PDN games: the whole file is read and its games are played, every
//! error has a position, and a written game reads back as the same game.
#![no_main]

use damier_notation::pdn::{Reader, normalised, replay, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (game, bytes) = input;
    let variant = damier_fuzz::variant(game);
    for parsed in Reader::new(bytes) {
        let parsed = parsed.expect("memory can be read");
        assert!(
            parsed
                .faults
                .iter()
                .all(|fault| fault.place.line > 0 && fault.place.column > 0)
        );

        if let Ok(replayed) = replay(&parsed, variant) {
            let mut position = replayed.start;
            let mut setups = replayed.setups.iter().peekable();
            for (played, index) in replayed.moves.iter().zip(0..) {
                while let Some((_, setup)) = setups.next_if(|(before, _)| *before == index) {
                    position = *setup;
                }
                position = position.play(played).expect("a replayed move is legal");
            }
        }
        let (tidy, _) = normalised(&parsed, variant);

        for game in [&parsed.game, &tidy] {
            let written = write(game);
            let mut again = Reader::new(written.as_bytes());
            let read = again.next().map(|read| read.expect("memory can be read"));
            assert!(again.next().is_none(), "one game became two: {written}");
            if parsed.faults.is_empty() && !game.is_empty() {
                let read = read.expect("a game became none");
                assert_eq!(read.game.items, game.items, "{written}");
                assert_eq!(write(&read.game), written);
            }
        }
    }
});
