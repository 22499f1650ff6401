//! A seat against a scripted server.

use std::time::Duration;

use damier_rules::Variant;
use damier_session::{Actor, Command, CommandId, Event, GameSettings, Session, Side, Want};
use damier_wire::live::{ClientFrame, Presence, ServerFrame, State};
use futures_util::{SinkExt, StreamExt};
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
    let welcome = welcome(&session, &[]);
    let after = state(Side::Black);

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let frame: ClientFrame = serde_json::from_str(&text).expect("a frame");
            let answers = if let ClientFrame::Act { id, want } = frame {
                let actor = Actor::Player(Side::White);
                let event = session
                    .decide(&Command { id, actor, want }, 1)
                    .expect("a move");
                let state = after.clone();
                vec![
                    ServerFrame::Done { id, number: 1 },
                    ServerFrame::Event { event, state },
                ]
            } else {
                vec![welcome.clone()]
            };
            for answer in answers {
                send(&mut socket, &answer).await;
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

/// The state of a game without clocks.
fn state(turn: Side) -> State {
    State {
        clock: None,
        at_ms: 0,
        turn: Some(turn),
        offer: None,
        asked: Vec::new(),
        paused_until_ms: None,
        held: false,
        awaits_first_moves: false,
        first_move_by_ms: None,
        ending: None,
    }
}

/// The welcome of White, with these events after the session's.
fn welcome(session: &Session, events: &[Event]) -> ServerFrame {
    ServerFrame::Welcome {
        game: "g".to_owned(),
        role: "white".to_owned(),
        now_ms: 0,
        setup: Box::new(session.record()),
        events: events.to_vec(),
        state: state(Side::White),
        presence: Presence {
            white: true,
            black: true,
            watching: 0,
            absent: None,
        },
        rematch: None,
        delay_ms: 0,
        ratings: None,
    }
}

fn error_frame(code: &str, retry_after_ms: Option<u64>) -> ServerFrame {
    ServerFrame::Trouble {
        code: code.to_owned(),
        detail: "no".to_owned(),
        retry_after_ms,
    }
}

/// The next frame sent by the client.
async fn next_frame(socket: &mut WebSocketStream<TcpStream>) -> ClientFrame {
    loop {
        let message = socket.next().await.expect("it stays").expect("a message");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).expect("a frame");
        }
    }
}

async fn send(socket: &mut WebSocketStream<TcpStream>, frame: &ServerFrame) {
    let message = Message::text(frame.to_json());
    socket.send(message).await.expect("it reads");
}

#[tokio::test]
async fn a_seat_that_missed_events_requests_them() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let mut session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
    let start = session.clone();
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

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let url = format!("http://{address}");
    let secret = SeatSecret::generate().expect("random numbers");
    let mut seat = SeatConnection::connect(url.parse().expect("an address"), secret);
    let (stream, _) = listener.accept().await.expect("a connection");
    let mut socket = accept_async(stream).await.expect("a handshake");
    let hello = next_frame(&mut socket).await;
    assert!(matches!(hello, ClientFrame::Hello { have: 0, .. }));
    send(&mut socket, &welcome(&start, &events[..1])).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));

    // The second event was dropped.
    send(&mut socket, &ServerFrame::Behind).await;
    let hello = next_frame(&mut socket).await;
    assert!(matches!(hello, ClientFrame::Hello { have: 1, .. }));
    // The server cannot answer yet, so the client retries.
    send(&mut socket, &error_frame("unavailable", Some(1))).await;
    assert_eq!(next_frame(&mut socket).await, hello);
    send(&mut socket, &welcome(&start, &events[1..])).await;
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
    let hello = next_frame(&mut socket).await;
    assert!(matches!(hello, ClientFrame::Hello { .. }));
    send(&mut socket, &error_frame("game-unreadable", None)).await;
}

#[tokio::test]
async fn an_unreadable_game_continues_on_another_server() {
    let settings = GameSettings::friendly("Awa", "Piet");
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).expect("a game");
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
    let hello = next_frame(&mut socket).await;
    assert!(matches!(hello, ClientFrame::Hello { .. }));
    send(&mut socket, &welcome(&session, &[])).await;
    assert!(matches!(seat.next().await, Some(Update::Welcome(_))));
    let act = next_frame(&mut socket).await;
    assert!(matches!(act, ClientFrame::Act { id: sent, .. } if sent == id));
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
