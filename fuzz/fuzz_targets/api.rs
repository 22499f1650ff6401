//! Any request to the library or to live play: it is answered, and never with an error of the server's own. The server runs
//! in this process, over memory, behind a real socket.
#![no_main]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};
use std::thread;

use damier_club::in_memory::InMemoryLibrary;
use damier_club::live::InMemoryJournal;
use damier_server::{Config, ServerLimits, Stores, serve};
use libfuzzer_sys::fuzz_target;

static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its number");
    listener
        .set_nonblocking(true)
        .expect("a listener for tokio");
    thread::spawn(move || {
        let unbounded = NonZeroU32::MAX;
        let limits = ServerLimits {
            burst: unbounded,
            per_second: unbounded,
            ..ServerLimits::default()
        };
        let config = Config {
            limits,
            ..Config::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.expect("a runtime").block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            serve(
                config,
                Stores {
                    library: Arc::new(InMemoryLibrary::default()),
                    live: Arc::new(InMemoryJournal::default()),
                },
                listener,
                std::future::pending(),
            )
            .await
        })
    });
    address
});

/// Without a secret nothing would be reached.
const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

const METHODS: [&str; 6] = ["GET", "PUT", "PATCH", "DELETE", "POST", "OPTIONS"];
const PLACES: [&str; 16] = [
    "/games/01890a5d-ac96-774b-bcce-b302099a8057",
    "/games/01890a5d-ac96-774b-bcce-b302099a8057/restore",
    "/games/",
    "/games?limit=",
    "/games?before=",
    "/games.pdn?",
    "/challenges",
    "/challenge/accept",
    "/lobby?after=",
    "/lobby/pair",
    "/live/acts",
    "/live/rematch",
    "/account",
    "/session",
    "/account/recover",
    "/account/games?after=",
];

fuzz_target!(|asked: (u8, u8, &str, &[u8])| {
    let (method, place, tail, body) = asked;
    let method = METHODS[usize::from(method) % METHODS.len()];
    let place = PLACES[usize::from(place) % PLACES.len()];
    // What would end the line is another request; the rest is for the server to judge.
    let tail: String = tail
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let mut request = format!(
        "{method} /api/v1{place}{tail} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {SECRET}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        *SERVER,
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);

    let mut stream = TcpStream::connect(*SERVER).expect("the server listens");
    // A server that has heard enough may close before all was said.
    let _ = stream.write_all(&request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(answer.starts_with(b"HTTP/1.1 "), "no answer");
    assert_ne!(
        answer.get(9),
        Some(&b'5'),
        "{}",
        String::from_utf8_lossy(&answer)
    );
});
