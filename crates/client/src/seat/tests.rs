//! A seat against a server that the test plays itself, frame by frame.

use std::time::Duration;

use damier_rules::Variant;
use damier_session::{Actor, Command, CommandId, Event, GameSettings, Session, Side, Want};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::{HeldSeat, Update};
use crate::dice::SeatSecret;

#[tokio::test]
async fn an_act_is_told_to_be_done_once_the_board_shows_it() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let state = |turn: Side| json!({ "clock": null, "at_ms": 0, "turn": turn, "offer": null, "ending": null });
    let welcome = json!({
        "frame": "welcome", "game": "g", "role": "white", "setup": session.record(), "events": [],
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
            let said: Value = serde_json::from_str(&text).expect("a frame");
            let answers = if said["frame"] == "hello" {
                vec![welcome.clone()]
            } else {
                let id: CommandId = serde_json::from_value(said["id"].clone()).expect("an id");
                let want: Want = serde_json::from_value(said["want"].clone()).expect("a wish");
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
    let secret = SeatSecret::draw().expect("dice");
    let mut seat = HeldSeat::sit(url.parse().expect("an address"), secret);
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
    let text = "32-28".to_owned();
    let id = seat.act(Want::Move { text, ply: None }).expect("dice");
    assert!(matches!(seat.next().await, Some(Update::Event { .. })));
    assert!(matches!(seat.next().await, Some(Update::Done { id: done }) if done == id));
    seat.leave().await;
    server.await.expect("it ends");
}

/// The next frame that a client says.
async fn said(socket: &mut WebSocketStream<TcpStream>) -> Value {
    loop {
        let message = socket.next().await.expect("it stays").expect("a message");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("a frame");
        }
    }
}

async fn tell(socket: &mut WebSocketStream<TcpStream>, frame: &Value) {
    let message = Message::text(frame.to_string());
    socket.send(message).await.expect("it reads");
}

#[tokio::test]
async fn whoever_is_behind_asks_for_what_it_does_not_have() {
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
            "frame": "welcome", "game": "g", "role": "white", "setup": setup, "events": events, "state": state,
            "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
        })
    };

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let url = format!("http://{address}");
    let secret = SeatSecret::draw().expect("dice");
    let mut seat = HeldSeat::sit(url.parse().expect("an address"), secret);
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    let hello = said(&mut socket).await;
    assert_eq!(
        (&hello["frame"], &hello["have"]),
        (&json!("hello"), &json!(0))
    );
    tell(&mut socket, &welcome(&events[..1])).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));

    // The second event was dropped.
    tell(&mut socket, &json!({ "frame": "behind" })).await;
    let hello = said(&mut socket).await;
    assert_eq!(
        (&hello["frame"], &hello["have"]),
        (&json!("hello"), &json!(1))
    );
    // That cannot be answered now, so it is asked again.
    let trouble =
        json!({ "frame": "trouble", "code": "unavailable", "detail": "no", "retry_after_ms": 1 });
    tell(&mut socket, &trouble).await;
    assert_eq!(said(&mut socket).await, hello);
    tell(&mut socket, &welcome(&events[1..])).await;
    let Some(Update::Welcome(told)) = seat.next().await else {
        panic!("it is not welcome");
    };
    assert_eq!(told.events, events[1..]);
}

/// How long a test waits for what is to come.
const PATIENCE: Duration = Duration::from_mins(1);

/// Takes a connection, hears its `hello`, and says that the game cannot be read.
async fn cannot_read(listener: &TcpListener) {
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    assert_eq!(said(&mut socket).await["frame"], "hello");
    let trouble = json!({ "frame": "trouble", "code": "game-unreadable", "detail": "no", "retry_after_ms": null });
    tell(&mut socket, &trouble).await;
}

#[tokio::test]
async fn a_game_that_one_server_cannot_read_goes_on_at_another() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let welcome = json!({
        "frame": "welcome", "game": "g", "role": "white", "setup": session.record(), "events": [],
        "state": { "clock": null, "at_ms": 0, "turn": "white", "offer": null, "ending": null },
        "presence": { "white": true, "black": true, "watching": 0, "absent": null }, "rematch": null,
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let secret = SeatSecret::draw().expect("dice");
    let soon = Duration::from_millis(20);
    let address = url.parse().expect("an address");
    let mut seat = HeldSeat::sit_patiently(address, secret, soon);
    for _ in 0..3 {
        cannot_read(&listener).await;
        assert!(
            matches!(seat.next().await, Some(Update::Lost { reason, is_unreadable: true }) if reason.contains("read"))
        );
    }
    // What is wanted meanwhile is sent to whoever can read it.
    let text = "32-28".to_owned();
    let id = seat.act(Want::Move { text, ply: None }).expect("dice");
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    assert_eq!(said(&mut socket).await["frame"], "hello");
    tell(&mut socket, &welcome).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
    let act = said(&mut socket).await;
    assert_eq!((&act["frame"], &act["id"]), (&json!("act"), &json!(id)));
}

#[tokio::test]
async fn whoever_waits_for_a_server_that_can_read_the_game_asks_seldom_and_may_leave() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let secret = SeatSecret::draw().expect("dice");
    let address = url.parse().expect("an address");
    let hour = Duration::from_hours(1);
    let mut seat = HeldSeat::sit_patiently(address, secret, hour);
    cannot_read(&listener).await;
    assert!(matches!(seat.next().await, Some(Update::Lost { .. })));
    timeout(PATIENCE, seat.leave()).await.expect("it leaves");
    // Nobody has asked again meanwhile: the next who comes is somebody else.
    let mine = TcpStream::connect(listener.local_addr().expect("an address"));
    let mine = mine.await.expect("a connection");
    let (_, from) = listener.accept().await.expect("a connection");
    assert_eq!(from, mine.local_addr().expect("an address"));
}
