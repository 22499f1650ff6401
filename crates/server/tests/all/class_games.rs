//! The games of a class: their clocks stop while the screens are frozen, and the teacher sees who
//! played whom and the results.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::classes::{ClassChange, Classes};
use damier_people::documents::Documents;
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::classes::pairs_with;
use crate::common::live::{Socket, secret};
use crate::common::{Running, start_stores};

fn stores(live: &Arc<InMemoryStore>) -> Stores {
    Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(live),
    }
}

/// A minute for each side.
fn minute() -> Value {
    json!({ "clock": { "initial_ms": 60_000, "increment_ms": 0 } })
}

impl Running {
    /// Creates a class with four pupils; returns its code.
    async fn class_of_four(&self) -> String {
        let code = self.new_class().await;
        for (number, nickname) in [(1, "fox"), (2, "owl"), (3, "bee"), (4, "cat")] {
            self.join(&code, number, nickname).await.ok();
        }
        code
    }

    async fn pair(&self, settings: &Value, pairs: &[(u32, &str, &str)]) {
        let wanted = pairs_with(settings, pairs);
        self.teacher("POST", "/class/pairs", &wanted).await.ok();
    }

    async fn hold(&self, frozen: bool) {
        let settings = json!({ "frozen": frozen });
        self.teacher("POST", "/class/settings", &settings)
            .await
            .ok();
    }

    /// Pupil `number` opens the game, the first time with the secret `500 + number`.
    async fn board(&self, number: u32) -> (Socket, Value) {
        let game = self.me(number).await["game"]["id"].clone();
        let seat = json!({ "game": game, "secret": secret(500 + number) });
        self.pupil(number, "POST", "/class/me/seat", &seat)
            .await
            .ok();
        self.enter(&secret(500 + number)).await
    }
}

#[tokio::test]
async fn frozen_screens_stop_the_clocks_even_of_a_new_game() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    server.pair(&minute(), &[(1, "fox", "owl")]).await;
    let (mut fox, _) = server.board(1).await;
    let (mut owl, _) = server.board(2).await;
    // The first move of each costs no time.
    assert_eq!(fox.play("32-28").await["frame"], "done");
    assert_eq!(owl.play("19-23").await["frame"], "done");
    assert_eq!(fox.play("28x19").await["frame"], "done");
    for _ in 0..3 {
        fox.event().await;
    }
    server.let_time_pass(1_000).await;
    server.hold(true).await;
    let held = fox.event().await;
    assert_eq!(held["event"]["act"]["act"], "pause");
    assert_eq!(held["state"]["held"], true);
    server.pair(&minute(), &[(2, "bee", "cat")]).await;
    server.let_time_pass(4_000).await;

    let (mut owl, welcome) = server.board(2).await;
    let state = &welcome["state"];
    assert_eq!(
        (&state["held"], &state["turn"]),
        (&json!(true), &json!("black"))
    );
    assert_eq!(state["clock"]["running"], Value::Null);
    assert_eq!(state["clock"]["black_ms"], 59_000, "{state}");
    assert_eq!(owl.play("14x23").await["code"], "game-paused");
    let go_on = json!({ "act": "ask", "for": { "kind": "resume" } });
    assert_eq!(owl.act(&go_on).await["code"], "game-paused");
    let stop = json!({ "act": "pause", "at_most_ms": 1_000 });
    assert_eq!(owl.act(&stop).await["code"], "not-entitled");
    let (_bee, welcome) = server.board(3).await;
    assert_eq!(welcome["state"]["clock"]["white_ms"], 60_000, "{welcome}");
    assert_eq!(welcome["state"]["held"], true);

    // The server is down in the middle for longer than any clock.
    let stopped_ms = server.clock.0.load(Ordering::SeqCst);
    server.stop().await.unwrap();
    let server = start_stores(stores(&live), |_| {}).await;
    server.clock.0.store(stopped_ms + 600_000, Ordering::SeqCst);
    server.wait_for_a_beat().await;
    assert_eq!(server.class().await["frozen"], true);
    let (mut owl, welcome) = server.board(2).await;
    assert_eq!(welcome["state"]["held"], true);
    let (_bee, _) = server.board(3).await;
    server.hold(false).await;
    let goes_on = owl.event().await;
    assert_eq!(goes_on["event"]["act"]["act"], "resume");
    assert_eq!(goes_on["state"]["held"], false);
    assert_eq!(goes_on["state"]["clock"]["running"], "black");
    server.let_time_pass(2_000).await;
    let (_cat, welcome) = server.board(4).await;
    // A first move, which costs no time.
    assert_eq!(welcome["state"]["clock"]["white_ms"], 60_000, "{welcome}");
    assert_eq!(owl.play("14x23").await["frame"], "done");
    let played = owl.event().await;
    // On a busy machine the delay of a move is measured, and compensated.
    let compensation_ms = played["event"]["act"]["lag_ms"].as_u64().unwrap_or(0);
    let left_ms = 57_000 + compensation_ms;
    assert_eq!(played["state"]["clock"]["black_ms"], left_ms, "{played}");
}

/// A server finds changes in the store without a notification.
#[tokio::test]
async fn the_background_task_pauses_and_resumes_games_of_a_stopped_node() {
    let live = Arc::new(InMemoryStore::shared());
    let one = start_stores(stores(&live), |_| {}).await;
    let other = start_stores(stores(&live), |_| {}).await;
    let code = one.class_of_four().await.parse().unwrap();
    one.pair(&minute(), &[(1, "fox", "owl")]).await;
    let (mut owl, _) = other.board(2).await;
    // The node that got the teacher's request freezes them, and other nodes learn of it.
    one.hold(true).await;
    assert_eq!(owl.event().await["event"]["act"]["act"], "pause");
    // It stops after storing that they are unfrozen, and before it has resumed any game.
    let now_ms = one.clock.0.load(Ordering::SeqCst);
    let free = ClassChange::FrozenUntil(now_ms);
    assert!(
        Classes::of(&Ports::of(&live))
            .change_class(code, &free)
            .await
            .unwrap()
    );
    let goes_on = tokio::time::timeout(Duration::from_secs(30), owl.event());
    assert_eq!(goes_on.await.unwrap()["event"]["act"]["act"], "resume");
    let held = ClassChange::FrozenUntil(now_ms + 60_000);
    assert!(
        Classes::of(&Ports::of(&live))
            .change_class(code, &held)
            .await
            .unwrap()
    );
    let stopped = tokio::time::timeout(Duration::from_secs(30), owl.event());
    assert_eq!(stopped.await.unwrap()["event"]["act"]["act"], "pause");
    // No player resumes them, so they continue when the pause ends by itself.
    for node in [&one, &other] {
        node.clock.0.fetch_add(60_000, Ordering::SeqCst);
    }
    let goes_on = tokio::time::timeout(Duration::from_secs(30), owl.event());
    assert_eq!(goes_on.await.unwrap()["event"]["act"]["act"], "resume");
}

#[tokio::test]
async fn clocks_resume_when_a_class_ends_or_a_pupil_leaves() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    let pairs = [(1, "fox", "owl"), (2, "bee", "cat")];
    server.pair(&minute(), &pairs).await;
    let (mut fox, _) = server.board(1).await;
    let (mut bee, _) = server.board(3).await;
    server.hold(true).await;
    for socket in [&mut fox, &mut bee] {
        assert_eq!(socket.event().await["event"]["act"]["act"], "pause");
    }
    let owl = json!({ "pupil": "owl" });
    server.teacher("POST", "/class/removal", &owl).await;
    assert_eq!(fox.event().await["event"]["act"]["act"], "resume");
    server.teacher("DELETE", "/class", &Value::Null).await;
    assert_eq!(bee.event().await["event"]["act"]["act"], "resume");
}

#[tokio::test]
async fn a_class_is_frozen_no_longer_than_it_exists() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    server.pair(&minute(), &[(1, "fox", "owl")]).await;
    let (mut fox, _) = server.board(1).await;
    let now_ms = server.clock.0.load(Ordering::SeqCst);
    let ends = |until_ms: u64| json!({ "until_ms": until_ms });
    let settings = async |settings: Value| {
        let changed = server.teacher("POST", "/class/settings", &settings);
        changed.await.ok()
    };
    settings(ends(now_ms + 600_000)).await;
    server.hold(true).await;
    let held = fox.event().await;
    assert_eq!(held["event"]["act"]["act"], "pause");
    assert_eq!(held["state"]["paused_until_ms"], now_ms + 600_000);
    // The class gets an earlier end while it is frozen.
    settings(ends(now_ms + 6_000)).await;
    let held = fox.event().await;
    assert_eq!(held["event"]["act"]["act"], "pause");
    assert_eq!(held["state"]["paused_until_ms"], now_ms + 6_000);
    assert_eq!(server.class().await["frozen"], true);
    // Then the class has expired and is removed, without resuming its games.
    server.let_time_pass(6_000).await;
    live.sweep_documents(now_ms + 6_000).await.unwrap();
    let gone = server.teacher("GET", "/class", &Value::Null).await;
    gone.problem(404, "class-not-found");
    server.let_time_pass(1_000).await;
    assert_eq!(fox.event().await["event"]["act"]["act"], "resume");
}

#[tokio::test]
async fn the_teacher_sees_who_played_whom_and_how_it_ended() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    let position = json!({ "clock": null, "start": "W:W31,32:B20,21", "conduct": { "touched_is_played": true } });
    server.pair(&position, &[(1, "owl", "fox")]).await;
    server.clock.0.fetch_add(5, Ordering::SeqCst);
    server.pair(&minute(), &[(2, "bee", "cat")]).await;
    let (mut owl, welcome) = server.board(2).await;
    let conduct = &welcome["setup"]["settings"]["conduct"];
    assert_eq!(conduct["touched_is_played"], true, "{welcome}");
    let (mut fox, _) = server.board(1).await;
    assert_eq!(owl.play("31-27").await["frame"], "done");
    assert_eq!(fox.play("21-26").await["frame"], "done");
    let resign = json!({ "act": "resign" });
    assert_eq!(owl.act(&resign).await["frame"], "done");

    let ask = async |path: &str| server.teacher("GET", path, &Value::Null).await;
    let games = ask("/class/games").await.ok();
    let [first, second] = [&games["games"][0], &games["games"][1]];
    assert_eq!(games["games"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&first["white"], &first["black"], &first["over"]),
        (&json!("owl"), &json!("fox"), &json!(true))
    );
    assert_eq!(
        first["ending"],
        json!({ "winner": "black", "reason": "resignation" })
    );
    assert_eq!(
        (&first["begun_ms"], &second["begun_ms"]),
        (&json!(1_000), &json!(1_005))
    );
    assert_eq!(
        (&second["over"], &second["ending"]),
        (&json!(false), &Value::Null)
    );

    let which = json!({ "game": first["game"] });
    let one = server.teacher("POST", "/class/game", &which).await.ok();
    assert_eq!(one["variant"], "international");
    assert_eq!(one["start"], "W:W31,32:B20,21");
    assert_eq!(one["moves"], json!(["31-27", "21-26"]));
    let none = json!({ "game": "0190a6e0-7d2c-7c3e-8f5a-0123456789ab" });
    let none = server.teacher("POST", "/class/game", &none).await;
    none.problem(404, "game-not-found");

    let file = ask("/class/games.pdn").await;
    assert_eq!(file.status, 200);
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert_eq!(text.matches("[Event \"Class\"]").count(), 2, "{text}");
    for part in [
        "[White \"owl\"]\n[Black \"fox\"]",
        "1. 31-27 21-26 0-2",
        "[White \"bee\"]",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    // Pupils may not read these.
    for path in ["/class/games", "/class/games.pdn"] {
        let pupil = server.pupil(1, "GET", path, &Value::Null).await;
        pupil.problem(404, "class-not-found");
    }
}

/// Pairs with the last pupil against the engine at a level.
fn with_computer(settings: &Value, white: &str, black: &str, level: u8) -> Value {
    let mut wanted = pairs_with(settings, &[(9, white, black)]);
    wanted["pairs"][0]["level"] = level.into();
    wanted
}

/// The next reported move of a side.
async fn moved(socket: &mut Socket, side: &str) -> Value {
    loop {
        let event = socket.event().await;
        if event["event"]["act"]["act"] == "move" && event["event"]["act"]["side"] == side {
            return event;
        }
    }
}

#[tokio::test]
async fn an_unpaired_pupil_plays_the_engine_and_the_teacher_can_watch() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    let pair = async |wanted: &Value| server.teacher("POST", "/class/pairs", wanted).await;
    let wanted = with_computer(&minute(), "computer", "bee", 1);
    let game_of_bee = |class: &Value| {
        let pupils = class["pupils"].as_array().unwrap();
        let bee = pupils.iter().find(|pupil| pupil["nickname"] == "bee");
        bee.unwrap()["game"].clone()
    };
    let game = game_of_bee(&pair(&wanted).await.ok());
    assert_eq!(
        (&game["against"], &game["level"], &game["side"]),
        (&json!("computer"), &json!(1), &json!("black"))
    );
    // A repeated request returns the same game, and counts once.
    let again = pair(&wanted).await.ok();
    assert_eq!(game_of_bee(&again)["id"], game["id"]);
    let (mut bee, welcome) = server.board(3).await;
    let settings = &welcome["setup"]["settings"];
    assert_eq!(settings["white"], json!({ "kind": "computer", "level": 1 }));
    assert_eq!(
        settings["first_move_ms"],
        15 * 60_000,
        "the pupil may be away"
    );
    if welcome["events"] == json!([]) {
        moved(&mut bee, "white").await;
    }
    assert_eq!(bee.play("20-24").await["frame"], "done");
    moved(&mut bee, "black").await;
    moved(&mut bee, "white").await;

    // The teacher watches, and sees the end.
    let seat = json!({ "game": game["id"], "secret": secret(900) });
    server.teacher("POST", "/class/watch", &seat).await.ok();
    assert_eq!(bee.act(&json!({ "act": "resign" })).await["frame"], "done");
    let games = server
        .teacher("GET", "/class/games", &Value::Null)
        .await
        .ok();
    let one = &games["games"][0];
    assert_eq!(
        (&one["white"], &one["black"], &one["level"], &one["over"]),
        (&json!("computer"), &json!("bee"), &json!(1), &json!(true))
    );
    assert_eq!(one["ending"]["winner"], "white");
    let file = server
        .teacher("GET", "/class/games.pdn", &Value::Null)
        .await;
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert!(
        text.contains("[White \"Damier level 1\"]\n[Black \"bee\"]"),
        "{text}"
    );

    // Pairs that cannot be played.
    for (white, black, level, reason) in [
        ("fox", "computer", 11, "computer-seat"),
        ("fox", "computer", 0, "computer-seat"),
        ("computer", "computer", 1, "computer-seat"),
        ("fox", "owl", 1, "computer-seat"),
    ] {
        let refused = pair(&with_computer(&minute(), white, black, level)).await;
        let refused = refused.problem(422, "not-for-a-class");
        assert_eq!(refused["reason"], reason, "{white} {black} {level}");
    }
    pair(&with_computer(&minute(), "computer", "ant", 1))
        .await
        .problem(404, "pupil-not-found");
    let mut two = pairs_with(
        &minute(),
        &[(11, "fox", "computer"), (12, "owl", "computer")],
    );
    for number in 0..2 {
        two["pairs"][number]["level"] = 1.into();
    }
    let two = pair(&two).await.problem(422, "not-for-a-class");
    assert_eq!(two["reason"], "one-against-the-computer");
    assert_eq!(server.me(1).await["game"], Value::Null, "nothing was begun");
}

#[tokio::test]
async fn the_engine_waits_while_screens_are_frozen_and_continues_after_a_restart() {
    let live = Arc::new(InMemoryStore::default());
    let server = start_stores(stores(&live), |_| {}).await;
    server.class_of_four().await;
    server.hold(true).await;
    let wanted = with_computer(&minute(), "bee", "computer", 1);
    server.teacher("POST", "/class/pairs", &wanted).await.ok();
    let (mut bee, welcome) = server.board(3).await;
    assert_eq!(welcome["state"]["held"], true, "{welcome}");
    assert_eq!(bee.play("32-28").await["code"], "game-paused");
    server.hold(false).await;
    assert_eq!(bee.event().await["event"]["act"]["act"], "resume");
    assert_eq!(bee.play("32-28").await["frame"], "done");
    moved(&mut bee, "black").await;

    // A game in which the engine is to move while the class is frozen: it moves when the class is
    // unfrozen, also on a server that was down meanwhile.
    server.hold(true).await;
    assert_eq!(bee.event().await["event"]["act"]["act"], "pause");
    let wanted = with_computer(&minute(), "computer", "owl", 1);
    server.teacher("POST", "/class/pairs", &wanted).await.ok();
    let (_owl, welcome) = server.board(2).await;
    assert_eq!(welcome["state"]["held"], true, "{welcome}");
    let stopped_ms = server.clock.0.load(Ordering::SeqCst);
    server.stop().await.unwrap();
    let server = start_stores(stores(&live), |_| {}).await;
    server.clock.0.store(stopped_ms + 20_000, Ordering::SeqCst);
    server.wait_for_a_beat().await;
    let (mut owl, welcome) = server.board(2).await;
    assert_eq!(welcome["state"]["held"], true, "{welcome}");
    let events = welcome["events"].as_array().unwrap();
    let moves = events.iter().filter(|it| it["act"]["act"] == "move");
    assert_eq!(
        moves.count(),
        0,
        "the computer waits as everybody: {welcome}"
    );
    server.hold(false).await;
    assert_eq!(owl.event().await["event"]["act"]["act"], "resume");
    moved(&mut owl, "white").await;
    assert_eq!(owl.play("20-24").await["frame"], "done");
    moved(&mut owl, "black").await;
    moved(&mut owl, "white").await;
}
