//! Hidden information: conditional moves before they are played, and events of a game within its
//! delay.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::LiveGame;
use damier_server::Stores;
use damier_session::{Actor, Arrival, Command, CommandId, Side, Want};
use serde_json::{Value, json};

use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Answer, Running, start, start_stores};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

fn by_days() -> Value {
    let clock = json!({ "initial_ms": 10 * DAY_MS, "increment_ms": 3 * DAY_MS, "bonus": "delay" });
    challenge("international", &json!({ "clock": clock }))
}

fn delayed(seconds: u32) -> Value {
    challenge("international", &json!({ "watchers_delay_s": seconds }))
}

async fn keep(server: &Running, seat: &str, version: u32, branches: &Value) -> Answer {
    let body = json!({ "version": version, "branches": branches });
    server
        .sitting(seat, "PUT", "/live/conditional", &body)
        .await
}

async fn kept(server: &Running, seat: &str) -> Value {
    let kept = server.sitting(seat, "GET", "/live/conditional", &Value::Null);
    kept.await.ok()["branches"].clone()
}

fn line() -> Value {
    json!([{ "if": "32-28", "answer": "19-23", "then": [{ "if": "28x19", "answer": "14x23" }] },
           { "if": "31-26", "answer": "20-24" }])
}

/// The seat of spectators.
async fn watchers(server: &Running, player: &str, number: u32) -> String {
    let watching = secret(number);
    let body = json!({ "secret": watching });
    server
        .sitting(player, "POST", "/live/watchers", &body)
        .await
        .ok();
    watching
}

/// All received frames as one text, except presence.
async fn so_far(socket: &mut Socket) -> String {
    let frames = all_so_far(socket).await;
    frames
        .into_iter()
        .filter(|frame| frame["frame"] != "presence")
        .map(|frame| frame.to_string())
        .collect()
}

async fn all_so_far(socket: &mut Socket) -> Vec<Value> {
    socket.say(&json!({ "frame": "ping", "number": 77 })).await;
    let mut frames = Vec::new();
    loop {
        let frame = socket.next().await.expect("open");
        if frame["frame"] == "pong" {
            return frames;
        }
        frames.push(frame);
    }
}

#[tokio::test]
async fn a_conditional_move_is_secret_and_played_at_once() {
    let server = server().await;
    let [white, black] = server.game(1, &by_days()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut third, _) = server.enter(&watchers(&server, &white, 13).await).await;
    assert_eq!(kept(&server, &black).await, json!([]));
    let answer = keep(&server, &black, 0, &line()).await.ok();
    assert_eq!(answer, json!({ "version": 0, "branches": line() }));
    assert_eq!(kept(&server, &black).await, line());

    assert_eq!(
        kept(&server, &white).await,
        json!([]),
        "the other one's own"
    );
    server
        .sitting(&secret(13), "GET", "/live/conditional", &Value::Null)
        .await
        .problem(403, "not-entitled");
    for socket in [&mut awa, &mut third] {
        let received = so_far(socket).await;
        assert!(!received.contains("19-23"), "{received}");
    }

    server.let_time_pass(4_000).await;
    assert_eq!(awa.play("32x28").await["number"], 1);
    for socket in [&mut awa, &mut third] {
        assert_eq!(socket.event().await["event"]["act"]["move"], "32-28");
        let event = socket.event().await;
        assert_eq!(event["event"]["act"]["move"], "19-23");
        assert_eq!(event["event"]["act"]["side"], "black");
        assert_eq!(event["event"]["act"]["at_ms"], 5_000, "it takes no time");
        assert_eq!(event["state"]["clock"]["black_ms"], 10 * DAY_MS);
    }
    assert_eq!(kept(&server, &black).await, line()[0]["then"]);
    // He has deviated from the lines, so nothing is stored any more.
    assert_eq!(awa.play("33-29").await["frame"], "refused");
    assert_eq!(awa.play("37-32").await["frame"], "refused");
    assert_eq!(awa.play("28x19").await["number"], 3);
    assert_eq!(awa.event().await["event"]["number"], 3);
    assert_eq!(awa.event().await["event"]["act"]["move"], "14x23");
    assert_eq!(kept(&server, &black).await, json!([]));
    assert_eq!(awa.play("31-26").await["number"], 5);
    assert_eq!(awa.event().await["event"]["number"], 5);
    assert_eq!(so_far(&mut awa).await, "", "nothing is answered");
}

#[tokio::test]
async fn conditional_moves_are_dropped_when_the_game_deviates() {
    let server = server().await;
    for (number, acts) in [
        (1, json!([["white", { "act": "move", "move": "33-28" }]])),
        (2, json!([["white", { "act": "resign" }]])),
        (
            3,
            json!([["white", { "act": "offer-draw" }], ["white", { "act": "move", "move": "32-28" }]]),
        ),
    ] {
        let [white, black] = server.game(number, &by_days()).await;
        let (mut awa, _) = server.enter(&white).await;
        keep(&server, &black, 0, &line()).await.ok();
        let acts = acts.as_array().unwrap();
        for act in acts {
            assert_eq!(awa.act(&act[1]).await["frame"], "done", "{act}");
        }
        assert_eq!(kept(&server, &black).await, json!([]), "{acts:?}");
        for _ in acts {
            awa.event().await;
        }
        assert_eq!(so_far(&mut awa).await, "", "{acts:?}");
    }
    // Taken back, and the same move again.
    let [white, black] = server.game(4, &by_days()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    keep(&server, &black, 0, &line()).await.ok();
    awa.play("32-28").await;
    let ask = json!({ "act": "ask", "for": { "kind": "take-back", "plies": 2 } });
    assert_eq!(awa.act(&ask).await["frame"], "done");
    assert_eq!(piet.act(&json!({ "act": "agree" })).await["number"], 4);
    assert_eq!(kept(&server, &black).await, json!([]));
    assert_eq!(awa.play("32-28").await["number"], 5);
    for number in 1..=5 {
        assert_eq!(awa.event().await["event"]["number"], number);
    }
    assert_eq!(so_far(&mut awa).await, "");
}

#[tokio::test]
async fn invalid_conditional_moves_are_rejected() {
    let server = server().await;
    let [white, black] = server.game(1, &by_days()).await;
    let many: Vec<Value> = (0..33)
        .map(|_| json!({ "if": "32-28", "answer": "19-23" }))
        .collect();
    let mut deep = json!([]);
    for _ in 0..11 {
        deep = json!([{ "if": "32-28", "answer": "19-23", "then": deep }]);
    }
    for (seat, version, branches, reason) in [
        (&white, 0, line(), "own-turn"),
        (&black, 1, line(), "stale"),
        (&black, 0, json!(many), "too-many-lines"),
        (&black, 0, deep, "line-too-long"),
        (
            &black,
            0,
            json!([{ "if": "32-28", "answer": "1-2" }]),
            "not-legal",
        ),
    ] {
        let refused = keep(&server, seat, version, &branches).await;
        let problem = refused.problem(409, "refused");
        assert_eq!(problem["reason"], reason, "{problem}");
    }
    let quick = challenge("international", &json!({}));
    let [_, black_too] = server.game(2, &quick).await;
    let refused = keep(&server, &black_too, 0, &line()).await;
    assert_eq!(refused.problem(409, "refused")["reason"], "not-slow");
    // Deep nesting has no effect.
    let nested = format!(
        r#"{{"version":0,"branches":{}{}}}"#,
        r#"[{"if":"32-28","answer":"19-23","then":"#.repeat(400),
        "]".repeat(400)
    );
    let secret = format!("Bearer {black}");
    let headers = [
        ("authorization", secret.as_str()),
        ("content-type", "application/json"),
    ];
    let refused = server
        .ask_without_secret("PUT", "/api/v1/live/conditional", &headers, nested)
        .await;
    assert!(refused.status.is_client_error(), "{:?}", refused.status);
    // Replaced, deleted, and deleted again.
    for branches in [
        line(),
        json!([{ "if": "31-27", "answer": "20-24" }]),
        json!([]),
        json!([]),
    ] {
        keep(&server, &black, 0, &branches).await.ok();
        assert_eq!(kept(&server, &black).await, branches);
    }
}

#[tokio::test]
async fn a_conditional_move_missed_by_a_crashed_node_is_played_once() {
    let live = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [_, black] = server.game(1, &by_days()).await;
    keep(&server, &black, 0, &line()).await.ok();
    server.stop().await.unwrap();
    // The opponent's move was stored, and nothing after it.
    let id = uuid(1).parse().unwrap();
    let mut game = LiveGame::open(&*live, id).await.unwrap().unwrap();
    let command = Command {
        id: CommandId::from_bits(1),
        actor: Actor::Player(Side::White),
        want: Want::Move {
            text: "32-28".into(),
            ply: None,
        },
    };
    let arrival = Arrival::at(2_000);
    game.act(&*live, &command, arrival).await.unwrap();

    let server = start_stores(stores(), |_| {}).await;
    server.wait_for_a_beat().await;
    let answered = async {
        while game.session().position().side() == Side::Black {
            tokio::time::sleep(Duration::from_millis(20)).await;
            game.catch_up(&*live).await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(20), answered)
        .await
        .expect("it is answered");
    assert_eq!(game.session().game().len(), 2);
    assert_eq!(kept(&server, &black).await, line()[0]["then"]);
}

#[tokio::test]
async fn two_nodes_play_a_conditional_move_once() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    let [white, black] = one.game(1, &by_days()).await;
    let (mut awa, _) = one.enter(&white).await;
    let (mut piet, _) = other.enter(&black).await;
    keep(&other, &black, 0, &line()).await.ok();
    awa.play("32-28").await;
    awa.play("28x19").await;
    for socket in [&mut awa, &mut piet] {
        for text in ["32-28", "19-23", "28x19", "14x23"] {
            assert_eq!(socket.event().await["event"]["act"]["move"], text);
        }
    }
    assert_eq!(kept(&one, &black).await, json!([]));
}

#[tokio::test]
async fn delayed_spectators_see_nothing_newer_than_the_delay() {
    let server = server().await;
    let [white, black] = server.game(1, &delayed(60)).await;
    // A heartbeat is stored only while a game runs: this one runs to the end.
    server.game(2, &by_days()).await;
    let watching = watchers(&server, &white, 13).await;
    let (mut awa, welcome) = server.enter(&white).await;
    assert_eq!(welcome["delay_ms"], 0);
    let (mut piet, _) = server.enter(&black).await;
    let (mut third, welcome) = server.enter(&watching).await;
    assert_eq!(welcome["delay_ms"], 60_000);
    awa.play("32-28").await;
    piet.event().await;
    server.let_time_pass(10_000).await;
    piet.play("19-23").await;
    awa.say(&json!({ "frame": "say", "phrase": "well-played" }))
        .await;
    piet.wait("said").await;
    let state = async || {
        server
            .sitting(&watching, "GET", "/live/state", &Value::Null)
            .await
            .ok()
    };
    let frames = all_so_far(&mut third).await;
    let nothing: String = frames.iter().map(Value::to_string).collect();
    assert!(
        !nothing.contains("event") && !nothing.contains("said"),
        "{nothing}"
    );
    assert!(!nothing.contains("true"), "presence is not sent: {nothing}");
    assert_eq!(state().await["version"], 0);
    let refused = third.act(&json!({ "act": "resign" })).await;
    assert_eq!(
        (&refused["code"], &refused["version"]),
        (&json!("not-entitled"), &json!(0))
    );

    server.let_time_pass(50_000).await;
    let event = third.event().await;
    assert_eq!(event["event"]["act"]["move"], "32-28");
    let clock = &event["state"]["clock"];
    assert_eq!(
        (&clock["white_ms"], &clock["black_ms"], &clock["running"]),
        (&json!(303_000), &json!(300_000), &Value::Null),
        "the clock of that moment"
    );
    assert_eq!(event["state"]["at_ms"], 1_000);
    assert_eq!(state().await["version"], 1);
    assert_eq!(so_far(&mut third).await, "");
    // A client that connects now sees the same, even if it claims to have a later event.
    let (_fourth, welcome) = server.enter(&watching).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 1, "{welcome}");
    awa.act(&json!({ "act": "resign" })).await;
    server.let_time_pass(10_000).await;
    assert_eq!(third.event().await["event"]["number"], 2);
    assert_eq!(third.wait("said").await["phrase"], "well-played");
    assert_eq!(state().await["state"]["ending"], Value::Null);
    server.let_time_pass(50_000).await;
    assert_eq!(
        third.event().await["state"]["ending"]["reason"],
        "resignation"
    );
    assert_eq!(state().await["state"]["ending"]["winner"], "black");
    let (_, welcome) = server.enter(&watching).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn spectators_are_notified_that_newer_events_are_delayed() {
    let server = server().await;
    let [white, _] = server.game(1, &delayed(900)).await;
    let watching = watchers(&server, &white, 13).await;
    let (mut awa, _) = server.enter(&white).await;
    let (_third, _) = server.enter(&watching).await;
    awa.play("32-28").await;
    let (_fourth, _) = server.enter(&watching).await;
    let two_watching = async { while awa.wait("presence").await["watching"] != 2 {} };
    let two_watching = tokio::time::timeout(Duration::from_secs(20), two_watching).await;
    two_watching.expect("two look on");
}

#[tokio::test]
async fn a_delay_holds_after_a_restart_and_for_streams_of_lines() {
    let live = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [white, black] = server.game(1, &delayed(900)).await;
    let watching = watchers(&server, &black, 13).await;
    let (mut awa, _) = server.enter(&white).await;
    awa.play("32-28").await;
    let now_ms = server.clock.0.load(Ordering::SeqCst);
    server.stop().await.unwrap();

    let server = start_stores(stores(), |_| {}).await;
    server.clock.0.store(now_ms, Ordering::SeqCst);
    server.wait_for_a_beat().await;
    let request = format!(
        "GET /api/v1/live/events?have=9 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {watching}\r\n\r\n",
        server.address
    );
    let mut lines = server.reading(&request).await;
    lines.until("\"events\":[]").await;
    server.clock.0.fetch_add(900_000, Ordering::SeqCst);
    lines.until("\"move\":\"32-28\"").await;
    let too_long = server.offer(2, &delayed(3_601)).await;
    let problem = too_long.problem(422, "no-such-challenge");
    assert_eq!(problem["reason"], "watchers-delay-out-of-range");
}
