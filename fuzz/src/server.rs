//! A server in this process with in-memory storage and a real socket, and requests to it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::{Config, ServerLimits, Stores, serve};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::requests::{Drawn, secret, world};

/// The timeout of a response. A slower response counts as a hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// The password of the account.
const PASSWORD: &str = "correct horse battery";

/// A server, which stops when this value is dropped.
pub struct Served {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// The session cookie of the account `Fuzz`, after it has signed up.
    cookie: String,
    /// A token of that account with all permissions.
    token: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

/// A response, or its beginning if it is an endless stream.
#[derive(Debug)]
pub struct Answered {
    /// The HTTP status code.
    pub status: u16,
    /// The head of the response.
    pub head: String,
    /// The body, up to its `Content-Length`.
    pub body: Vec<u8>,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl Served {
    /// A server without data.
    pub fn empty() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its number");
        listener
            .set_nonblocking(true)
            .expect("a listener for tokio");
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let unbounded = NonZeroU32::MAX;
            let limits = ServerLimits {
                burst: unbounded,
                per_second: unbounded,
                beginnings_burst: unbounded,
                beginnings_per_hour: unbounded,
                accounts_a_day: 1_000_000,
                stop_time: Duration::from_millis(1),
                ..ServerLimits::default()
            };
            let config = Config {
                limits,
                ..Config::default()
            };
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let served = runtime.expect("a runtime").block_on(async {
                // Rust programs ignore SIGPIPE, but libFuzzer's `main` does not: a client that
                // leaves would end the process. The handler stays when this value is dropped.
                #[cfg(unix)]
                drop(tokio::signal::unix::signal(
                    tokio::signal::unix::SignalKind::pipe(),
                ));
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let stores = Stores {
                    library: Arc::new(InMemoryLibrary::default()),
                    live: damier_people::Ports::of(&Arc::new(InMemoryStore::default())),
                };
                serve(config, stores, listener, async { drop(stopped.await) }).await
            });
            served.expect("it serves");
        });
        Self {
            address,
            cookie: String::new(),
            token: String::new(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// A server with two accounts and the data of [`world`](super::requests::world).
    pub fn furnished() -> Self {
        let mut served = Self::empty();
        let account = |name: &str| json!({ "name": name, "password": PASSWORD });
        served.ask(
            "POST",
            "/api/v1/account",
            &[],
            Some("application/json"),
            account("Awa").to_string().as_bytes(),
        );
        let made = served.ask(
            "POST",
            "/api/v1/account",
            &[],
            Some("application/json"),
            account("Fuzz").to_string().as_bytes(),
        );
        let set = made
            .head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let set = set.expect("a session").split(';').next();
        set.unwrap_or_default().clone_into(&mut served.cookie);
        let token = json!({
            "label": "fuzz", "scopes": ["bot", "play:read", "play:write"], "password": PASSWORD });
        let made = served.say(0, "POST", "/account/tokens", &token);
        let token = made.json()["token"].as_str().map(ToOwned::to_owned);
        served.token = token.unwrap_or_else(|| {
            panic!("no token: {}", String::from_utf8_lossy(&made.body));
        });
        for (who, method, path, body) in world() {
            let made = served.say(who, method, path, &body);
            assert!(
                made.status < 300,
                "{method} {path}: {}",
                String::from_utf8_lossy(&made.body)
            );
        }
        served
    }

    /// Sends a request as the client with this number, with the session of the account.
    pub fn say(&self, who: usize, method: &str, path: &str, body: &Value) -> Answered {
        let bearer = format!("Bearer {}", secret(who));
        let mut headers = vec![("authorization", bearer.as_str())];
        let origin = format!("http://{}", self.address);
        if !self.cookie.is_empty() {
            headers.extend([
                ("cookie", self.cookie.as_str()),
                ("origin", origin.as_str()),
            ]);
        }
        let path = format!("/api/v1{path}");
        if body.is_null() {
            return self.ask(method, &path, &headers, None, b"");
        }
        self.ask(
            method,
            &path,
            &headers,
            Some("application/json"),
            body.to_string().as_bytes(),
        )
    }

    /// Sends a generated request.
    pub fn send(&self, drawn: &Drawn) -> Answered {
        let is_bot = !drawn.operation.path.starts_with("/api/v1");
        let bearer = if is_bot && drawn.secret > 0 {
            self.token.clone()
        } else {
            secret(drawn.secret)
        };
        let bearer = format!("Bearer {bearer}");
        let origin = format!("http://{}", self.address);
        let mut headers = vec![("authorization", bearer.as_str())];
        if drawn.signed_in {
            headers.extend([
                ("cookie", self.cookie.as_str()),
                ("origin", origin.as_str()),
            ]);
        }
        self.ask(
            &drawn.operation.method,
            &drawn.target,
            &headers,
            drawn.kind.as_deref(),
            &drawn.body,
        )
    }

    /// Sends one request on a connection of its own. A body without a `Content-Length` is not read.
    pub fn ask(
        &self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        kind: Option<&str>,
        body: &[u8],
    ) -> Answered {
        let mut request = format!(
            "{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if let Some(kind) = kind {
            request += &format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
        }
        let mut request = (request + "\r\n").into_bytes();
        request.extend_from_slice(body);
        let mut stream = self.connect();
        // The server may reject the request and close the connection before all of it is sent.
        let _ = stream.write_all(&request);
        let sent = String::from_utf8_lossy(&request).into_owned();
        let (head, mut body) = read_head(&mut stream);
        assert!(head.starts_with("HTTP/1.1 "), "no answer to {sent}");
        let status = head
            .get(9..12)
            .and_then(|digits| digits.parse().ok())
            .expect("a status");
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        if let Some(length) = length.and_then(|length| length.parse::<usize>().ok()) {
            while body.len() < length {
                let mut part = [0; 4_096];
                match stream.read(&mut part) {
                    Ok(0) | Err(_) => break,
                    Ok(count) => body.extend_from_slice(&part[..count]),
                }
            }
        }
        Answered { status, head, body }
    }

    /// Opens a connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        stream
    }
}

/// Reads the head of a response, in lower case except for the first line, and the bytes that came
/// with it.
pub fn read_head(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut read = Vec::new();
    loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..end]).into_owned();
            return (head, read.split_off(end + 4));
        }
        let mut part = [0; 4_096];
        match stream.read(&mut part) {
            Ok(0) => return (String::from_utf8_lossy(&read).into_owned(), Vec::new()),
            Ok(count) => read.extend_from_slice(&part[..count]),
            Err(error) => panic!("no answer: {error}: {}", String::from_utf8_lossy(&read)),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
