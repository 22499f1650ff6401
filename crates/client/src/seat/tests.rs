//! A seat against a scripted server.

use std::time::Duration;

use damier_rules::Variant;
use damier_session::{Actor, Command, CommandId, Event, GameSettings, Session, Side, Want};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::{SeatConnection, Update};
use crate::random::SeatSecret;

#[tokio::test]
async fn done_follows_the_event_of_its_act() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let state = |turn: Side| json!({ "clock": null, "at_ms": 0, "turn": turn, "offer": null, "ending": null });
    let welcome = json!({
        "frame": "welcome", "game": "g", "role": "white", "now_ms": 0, "delay_ms": 0, "setup": session.record(), "events": [],
        "state": state(Side::White),
        "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
    });
    let after = state(Side::Black);

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let frame: Value = serde_json::from_str(&text).expect("a frame");
            let answers = if frame["frame"] == "hello" {
                vec![welcome.clone()]
            } else {
                let id: CommandId = serde_json::from_value(frame["id"].clone()).expect("an id");
                let want: Want = serde_json::from_value(frame["want"].clone()).expect("a request");
                let actor = Actor::Player(Side::White);
                let event = session
                    .decide(&Command { id, actor, want }, 1)
                    .expect("a move");
                vec![
                    json!({ "frame": "done", "id": id, "number": 1 }),
                    json!({ "frame": "event", "event": event, "state": after }),
                ]
            };
            for answer in answers {
                socket
                    .send(Message::text(answer.to_string()))
                    .await
                    .expect("it reads");
            }
        }
    });
    let url = format!("http://{address}");
    let secret = SeatSecret::generate().expect("random numbers");
    let mut seat = SeatConnection::connect(url.parse().expect("an address"), secret);
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
    let text = "32-28".to_owned();
    let id = seat
        .act(Want::Move { text, ply: None })
        .expect("random numbers");
    assert!(matches!(seat.next().await, Some(Update::Event { .. })));
    assert!(matches!(seat.next().await, Some(Update::Done { id: done }) if done == id));
    seat.leave().await;
    server.await.expect("it ends");
}

/// The next frame sent by the client.
async fn next_frame(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        let message = socket.next().await.expect("it stays").expect("a message");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("a frame");
        }
    }
}

async fn send(socket: &mut WebSocketStream<TcpStream>, frame: &Value) {
    let message = Message::text(frame.to_string());
    socket.send(message).await.expect("it reads");
}

#[tokio::test]
async fn a_seat_that_missed_events_requests_them() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let setup = session.record();
    let mut events = Vec::new();
    for (number, side, text) in [(1, Side::White, "32-28"), (2, Side::Black, "19-23")] {
        let id = CommandId::from_bits(number);
        let want = Want::Move {
            text: text.to_owned(),
            ply: None,
        };
        let actor = Actor::Player(side);
        let event = session
            .decide(&Command { id, actor, want }, 1)
            .expect("a move");
        session.apply(&event).expect("it follows");
        events.push(event);
    }
    let state =
        json!({ "clock": null, "at_ms": 0, "turn": "white", "offer": null, "ending": null });
    let welcome = |events: &[Event]| {
        json!({
            "frame": "welcome", "game": "g", "role": "white", "now_ms": 0, "delay_ms": 0, "setup": setup, "events": events, "state": state,
            "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
        })
    };

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let url = format!("http://{address}");
    let secret = SeatSecret::generate().expect("random numbers");
    let mut seat = SeatConnection::connect(url.parse().expect("an address"), secret);
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    let hello = next_frame(&mut socket).await;
    assert_eq!(
        (&hello["frame"], &hello["have"]),
        (&json!("hello"), &json!(0))
    );
    send(&mut socket, &welcome(&events[..1])).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));

    // The second event was dropped.
    send(&mut socket, &json!({ "frame": "behind" })).await;
    let hello = next_frame(&mut socket).await;
    assert_eq!(
        (&hello["frame"], &hello["have"]),
        (&json!("hello"), &json!(1))
    );
    // The server cannot answer yet, so the client retries.
    let trouble =
        json!({ "frame": "trouble", "code": "unavailable", "detail": "no", "retry_after_ms": 1 });
    send(&mut socket, &trouble).await;
    assert_eq!(next_frame(&mut socket).await, hello);
    send(&mut socket, &welcome(&events[1..])).await;
    let Some(Update::Welcome(welcome)) = seat.next().await else {
        panic!("it is not welcome");
    };
    assert_eq!(welcome.events, events[1..]);
}

/// Time limit of a test.
const TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// Accepts a connection, reads its `hello`, and answers that the game cannot be read.
async fn accept_unreadable(listener: &TcpListener) {
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    assert_eq!(next_frame(&mut socket).await["frame"], "hello");
    let trouble = json!({ "frame": "trouble", "code": "game-unreadable", "detail": "no", "retry_after_ms": null });
    send(&mut socket, &trouble).await;
}

#[tokio::test]
async fn an_unreadable_game_continues_on_another_server() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let welcome = json!({
        "frame": "welcome", "game": "g", "role": "white", "now_ms": 0, "delay_ms": 0, "setup": session.record(), "events": [],
        "state": { "clock": null, "at_ms": 0, "turn": "white", "offer": null, "ending": null },
        "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let secret = SeatSecret::generate().expect("random numbers");
    let soon = Duration::from_millis(20);
    let address = url.parse().expect("an address");
    let mut seat = SeatConnection::connect_with_pause(address, secret, soon);
    for _ in 0..3 {
        accept_unreadable(&listener).await;
        assert!(
            matches!(seat.next().await, Some(Update::Lost { reason, is_unreadable: true }) if reason.contains("read"))
        );
    }
    // Acts made meanwhile are sent to the first server that can read the game.
    let text = "32-28".to_owned();
    let id = seat
        .act(Want::Move { text, ply: None })
        .expect("random numbers");
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    assert_eq!(next_frame(&mut socket).await["frame"], "hello");
    send(&mut socket, &welcome).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
    let act = next_frame(&mut socket).await;
    assert_eq!((&act["frame"], &act["id"]), (&json!("act"), &json!(id)));
}

#[tokio::test]
async fn a_seat_waits_before_it_retries_an_unreadable_game_and_can_leave() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let secret = SeatSecret::generate().expect("random numbers");
    let address = url.parse().expect("an address");
    let hour = Duration::from_hours(1);
    let mut seat = SeatConnection::connect_with_pause(address, secret, hour);
    accept_unreadable(&listener).await;
    assert!(matches!(seat.next().await, Some(Update::Lost { .. })));
    timeout(TEST_TIMEOUT, seat.leave())
        .await
        .expect("it leaves");
    // The seat has not reconnected: the next connection is the test's own.
    let mine = TcpStream::connect(listener.local_addr().expect("an address"));
    let mine = mine.await.expect("a connection");
    let (_, from) = listener.accept().await.expect("a connection");
    assert_eq!(from, mine.local_addr().expect("an address"));
}
