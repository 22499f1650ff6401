//! Two players, from a link to a finished game over sockets, requests and streams, on one server or
//! two.

mod challenges;
mod clocks;
mod refused;

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, start, start_stores};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

fn blitz() -> Value {
    challenge("international", &json!({}))
}

#[tokio::test]
async fn two_players_play_a_whole_game_from_a_link() {
    let server = server().await;
    let waiting = server.offer(1, &blitz()).await.ok();
    assert_eq!(
        (&waiting["yours"], &waiting["id"]),
        (&json!(true), &json!(uuid(1)))
    );
    assert_eq!(server.offer(1, &blitz()).await.ok(), waiting, "sent again");
    let seen = server
        .sitting(&secret(11), "GET", "/challenge", &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&seen["yours"], &seen["challenge"]["host"]),
        (&json!(false), &json!("Awa"))
    );

    // The host is connected.
    let mut awa = server.socket().await;
    awa.say(&json!({ "frame": "hello", "seat": secret(10), "have": 0 }))
        .await;
    assert_eq!(awa.wait("waiting").await["now_ms"], 1_000);
    let seat = json!({ "game": uuid(1), "role": "black" });
    assert_eq!(server.accept(1).await.ok(), seat);
    assert_eq!(server.accept(1).await.ok(), seat, "sent again");
    server
        .sitting(&secret(11), "GET", "/challenge", &Value::Null)
        .await
        .problem(404, "challenge-not-found");

    let welcome = awa.wait("welcome").await;
    assert_eq!(
        (&welcome["role"], &welcome["events"]),
        (&json!("white"), &json!([]))
    );
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Piet");
    let (mut piet, welcome) = server.enter(&secret(12)).await;
    assert_eq!(
        welcome["presence"],
        json!({ "white": true, "black": true, "watching": 0, "absent": null })
    );
    let state = &welcome["state"];
    assert_eq!(
        (&state["clock"]["running"], &state["awaits_first_moves"]),
        (&Value::Null, &json!(true)),
        "a first move costs no time"
    );

    for (number, (by, text)) in [
        (true, "32-28"),
        (false, "19-23"),
        (true, "28x19"),
        (false, "14x23"),
    ]
    .into_iter()
    .enumerate()
    {
        let (mover, other) = if by {
            (&mut awa, &mut piet)
        } else {
            (&mut piet, &mut awa)
        };
        let done = mover.play(text).await;
        assert_eq!(
            (&done["frame"], &done["number"]),
            (&json!("done"), &json!(number + 1)),
            "{done}"
        );
        for player in [mover, other] {
            let event = player.event().await;
            assert_eq!(event["event"]["number"], number + 1);
            assert_eq!(event["event"]["act"]["move"], text);
        }
    }
    assert_eq!(piet.act(&json!({ "act": "resign" })).await["frame"], "done");
    let event = awa.event().await;
    assert_eq!(
        event["state"]["ending"],
        json!({ "winner": "white", "reason": "resignation" })
    );
    assert_eq!(piet.play("13-19").await["code"], "game-over");
    let standing = server
        .sitting(&secret(12), "GET", "/live/state", &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&standing["role"], &standing["version"]),
        (&json!("black"), &json!(5))
    );
    assert_eq!(
        (&standing["state"]["turn"], &standing["state"]["asked"]),
        (&Value::Null, &json!([]))
    );

    // A client that connects later gets the whole game.
    let (_, welcome) = server.enter(&secret(10)).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 5);
    assert_eq!(welcome["state"]["ending"]["reason"], "resignation");
}

#[tokio::test]
async fn a_command_that_is_sent_again_acts_once() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let want = json!({ "act": "move", "move": "32-28" });
    let done = awa.act_as(&uuid(7), &want).await;
    assert_eq!(done, json!({ "frame": "done", "id": uuid(7), "number": 1 }));
    assert_eq!(awa.act_as(&uuid(7), &want).await, done);
    // Also over another socket, and over HTTP.
    let (mut phone, _) = server.enter(&white).await;
    assert_eq!(phone.act_as(&uuid(7), &want).await, done);
    let body = json!({ "id": uuid(7), "want": want });
    let again = server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .ok();
    assert_eq!(
        (&again["number"], &again["event"]["command"]),
        (&json!(1), &json!(uuid(7)))
    );
    assert_eq!(piet.event().await["event"]["command"], uuid(7));
    assert_eq!(piet.play("19-23").await["number"], 2);
    // After a reconnect a client recognises its acts by their ids.
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(welcome["events"][0]["command"], uuid(7));
}

#[tokio::test]
async fn a_client_with_a_newer_version_gets_all_events() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    assert_eq!(awa.play("32-28").await["number"], 1);
    let numbers = |welcome: &Value| -> Vec<Value> {
        let events = welcome["events"].as_array().unwrap().iter();
        events.map(|event| event["number"].clone()).collect()
    };
    for (have, expected) in [(0, vec![1]), (1, vec![]), (2, vec![1]), (u32::MAX, vec![1])] {
        let hello = json!({ "frame": "hello", "seat": white, "have": have });
        let mut socket = server.socket().await;
        socket.say(&hello).await;
        let welcome = socket.wait("welcome").await;
        assert_eq!(numbers(&welcome), expected, "{have}");
        // Also with a repeated hello.
        socket.say(&hello).await;
        let welcome = socket.wait("welcome").await;
        assert_eq!(numbers(&welcome), expected, "{have}");
    }
}

/// The client does not wait for the welcome before it acts.
#[tokio::test]
async fn a_hello_is_answered_before_the_acts_behind_it() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    // Repeated, since tasks that are ready at the same time run in any order.
    for number in 0..20 {
        let mut socket = server.socket().await;
        let hello = json!({ "frame": "hello", "seat": white, "have": 0 });
        let want = json!({ "act": "move", "move": "32-28" });
        let act = json!({ "frame": "act", "id": uuid(7), "want": want });
        socket.say(&hello).await;
        socket.say(&act).await;
        let mut order = Vec::new();
        while order.len() < 2 {
            let frame = socket.next().await.expect("it stays open")["frame"].clone();
            if frame == "welcome" || frame == "done" {
                order.push(frame);
            }
        }
        assert_eq!(order, ["welcome", "done"], "{number}");
    }
}

#[tokio::test]
async fn a_game_is_aborted_without_a_result_before_both_have_moved() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.play("32-28").await;
    piet.event().await;
    let done = piet.act(&json!({ "act": "abort" })).await;
    assert_eq!(done["frame"], "done", "{done}");
    let event = piet.event().await;
    let ending = json!({ "winner": null, "reason": "aborted" });
    assert_eq!(
        (&event["event"]["act"]["act"], &event["state"]["ending"]),
        (&json!("abort"), &ending)
    );
    // In another game it is too late after the second move.
    let [white, black] = server.game(2, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.play("32-28").await;
    piet.event().await;
    piet.play("19-23").await;
    let refused = awa.act(&json!({ "act": "abort" })).await;
    assert_eq!(refused["code"], "too-late-to-abort", "{refused}");
}

#[tokio::test]
async fn a_program_reads_a_stream_and_sends_requests() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let request = format!(
        "GET /api/v1/live/events?have=0 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {black}\r\n\r\n",
        server.address
    );
    let mut lines = server.reading(&request).await;
    lines.until("\"frame\":\"welcome\"").await;
    let body = json!({ "id": uuid(1), "want": { "act": "move", "move": "32-28" } });
    server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .ok();
    lines.until("\"move\":\"32-28\"").await;
    let body = json!({ "id": uuid(2), "want": { "act": "move", "move": "32-28" } });
    let refused = server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .problem(409, "refused");
    assert_eq!(
        (&refused["reason"], &refused["stored_version"]),
        (&json!("not-your-turn"), &json!(1))
    );
    server
        .sitting(&secret(77), "POST", "/live/acts", &body)
        .await
        .problem(404, "seat-not-found");
}

#[tokio::test]
async fn phrases_reach_all_connections_at_the_board() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.say(&json!({ "frame": "say", "phrase": "good-luck" }))
        .await;
    assert_eq!(
        piet.wait("said").await,
        json!({ "frame": "said", "by": "white", "phrase": "good-luck" })
    );
    awa.say(&json!({ "frame": "say", "phrase": "any words" }))
        .await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    awa.say(&json!({ "frame": "ping", "number": 4 })).await;
    assert_eq!(
        awa.wait("pong").await,
        json!({ "frame": "pong", "number": 4, "now_ms": 1_000 })
    );
}

#[tokio::test]
async fn two_servers_that_share_a_journal_serve_one_game() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    one.offer(1, &blitz()).await.ok();
    other.accept(1).await.ok();
    let (mut awa, _) = one.enter(&secret(10)).await;
    let (mut piet, welcome) = other.enter(&secret(12)).await;
    assert_eq!(
        welcome["presence"]["absent"],
        Value::Null,
        "she may be on the other one"
    );
    for (number, text) in ["32-28", "19-23", "28x19", "14x23"].into_iter().enumerate() {
        let (mover, waits) = if number % 2 == 0 {
            (&mut awa, &mut piet)
        } else {
            (&mut piet, &mut awa)
        };
        assert_eq!(mover.play(text).await["number"], number + 1);
        assert_eq!(mover.event().await["event"]["act"]["move"], text);
        assert_eq!(waits.event().await["event"]["act"]["move"], text);
    }
    let claim = json!({ "act": "abandon", "side": "white" });
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
}
