//! `damier serve`, and `backup` and `restore` while it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::{answer, complaint};

/// A server on a free port with a database of its own; killed when the test ends.
struct Server {
    child: Child,
    address: String,
    database: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let database = format!("sqlite:{}", folder.join("games.sqlite").display());
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("Damier: http://") {
            line.clear();
            assert_ne!(told.read_line(&mut line).expect("text"), 0, "it ended");
        }
        // Somebody must read on, or the log would fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        let address = line["Damier: http://".len()..]
            .split('/')
            .next()
            .unwrap_or_default();
        Server {
            child,
            address: address.to_owned(),
            database,
        }
    }

    /// One request, and the whole answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
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
fn a_backup_is_made_and_put_back_under_a_running_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    assert!(
        server
            .ask("GET", "/api/v1/health", "")
            .starts_with("HTTP/1.1 200")
    );
    let first = version(1, &[("white", "32-28")]);
    let stored = server.ask("PUT", GAME, &first);
    assert!(stored.starts_with("HTTP/1.1 20"), "{stored}");

    let copy = folder
        .path()
        .join("copy.sqlite")
        .to_string_lossy()
        .into_owned();
    answer(&["backup", &copy, "--database", &server.database], 0);
    let told = complaint(&["backup", &copy, "--database", &server.database]);
    assert!(told.contains("exists already"), "{told}");

    let second = version(2, &[("white", "32-28"), ("black", "19-23")]);
    assert!(server.ask("PUT", GAME, &second).starts_with("HTTP/1.1 200"));
    assert!(server.ask("GET", GAME, "").contains("19-23"));

    answer(&["restore", &copy, "--database", &server.database], 0);
    let now = server.ask("GET", GAME, "");
    assert!(now.contains("32-28") && !now.contains("19-23"), "{now}");
}

#[test]
fn what_was_answered_survives_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let stored = server.ask("PUT", GAME, &version(1, &[("white", "32-28")]));
    assert!(stored.starts_with("HTTP/1.1 20"), "{stored}");
    drop(server); // killed, not stopped
    let server = Server::start(folder.path());
    assert!(server.ask("GET", GAME, "").contains("32-28"));
}

#[test]
fn a_taken_port_and_a_strange_database_are_told() {
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
}
