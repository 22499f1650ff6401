//! Any arguments from JavaScript: a call returns or throws; it never panics or hangs.

use damier_rules::Variant;
use damier_wasm::{Game, Thinker, check_fen, read_pdn, start_view};
use proptest::prelude::*;

/// Text that is invalid, almost valid, or valid.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,80}",
        "[WB?:K0-9,.\\-x ()\\[\\]\"{}/*]{0,80}",
        Just("W:W31-50:B1-20".to_owned()),
        Just("en".to_owned()),
        Just("white".to_owned()),
        Just("international".to_owned()),
        Just("[]".to_owned()),
        Just(r#"{"depth":1}"#.to_owned()),
        Just(r#"["32-28"]"#.to_owned()),
    ]
}

fn time() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), 0.0..1e13, Just(f64::NAN)]
}

fn game(variant: &str, strict: bool) -> Game {
    let clock = if strict {
        r#"{"initial_ms":5000,"increment_ms":100}"#
    } else {
        "null"
    };
    let settings = format!(
        r#"{{"start":null,"clock":{clock},"white":{{"kind":"person","name":""}},
            "black":{{"kind":"computer","level":1}},"few_pieces":"continued",
            "conduct":{{"touched_is_played":{strict},"irregular_moves":true}}}}"#
    );
    Game::new(variant, &settings, 0.0).expect("good settings")
}

fn side(number: u32) -> &'static str {
    ["white", "black"][(number / 60 % 2) as usize]
}

proptest! {
    #[test]
    fn functions(a in text(), b in text(), c in text()) {
        let _ = (start_view(&a), check_fen(&a, &b, &c), check_fen("international", &b, "fr"));
        let _ = (read_pdn(&a, &b, "en"), read_pdn(&a, "italian", "fr"), read_pdn(&a, "russian", "en"));
        let _ = (Game::new("international", &a, 0.0), Game::from_record(&b));
        let _ = (Game::new(&a, &b, 0.0), check_fen("alquerque:huffing", &b, "en"));
    }

    #[test]
    fn a_game(
        strict: bool,
        variant in prop::sample::select(Variant::READINGS),
        calls in prop::collection::vec((0..16_u8, any::<u32>(), 0..60_u32, text(), time()), 0..40),
    ) {
        let mut game = game(variant.id(), strict);
        for (call, number, square, text, now) in calls {
            match call {
                0 => drop(game.play(&text, now, "en")),
                1 | 2 => {
                    let to = square.wrapping_add(number % 13).wrapping_sub(6);
                    let input = format!(r#"{{"from":{square},"to":{to},"via":[{}],"huff":{}}}"#, number % 60,
                        if number % 3 == 0 { number % 60 } else { square });
                    drop(game.play(&input, now, "fr"));
                }
                3 => drop(game.why_not(square, &text)),
                4 => {
                    let _ = game.position_after(number);
                    let _ = game.record_after(number);
                    let _ = game.change(number, now, &text);
                }
                5 => drop(game.take_back(number % 4, now)),
                6 => drop(game.offer_draw(&text, now)),
                7 => drop(game.accept_draw(&text, now)),
                8 => drop(game.tick(now)),
                9 => drop(game.resume(now, (now > 1e6).then_some(now / 2.0))),
                10 => drop(game.touch(side(number), square, now)),
                11 => drop(game.adoube(side(number), now)),
                12 => {
                    let removed = [square + 1, number % 60];
                    let to = square.wrapping_add(number % 13).wrapping_sub(6);
                    let removed = &removed[..(number % 3) as usize];
                    drop(game.irregular(side(number), square, to, removed, now));
                }
                13 => drop(game.correct(side(number), now)),
                14 => drop(game.let_stand(&text, now)),
                _ => drop(game.answer_draw_offer(&text, &text)),
            }
            game.change(number, now, "fr")
                .expect("the present can always be shown");
        }
        let record = game.record().expect("a record");
        let again = Game::from_record(&record).expect("the record replays");
        prop_assert_eq!(again.record(), Ok(record));
        prop_assert_eq!(again.pdn(), game.pdn());
    }

    #[test]
    fn a_thinker(a in text(), b in text(), c in text(), d in text()) {
        let mut thinker = Thinker::new(0);
        let _ = thinker.learn(a.as_bytes());
        let _ = thinker.know(&b, a.as_bytes().to_vec());
        let _ = thinker.start(&a, &b, &c, &d);
        let _ = thinker.start("international", &b, &c, r#"{"nodes":50}"#);
        let mut search = thinker
            .start("international", "W:W31-50:B1-20", "[]", r#"{"nodes":50}"#)
            .expect("a good question");
        let _ = search.step(f64::NAN);
        search.pause();
        search.stop();
        let _ = search.step(f64::INFINITY);
    }
}
