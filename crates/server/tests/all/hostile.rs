//! Hostile or broken input: the server answers or closes the connection, stays within its limits,
//! and still serves other clients afterwards.

use std::num::NonZeroU32;
use std::time::Duration;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Running, game, record, start, start_with};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

/// Endless pseudo-random bytes, the same in every run.
fn noise(mut state: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Some(state as u8)
    })
}

#[tokio::test]
async fn random_bytes_are_rejected() {
    let server = server().await;
    for seed in 1..200 {
        let bytes: Vec<u8> = noise(seed * 0x9e37_79b9).take(seed as usize * 20).collect();
        let answer = server.raw_to_the_end(&bytes).await;
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"),
            "{answer:?}"
        );
    }
    server.is_well().await;
}

#[tokio::test]
async fn a_partial_request_is_not_executed() {
    let server = server().await;
    let body = json!({"version": 1, "title": "", "record": record(2)}).to_string();
    let whole = format!(
        "PUT {} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        game(1),
        body.len(),
    );
    for end in (0..whole.len()).step_by(7) {
        let answer = server.raw_to_the_end(&whole.as_bytes()[..end]).await;
        assert!(
            !answer.starts_with(b"HTTP/1.1 200"),
            "{end} bytes were enough"
        );
    }
    server.get(&game(1)).await.problem(404, "game-not-found");
    assert!(
        server
            .raw(whole.as_bytes())
            .await
            .starts_with(b"HTTP/1.1 200")
    );
}

#[tokio::test]
async fn endless_headers_are_cut() {
    let server = server().await;
    let long = "x".repeat(300_000);
    let many = "x: y\r\n".repeat(50_000);
    for request in [
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"),
        format!("{long} / HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        long.clone(),
    ] {
        let answer = server.raw_to_the_end(request.as_bytes()).await;
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"),
            "{:?}",
            &answer[..30]
        );
    }
    server.is_well().await;
}

#[tokio::test]
async fn endless_bodies_are_rejected() {
    let server = server().await;
    let head = format!(
        "PUT {} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n",
        game(1)
    );
    // With a content length: rejected before the body is sent.
    let announced = format!("{head}content-length: 9999999999\r\n\r\n");
    let answer = server.raw(announced.as_bytes()).await;
    assert!(
        answer.starts_with(b"HTTP/1.1 413"),
        "{:?}",
        String::from_utf8_lossy(&answer)
    );
    // In chunks: rejected as soon as the limit is exceeded.
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let pieces = format!(
        "{head}transfer-encoding: chunked\r\n\r\n{}",
        piece.repeat(40)
    );
    let answer = server.raw(pieces.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 413"));
    // Exactly at the limit: the body is read, and is not JSON.
    let spaces = " ".repeat(1024 * 1024);
    let kind = [("content-type", "application/json")];
    server
        .ask("PUT", &game(1), &kind, spaces.clone())
        .await
        .problem(400, "bad-json");
    server
        .ask("PUT", &game(1), &kind, spaces + " ")
        .await
        .problem(413, "body-too-large");
    server.is_well().await;
}

#[tokio::test]
async fn slow_clients_are_disconnected() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.head_time = Duration::from_millis(200);
        config.limits.body_time = Duration::from_millis(200);
        config.limits.request_time = Duration::from_millis(200);
        config.limits.connection_time = Duration::from_millis(600);
        config.limits.stop_time = Duration::from_millis(200);
    })
    .await;
    let head = format!(
        "PUT {} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{{",
        game(1)
    );
    let endless = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2000);
    for beginning in [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: ",
        &head,
        &endless,
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // The client sends something, then nothing, and in the last case it does not read either.
        let _ = tokio::time::timeout(
            Duration::from_secs(2),
            stream.write_all(beginning.as_bytes()),
        )
        .await;
        if beginning.len() > 10_000 {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut answer));
        let hung_up = read.await.is_ok();
        assert!(hung_up, "still connected: {beginning:.40}");
    }
    server.is_well().await;
}

#[tokio::test]
async fn requests_are_limited_per_address() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.burst = NonZeroU32::new(5).unwrap();
        config.limits.per_second = NonZeroU32::MIN;
    })
    .await;
    for _ in 0..5 {
        server.is_well().await;
    }
    let answer = server.get("/api/v1/health").await;
    let problem = answer.problem(429, "too-many-requests");
    assert_eq!(
        answer.header("retry-after"),
        problem["retry_after_s"].to_string()
    );
    for _ in 0..20 {
        assert_eq!(
            server
                .ask("GET", "/", &[("accept", "text/html")], "")
                .await
                .status,
            200
        );
    }
    tokio::time::sleep(Duration::from_millis(1100)).await;
    server.is_well().await;
}

#[tokio::test]
async fn connections_beyond_the_maximum_wait() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.connections = 3;
        config.limits.head_time = Duration::from_millis(300);
    })
    .await;
    let mut idle = Vec::new();
    for _ in 0..20 {
        idle.push(TcpStream::connect(server.address).await.unwrap());
    }
    // The server closes the idle connections three at a time, then serves this one.
    server.is_well().await;
}

/// One client opens as many unfinished requests as it can; other clients are not affected.
#[tokio::test]
async fn one_address_cannot_take_all_connections() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.connections = 8;
        config.limits.connections_per_address = 2;
        config.limits.head_time = Duration::from_mins(1);
    })
    .await;
    let mut held = Vec::new();
    let mut refused = 0;
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(b"GET / HT").await;
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(100), stream.read(&mut byte));
        match read.await {
            Ok(ended) => {
                assert!(matches!(ended, Ok(0) | Err(_)), "answered: {ended:?}");
                refused += 1;
            }
            Err(_still_open) => held.push(stream),
        }
    }
    assert_eq!((held.len(), refused), (2, 18));
    // Another client: on Linux all of 127.0.0.0/8 is this machine, so another address can be used
    // there.
    if cfg!(target_os = "linux") {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut other = socket.connect(server.address).await.unwrap();
        let request = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        other.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        other.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    drop(held);
    tokio::time::sleep(Duration::from_millis(100)).await;
    server.is_well().await;
}

#[tokio::test]
async fn requests_of_other_sites_change_nothing() {
    let server = server().await;
    server.put(1, 1, &record(0)).await.ok();
    let own = format!("http://{}", server.address);
    let restore = format!("{}/restore", game(1));
    for headers in [
        [
            ("origin", "https://evil.example"),
            ("content-type", "application/json"),
        ],
        [("origin", "null"), ("content-type", "application/json")],
        [("sec-fetch-site", "cross-site"), ("origin", own.as_str())],
        [("sec-fetch-site", "same-site"), ("origin", own.as_str())],
    ] {
        for (method, path) in [
            ("PUT", &game(1)),
            ("PATCH", &game(1)),
            ("DELETE", &game(1)),
            ("POST", &restore),
        ] {
            server
                .ask(method, path, &headers, "{}")
                .await
                .problem(403, "cross-site-request");
        }
        assert_eq!(server.ask("GET", &game(1), &headers, "").await.status, 200);
    }
    let ours = [("sec-fetch-site", "same-origin"), ("origin", own.as_str())];
    assert_eq!(server.ask("DELETE", &game(1), &ours, "").await.status, 204);
}

#[tokio::test]
async fn an_unknown_host_name_is_rejected() {
    let server = server().await;
    for host in [
        "evil.example",
        "evil.example:8110",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "",
    ] {
        let request = format!(
            "GET /api/v1/games HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: {host}\r\nconnection: close\r\n\r\n"
        );
        let answer = String::from_utf8_lossy(&server.raw(request.as_bytes()).await).into_owned();
        assert!(answer.starts_with("HTTP/1.1 421"), "{host}: {answer}");
        assert!(answer.contains("unknown-host"));
    }
    let two = "GET /api/v1/games HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    let answer = String::from_utf8_lossy(&server.raw(two.as_bytes()).await).into_owned();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("several-hosts"), "{answer}");
    for host in ["localhost:1", "127.0.0.1", "[::1]:8110", "damier.localhost"] {
        let request = format!(
            "GET /api/v1/games HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: {host}\r\nconnection: close\r\n\r\n"
        );
        assert!(
            server
                .raw(request.as_bytes())
                .await
                .starts_with(b"HTTP/1.1 200"),
            "{host}"
        );
    }
}
