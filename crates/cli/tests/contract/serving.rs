//! `damier serve`, and `backup` and `restore` while it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::{answer, complaint};

/// A server on a free port with its own database; killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    database: String,
    /// Standard error after its address.
    stderr: Arc<Mutex<String>>,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        Server::start_at(folder, "127.0.0.1:0")
    }

    pub(crate) fn start_at(folder: &Path, listen: &str) -> Server {
        Server::start_with(folder, listen, &[])
    }

    /// Starts a server with further options.
    pub(crate) fn start_with(folder: &Path, listen: &str, options: &[&str]) -> Server {
        Server::start_in(&[], folder, listen, options)
    }

    /// Starts a server with these environment variables.
    pub(crate) fn start_in(
        variables: &[(&str, &str)],
        folder: &Path,
        listen: &str,
        options: &[&str],
    ) -> Server {
        let database = format!("sqlite:{}", folder.join("games.sqlite").display());
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--listen", listen, "--database", &database])
            .args(options)
            .env("NO_COLOR", "1")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("Damier: http") {
            line.clear();
            assert_ne!(stderr.read_line(&mut line).expect("text"), 0, "it ended");
        }
        // A full pipe would block the server.
        let all = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&all);
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                heard.lock().expect("no panic").push_str(&(line + "\n"));
            }
        });
        let address = line.split('/').nth(2).unwrap_or_default();
        Server {
            child,
            address: address.to_owned(),
            database,
            stderr: all,
        }
    }

    /// Standard error so far after its address, in whole lines.
    pub(crate) fn stderr_text(&self) -> String {
        self.stderr.lock().expect("no panic").clone()
    }

    /// Waits until standard error contains this text.
    pub(crate) fn expect_output(&self, what: &str) {
        for _ in 0..600 {
            if self.stderr.lock().expect("no panic").contains(what) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!(
            "{what:?} is not in {}",
            self.stderr.lock().expect("no panic")
        );
    }

    /// Sends a request, and returns the whole response.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        self.request_as(&self.address, method, path, body)
    }

    /// Sends a request with the secret of a seat.
    pub(crate) fn request_with(
        &self,
        secret: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> String {
        self.send(&self.address, secret, method, path, body)
    }

    /// Sends a request with the cookie of a session.
    pub(crate) fn request_signed_in(
        &self,
        cookie: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> String {
        let address = &self.address;
        let who = format!("Cookie: {cookie}\r\nOrigin: http://{address}\r\n");
        self.exchange(address, &who, method, path, body)
    }

    /// Sends a request with a cookie and the secret of a seat.
    pub(crate) fn request_with_both(
        &self,
        secret: &str,
        cookie: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> String {
        let address = &self.address;
        let who = format!(
            "Authorization: Bearer {secret}\r\nCookie: {cookie}\r\nOrigin: http://{address}\r\n"
        );
        self.exchange(address, &who, method, path, body)
    }

    /// Sends a request with another `Host` header.
    fn request_as(&self, host: &str, method: &str, path: &str, body: &str) -> String {
        self.send(host, DEVICE, method, path, body)
    }

    fn send(&self, host: &str, secret: &str, method: &str, path: &str, body: &str) -> String {
        let who = format!("Authorization: Bearer {secret}\r\n");
        self.exchange(host, &who, method, path, body)
    }

    fn exchange(&self, host: &str, who: &str, method: &str, path: &str, body: &str) -> String {
        let (_, port) = self.address.rsplit_once(':').expect("a port");
        let address = format!("127.0.0.1:{port}");
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             {who}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            host,
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The secret of the requesting device.
pub(crate) const DEVICE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

const GAME: &str = "/api/v1/games/01932c07-3f1a-7000-8000-000000000001";

fn version(number: u32, moves: &[(&str, &str)]) -> String {
    let acts: Vec<String> = moves
        .iter()
        .map(|(side, text)| {
            format!(r#"{{"act":"move","side":"{side}","move":"{text}","at_ms":1000}}"#)
        })
        .collect();
    format!(
        r#"{{"version":{number},"title":"Mardi","record":{{"schema":1,"variant":"international",
        "rules_version":1,"settings":{{"start":null,"clock":null,
        "white":{{"kind":"person","name":"Awa"}},"black":{{"kind":"computer","level":3}},
        "few_pieces":"fresh"}},"acts":[{}],"ending":null}}}}"#,
        acts.join(",")
    )
}

#[test]
fn a_backup_is_written_and_restored_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    assert!(
        server
            .request("GET", "/api/v1/health", "")
            .starts_with("HTTP/1.1 200")
    );
    let first = version(1, &[("white", "32-28")]);
    let stored = server.request("PUT", GAME, &first);
    assert!(stored.starts_with("HTTP/1.1 20"), "{stored}");

    let copy = folder
        .path()
        .join("copy.sqlite")
        .to_string_lossy()
        .into_owned();
    answer(&["backup", &copy, "--database", &server.database], 0);
    let stderr = complaint(&["backup", &copy, "--database", &server.database]);
    assert!(stderr.contains("already exists"), "{stderr}");

    let second = version(2, &[("white", "32-28"), ("black", "19-23")]);
    assert!(
        server
            .request("PUT", GAME, &second)
            .starts_with("HTTP/1.1 200")
    );
    assert!(server.request("GET", GAME, "").contains("19-23"));

    answer(&["restore", &copy, "--database", &server.database], 0);
    let now = server.request("GET", GAME, "");
    assert!(now.contains("32-28") && !now.contains("19-23"), "{now}");
}

#[test]
fn acknowledged_requests_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let stored = server.request("PUT", GAME, &version(1, &[("white", "32-28")]));
    assert!(stored.starts_with("HTTP/1.1 20"), "{stored}");
    drop(server); // killed, not stopped
    let server = Server::start(folder.path());
    assert!(server.request("GET", GAME, "").contains("32-28"));
}

#[test]
fn a_used_port_and_an_invalid_database_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let other = format!("sqlite:{}", folder.path().join("other.sqlite").display());
    let taken = ["serve", "--listen", &server.address, "--database", &other];
    assert!(complaint(&taken).contains("cannot listen on"));
    let strange = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        "mysql://x",
    ];
    assert!(complaint(&strange).contains("expected a database like sqlite:PATH"));
    for odd in [
        "https://draughts.example.org",
        "hall.lan:8110",
        "a b",
        "é.fr",
        "",
    ] {
        let stderr = complaint(&["serve", "--listen", "127.0.0.1:0", "--host-name", odd]);
        assert!(stderr.contains("expected a host name"), "{odd:?}: {stderr}");
    }
    let stderr = complaint(&[
        "serve",
        "--host-name",
        "draughts.example.org",
        "--passkey-domain",
        "aughts.example.org",
    ]);
    assert!(stderr.contains("no browser would use passkeys"), "{stderr}");
    let nobody = "postgres://club:s3cret@localhost:1/games";
    let stderr = complaint(&["serve", "--listen", "127.0.0.1:0", "--database", nobody]);
    assert!(
        stderr.contains("no PostgreSQL server answers at postgres://club@localhost:1/games")
            && !stderr.contains("s3cret"),
        "{stderr}"
    );

    let damaged = folder.path().join("damaged.sqlite");
    std::fs::write(&damaged, "no database at all, but a long text".repeat(50)).expect("written");
    let damaged = format!("sqlite:{}", damaged.display());
    let stderr = complaint(&["serve", "--listen", "127.0.0.1:0", "--database", &damaged]);
    assert!(
        stderr.contains("damaged.sqlite") && stderr.contains("damier restore"),
        "{stderr}"
    );
}

#[test]
fn the_bus_connects_several_servers_and_its_secrets_are_not_printed() {
    let serve = |more: &[&str]| {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], more].concat();
        complaint(&arguments)
    };
    let stderr = serve(&[
        "--bus",
        "nats://127.0.0.1:4222",
        "--database",
        "sqlite:x.sqlite",
    ]);
    assert!(stderr.contains("share a PostgreSQL database"), "{stderr}");
    let postgres = "postgres://club@localhost:1/games";
    for (bus, expected) in [
        ("redis://bus:6379", "expected nats://HOST:PORT"),
        ("nats://bus:0", "the port is a number"),
        (
            "nats://club:s3cret@bus:4222",
            "must not contain credentials",
        ),
    ] {
        let stderr = serve(&["--database", postgres, "--bus", bus]);
        assert!(
            stderr.contains(expected) && !stderr.contains("s3cret"),
            "{stderr}"
        );
    }
    let arguments = [
        "serve",
        "--database",
        postgres,
        "--bus",
        "nats://127.0.0.1:4222",
    ];
    let mut command = crate::damier(&arguments);
    command
        .env("DAMIER_BUS_TOKEN", "s3cret")
        .env("DAMIER_BUS_USER", "club");
    let output = command.output().expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("not both") && !stderr.contains("s3cret"),
        "{stderr}"
    );
}

#[test]
fn a_server_in_a_network_prints_its_warnings_and_addresses() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_at(folder.path(), "0.0.0.0:0");
    server.expect_output("warning: everyone who can reach 0.0.0.0:");
    let request = |host: &str, method: &str, body: &str| {
        let answer = server.request_as(host, method, GAME, body);
        answer.lines().next().unwrap_or_default().to_owned()
    };
    let kept = request("192.168.1.7:8110", "PUT", &version(1, &[]));
    assert_eq!(kept, "HTTP/1.1 200 OK");
    assert!(request("rebound.example", "GET", "").starts_with("HTTP/1.1 421"));
    assert!(request("rebound.example", "DELETE", "").starts_with("HTTP/1.1 421"));
    assert!(request("10.0.0.9", "DELETE", "").starts_with("HTTP/1.1 204"));
    server.expect_output("a game was deleted");
    server.expect_output("client=127.0.0.1:");
}
