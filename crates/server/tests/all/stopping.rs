//! How a server ends. When asked to stop, it completes requests in progress. When killed, it loses
//! nothing that it has acknowledged; for that test the executable starts itself again as the server
//! to be killed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use damier_server::{Config, Stores, bind, serve};
use damier_storage::{Location, SqlLibrary, SqlStore};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{FaultMode, FaultyLibrary, game, id, record, start, start_with};

#[tokio::test]
async fn a_request_in_progress_is_answered() {
    let server = start(FaultyLibrary::new(FaultMode::Slow(Duration::from_millis(
        300,
    ))))
    .await;
    let address = server.address;
    let mut idle = TcpStream::connect(address).await.unwrap();
    idle.write_all(b"GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    idle.read_exact(&mut [0; 12]).await.unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream
        .write_all(b"GET /api/v1/games HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ended = server.stop();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    idle.read_to_string(&mut String::new()).await.unwrap(); // closed by the server, as it is idle
    ended.await.unwrap();
    assert!(
        TcpStream::connect(address).await.is_err(),
        "nobody listens any more"
    );
}

#[tokio::test]
async fn an_endless_request_does_not_delay_the_stop() {
    let server = start_with(
        FaultyLibrary::new(FaultMode::Slow(Duration::from_hours(1))),
        |config| {
            config.limits.stop_time = Duration::from_millis(200);
        },
    )
    .await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream
        .write_all(b"GET /api/v1/games HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ended = tokio::time::timeout(Duration::from_secs(3), server.stop()).await;
    ended.expect("the server still waits").unwrap();
}

#[tokio::test]
async fn a_used_address_is_reported() {
    let taken = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = taken.local_addr().unwrap();
    let error = bind(address).await.unwrap_err();
    assert!(error.is_address_taken());
    assert!(error.to_string().contains(&address.to_string()), "{error}");
}

/// The environment variable that turns the child process into a server and gives it the path of the
/// database.
const DATABASE: &str = "DAMIER_TEST_SERVER_DATABASE";

#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(path) = std::env::var(DATABASE) else {
        return;
    };
    let library = SqlLibrary::open_sqlite(&Location::file(path).unwrap())
        .await
        .unwrap();
    let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let line = format!("\nlistening {}\n", listener.local_addr().unwrap());
    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
    serve(
        Config::default(),
        Stores {
            live: damier_people::Ports::of(&Arc::new(SqlStore::beside(&library))),
            library: Arc::new(library),
        },
        listener,
        std::future::pending(),
    )
    .await
    .unwrap();
}

/// A server in a process of its own, and its address.
fn start_child(location: &Location) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "stopping::child", "--nocapture"])
        .env(DATABASE, location.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("listening ").map(str::to_owned))
        .expect("the child did not listen");
    (child, address)
}

async fn request(address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn a_killed_server_loses_no_acknowledged_change() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    for round in 0..3_u8 {
        let (mut child, address) = start_child(&location);
        for number in 0..round {
            let kept = request(&address, "GET", &game(number), "").await;
            assert!(
                kept.contains(&id(number)) && kept.contains("\"41-37\""),
                "{kept}"
            );
        }
        for plies in 0..=5_u32 {
            let body = json!({"version": plies + 1, "title": "", "record": record(plies as usize)});
            let answer = request(&address, "PUT", &game(round), &body.to_string()).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        child.kill().unwrap(); // SIGKILL on Unix: the server gets no chance to shut down gracefully
        child.wait().unwrap();
    }
}
