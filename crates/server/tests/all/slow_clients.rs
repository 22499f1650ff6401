//! Many slow clients at one address: a client that sends half a game uses no permit, and one that
//! reads slowly uses no extra memory. The sockets are real, and memory is measured in a server
//! process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::tables::{Bytes, Content, TableFiles, Tables};
use damier_server::{Config, Stores, bind, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Running, game, record, start, start_with};

/// Much longer than a response takes, and much shorter than the time that the server waits for a
/// slow client.
const SOON: Duration = Duration::from_secs(4);

async fn half_a_put(server: &Running, number: u8) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "PUT {} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: 300000\r\n\r\n{{\"version\": 1,",
        game(number)
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_requests_do_not_block_others() {
    let server = start(InMemoryLibrary::default()).await;
    let mut held = Vec::new();
    for number in 0..120 {
        held.push(half_a_put(&server, number).await);
    }
    // The same address still reads and stores games, and so does any other.
    for round in 0..10_u8 {
        let served = tokio::time::timeout(SOON, async {
            server.is_well().await;
            server.put(200 + round, 1, &record(2)).await.ok();
        });
        served.await.expect("others wait for half-sent games");
    }
    drop(held);
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_body_is_rejected() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.body_time = Duration::from_mins(10);
    })
    .await;
    let mut stream = half_a_put(&server, 1).await;
    let (mut answers, mut body) = stream.split();
    let drip = async {
        // A byte now and then, so that the client is never silent for long.
        while body.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = [0; 12];
    tokio::select! {
        () = drip => {}
        read = tokio::time::timeout(Duration::from_secs(30), answers.read_exact(&mut answer)) => {
            read.expect("it is still listened to").unwrap();
        }
    }
    assert_eq!(&answer, b"HTTP/1.1 408");
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_bodies_of_one_address_are_bounded() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.kib_waiting_per_address = 8;
    })
    .await;
    let mut stream = half_a_put(&server, 1).await;
    let _ = stream.write_all(&vec![b' '; 20_000]).await;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 429");
    // The waiting bytes no longer count.
    server.put(2, 1, &record(2)).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_limited_per_address() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.kib_burst = 40.try_into().unwrap();
        config.limits.kib_per_second = 1.try_into().unwrap();
    })
    .await;
    let mut kept = 0_u8;
    let refused = loop {
        let answer = server.put(kept, 1, &record(6)).await;
        if answer.status != 200 {
            break answer;
        }
        kept += 1;
        assert!(kept < 100, "there is no end");
    };
    let problem = refused.problem(429, "too-many-bytes");
    assert!(kept > 10, "{kept}");
    assert_eq!(
        refused.header("retry-after"),
        problem["retry_after_s"].to_string()
    );
    server.is_well().await;
}

/// The environment variable that turns the child process into a server.
const SERVER: &str = "DAMIER_TEST_SLOW_CLIENTS_SERVER";

/// Tables as large as the largest ones that the program includes.
struct Large;

impl TableFiles for Large {
    fn read(&self, _game: &str, _content: Content) -> std::io::Result<Option<Bytes>> {
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        Ok(Some(noise.take(2_900_000).collect::<Vec<u8>>().into()))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn child() {
    if std::env::var_os(SERVER).is_none() {
        return;
    }
    let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let line = format!("\nlistening {}\n", listener.local_addr().unwrap());
    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
    let config = Config {
        tables: Tables::of(Large),
        ..Config::default()
    };
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::default())),
    };
    serve(config, stores, listener, std::future::pending())
        .await
        .unwrap();
}

/// A server in a process of its own, which is killed when this value is dropped.
struct Process(Child, String);

impl Process {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "slow_clients::child", "--nocapture"])
            .env(SERVER, "1")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening ").map(str::to_owned))
            .expect("the child did not listen");
        Self(child, address)
    }

    /// Resident memory in KB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.unwrap().parse().unwrap()
    }

    /// Sends a request and reads only the first bytes of the response.
    async fn read_slowly(&self, path: &str, coding: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.1).await.unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: {}\r\naccept-encoding: {coding}\r\n\r\n",
            self.1
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        stream
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `cargo nextest run -p damier-server slow_readers --no-capture` shows the figures.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn slow_readers_share_what_they_read() {
    for coding in ["identity", "gzip", "br"] {
        let server = Process::start();
        drop(server.read_slowly("/api/v1/health", coding).await);
        let before = server.memory();
        let mut readers = Vec::new();
        for _ in 0..120 {
            let path = "/api/v1/tables/international/distances";
            readers.push(server.read_slowly(path, coding).await);
        }
        let after = server.memory();
        eprintln!(
            "{coding}: {before} KB before, {after} KB with {} slow readers of 2.9 MB",
            readers.len()
        );
        assert!(
            after - before < 40_000,
            "{coding}: {before} KB became {after} KB"
        );
    }
}
