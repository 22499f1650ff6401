//! A game in progress through the exports, as the page plays it: JSON in, JSON out.

mod common;

use damier_wasm::{DoorError, Game};
use serde_json::{Value, json};

fn settings() -> Value {
    json!({
        "start": null,
        "clock": null,
        "white": { "kind": "person", "name": "Awa" },
        "black": { "kind": "computer", "level": 3 },
        "few_pieces": "fresh",
    })
}

fn game() -> Game {
    Game::new("international", &settings().to_string(), 1_000.0).expect("good settings")
}

fn game_from(fen: &str) -> Game {
    let mut settings = settings();
    settings["start"] = fen.into();
    Game::new("international", &settings.to_string(), 1_000.0).expect("good settings")
}

fn game_with_clock() -> Game {
    let mut settings = settings();
    settings["clock"] = json!({ "initial_ms": 60_000, "increment_ms": 1_000 });
    Game::new("international", &settings.to_string(), 1_000.0).expect("good settings")
}

fn parse(answer: Result<String, DoorError>) -> Value {
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}

fn play(game: &mut Game, from: u32, to: u32) -> Value {
    parse(game.play(
        &json!({ "from": from, "to": to }).to_string(),
        2_000.0,
        "en",
    ))
}

fn view(game: &Game) -> Value {
    common::view(game, 2_000.0, "en")
}

fn code<T>(answer: Result<T, DoorError>) -> String {
    answer.err().expect("must fail").code
}

#[test]
fn a_new_game_shows_everything_a_page_needs() {
    let view = view(&game());
    assert_eq!(view["variant"], "international");
    assert_eq!(view["board"]["width"], 10);
    assert_eq!(
        view["board"]["squares"][0],
        json!({ "square": 1, "row": 0, "col": 1, "name": "1" })
    );
    assert_eq!(view["board"]["squares"].as_array().map(Vec::len), Some(50));
    assert_eq!((&view["ply"], &view["plies"]), (&json!(0), &json!(0)));
    assert_eq!(view["side"], "white");
    assert_eq!(view["pieces"].as_array().map(Vec::len), Some(40));
    assert_eq!(
        view["pieces"][0],
        json!({ "square": 1, "side": "black", "kind": "man" })
    );
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(
        view["moves"][0],
        json!({
            "text": "31-26", "long": "31-26", "from": 31, "to": 26,
            "path": [31, 26], "captured": [], "promotes": false, "huff": null,
        })
    );
    assert_eq!(view["history"], json!([]));
    assert_eq!(view["captured"], json!({ "white": 0, "black": 0 }));
    assert_eq!(view["clock"], Value::Null);
    assert_eq!(view["offer"], Value::Null);
    assert_eq!(view["outcome"], Value::Null);
    assert_eq!(
        view["players"]["black"],
        json!({ "kind": "computer", "level": 3 })
    );
    assert_eq!(
        view["draw_counters"],
        json!({ "kings_only_plies": 0, "few_pieces_left": null, "occurrences": 1 })
    );
}

#[test]
fn what_is_played_stands_in_the_history() {
    let mut game = game();
    assert_eq!(play(&mut game, 32, 28)["played"]["text"], "32-28");
    assert_eq!(play(&mut game, 19, 23)["played"]["text"], "19-23");
    assert_eq!(play(&mut game, 28, 19)["played"]["captured"], json!([23]));
    let now = view(&game);
    assert_eq!(now["captured"], json!({ "white": 0, "black": 1 }));
    assert_eq!(
        now["history"][1],
        json!({
            "number": 1, "side": "black", "text": "19-23", "bracketed": "(19-23)",
            "from": 19, "to": 23, "path": [19, 23], "captured": [], "promotes": false,
            "huff": null, "irregular": false,
            "at_ms": 2_000,
        })
    );
    assert_eq!(now["history"][2]["number"], 2);

    let earlier = parse(game.position_after(1));
    assert_eq!(earlier["ply"], 1);
    assert_eq!(earlier["side"], "black");
    assert_eq!(earlier["captured"], json!({ "white": 0, "black": 0 }));
    assert_eq!(parse(game.position_after(3)), now["now"]);
    assert_eq!(code(game.position_after(4)), "no-such-ply");
    assert_eq!(game.ply_count(), 3);
}

#[test]
fn where_black_begins_the_first_number_is_black_s() {
    let mut game = game_from("B:W40:B1");
    play(&mut game, 1, 6);
    play(&mut game, 40, 34);
    let history = &view(&game)["history"];
    assert_eq!(
        (&history[0]["number"], &history[0]["side"]),
        (&json!(1), &json!("black"))
    );
    assert_eq!(
        (&history[1]["number"], &history[1]["side"]),
        (&json!(2), &json!("white"))
    );
}

#[test]
fn a_refusal_says_what_must_be_played() {
    let mut game = game_from("W:W28,32:B23");
    let refused = &play(&mut game, 32, 27)["refused"];
    assert_eq!(refused["code"], "must-capture");
    assert_eq!(refused["squares"]["must_move"], json!([28]));
    assert_eq!(refused["must_play"][0]["text"], "28x19");
    assert!(
        refused["sentence"]
            .as_str()
            .is_some_and(|sentence| sentence.ends_with('.'))
    );
    assert_eq!(game.ply_count(), 0);

    let french = parse(game.play(&json!({ "from": 32, "to": 27 }).to_string(), 0.0, "fr"));
    assert_ne!(french["refused"]["sentence"], refused["sentence"]);
}

#[test]
fn a_choice_is_asked_only_where_captured_sets_differ() {
    let mut game = game_from("W:WK47:B14,19,29,31,42");
    let meant = play(&mut game, 47, 36);
    let texts: Vec<&Value> = meant["ambiguous"]
        .as_array()
        .expect("a choice")
        .iter()
        .map(|m| &m["text"])
        .collect();
    assert_eq!(texts, ["47x38x20x9x36", "47x38x24x13x36"]);
    let path = &meant["ambiguous"][1]["path"];
    let via = &path.as_array().expect("a path")[1..path.as_array().map_or(1, Vec::len) - 1];
    let input = json!({ "from": 47, "to": 36, "via": via });
    let played = parse(game.play(&input.to_string(), 2_000.0, "en"));
    assert_eq!(played["played"]["text"], "47x38x24x13x36");
    assert_eq!(view(&game)["history"][0]["text"], "47x38x24x13x36");
}

#[test]
fn a_touched_piece_says_why_it_stays() {
    let game = game_from("W:W28,32,33:B23,24");
    assert_eq!(game.why_not(28, "en"), Ok(None));
    let answer = game
        .why_not(32, "fr")
        .expect("an answer")
        .expect("a refusal");
    let refusal: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(refusal["code"], "must-capture");
    assert_eq!(code(game.why_not(51, "fr")), "no-such-square");
    assert_eq!(code(game.why_not(32, "nl")), "unknown-language");
}

#[test]
fn a_game_goes_through_its_record() {
    let mut game = game_with_clock();
    play(&mut game, 32, 28);
    game.offer_draw("black", 3_000.0).expect("may offer");
    let record = game.record().expect("a record");
    let again = Game::from_record(&record).expect("the record replays");
    assert_eq!(again.record(), Ok(record.clone()));
    assert_eq!(
        common::view(&again, 9_000.0, "fr"),
        common::view(&game, 9_000.0, "fr")
    );

    let mut broken: Value = serde_json::from_str(&record).expect("JSON");
    broken["acts"][0]["move"] = "32-23".into();
    assert_eq!(code(Game::from_record(&broken.to_string())), "not-legal");
    assert_eq!(code(Game::from_record("[1,2")), "bad-json");
    assert_eq!(code(Game::new("international", "{}", 0.0)), "bad-json");
}

#[test]
fn offers_and_resignation_end_a_game_by_name() {
    let mut game = game();
    game.offer_draw("white", 2_000.0).expect("may offer");
    assert_eq!(view(&game)["offer"], "white");
    game.accept_draw("black", 2_500.0).expect("may accept");
    let outcome = &view(&game)["outcome"];
    assert_eq!(
        (&outcome["winner"], &outcome["reason"]),
        (&Value::Null, &json!("agreement"))
    );
    assert!(
        outcome["sentence"]
            .as_str()
            .is_some_and(|sentence| !sentence.is_empty())
    );
    assert_eq!(code(game.resign("white", 3_000.0)), "game-over");
    assert_eq!(play(&mut game, 32, 28)["refused"]["code"], "game-over");
    assert_eq!(view(&game)["moves"], json!([]));
    assert_eq!(code(game.resign("green", 3_000.0)), "unknown-side");
}

#[test]
fn the_clock_runs_flags_and_goes_back() {
    let mut game = game_with_clock();
    let clock = |game: &Game, now| common::view(game, now, "en")["clock"].clone();
    assert_eq!(
        clock(&game, 11_000.0),
        json!({ "white_ms": 50_000, "black_ms": 60_000, "running": "white" })
    );
    play(&mut game, 32, 28);
    assert_eq!(clock(&game, 2_000.0)["white_ms"], 60_000);
    game.take_back(1, 20_000.0).expect("may take back");
    assert_eq!(clock(&game, 20_000.0)["white_ms"], 60_000);
    game.resume(500_000.0, None).expect("may resume");
    assert_eq!(game.tick(559_999.0), Ok(false));
    assert_eq!(game.tick(560_000.0), Ok(true));
    assert_eq!(view(&game)["outcome"]["reason"], "time");
    assert_eq!(view(&game)["clock"]["running"], Value::Null);
    assert_eq!(
        game.resume(600_000.0, None),
        Ok(()),
        "nothing to resume, and no harm"
    );
}

#[test]
fn an_interruption_of_known_length_gives_back_that_much() {
    let mut game = game_with_clock();
    let left = |game: &Game, now| common::view(game, now, "en")["clock"]["white_ms"].clone();
    assert_eq!(left(&game, 11_000.0), 50_000);
    // The tab was closed from 11 s to 500 s.
    game.resume(500_000.0, Some(489_000.0)).expect("may resume");
    assert_eq!(left(&game, 500_000.0), 50_000);
    assert_eq!(left(&game, 505_000.0), 45_000);
    // A second one, longer than the turn has lasted, costs nothing and gives no time.
    game.resume(600_000.0, Some(1e9)).expect("may resume");
    assert_eq!(left(&game, 600_000.0), 60_000);
}

#[test]
fn a_move_after_the_flag_is_too_late() {
    let mut game = game_with_clock();
    let input = json!({ "from": 32, "to": 28 }).to_string();
    let reply = parse(game.play(&input, 100_000.0, "en"));
    assert_eq!(reply["refused"]["code"], "game-over");
    assert_eq!(view(&game)["outcome"]["reason"], "time");
}

#[test]
fn the_computer_answers_an_offer_by_what_it_sees() {
    let game = game();
    assert_eq!(
        game.answer_draw_offer("black", r#"{"win":9}"#),
        Ok(true),
        "Black loses"
    );
    assert_eq!(
        game.answer_draw_offer("white", r#"{"win":9}"#),
        Ok(false),
        "White wins"
    );
    assert_eq!(code(game.answer_draw_offer("black", "{}")), "bad-json");
}

#[test]
fn after_an_act_only_changes_are_returned() {
    let mut game = game();
    play(&mut game, 32, 28);
    play(&mut game, 19, 23);
    let change = |game: &mut Game, known| parse(game.change(known, 2_000.0, "en"));
    let all = change(&mut game, 0);
    assert_eq!(all["history"].as_array().map(Vec::len), Some(2));
    assert_eq!(change(&mut game, 2)["history"], json!([]));

    play(&mut game, 28, 19);
    let new = change(&mut game, 2);
    assert_eq!(new["kept"], 2);
    assert_eq!(new["history"].as_array().map(Vec::len), Some(1));
    assert_eq!(new["history"][0]["text"], "28x19");
    assert_eq!(new["now"]["captured"], json!({ "white": 0, "black": 1 }));

    game.take_back(2, 2_500.0).expect("may take back");
    play(&mut game, 20, 25);
    let other = change(&mut game, 3);
    assert_eq!(other["kept"], 1, "the second move is another one now");
    assert_eq!(other["history"][0]["text"], "20-25");
    assert_eq!(other["now"]["ply"], 2);
}

#[test]
fn the_record_is_returned_from_an_act_on() {
    let mut game = game();
    play(&mut game, 32, 28);
    play(&mut game, 19, 23);
    let two: Value = parse(game.record_after(0));
    assert_eq!(two["acts"].as_array().map(Vec::len), Some(2));
    let one: Value = parse(game.record_after(1));
    assert_eq!(one["acts"], json!([two["acts"][1]]));
    assert_eq!(one["ending"], Value::Null);

    game.take_back(2, 3_000.0).expect("may take back");
    // Acts are only ever appended, even when moves are taken back.
    assert_eq!(
        parse(game.record_after(2))["acts"],
        json!([{ "act": "take-back", "plies": 2, "at_ms": 3_000 }])
    );
    game.resign("black", 4_000.0).expect("may resign");
    assert_eq!(
        parse(game.record_after(9)),
        json!({ "acts": [], "ending": { "winner": "white", "reason": "resignation" } })
    );
}

#[test]
fn a_change_does_not_grow_with_the_game() {
    let mut game = game();
    let mut longest = 0;
    for ply in 0..80_u32 {
        let moves = view(&game)["moves"].clone();
        let Some(first) = moves.get(0) else { break };
        let (from, to) = (first["from"].as_u64(), first["to"].as_u64());
        let input = json!({ "from": from, "to": to }).to_string();
        game.play(&input, 2_000.0, "en").expect("an answer");
        if game.ply_count() as u32 == ply {
            break; // a capture that can be made in two ways
        }
        let change = game.change(ply, 2_000.0, "en").expect("an answer");
        let record = game.record_after(ply).expect("an answer");
        longest = longest.max(change.len() + record.len());
    }
    assert!(game.ply_count() > 20, "{} plies", game.ply_count());
    assert!(longest < 6_000, "{longest} bytes after one act");
}

#[test]
fn a_clock_that_waits_for_its_first_move_does_not_run() {
    let mut game = game_with_clock();
    let mut record: Value = parse(game.record());
    record["started_ms"] = Value::Null;
    let waiting = Game::from_record(&record.to_string()).expect("a record");
    assert_eq!(view(&waiting)["clock"]["running"], Value::Null);
    assert_eq!(view(&game)["clock"]["running"], "white");
    play(&mut game, 32, 28);
    assert_eq!(view(&game)["clock"]["running"], "black");
}
