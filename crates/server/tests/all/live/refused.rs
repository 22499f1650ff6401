//! What is rejected at a live game: acts of others, invalid input, too much input, and other sites.

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::{blitz, server};
use crate::common::live::{secret, uuid};
use crate::common::start_stores;

#[tokio::test]
async fn seat_holders_act_only_for_their_side_and_spectators_never() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let seat = json!({ "secret": secret(19) });
    assert_eq!(
        server
            .sitting(&white, "POST", "/live/watchers", &seat)
            .await
            .ok()["role"],
        "watcher"
    );
    assert_eq!(
        server
            .sitting(&white, "POST", "/live/watchers", &seat)
            .await
            .ok()["role"],
        "watcher",
        "sent again"
    );
    server
        .sitting(
            &secret(19),
            "POST",
            "/live/watchers",
            &json!({ "secret": secret(18) }),
        )
        .await
        .problem(403, "not-entitled");
    let black_again = json!({ "secret": black });
    server
        .sitting(&white, "POST", "/live/watchers", &black_again)
        .await
        .problem(409, "challenge-exists");

    let (mut piet, _) = server.enter(&black).await;
    assert_eq!(piet.play("32-28").await["code"], "not-your-turn");
    let (mut watcher, welcome) = server.enter(&secret(19)).await;
    assert_eq!(welcome["role"], "watcher");
    assert_eq!(watcher.play("32-28").await["code"], "not-entitled");
    watcher
        .say(&json!({ "frame": "say", "phrase": "hello" }))
        .await;
    assert_eq!(watcher.wait("trouble").await["code"], "not-entitled");
    for want in [
        json!({ "act": "forfeit", "side": "white" }),
        json!({ "act": "arbiter", "winner": "black" }),
        json!({ "act": "outage", "lost_ms": 5 }),
        json!({ "act": "abandon", "side": "black" }),
    ] {
        assert_eq!(piet.act(&want).await["code"], "not-entitled", "{want}");
    }
    // White is absent, but was connected a moment ago.
    assert_eq!(
        piet.act(&json!({ "act": "abandon", "side": "white" }))
            .await["code"],
        "not-absent"
    );
    // Ids of the server are not permitted to clients.
    let server_id = "00000000-0000-8000-8000-000000000000";
    assert_eq!(
        piet.act_as(server_id, &json!({ "act": "resign" })).await["code"],
        "bad-command-id"
    );
    let (mut awa, _) = server.enter(&white).await;
    assert_eq!(awa.play("32-28").await["number"], 1);
}

/// On the node that has stored it, on one that was not notified, and on one that is started later.
#[tokio::test]
async fn a_command_id_of_another_act_is_rejected_and_a_repeated_act_is_not() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    let [white, black] = one.game(1, &blitz()).await;
    // The actors of both nodes have the state before the act.
    let (mut awa, _) = one.enter(&white).await;
    let (mut piet, _) = other.enter(&black).await;
    let id = uuid(7);
    let moved = |text: &str, ply: u32| json!({ "act": "move", "move": text, "ply": ply });
    let done = awa.act_as(&id, &moved("32-28", 0)).await;
    assert_eq!(done, json!({ "frame": "done", "id": id, "number": 1 }));
    let refused = piet.act_as(&id, &json!({ "act": "resign" })).await;
    assert_eq!(refused["code"], "id-used", "{refused}");
    let later = start_stores(stores(), |_| {}).await;
    for server in [&one, &other, &later] {
        let (mut awa, _) = server.enter(&white).await;
        let (mut piet, _) = server.enter(&black).await;
        for text in ["32-28", "32x28"] {
            let answer = awa.act_when_taken(&id, &moved(text, 0)).await;
            assert_eq!(answer, done, "{text}");
        }
        for want in [
            moved("31-27", 0),
            moved("32-28", 2),
            json!({ "act": "resign" }),
        ] {
            let refused = awa.act_as(&id, &want).await;
            assert_eq!(refused["code"], "id-used", "{refused}");
        }
        let refused = piet.act_as(&id, &moved("32-28", 0)).await;
        assert_eq!(
            (&refused["code"], &refused["version"]),
            (&json!("id-used"), &json!(1))
        );
        let body = json!({ "id": id, "want": moved("32-28", 0) });
        let answer = server.sitting(&white, "POST", "/live/acts", &body).await;
        assert_eq!(answer.ok()["number"], 1);
        let answer = server.sitting(&black, "POST", "/live/acts", &body).await;
        assert_eq!(answer.problem(409, "refused")["reason"], "id-used");
    }
    assert_eq!(piet.play("19-23").await["number"], 2, "nothing was stored");
}

#[tokio::test]
async fn invalid_frames_are_answered_and_change_nothing() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    let mut stranger = server.socket().await;
    stranger
        .say(&json!({ "frame": "act", "id": uuid(1), "want": { "act": "resign" } }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "no-game");
    stranger
        .say(&json!({ "frame": "hello", "seat": "short", "have": 0 }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "bad-frame");
    stranger
        .say(&json!({ "frame": "hello", "seat": secret(99), "have": 0 }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "unknown-seat");
    assert_eq!(stranger.next().await, None, "closed");

    let (mut awa, _) = server.enter(&white).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        r#"{"frame":"act"}"#,
        r#"{"frame":"sing"}"#,
        r#"{"frame":"ping","number":-1}"#,
        r#"{"frame":"ping","number":1,"more":1}"#,
    ] {
        awa.text(text).await;
        assert_eq!(awa.wait("trouble").await["code"], "bad-frame", "{text:?}");
    }
    awa.binary(&[0, 159, 146, 150]).await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    assert_eq!(awa.play("1-2 and more").await["code"], "not-legal");
    assert_eq!(awa.play("32-28").await["frame"], "done");
    // Longer than any frame: the socket is closed, and the game continues.
    awa.text(&"x".repeat(9_000)).await;
    let (code, reason) = awa.closed().await.expect("the reason is sent");
    assert_eq!(code, 1009);
    assert!(reason.contains("8192 bytes"), "{reason}");
    let (mut awa, _) = server.enter(&white).await;
    awa.text(&"x".repeat(8_192)).await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    awa.text(&"x".repeat(200_000)).await;
    assert_eq!(awa.closed().await.expect("the reason is sent").0, 1009);
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn frames_beyond_the_rate_are_dropped() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let mut errors = 0;
    for number in 0..60 {
        awa.say(&json!({ "frame": "ping", "number": number })).await;
    }
    for _ in 0..60 {
        let frame = awa.next().await.unwrap();
        if frame["code"] == "too-fast" {
            assert!(frame["retry_after_ms"].as_u64().unwrap() > 0);
            errors += 1;
        }
    }
    assert!((10..=20).contains(&errors), "{errors} of 60");
}

#[tokio::test]
async fn a_flood_of_frames_ends_the_connection() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    for _ in 0..2_000 {
        awa.message(Message::text("")).await;
    }
    // A client that is still sending may miss the reason.
    assert_eq!(awa.closed().await.map_or(1008, |(code, _)| code), 1008);

    // Fragments of a message that never ends.
    let (mut bob, _) = server.enter(&black).await;
    let fragment = |of, is_last| Message::Frame(Frame::message(vec![], OpCode::Data(of), is_last));
    bob.message(fragment(Data::Text, false)).await;
    bob.flood(&fragment(Data::Continue, false), 200_000).await;
    assert_eq!(bob.closed().await.map_or(1008, |(code, _)| code), 1008);
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(welcome["frame"], "welcome");
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let server = server().await;
    let own = format!("http://{}", server.address);
    assert!(server.socket_from(Some(&own)).await.is_ok());
    assert_eq!(
        server.socket_from(Some("https://evil.example")).await.err(),
        Some(403)
    );
    assert_eq!(server.socket_from(Some("null")).await.err(), Some(403));
    let answer = server
        .sitting(&secret(1), "GET", "/live", &Value::Null)
        .await;
    answer.problem(400, "no-socket");
}
