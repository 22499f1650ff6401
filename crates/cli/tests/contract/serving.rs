//! `damier serve`, and `backup` and `restore` while it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::{answer, complaint};

/// A server on a free port with a database of its own; killed when the test ends.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    database: String,
    /// What it says after its address.
    told: Arc<Mutex<String>>,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        Server::start_at(folder, "127.0.0.1:0")
    }

    pub(crate) fn start_at(folder: &Path, listen: &str) -> Server {
        Server::start_with(folder, listen, &[])
    }

    /// One with further options.
    pub(crate) fn start_with(folder: &Path, listen: &str, options: &[&str]) -> Server {
        Server::start_in(&[], folder, listen, options)
    }

    /// The same with these variables of the environment.
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
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("Damier: http") {
            line.clear();
            assert_ne!(told.read_line(&mut line).expect("text"), 0, "it ended");
        }
        // Somebody must read on, or the log would fill the pipe.
        let all = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&all);
        std::thread::spawn(move || {
            for line in told.lines().map_while(Result::ok) {
                heard.lock().expect("no panic").push_str(&(line + "\n"));
            }
        });
        let address = line.split('/').nth(2).unwrap_or_default();
        Server {
            child,
            address: address.to_owned(),
            database,
            told: all,
        }
    }

    /// What it has said so far after its address, in whole lines.
    pub(crate) fn told(&self) -> String {
        self.told.lock().expect("no panic").clone()
    }

    /// Waits until it says this.
    pub(crate) fn tells(&self, what: &str) {
        for _ in 0..600 {
            if self.told.lock().expect("no panic").contains(what) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{what:?} is not in {}", self.told.lock().expect("no panic"));
    }

    /// One request, and the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> String {
        self.ask_as(&self.address, method, path, body)
    }

    /// The same with the secret of a seat.
    pub(crate) fn ask_with(&self, secret: &str, method: &str, path: &str, body: &str) -> String {
        self.send(&self.address, secret, method, path, body)
    }

    /// The same as a page that has this cookie.
    pub(crate) fn ask_signed_in(
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

    /// The same with the secret of a seat besides.
    pub(crate) fn ask_with_both(
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

    /// The same under another name.
    fn ask_as(&self, host: &str, method: &str, path: &str, body: &str) -> String {
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

/// The secret of the device that asks.
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
fn games_from_before_owners_go_to_who_sees_the_terminal() {
    use damier_people::library::{GameFacts, GameLibrary, NewVersion, Owner};
    use damier_session::{GameId, Player};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let older = NewVersion {
        id: GameId::from_bits(1),
        version: 1,
        title: Some("Mardi".parse().expect("a title")),
        facts: GameFacts {
            variant: "international".to_owned(),
            plies: 0,
            white: Player::Computer { level: 1 },
            black: Player::Computer { level: 2 },
            ending: None,
        },
        record: "{}".to_owned(),
        tree: None,
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let location = damier_storage::Location::file(&path).expect("a place");
        let library = damier_storage::SqlLibrary::open_sqlite(&location)
            .await
            .expect("opened");
        library.store(&Owner::LOCAL, &older, 1).await.expect("kept");
        library.close().await;
    });

    let server = Server::start(folder.path());
    server.tells("Games from before games had owners are kept here: 1.");
    assert!(!server.ask("GET", "/api/v1/games", "").contains("Mardi"));
    let code = {
        let told = server.told.lock().expect("no panic");
        let (_, rest) = told.split_once("#/take-over/").expect("an address");
        rest[..32].to_owned()
    };
    let wrong = server.ask(
        "POST",
        "/api/v1/take-over",
        r#"{"code":"0123456789abcdef0123456789abcdef"}"#,
    );
    assert!(wrong.starts_with("HTTP/1.1 403"), "{wrong}");
    let body = format!(r#"{{"code":"{code}"}}"#);
    assert!(
        server
            .ask("POST", "/api/v1/take-over", &body)
            .contains(r#"{"games":1}"#)
    );
    assert!(server.ask("GET", "/api/v1/games", "").contains("Mardi"));
    assert!(
        server
            .ask("POST", "/api/v1/take-over", &body)
            .starts_with("HTTP/1.1 403")
    );
    drop(server);
    let server = Server::start(folder.path());
    server.ask("GET", "/api/v1/health", ""); // by now it has told everything
    assert!(!server.told.lock().expect("no panic").contains("take-over"));
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
    for odd in [
        "https://draughts.example.org",
        "hall.lan:8110",
        "a b",
        "é.fr",
        "",
    ] {
        let told = complaint(&["serve", "--listen", "127.0.0.1:0", "--host-name", odd]);
        assert!(told.contains("a name alone"), "{odd:?}: {told}");
    }
    let told = complaint(&[
        "serve",
        "--host-name",
        "draughts.example.org",
        "--passkey-domain",
        "aughts.example.org",
    ]);
    assert!(told.contains("no browser would use passkeys"), "{told}");
    let nobody = "postgres://club:s3cret@localhost:1/games";
    let told = complaint(&["serve", "--listen", "127.0.0.1:0", "--database", nobody]);
    assert!(
        told.contains("no PostgreSQL server answers at postgres://club@localhost:1/games")
            && !told.contains("s3cret"),
        "{told}"
    );

    let damaged = folder.path().join("damaged.sqlite");
    std::fs::write(&damaged, "no database at all, but a long text".repeat(50)).expect("written");
    let damaged = format!("sqlite:{}", damaged.display());
    let told = complaint(&["serve", "--listen", "127.0.0.1:0", "--database", &damaged]);
    assert!(
        told.contains("damaged.sqlite") && told.contains("damier restore"),
        "{told}"
    );
}

#[test]
fn a_bus_is_for_several_servers_and_its_secrets_are_not_repeated() {
    let serve = |more: &[&str]| {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], more].concat();
        complaint(&arguments)
    };
    let told = serve(&[
        "--bus",
        "nats://127.0.0.1:4222",
        "--database",
        "sqlite:x.sqlite",
    ]);
    assert!(told.contains("share a PostgreSQL database"), "{told}");
    let postgres = "postgres://club@localhost:1/games";
    for (bus, expected) in [
        ("redis://bus:6379", "expected nats://HOST:PORT"),
        ("nats://bus:0", "the port is a number"),
        ("nats://club:s3cret@bus:4222", "no password belong"),
    ] {
        let told = serve(&["--database", postgres, "--bus", bus]);
        assert!(
            told.contains(expected) && !told.contains("s3cret"),
            "{told}"
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
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("not both") && !told.contains("s3cret"),
        "{told}"
    );
}

#[test]
fn a_server_in_a_network_warns_answers_to_addresses_and_says_who_deletes() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_at(folder.path(), "0.0.0.0:0");
    server.tells("warning: everybody who reaches 0.0.0.0:");
    let request = |host: &str, method: &str, body: &str| {
        let answer = server.ask_as(host, method, GAME, body);
        answer.lines().next().unwrap_or_default().to_owned()
    };
    let kept = request("192.168.1.7:8110", "PUT", &version(1, &[]));
    assert_eq!(kept, "HTTP/1.1 200 OK");
    assert!(request("rebound.example", "GET", "").starts_with("HTTP/1.1 421"));
    assert!(request("rebound.example", "DELETE", "").starts_with("HTTP/1.1 421"));
    assert!(request("10.0.0.9", "DELETE", "").starts_with("HTTP/1.1 204"));
    server.tells("a game was deleted");
    server.tells("client=127.0.0.1:");
}
