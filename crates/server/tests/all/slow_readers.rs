//! A client of live play that asks and never reads: it is cut off, the others at the board play on meanwhile, and its seat finds the whole game when it
//! comes back. The sockets are real.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::live::{Socket, challenge, secret};
use crate::common::{Running, start_with};
use damier_club::in_memory::InMemoryLibrary;

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_mins(1);

/// How much of what was sent may wait in the operating system of the one that does not read, in bytes.
const NARROW: u32 = 4 * 1024;

/// A client that is in the room of a game, and reads nothing from now on.
async fn entered(server: &Running, seat: &str) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(NARROW).unwrap();
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
    timeout(PATIENCE, read_welcome).await.expect("no welcome");
    socket
}

/// Reads until so many look on.
async fn until_watched_by(socket: &mut Socket, count: u64) {
    while socket.wait("presence").await["watching"] != count {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_nothing_is_cut_off_and_the_others_play_on() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.reading_time = Duration::from_millis(500);
    })
    .await;
    let [white, black] = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let watcher = secret(19);
    server
        .sitting(
            &white,
            "POST",
            "/live/watchers",
            &json!({ "secret": watcher }),
        )
        .await
        .ok();
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let mut deaf = entered(&server, &watcher).await;
    until_watched_by(&mut awa, 1).await;

    // Each frame is answered, also one that comes too fast, until what is not read fills all that is between the two.
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
    let cut_off = timeout(PATIENCE, asking).await;
    cut_off
        .expect("whoever reads nothing stays connected")
        .unwrap();
    until_watched_by(&mut awa, 0).await;

    // The seat is as good as before, and so are the others.
    let (mut back, welcome) = server.enter(&watcher).await;
    let events = welcome["events"].as_array().unwrap().iter();
    let told: Vec<&str> = events
        .filter_map(|event| event["act"]["move"].as_str())
        .collect();
    assert_eq!(told, moves);
    until_watched_by(&mut awa, 1).await;
    let played = awa.play("46-41").await;
    assert_eq!(played["frame"], "done", "{played}");
    assert_eq!(back.event().await["event"]["act"]["move"], "46-41");
}
