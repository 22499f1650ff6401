//! Conduct at the board through the exports, for two players at one device: JSON in, JSON out.

mod common;

use damier_wasm::{DoorError, Game};
use serde_json::{Value, json};

/// A game for two people with all conduct rules, in which draws can be offered after one move of
/// each side.
fn tournament(fen: &str) -> Game {
    let settings = json!({
        "start": fen,
        "clock": null,
        "white": { "kind": "person", "name": "Awa" },
        "black": { "kind": "person", "name": "Piet" },
        "few_pieces": "fresh",
        "conduct": {
            "touched_is_played": true,
            "released_stands": true,
            "irregular_moves": true,
            "colours_by_lot": true,
            "offers_from_move": 1,
        },
    });
    Game::new("international", &settings.to_string(), 1_000.0).expect("good settings")
}

fn parse(answer: Result<String, DoorError>) -> Value {
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}

fn view(game: &Game) -> Value {
    common::view(game, 2_000.0, "en")
}

fn play(game: &mut Game, from: u32, to: u32) -> Value {
    let input = json!({ "from": from, "to": to }).to_string();
    parse(game.play(&input, 2_000.0, "en"))
}

fn code<T>(answer: Result<T, DoorError>) -> String {
    answer.err().expect("must fail").code
}

const OPEN: &str = "W:W32,37,46:B1,6";
/// White can play 46-41, although 28x17 is compulsory.
const MUST_CAPTURE: &str = "W:W28,46:B22,1";

#[test]
fn a_view_has_the_conduct_rules_of_the_game() {
    let game = tournament(OPEN);
    let now = view(&game);
    assert_eq!(now["conduct"]["touched_is_played"], true);
    assert_eq!(now["conduct"]["offers_from_move"], 1);
    assert_eq!(
        (&now["touched"], &now["adoube"], &now["fault"]),
        (&Value::Null, &json!([]), &Value::Null)
    );
    assert_eq!(now["may_offer"], false);
}

#[test]
fn only_the_touched_piece_can_be_moved_and_the_others_say_why() {
    let mut game = tournament(OPEN);
    game.touch("white", 32, 2_000.0).expect("may be touched");
    let now = view(&game);
    assert_eq!(now["touched"], 32);
    let from: Vec<&Value> = now["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|played| &played["from"])
        .collect();
    assert_eq!(from, [32, 32]);
    let refused = &play(&mut game, 37, 31)["refused"];
    assert_eq!(refused["code"], "touched-is-played");
    assert_eq!(refused["sentence"], "32 was touched and is to be played.");
    assert_eq!(refused["squares"]["must_move"], json!([32]));
    assert_eq!(refused["must_play"].as_array().map(Vec::len), Some(2));
    let french = game
        .why_not(37, "fr")
        .expect("an answer")
        .expect("a reason");
    assert!(french.contains("32 a été touchée"), "{french}");
    assert_eq!(game.why_not(32, "fr"), Ok(None));
    assert_eq!(play(&mut game, 32, 27)["played"]["text"], "32-27");
    assert_eq!(view(&game)["touched"], Value::Null);
    assert_eq!(code(game.take_back(1, 3_000.0)), "released-stands");
}

#[test]
fn who_says_j_adoube_touches_freely() {
    let mut game = tournament(OPEN);
    game.adoube("white", 2_000.0).expect("may be said");
    assert_eq!(view(&game)["adoube"], json!(["white"]));
    game.touch("white", 32, 2_000.0).expect("may be touched");
    assert_eq!(view(&game)["touched"], Value::Null);
    game.adoube("white", 2_000.0).expect("may be said again");
    assert_eq!(view(&game)["adoube"], json!([]));
    assert_eq!(code(game.touch("white", 51, 2_000.0)), "no-such-square");
    assert_eq!(code(game.touch("white", 1, 2_000.0)), "nothing-to-touch");
    assert_eq!(code(game.touch("green", 32, 2_000.0)), "unknown-side");
}

#[test]
fn an_irregular_move_is_shown_with_its_reason_and_corrected() {
    let mut game = tournament(MUST_CAPTURE);
    game.irregular("white", 46, 41, &[], 2_000.0)
        .expect("can be made");
    let now = view(&game);
    assert_eq!((&now["side"], &now["plies"]), (&json!("black"), &json!(1)));
    assert_eq!(now["fault"]["side"], "white");
    let sentence = now["fault"]["sentence"].as_str().expect("a reason");
    let french = common::view(&game, 2_000.0, "fr");
    assert_ne!(french["fault"]["sentence"], sentence);
    let mut legal = tournament(MUST_CAPTURE);
    assert_eq!(play(&mut legal, 46, 41)["refused"]["sentence"], sentence);
    let played = &now["history"][0];
    assert_eq!(
        (&played["text"], &played["side"], &played["irregular"]),
        (&json!("46-41"), &json!("white"), &json!(true))
    );
    assert_eq!(code(game.correct("white", 2_000.0)), "nothing-irregular");
    game.correct("black", 2_000.0).expect("may be corrected");
    let now = view(&game);
    assert_eq!((&now["side"], &now["plies"]), (&json!("white"), &json!(0)));
    assert_eq!(now["fault"], Value::Null);
}

#[test]
fn an_irregular_move_stands_when_it_is_let_stand_or_covered() {
    let mut game = tournament(MUST_CAPTURE);
    game.irregular("white", 46, 41, &[], 2_000.0)
        .expect("can be made");
    let mut covered = game.clone();
    assert_eq!(play(&mut covered, 22, 33)["played"]["text"], "22x33");
    game.let_stand("black", 2_000.0).expect("may stand");
    for game in [&game, &covered] {
        let now = view(game);
        assert_eq!(now["fault"], Value::Null);
        assert_eq!(now["history"][0]["irregular"], true);
    }
    let record = covered.record().expect("a record");
    let again = Game::from_record(&record).expect("replays");
    assert_eq!(view(&again), view(&covered));
}

#[test]
fn a_piece_taken_off_without_cause_has_no_refusal_to_quote() {
    let mut game = tournament(OPEN);
    game.irregular("white", 32, 28, &[1], 2_000.0)
        .expect("can be made");
    assert_eq!(
        view(&game)["fault"],
        json!({ "side": "white", "sentence": null })
    );
    assert_eq!(
        code(game.irregular("black", 6, 28, &[], 2_000.0)),
        "not-irregular"
    );
}

#[test]
fn a_move_out_of_turn_is_listed_as_its_maker_s() {
    let mut game = tournament(OPEN);
    game.irregular("black", 1, 7, &[], 2_000.0)
        .expect("can be made");
    let now = view(&game);
    assert_eq!(now["history"][0]["side"], "black");
    assert_eq!(now["side"], "white");
}

#[test]
fn a_draw_is_offered_late_and_points_are_reported() {
    let mut game = tournament(OPEN);
    assert_eq!(
        code(game.offer_draw("white", 2_000.0)),
        "too-early-to-offer"
    );
    play(&mut game, 32, 28);
    play(&mut game, 1, 7);
    assert_eq!(view(&game)["may_offer"], true);
    game.offer_draw("white", 2_000.0).expect("may offer");
    assert_eq!(view(&game)["may_offer"], false);
    game.accept_draw("black", 2_000.0).expect("may accept");
    assert_eq!(view(&game)["outcome"]["points"], json!([1, 1]));
}
