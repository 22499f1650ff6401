//! A server that is killed while many games are played. Each player keeps a ledger of what was answered to him; when all is over, the
//! journal has every line of every ledger, once. For this test the program starts itself again as the server to be killed.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use common::live::{challenge, secret, uuid};
use damier_club::live::Journal;
use damier_club::{Act, Event, GameRecord, Session, Side};
use damier_notation::move_text;
use damier_server::{Config, Stores, bind, serve};
use damier_storage::{Location, SqliteJournal, SqliteLibrary};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// The environment variable that turns the child process into a server and gives it the path of the database.
const DATABASE: &str = "DAMIER_TEST_LIVE_DATABASE";

const GAMES: u32 = 30;
const KILLS: u64 = 6;
/// How many events each game has at least when it is left.
const EVENTS: u32 = 120;

#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(path) = std::env::var(DATABASE) else {
        return;
    };
    let library = SqliteLibrary::open(&Location::file(path).unwrap())
        .await
        .unwrap();
    let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let line = format!("\nlistening {}\n", listener.local_addr().unwrap());
    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
    let stores = Stores {
        live: Arc::new(SqliteJournal::beside(&library)),
        library: Arc::new(library),
    };
    serve(Config::default(), stores, listener, std::future::pending())
        .await
        .unwrap();
}

/// A server in a process of its own, and its address.
fn start_child(location: &Location) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
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

async fn post(address: &str, seat: &str, path: &str, body: &Value) {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /api/v1{path} HTTP/1.1\r\nauthorization: Bearer {seat}\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// A player: what he has of the game, what he has sent without an answer, and what was answered.
struct Player {
    side: Side,
    seat: String,
    session: Option<Session>,
    sent: Option<(String, Value)>,
    commands: u32,
    ledger: Vec<(String, u32)>,
    dice: u64,
}

impl Player {
    /// Plays until the game is long enough or over, whatever becomes of the connection.
    async fn play(mut self, mut address: watch::Receiver<String>) -> Vec<(String, u32)> {
        while !self.is_done() {
            let url = format!("ws://{}/api/v1/live", *address.borrow_and_update());
            if let Ok((mut socket, _)) = connect_async(url).await {
                let _ = self.visit(&mut socket).await; // the connection was lost
            } else {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self.ledger
    }

    async fn visit<S>(&mut self, socket: &mut S) -> Option<()>
    where
        S: StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>>
            + SinkExt<Message>
            + Unpin,
    {
        let hello = json!({ "frame": "hello", "seat": self.seat, "have": 0 });
        socket.send(Message::text(hello.to_string())).await.ok()?;
        let mut is_welcome = false;
        while !self.is_done() {
            let Message::Text(text) = socket.next().await?.ok()? else {
                continue;
            };
            let frame: Value = serde_json::from_str(&text).unwrap();
            match frame["frame"].as_str().unwrap() {
                "welcome" => {
                    is_welcome = true;
                    self.begin(&frame);
                    if let Some((id, want)) = &self.sent {
                        let act = json!({ "frame": "act", "id": id, "want": want });
                        socket.send(Message::text(act.to_string())).await.ok()?;
                    }
                }
                "event" => {
                    let event: Event = serde_json::from_value(frame["event"].clone()).unwrap();
                    let session = self.session.as_mut().unwrap();
                    session.apply(&event).expect("events come in order");
                }
                "done" => {
                    let (id, _) = self.sent.take().expect("one command at a time");
                    assert_eq!(frame["id"], id.as_str());
                    self.ledger.push((
                        id,
                        u32::try_from(frame["number"].as_u64().unwrap()).unwrap(),
                    ));
                }
                "refused" => panic!("{frame}"),
                // The server has just started; the command is sent again.
                "trouble" => {
                    assert_eq!(frame["code"], "unavailable", "{frame}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    let (id, want) = self.sent.as_ref().expect("only commands can fail");
                    let act = json!({ "frame": "act", "id": id, "want": want });
                    socket.send(Message::text(act.to_string())).await.ok()?;
                }
                _ => {}
            }
            if is_welcome && self.sent.is_none() && self.is_to_move() {
                self.choose();
                let (id, want) = self.sent.as_ref()?;
                let act = json!({ "frame": "act", "id": id, "want": want });
                // Below the rate that a socket may send.
                tokio::time::sleep(Duration::from_millis(100)).await;
                socket.send(Message::text(act.to_string())).await.ok()?;
            }
        }
        Some(())
    }

    fn begin(&mut self, welcome: &Value) {
        let record: GameRecord = serde_json::from_value(welcome["setup"].clone()).unwrap();
        let mut session = Session::replay(&record).unwrap();
        for event in welcome["events"].as_array().unwrap() {
            let event: Event = serde_json::from_value(event.clone()).unwrap();
            session.apply(&event).unwrap();
        }
        if let Some(before) = &self.session {
            let known = before.acts();
            assert_eq!(
                &session.acts()[..known.len()],
                known,
                "what was told is still so"
            );
        }
        self.session = Some(session);
    }

    fn is_to_move(&self) -> bool {
        let session = self.session.as_ref().unwrap();
        // The answer may come before the event.
        let has_own = self
            .ledger
            .last()
            .is_none_or(|(_, number)| *number <= session.version());
        has_own && session.ending().is_none() && session.position().side() == self.side
    }

    fn is_done(&self) -> bool {
        let ended = |session: &Session| session.ending().is_some() || session.version() >= EVENTS;
        self.sent.is_none() && self.session.as_ref().is_some_and(ended)
    }

    fn choose(&mut self) {
        let position = self.session.as_ref().unwrap().position();
        let moves = position.legal_moves();
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chosen = &moves[(self.dice >> 33) as usize % moves.len()];
        let text = move_text::long(position, chosen);
        self.commands += 1;
        let id = format!(
            "{:08x}-0000-4000-8000-{:012x}",
            self.commands,
            self.dice & 0xffff_ffff_ffff
        );
        self.sent = Some((id, json!({ "act": "move", "move": text })));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_answered_stands_in_the_journal_once() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    let (mut child, first) = start_child(&location);
    let minute = challenge(
        "russian",
        &json!({ "clock": { "initial_ms": 60_000, "increment_ms": 2_000 } }),
    );
    let (address, addresses) = watch::channel(first.clone());
    let mut players = Vec::new();
    for number in 1..=GAMES {
        let invitation = secret(10 * number + 1);
        let body = json!({ "id": uuid(number), "challenge": minute, "invitation": invitation });
        post(&first, &secret(10 * number), "/challenges", &body).await;
        let body = json!({ "invitation": invitation, "name": "Piet" });
        post(&first, &secret(10 * number + 2), "/challenge/accept", &body).await;
        for (side, seat) in [
            (Side::White, secret(10 * number)),
            (Side::Black, secret(10 * number + 2)),
        ] {
            let player = Player {
                side,
                seat,
                session: None,
                sent: None,
                commands: 0,
                ledger: Vec::new(),
                dice: u64::from(number) * 2 + side.index() as u64,
            };
            players.push((number, tokio::spawn(player.play(addresses.clone()))));
        }
    }
    for kill in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(700 + 137 * kill)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let (next, now) = start_child(&location);
        child = next;
        address.send_replace(now);
    }
    let mut ledgers = Vec::new();
    for (number, player) in players {
        let ledger = tokio::time::timeout(Duration::from_mins(4), player).await;
        ledgers.push((number, ledger.expect("a game stands still").unwrap()));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let library = SqliteLibrary::open(&location).await.unwrap();
    let journal = SqliteJournal::beside(&library);
    let mut answered = 0;
    let mut outages = 0;
    for (number, ledger) in ledgers {
        let game = uuid(number).parse().unwrap();
        let events = journal.since(game, 0, 10_000).await.unwrap();
        let ids: Vec<_> = events
            .iter()
            .map(|event| serde_json::to_value(event.command).unwrap())
            .collect();
        for (id, at) in &ledger {
            assert_eq!(ids[*at as usize - 1], id.as_str(), "game {number}");
            assert_eq!(ids.iter().filter(|other| *other == id.as_str()).count(), 1);
        }
        answered += ledger.len();
        outages += events
            .iter()
            .filter(|event| {
                matches!(
                    event.act,
                    Act::Resume {
                        lost_ms: Some(_),
                        ..
                    }
                )
            })
            .count();
        assert!(
            !events
                .iter()
                .any(|event| matches!(event.act, Act::Flag { .. })),
            "nobody loses by the time of an outage"
        );
        let stored = journal.find(game).await.unwrap().unwrap();
        let mut session = Session::replay(&stored.setup.record).unwrap();
        for event in &events {
            session.apply(event).unwrap();
        }
        assert_eq!(session.ending(), stored.ending);
    }
    assert!(answered > 500, "{answered} moves were answered");
    assert!(outages > 0, "no game went on over an outage");
}
