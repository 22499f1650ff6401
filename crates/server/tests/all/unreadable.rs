//! A game that this server cannot read, such as one begun by a newer program: it affects no other
//! game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::{AppendOutcome, JournalEntry};
use damier_server::Stores;
use damier_session::{Act, Event, Side};
use damier_storage::{Database, Location, Store, backup};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::classes::pairs_with;
use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, start_stores};
use crate::simuls;

async fn start_on(store: &Store) -> Running {
    let stores = Stores {
        library: store.library.clone(),
        live: store.live.clone(),
    };
    start_stores(stores, |_| {}).await
}

/// A unique number in the settings of a game, by which it is found in the file.
fn numbered(number: u32) -> Value {
    json!({ "clock": { "initial_ms": 300_000, "increment_ms": 1_000 * (number + 3) } })
}

async fn play(server: &Running, number: u32, awa: &mut Browser<'_>) {
    let offered = challenge("international", &numbered(number));
    let [white, black] = server.game(number, &offered).await;
    awa.send("POST", "/account/games", &json!({ "seat": white }))
        .await
        .ok();
    let acts = [
        (&white, json!({ "act": "move", "move": "32-28" })),
        (&black, json!({ "act": "move", "move": "19-23" })),
        (&black, json!({ "act": "resign" })),
    ];
    for (command, (seat, want)) in (10 * number..).zip(acts) {
        let body = json!({ "id": uuid(command), "want": want });
        server.sitting(seat, "POST", "/live/acts", &body).await.ok();
    }
}

/// Replaces the name of a setting of a game by one that no version of this program knows.
fn make_newer(file: &[u8], number: u32) -> Vec<u8> {
    renamed(file, "increment_ms", &json!(1_000 * (number + 3)))
}

/// The file with the name of a member with this value replaced by one of the same length that no
/// version of this program knows.
fn renamed(file: &[u8], name: &str, value: &Value) -> Vec<u8> {
    let known = format!("\"{name}\":{value}").into_bytes();
    let mut changed = file.to_vec();
    let mut found = 0;
    for place in 0..file.len() - known.len() {
        if file[place..].starts_with(&known) {
            changed[place + 1..=place + name.len()].fill(b'x');
            found += 1;
        }
    }
    assert_ne!(found, 0);
    changed
}

#[tokio::test]
async fn an_unreadable_game_hides_no_other_game() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    let copy = folder.path().join("copy.sqlite");
    let store = Store::open(&Database::Sqlite(location.clone()))
        .await
        .unwrap();
    let server = start_on(&store).await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    for number in [1, 2] {
        play(&server, number, &mut awa).await;
    }
    let page = awa.get("/account/games/finished").await.ok();
    assert_eq!(
        (page["games"].as_array().unwrap().len(), &page["missing"]),
        (2, &json!(0))
    );
    let export = awa.get("/account/export.json").await.ok();
    assert_eq!(export["games_missing"], 0);
    let cookie = awa.cookie.clone();
    backup(&location, &copy, false).await.unwrap();
    server.stop().await.unwrap();
    store.close().await;

    let newer = make_newer(&std::fs::read(&copy).unwrap(), 1);
    std::fs::write(&copy, newer).unwrap();
    let location = Location::file(copy).unwrap();
    let store = Store::open(&Database::Sqlite(location)).await.unwrap();
    let server = start_on(&store).await;
    let mut awa = Browser::new(&server);
    awa.cookie = cookie;
    let ids = |games: &Value| -> Vec<Value> {
        let games = games.as_array().unwrap().iter();
        games
            .map(|it| it.get("game").unwrap_or(&it["id"]).clone())
            .collect()
    };
    for query in ["", "?variant=international", "?result=win"] {
        let path = format!("/account/games/finished{query}");
        let page = awa.get(&path).await.ok();
        assert_eq!(ids(&page["games"]), [json!(uuid(2))], "{query}");
        assert_eq!(
            (&page["missing"], &page["next"]),
            (&json!(1), &Value::Null),
            "{query}"
        );
    }
    let export = awa.get("/account/export.json").await.ok();
    assert_eq!(ids(&export["games"]), [json!(uuid(2))]);
    assert_eq!(export["games_missing"], 1);
    let pdn = awa.get("/account/export.pdn").await;
    let pdn = String::from_utf8(pdn.body.to_vec()).unwrap();
    assert_eq!(pdn.matches("[White \"Awa\"]").count(), 1, "{pdn}");
    let remark = format!("; the game {} cannot be written: ", uuid(1));
    assert!(pdn.contains(&remark), "{pdn}");
    // The error tells the seat's client not to retry, and the other game continues.
    let seats = [(1, secret(10)), (2, secret(20))];
    for (number, white) in seats {
        let stands = server
            .sitting(&white, "GET", "/live/state", &Value::Null)
            .await;
        let wanted = json!({ "secret": secret(70 + number) });
        let offered = server
            .sitting(&white, "POST", "/live/rematch", &wanted)
            .await;
        if number == 1 {
            stands.problem(500, "game-unreadable");
            offered.problem(500, "game-unreadable");
            let body = json!({ "id": uuid(90), "want": { "act": "offer-draw" } });
            let acted = server.sitting(&white, "POST", "/live/acts", &body).await;
            acted.problem(500, "game-unreadable");
            for saying in [
                json!({ "frame": "say", "phrase": "good-luck" }),
                json!({ "frame": "whisper", "phrase": "look" }),
                json!({ "frame": "mark", "squares": [28], "arrows": [] }),
            ] {
                let said = server.sitting(&white, "POST", "/live/say", &saying).await;
                said.problem(500, "game-unreadable");
            }
            let events = server
                .sitting(&white, "GET", "/live/events", &Value::Null)
                .await;
            events.problem(500, "game-unreadable");
            let mut socket = server.socket().await;
            socket
                .say(&json!({ "frame": "hello", "seat": white, "have": 0 }))
                .await;
            let frame = socket.wait("trouble").await;
            assert_eq!(frame["code"], "game-unreadable");
            assert!(frame["retry_after_ms"].is_null(), "{frame}");
            assert_eq!(socket.next().await, None, "closed");
        } else {
            assert_eq!(stands.ok()["game"], json!(uuid(2)));
            assert_eq!(offered.ok()["begun"], json!(false));
        }
    }
    server.stop().await.unwrap();
    store.close().await;
}

/// The PDN file of a class continues after such a game.
#[tokio::test]
async fn an_unreadable_game_hides_no_other_game_of_a_class() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    let copy = folder.path().join("copy.sqlite");
    let store = Store::open(&Database::Sqlite(location.clone()))
        .await
        .unwrap();
    let server = start_on(&store).await;
    let code = server.new_class().await;
    let animals = [(1, "fox"), (2, "owl"), (3, "bee"), (4, "cat")];
    for (number, nickname) in animals {
        server.join(&code, number, nickname).await.ok();
    }
    for (number, white, black) in [(1, "fox", "owl"), (2, "bee", "cat")] {
        let wanted = pairs_with(&numbered(number), &[(number, white, black)]);
        server.teacher("POST", "/class/pairs", &wanted).await.ok();
        server.clock.0.fetch_add(5, Ordering::SeqCst);
    }
    let listed = server
        .teacher("GET", "/class/games", &Value::Null)
        .await
        .ok();
    let game_of = |white: &str| {
        let games = listed["games"].as_array().unwrap();
        let own = games.iter().find(|game| game["white"] == white).unwrap();
        own["game"].clone()
    };
    backup(&location, &copy, false).await.unwrap();
    server.stop().await.unwrap();
    store.close().await;

    let newer = make_newer(&std::fs::read(&copy).unwrap(), 1);
    std::fs::write(&copy, newer).unwrap();
    let location = Location::file(copy).unwrap();
    let store = Store::open(&Database::Sqlite(location)).await.unwrap();
    let server = start_on(&store).await;
    let file = server
        .teacher("GET", "/class/games.pdn", &Value::Null)
        .await;
    assert_eq!(file.status, 200);
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert!(text.starts_with("; the game "), "{text}");
    assert!(text.contains(" cannot be written: "), "{text}");
    assert!(!text.contains("[White \"fox\"]"), "{text}");
    assert!(text.contains("[White \"bee\"]\n[Black \"cat\"]"), "{text}");
    // The projector's page reports it at once, and does not retry.
    let shown = async |white| {
        let game = json!({ "game": game_of(white) });
        server.teacher("POST", "/class/game", &game).await
    };
    shown("fox").await.problem(500, "game-unreadable");
    assert_eq!(shown("bee").await.ok()["moves"], json!([]));
    server.stop().await.unwrap();
    store.close().await;
}

/// A simul of two boards has begun, and the host has moved at the first one. Returns the file of
/// the server.
async fn display_in(folder: &Path) -> PathBuf {
    let location = Location::file(folder.join("games.sqlite")).unwrap();
    let copy = folder.join("copy.sqlite");
    let store = Store::open(&Database::Sqlite(location.clone()))
        .await
        .unwrap();
    let server = start_on(&store).await;
    simuls::open(&server, &json!({})).await;
    for guest in [1, 2] {
        simuls::applies(&server, guest).await.ok();
    }
    simuls::hosts(&server, "POST", &simuls::path("/start"), &Value::Null)
        .await
        .ok();
    simuls::until(&server, None, |simul| {
        let games = simul["games"].as_array().unwrap();
        games.len() == 2 && games.iter().all(|game| game["game"].is_string())
    })
    .await;
    let seats = simuls::host_seats(&server).await;
    let moved = json!({ "act": "move", "move": "31-27" });
    simuls::acts(&server, &seats[0], 1, moved).await.ok();
    backup(&location, &copy, false).await.unwrap();
    server.stop().await.unwrap();
    store.close().await;
    copy
}

/// A server of this version on a file of a newer one.
async fn older_server(copy: PathBuf, newer: Vec<u8>) -> (Store, Running) {
    std::fs::write(&copy, newer).unwrap();
    let location = Location::file(copy).unwrap();
    let store = Store::open(&Database::Sqlite(location)).await.unwrap();
    let server = start_on(&store).await;
    (store, server)
}

/// Sends an act to a server that was just started: it rejects moves in its first moments.
async fn done(server: &Running, seat: &str, id: u32, want: &Value) {
    for _ in 0..400 {
        let answer = simuls::acts(server, seat, id, want.clone()).await;
        if answer.status != 503 {
            answer.ok();
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{want} was never taken");
}

/// Whether a board is reported as unreadable.
fn is_unreadable(board: &Value) -> bool {
    let is_marked = board["unreadable"] == true && board["game"].is_string();
    is_marked && board["fen"].is_null() && board["state"].is_null() && board["none"] == false
}

#[tokio::test]
async fn a_simul_lists_unreadable_games() {
    let folder = tempfile::tempdir().unwrap();
    let copy = display_in(folder.path()).await;
    // The host's time at a board: his own, and the bonus for two guests.
    let newer = renamed(
        &std::fs::read(&copy).unwrap(),
        "initial_ms",
        &json!(1_920_000),
    );
    let (store, server) = older_server(copy, newer).await;
    for looking in [None, Some(1), Some(simuls::HOST)] {
        let simul = simuls::looked(&server, looking).await;
        let games = simul["games"].as_array().unwrap();
        assert!(games.iter().all(is_unreadable), "{simul}");
        assert_eq!((games.len(), &simul["score"]["open"]), (2, &json!(2)));
    }
    server.stop().await.unwrap();
    store.close().await;
}

/// The host plays on at the other boards, and their results count.
#[tokio::test]
async fn an_unreadable_board_blocks_no_other_board() {
    let folder = tempfile::tempdir().unwrap();
    let copy = display_in(folder.path()).await;
    let newer = renamed(&std::fs::read(&copy).unwrap(), "move", &json!("31-27"));
    let (store, server) = older_server(copy, newer).await;
    let host = Some(simuls::HOST);
    let simul = simuls::looked(&server, host).await;
    assert!(is_unreadable(&simul["games"][0]), "{simul}");
    let other = &simul["games"][1];
    assert!(other.get("unreadable").is_none(), "{simul}");
    assert!(
        other["fen"].is_string() && other["state"].is_object(),
        "{simul}"
    );

    let seats = simuls::host_seats(&server).await;
    let stands = server
        .sitting(&seats[0], "GET", "/live/state", &Value::Null)
        .await;
    stands.problem(500, "game-unreadable");
    let moved = |text: &str| json!({ "act": "move", "move": text });
    done(&server, &secret(2), 2, &moved("32-28")).await;
    done(&server, &seats[1], 3, &moved("19-23")).await;
    simuls::until(&server, host, |simul| {
        is_unreadable(&simul["games"][0]) && simul["games"][1]["last"] == "19-23"
    })
    .await;
    let end = json!({ "unfinished": "go-on" });
    let ended = simuls::hosts(&server, "POST", &simuls::path("/end"), &end).await;
    let ended = ended.ok();
    assert_eq!(ended["stage"], "begun", "{ended}");
    assert!(is_unreadable(&ended["games"][0]), "{ended}");
    done(&server, &secret(2), 4, &json!({ "act": "resign" })).await;
    let counted = simuls::until(&server, None, |simul| simul["score"]["won"] == 1).await;
    assert_eq!(counted["score"]["open"], 1, "{counted}");
    assert_eq!(counted["games"][1]["score"], "won", "{counted}");
    server.stop().await.unwrap();
    store.close().await;
}

/// A server on a journal that others may share.
async fn start_beside_others() -> Running {
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::shared())),
    };
    start_stores(stores, |_| {}).await
}

/// Stores an act of a newer program that this one cannot read.
async fn goes_on_elsewhere(server: &Running, number: u32) {
    let act = Act::AcceptDraw {
        side: Side::White,
        at_ms: 1_000,
    };
    let entry = JournalEntry {
        game: uuid(number).parse().unwrap(),
        event: Event {
            number: 1,
            command: None,
            act,
        },
        ending: None,
        deadline_ms: None,
    };
    let stored = server.live.journal.append(&entry).await;
    assert_eq!(stored.unwrap(), AppendOutcome::Stored);
}

/// A client that is connected when its game becomes unreadable is disconnected, and gets the reason
/// when it reconnects.
#[tokio::test]
async fn connected_clients_are_notified_of_an_unreadable_game() {
    let server = start_beside_others().await;
    let [white, black] = server
        .game(1, &challenge("international", &numbered(1)))
        .await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    goes_on_elsewhere(&server, 1).await;
    for (socket, seat) in [(&mut awa, &white), (&mut piet, &black)] {
        let (code, reason) = socket.closed().await.expect("the reason is sent");
        assert_eq!(code, 1012, "{reason}");
        let mut again = server.socket().await;
        again
            .say(&json!({ "frame": "hello", "seat": seat, "have": 0 }))
            .await;
        let frame = again.wait("trouble").await;
        assert_eq!(frame["code"], "game-unreadable", "{frame}");
        let (code, reason) = again.closed().await.expect("the reason is sent");
        assert_eq!(code, 1008, "{reason}");
    }
    let body = json!({ "id": uuid(90), "want": { "act": "offer-draw" } });
    let acted = server.sitting(&white, "POST", "/live/acts", &body).await;
    acted.problem(500, "game-unreadable");
}

/// The other games are reported to the bot.
#[tokio::test]
async fn an_unreadable_game_hides_no_other_game_of_a_bot() {
    let server = start_beside_others().await;
    let mut owner = Browser::new(&server);
    owner.sign_up("Scan").await;
    for number in [1, 2] {
        let offered = challenge("international", &numbered(number));
        let [white, _] = server.game(number, &offered).await;
        owner
            .send("POST", "/account/games", &json!({ "seat": white }))
            .await
            .ok();
    }
    goes_on_elsewhere(&server, 1).await;
    let token = json!({ "label": "bot", "scopes": ["bot"], "password": PASSWORD });
    let token = owner.send("POST", "/account/tokens", &token).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str())];
    let listed = server
        .ask_without_secret("GET", "/api/account/playing", &headers, "")
        .await
        .ok();
    let games = listed["nowPlaying"].as_array().unwrap();
    let ids: Vec<&Value> = games.iter().map(|game| &game["gameId"]).collect();
    assert_eq!(ids, [&json!(uuid(2))]);
}
