//! Arbitrary text as arguments of the wasm bindings: settings, records, move inputs, squares,
//! times, and requests to the engine. Every call returns a result or an error; a failed call leaves
//! the game unchanged.
#![no_main]

use damier_wasm::{Game, Thinker, check_fen, read_pdn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|asked: (u8, &str, u32, f64)| {
    let (what, text, number, time) = asked;
    let lang = if number & 1 == 0 { "fr" } else { "en" };
    let variant = damier_fuzz::variant((number >> 8) as u8).id();
    match what % 6 {
        0 => {
            let _ = Game::new(variant, text, time);
        }
        1 => {
            if let Ok(mut game) = Game::from_record(text) {
                let _ = game.position_after(number);
                let _ = game.record_after(number);
                game.change(number, time, lang)
                    .expect("a game can be looked at");
            }
        }
        2 => {
            let settings = r#"{"start":null,"clock":null,"white":{"kind":"person","name":""},"black":{"kind":"person","name":""},"few_pieces":"fresh"}"#;
            let mut game = Game::new(variant, settings, 0.0).expect("the plainest settings");
            let _ = game.play(text, time, lang);
            let _ = game.why_not(number, lang);
            let _ = game.take_back(number, time);
            let _ = game.offer_draw(text, time);
            game.change(number, 0.0, lang)
                .expect("a game can be looked at");
        }
        3 => {
            check_fen(variant, text, lang).expect("every text has an answer");
        }
        4 => {
            read_pdn(text, variant, lang).expect("every text has an answer");
        }
        _ => {
            let mut thinker = Thinker::new(1);
            let _ = thinker.start(variant, text, "[]", r#"{"nodes":50}"#);
            if let Ok(mut search) = thinker.start("international", "W:W31-50:B1-20", "[]", text) {
                search.stop();
                let _ = search.step(1.0);
            }
        }
    }
});
