//! A client of live play that sends and never reads: it is disconnected, the other clients play on,
//! and after a reconnect its seat gets the whole game. A client that reads late is notified that it
//! missed frames, and requests the rest. The sockets are real.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::live::{Socket, challenge, secret};
use crate::common::{Running, start_on, start_with};

/// How long a test waits for an expected frame.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The size of the server's send buffer and of the client's receive buffer, in bytes. In a smaller
/// one the system drops what it has no room for, and repeats it only after minutes.
const SEND_BUFFER: u32 = 4 * 1024;
const RECEIVE_BUFFER: u32 = 16 * 1024;

/// A client that is connected to a game, and reads nothing from now on.
async fn entered(server: &Running, seat: &str) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let url = format!("ws://{}/api/v1/live", server.address);
    let (mut socket, _) = client_async(url, stream).await.unwrap();
    let hello = json!({ "frame": "hello", "seat": seat, "have": 0 });
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let read_welcome = async {
        loop {
            let message = socket.next().await.unwrap().unwrap();
            if matches!(&message, Message::Text(text) if text.contains("welcome")) {
                return;
            }
        }
    };
    timeout(TIMEOUT, read_welcome).await.expect("no welcome");
    socket
}

/// The secret of a spectator's seat at this game.
async fn watcher(server: &Running, seat: &str) -> String {
    let watcher = secret(19);
    let wanted = json!({ "secret": watcher });
    let made = server.sitting(seat, "POST", "/live/watchers", &wanted);
    made.await.ok();
    watcher
}

/// Reads until there are so many spectators.
async fn until_watched_by(socket: &mut Socket, count: u64) {
    while socket.wait("presence").await["watching"] != count {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_nothing_is_disconnected_and_others_play_on() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.reading_time = Duration::from_millis(500);
    })
    .await;
    let [white, black] = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let watcher = watcher(&server, &white).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let mut deaf = entered(&server, &watcher).await;
    until_watched_by(&mut awa, 1).await;

    // Each frame is answered, also one beyond the rate limit, until the buffers between the two are
    // full.
    let asking = tokio::spawn(async move {
        let question = json!({ "frame": "ping", "number": 1 }).to_string();
        while deaf.send(Message::text(question.clone())).await.is_ok() {}
    });
    let moves = ["32-28", "20-25", "37-32", "14-20", "41-37", "10-14"];
    for (ply, text) in moves.into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut awa } else { &mut piet };
        let played = player.play(text).await;
        assert_eq!(played["frame"], "done", "{played}");
    }
    let cut_off = timeout(TIMEOUT, asking).await;
    cut_off
        .expect("whoever reads nothing stays connected")
        .unwrap();
    until_watched_by(&mut awa, 0).await;

    // The seat works again, and so do the others.
    let (mut back, welcome) = server.enter(&watcher).await;
    let events = welcome["events"].as_array().unwrap().iter();
    let received: Vec<&str> = events
        .filter_map(|event| event["act"]["move"].as_str())
        .collect();
    assert_eq!(received, moves);
    until_watched_by(&mut awa, 1).await;
    let played = awa.play("46-41").await;
    assert_eq!(played["frame"], "done", "{played}");
    assert_eq!(back.event().await["event"]["act"]["move"], "46-41");
}

/// How often a player connects and disconnects: more presence frames than small sockets and the
/// queue of a client can hold.
const RECONNECTS: usize = 2_000;

/// Reads the next frame.
async fn read(socket: &mut WebSocketStream<TcpStream>) -> Value {
    let reading = async {
        loop {
            if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
                return serde_json::from_str::<Value>(&text).unwrap();
            }
        }
    };
    timeout(TIMEOUT, reading).await.expect("nothing comes")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_client_is_notified_and_requests_the_missing_events() {
    // Accepted sockets inherit the buffer size of the listening one.
    let listening = TcpSocket::new_v4().unwrap();
    listening.set_send_buffer_size(SEND_BUFFER).unwrap();
    listening.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::default())),
    };
    let server = start_on(listening.listen(64).unwrap(), stores, |config| {
        let limits = &mut config.limits;
        // It is not disconnected meanwhile.
        limits.reading_time = Duration::from_hours(1);
        limits.connections_per_address = limits.connections;
        for limit in [&mut limits.burst, &mut limits.per_second] {
            *limit = NonZeroU32::MAX;
        }
    })
    .await;
    let [white, black] = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let watcher = watcher(&server, &white).await;
    let mut late = entered(&server, &watcher).await;

    // The spectator gets a frame each time, and reads none of them.
    for _ in 0..RECONNECTS {
        drop(server.enter(&white).await);
    }
    let (mut awa, _) = server.enter(&white).await;
    let played = awa.play("32-28").await;
    assert_eq!(played["frame"], "done", "{played}");
    // Once Piet is welcomed, the actor has sent the move to every client, or has dropped it.
    let (mut piet, _) = server.enter(&black).await;

    // Frames may be dropped again while the client catches up.
    let hello = json!({ "frame": "hello", "seat": watcher, "have": 0 });
    let mut was_behind = false;
    let welcome = loop {
        let frame = read(&mut late).await;
        match frame["frame"].as_str().unwrap() {
            "behind" => {
                late.send(Message::text(hello.to_string())).await.unwrap();
                was_behind = true;
            }
            "welcome" => break frame,
            "event" => panic!("the client missed frames: {frame}"),
            _ => {}
        }
    };
    assert!(was_behind);
    let events = welcome["events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "{welcome}");
    assert_eq!(events[0]["act"]["move"], "32-28");
    let played = piet.play("19-23").await;
    assert_eq!(played["frame"], "done", "{played}");
    let event = loop {
        let frame = read(&mut late).await;
        if frame["frame"] == "event" {
            break frame;
        }
    };
    assert_eq!(event["event"]["number"], 2, "{event}");
    assert_eq!(event["event"]["act"]["move"], "19-23");
}
