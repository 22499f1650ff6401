//! Clients that request a file which is generated while it is sent, and stop reading it: started
//! work is completed, so they hold no connection to the store, no request permit and no slot for
//! long work. The files are compressed, since the compressor requests the next chunk before it
//! emits what it has. The sockets are real.

use std::path::Path;
use std::time::Duration;

use damier_people::library::{GameFacts, NewVersion};
use damier_server::Stores;
use damier_session::{GameRecord, Session};
use damier_storage::{Database, Location, Store};
use data_encoding::BASE64URL_NOPAD;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::common::browser::Browser;
use crate::common::{ME, Running, bearer, me, record, start_on};

/// How long the test waits for an expected event.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The size of the socket buffers at either end, in bytes.
const NARROW: u32 = 4 * 1024;

/// More bytes than the buffers between client and server hold: those of the operating system, and
/// 16 chunks in the server.
const MORE_THAN_BUFFERS: usize = 64 * 1024;

/// How many clients stop reading a file: as many as the store has reading connections.
const DOWNLOADS: usize = 4;

/// How many other requests are sent meanwhile. On a slow machine the files may not be stalled by
/// then, and the test covers less.
const QUESTIONS: usize = 60;

/// Text of this length that compresses poorly, the same in every run.
fn noise(seed: usize, length: usize) -> String {
    let mut state = 0x9e37_79b9 * (seed as u64 + 1);
    let bytes = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    });
    let bytes: Vec<u8> = bytes.take(length).collect();
    BASE64URL_NOPAD.encode(&bytes)[..length].to_owned()
}

/// A server with small socket buffers, on a file.
async fn start(folder: &Path) -> (Store, Running) {
    // Accepted sockets inherit the buffer size of the listening one.
    let listening = TcpSocket::new_v4().unwrap();
    listening.set_send_buffer_size(NARROW).unwrap();
    listening.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let location = Location::file(folder.join("games.sqlite")).unwrap();
    let store = Store::open(&Database::Sqlite(location)).await.unwrap();
    let stores = Stores {
        library: store.library.clone(),
        live: store.live.clone(),
    };
    let server = start_on(listening.listen(64).unwrap(), stores, |_| {}).await;
    (store, server)
}

/// Stores so many games in the library. Twenty of them, written at a time, are less than one
/// compressed block.
async fn keep_games(store: &Store, count: usize) {
    for number in 0..count {
        let mut game = record(1);
        let names = [("white", 2 * number), ("black", 2 * number + 1)];
        for (side, seed) in names {
            game["settings"][side] = json!({ "kind": "person", "name": noise(seed, 80) });
        }
        let game: GameRecord = serde_json::from_value(game).unwrap();
        let id = format!("0190a6e0-7d2c-7c3e-8f5a-{number:012x}");
        let new = NewVersion {
            id: id.parse().unwrap(),
            version: 1,
            title: None,
            facts: GameFacts::from(&Session::replay(&game).unwrap()),
            record: serde_json::to_string(&game).unwrap(),
            tree: None,
        };
        store.library.store(&me(), &new, 0).await.unwrap();
    }
}

/// A client that requests a file, reads its beginning, and nothing from then on.
async fn begun(server: &Running, path: &str, who: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(NARROW).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let request = format!(
        "GET /api/v1{path} HTTP/1.1\r\nhost: localhost\r\n{who}\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    let read = timeout(TIMEOUT, stream.read_exact(&mut head));
    read.await.expect("the file does not begin").unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    stream
}

/// Reads until the connection is closed: the file is complete.
async fn read_on(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut rest));
    read.await.expect("the file does not go on").unwrap();
    let packed = b"content-encoding: gzip\r\n";
    assert!(rest.windows(packed.len()).any(|part| part == packed));
    assert!(
        rest.len() > MORE_THAN_BUFFERS,
        "{} bytes are no test",
        rest.len()
    );
    assert!(rest.ends_with(b"\r\n0\r\n\r\n"), "it is cut");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_download_does_not_block_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let (store, server) = start(folder.path()).await;
    keep_games(&store, 600).await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    for number in 0..100 {
        let part = json!({ "base": 0, "kept": noise(number, 2_000) });
        let path = format!("/account/progress/week-{number}");
        awa.send("PUT", &path, &part).await.ok();
    }

    let cookie = format!("cookie: {}", awa.cookie);
    let device = format!("authorization: {}", bearer(ME));
    let mut files = Vec::new();
    for _ in 0..DOWNLOADS {
        files.push(begun(&server, "/account/export.json", &cookie).await);
        files.push(begun(&server, "/games.pdn", &device).await);
    }
    for _ in 0..QUESTIONS {
        awa.get("/account/progress").await.ok();
        server.get("/api/v1/games").await.ok();
        sleep(Duration::from_millis(50)).await;
    }
    let mut reading = JoinSet::new();
    for file in files {
        reading.spawn(read_on(file));
    }
    reading.join_all().await;
}
