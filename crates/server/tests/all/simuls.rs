//! Simultaneous displays over a real connection: opened and joined without an account, begun, played at ordinary boards, against the computer too,
//! ended; what a crash in the middle of the start leaves behind; two nodes; and what strangers can cause.

use std::sync::Arc;
use std::time::Duration;

use damier_club::in_memory::InMemoryLibrary;
use damier_club::live::{Begun, InMemoryJournal, LiveSeat, SeatRole};
use damier_club::simul::{Drawn, Simul, SimulId, Simuls};
use damier_server::{InProcessBus, Stores};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::common::browser::Browser;
use crate::common::live::{secret, uuid};
use crate::common::{Answer, Running, start, start_for_accounts, start_stores};

const HOST: u32 = 500;

/// A browser that has just made an account.
async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    assert_eq!(browser.sign_up(name).await.status, 201);
    browser
}

fn path(more: &str) -> String {
    format!("/simuls/{}{more}", uuid(1))
}

/// A display of three boards at which anybody sits down at once, with these fields instead of the usual ones.
fn wanted(more: &Value) -> Value {
    let mut new = json!({
        "id": uuid(1), "host": "Awa", "title": "Étoile du Nord", "variant": "international", "colour": "alternating",
        "host_clock": { "initial_ms": 1_800_000, "increment_ms": 30_000 },
        "guest_clock": { "initial_ms": 1_200_000, "increment_ms": 0 },
        "extra_ms": 60_000, "boards": 3, "who": "anybody", "at_once": true,
    });
    for (key, value) in more.as_object().unwrap() {
        new[key] = value.clone();
    }
    new
}

async fn open(server: &Running, more: &Value) -> Value {
    hosts(server, "POST", "/simuls", &wanted(more)).await.ok()
}

async fn hosts(server: &Running, method: &str, path: &str, body: &Value) -> Answer {
    server.sitting(&secret(HOST), method, path, body).await
}

async fn applies(server: &Running, number: u32) -> Answer {
    let body = json!({ "name": format!("Guest {number}") });
    let path = path("/guests");
    server.sitting(&secret(number), "POST", &path, &body).await
}

async fn looked(server: &Running, seat: Option<u32>) -> Value {
    if let Some(number) = seat {
        let (secret, path) = (secret(number), path(""));
        let asked = server.sitting(&secret, "GET", &path, &Value::Null).await;
        asked.ok()
    } else {
        let path = format!("/api/v1{}", path(""));
        server.ask_without_secret("GET", &path, &[], "").await.ok()
    }
}

/// Looks again and again until something holds.
async fn until(server: &Running, seat: Option<u32>, is_it: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let simul = looked(server, seat).await;
        if is_it(&simul) {
            return simul;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came: {}", looked(server, seat).await);
}

async fn acts(server: &Running, seat: &str, id: u32, want: Value) -> Answer {
    let act = json!({ "id": uuid(id), "want": want });
    server.sitting(seat, "POST", "/live/acts", &act).await
}

async fn host_seats(server: &Running) -> Vec<String> {
    let seats = hosts(server, "GET", &path("/seats"), &Value::Null).await;
    let seats = seats.ok()["seats"].as_array().unwrap().clone();
    let secret = |seat: &Value| seat["secret"].as_str().unwrap().to_owned();
    seats.iter().map(secret).collect()
}

/// Opens a display, has two guests come and the computer take a board, and begins.
async fn begun(server: &Running) -> Value {
    open(server, &json!({})).await;
    applies(server, 1).await.ok();
    applies(server, 2).await.ok();
    let computer = json!({ "do": "computer", "level": 2 });
    hosts(server, "POST", &path("/table"), &computer).await.ok();
    hosts(server, "POST", &path("/start"), &Value::Null)
        .await
        .ok()
}

#[tokio::test]
async fn guests_without_accounts_come_are_seated_and_leave() {
    let server = start(InMemoryLibrary::default()).await;
    let simul = open(&server, &json!({ "at_once": false })).await;
    assert_eq!(
        (&simul["you"], &simul["stage"]),
        (&json!("host"), &json!("open"))
    );
    assert_eq!(
        open(&server, &json!({})).await["at_once"],
        false,
        "sent again"
    );
    let other = server
        .sitting(&secret(9), "POST", "/simuls", &wanted(&json!({})))
        .await;
    other.problem(409, "simul-exists");

    for number in 1..=3 {
        let simul = applies(&server, number).await.ok();
        assert_eq!(
            (&simul["you"], &simul["number"]),
            (&json!("guest"), &json!(number))
        );
    }
    let again = applies(&server, 2).await.ok();
    assert_eq!(
        (
            &again["asking_in_all"],
            again["asking"].as_array().unwrap().len()
        ),
        (&json!(3), 1)
    );
    let everybody = looked(&server, None).await;
    assert_eq!(
        (&everybody["you"], &everybody["asking"]),
        (&Value::Null, &json!([]))
    );

    let arrange = async |body: Value| hosts(&server, "POST", &path("/table"), &body).await;
    arrange(json!({ "do": "seat", "guest": 3, "place": null }))
        .await
        .ok();
    let simul = arrange(json!({ "do": "seat", "guest": 1, "place": 1 }))
        .await
        .ok();
    let names: Vec<_> = simul["seated"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(names, ["Guest 1", "Guest 3"]);
    let simul = arrange(json!({ "do": "refuse", "guest": 2 })).await.ok();
    assert_eq!(simul["asking"], json!([]));
    assert_eq!(looked(&server, Some(2)).await["you"], "refused");
    let refused = applies(&server, 2).await.problem(403, "simul-refuses");
    assert_eq!(refused["reason"], "guest-refused");

    let left = server
        .sitting(&secret(1), "DELETE", &path("/guests"), &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&left["you"], left["seated"].as_array().unwrap().len()),
        (&Value::Null, 1)
    );
    // Whoever is not the host arranges nothing, and has no seats.
    for (method, more, body) in [
        ("POST", "/table", json!({ "do": "computer", "level": 1 })),
        ("POST", "/start", Value::Null),
        ("POST", "/end", json!({ "unfinished": "go-on" })),
        ("GET", "/seats", Value::Null),
    ] {
        let answer = server.sitting(&secret(3), method, &path(more), &body).await;
        assert_eq!(
            answer.problem(403, "simul-refuses")["reason"],
            "not-host",
            "{more}"
        );
    }
    hosts(
        &server,
        "POST",
        &path("/end"),
        &json!({ "unfinished": "go-on" }),
    )
    .await
    .ok();
    assert_eq!(looked(&server, None).await["stage"], "called-off");
    let late = applies(&server, 8).await.problem(409, "simul-refuses");
    assert_eq!(late["reason"], "simul-begun");
}

#[tokio::test]
async fn it_is_played_at_ordinary_boards() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    let simul = begun(&server).await;
    assert_eq!(simul["stage"], "begun");
    let again = hosts(&server, "POST", &path("/start"), &Value::Null)
        .await
        .ok();
    let games = |simul: &Value| -> Vec<Value> {
        let games = simul["games"].as_array().unwrap().iter();
        games.map(|board| board["game"].clone()).collect()
    };
    assert_eq!(games(&again), games(&simul));
    let colours: Vec<_> = simul["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["host"].clone())
        .collect();
    assert_eq!(colours, ["white", "black", "white"]);
    assert_eq!(simul["games"][0]["state"]["clock"]["white_ms"], 1_980_000);
    assert_eq!(simul["games"][0]["state"]["clock"]["black_ms"], 1_200_000);

    // The host plays at each board, and the computer answers by itself.
    let seats = host_seats(&server).await;
    acts(
        &server,
        &seats[0],
        1,
        json!({ "act": "move", "move": "32-28" }),
    )
    .await
    .ok();
    acts(
        &server,
        &seats[2],
        2,
        json!({ "act": "move", "move": "32-28" }),
    )
    .await
    .ok();
    let simul = until(&server, None, |simul| simul["games"][2]["ply"] == 2).await;
    assert_eq!(
        (&simul["games"][0]["last"], &simul["games"][0]["ply"]),
        (&json!("32-28"), &json!(1))
    );
    assert_eq!(simul["games"][2]["state"]["turn"], "white");
    // The computer does not leave, and the guest's secret is the seat at the board.
    let claim = acts(
        &server,
        &seats[2],
        3,
        json!({ "act": "abandon", "side": "black" }),
    )
    .await;
    assert_eq!(claim.problem(409, "refused")["reason"], "not-absent");
    acts(
        &server,
        &secret(1),
        4,
        json!({ "act": "move", "move": "19-23" }),
    )
    .await
    .ok();
    acts(&server, &secret(1), 5, json!({ "act": "resign" }))
        .await
        .ok();
    acts(&server, &seats[1], 6, json!({ "act": "resign" }))
        .await
        .ok();
    let simul = until(&server, None, |simul| {
        simul["score"]["lost"] == 1 && simul["score"]["won"] == 1
    })
    .await;
    assert_eq!(
        (&simul["score"]["permille"], &simul["score"]["open"]),
        (&json!(500), &json!(1))
    );
    assert_eq!(
        (&simul["games"][0]["score"], &simul["games"][1]["score"]),
        (&json!("won"), &json!("lost"))
    );

    // Everybody looks on, and plays nothing.
    let watch = simul["games"][2]["watch"].as_str().unwrap();
    let (_, welcome) = server.enter(watch).await;
    assert_eq!(welcome["role"], "watcher");
    let refused = acts(&server, watch, 7, json!({ "act": "resign" })).await;
    assert_eq!(refused.problem(409, "refused")["reason"], "not-entitled");

    let pdn = server.get(&format!("/api/v1{}", path("/games.pdn"))).await;
    let text = String::from_utf8(pdn.body.to_vec()).unwrap();
    let expected = "[Event \"Étoile du Nord\"]\n[Site \"127.0.0.1";
    assert!(text.starts_with(expected), "{text}");
    for line in [
        "[Round \"2\"]",
        "[Date \"1970.01.01\"]",
        "[White \"Awa\"]",
        "[Black \"Guest 1\"]",
        "[Result \"2-0\"]",
        "[Black \"Damier level 2\"]",
        "[Result \"*\"]",
        "1. 32-28 ",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }

    // The rest is left out: both have moved, so it is played on and counts for nobody.
    hosts(
        &server,
        "POST",
        &path("/end"),
        &json!({ "unfinished": "leave-out" }),
    )
    .await
    .ok();
    let simul = looked(&server, None).await;
    assert_eq!(
        (&simul["stage"], &simul["ended"]),
        (&json!("over"), &json!("leave-out"))
    );
    acts(&server, &seats[2], 8, json!({ "act": "resign" }))
        .await
        .ok();
    let simul = until(&server, None, |simul| {
        simul["games"][2]["state"]["turn"].is_null()
    })
    .await;
    assert_eq!(
        (&simul["score"]["lost"], &simul["score"]["none"]),
        (&json!(1), &json!(1))
    );
}

#[tokio::test]
async fn the_host_ends_it_with_offers_of_a_draw() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    begun(&server).await;
    let end = json!({ "unfinished": "offer-draw" });
    hosts(&server, "POST", &path("/end"), &end).await.ok();
    let seats = host_seats(&server).await;
    // A draw is offered when it is one's turn: at the second board once the guest has moved.
    let moved = json!({ "act": "move", "move": "32-28" });
    acts(&server, &secret(2), 9, moved).await.ok();
    let simul = until(&server, None, |simul| {
        let games = simul["games"].as_array().unwrap();
        games[..2]
            .iter()
            .all(|board| board["state"]["offer"] == board["host"])
    })
    .await;
    assert_eq!(simul["stage"], "begun");
    acts(&server, &secret(1), 1, json!({ "act": "accept-draw" }))
        .await
        .ok();
    acts(&server, &secret(2), 2, json!({ "act": "decline-draw" }))
        .await
        .ok();
    let simul = until(&server, None, |simul| simul["score"]["drawn"] == 1).await;
    assert_eq!(
        simul["score"]["open"].as_u64().unwrap() + simul["score"]["drawn"].as_u64().unwrap(),
        3
    );
    acts(&server, &seats[1], 3, json!({ "act": "resign" }))
        .await
        .ok();
    until(&server, None, |simul| simul["score"]["lost"] == 1).await;
}

#[tokio::test]
async fn the_host_is_at_all_boards_while_the_page_asks() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    begun(&server).await;
    let (mut guest, welcome) = server.enter(&secret(2)).await;
    let host = welcome["presence"]["black"].clone();
    assert_eq!(host, false, "nobody has asked yet");
    looked(&server, Some(HOST)).await;
    while guest.wait("presence").await["black"] != true {}
    // Only whoever is to move is missed.
    guest.play("32-28").await;
    let claim = json!({ "act": "abandon", "side": "black" });
    server.let_time_pass(60_000).await;
    let early = acts(&server, &secret(2), 1, claim.clone()).await;
    assert_eq!(early.problem(409, "refused")["reason"], "not-absent");
    // The page is closed: some time later the game may be claimed as any other.
    server.let_time_pass(20_000).await;
    while guest.wait("presence").await["black"] != false {}
    server.let_time_pass(125_000).await;
    acts(&server, &secret(2), 2, claim).await.ok();
    until(&server, None, |simul| simul["score"]["lost"] == 1).await;
}

#[tokio::test]
async fn a_start_that_broke_off_after_three_of_twenty_games_is_completed() {
    let live: Arc<InMemoryJournal> = Arc::new(InMemoryJournal::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let first = start_stores(stores(), |_| {}).await;
    open(&first, &json!({ "boards": 20 })).await;
    for number in 1..=20 {
        applies(&first, number).await.ok();
    }
    // What a node has stored that was killed after three games: the display has begun, and three of the games are there.
    let id: SimulId = uuid(1).parse().unwrap();
    let kept = live.simul(id).await.unwrap().unwrap();
    let mut simul: Simul = kept.simul.clone();
    let key = |byte: u8| damier_club::live::SeatKey::from_bytes([byte; 32]);
    let drawn: Vec<Drawn> = (1..=20)
        .map(|board| Drawn {
            game: damier_club::library::GameId::from_bits(7_000 + u128::from(board)),
            host_key: key(board),
            watch_key: key(100 + board),
            lot: damier_club::Side::White,
        })
        .collect();
    let host = simul.host().key;
    simul.begin(&host, &drawn, 1_000).unwrap();
    for board in &simul.boards()[..3] {
        let guest = simul.guest_at(board).unwrap();
        let game = simul.terms().game("Awa", board.host, 20);
        let name = format!("Guest {}", guest.number);
        let player = damier_club::Player::Person { name };
        let at_once = damier_club::live::Beginning::AtOnce;
        let taken = game.taken_up_by(board.game, player, board.host, 1_000, at_once);
        let taken = taken.unwrap();
        let seats = [
            (board.host_key, SeatRole::Player(board.host)),
            (board.watch_key, SeatRole::Watcher),
            (
                guest.key().unwrap(),
                SeatRole::Player(board.host.opponent()),
            ),
        ]
        .map(|(key, role)| LiveSeat { key, role });
        let begun =
            damier_club::live::Journal::begin(&*live, &taken.setup, &seats, taken.deadline_ms);
        assert_eq!(begun.await.unwrap(), Begun::Stored);
    }
    let stored = damier_club::simul::Simuls::store_simul(&*live, &simul, kept.version, 1_000).await;
    assert!(stored.unwrap());
    drop(first.stop());

    let second = start_stores(stores(), |_| {}).await;
    let simul = until(&second, None, |simul| {
        let games = simul["games"].as_array().unwrap();
        games.len() == 20 && games.iter().all(|board| board["game"].is_string())
    })
    .await;
    for (board, number) in simul["games"].as_array().unwrap().iter().zip(7_001..) {
        let game = damier_club::library::GameId::from_bits(number);
        assert_eq!(board["game"], game.to_string());
        assert_eq!(board["none"], false);
    }
    // Nobody has two games, and everybody has his own.
    for number in 1..=20 {
        let seat = second
            .sitting(&secret(number), "GET", "/seat", &Value::Null)
            .await
            .ok();
        assert_eq!(seat["game"], simul["games"][number as usize - 1]["game"]);
    }
}

#[tokio::test]
async fn any_node_serves_the_host_and_any_guest() {
    let (bus, stores) = (
        InProcessBus::default(),
        Stores {
            library: Arc::new(InMemoryLibrary::default()),
            live: Arc::new(InMemoryJournal::shared()),
        },
    );
    let one = start_stores(stores.clone(), |config| {
        config.bus = Some(Arc::new(bus.clone()));
    })
    .await;
    let other = start_stores(stores, |config| config.bus = Some(Arc::new(bus))).await;
    for node in [&one, &other] {
        node.wait_for_a_beat().await;
    }
    open(&one, &json!({})).await;
    let all = futures_util::future::join_all((1..=8).map(|number| {
        let node = if number % 2 == 0 { &one } else { &other };
        applies(node, number)
    }));
    let seated = all
        .await
        .iter()
        .filter(|answer| answer.status == 200)
        .count();
    assert_eq!(seated, 3, "of eight who come at one moment");
    let full = applies(&one, 9).await.problem(409, "simul-refuses");
    assert_eq!(full["reason"], "simul-full");
    // The host presses twice, at two nodes.
    let (path, nothing) = (path("/start"), Value::Null);
    let (first, second) = tokio::join!(
        hosts(&one, "POST", &path, &nothing),
        hosts(&other, "POST", &path, &nothing),
    );
    for answer in [first, second] {
        answer.ok();
    }
    let simul = until(&one, Some(HOST), |simul| {
        simul["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|board| board["game"].is_string())
    })
    .await;
    let same = until(&other, None, |there| there["games"][2]["game"].is_string()).await;
    for board in 0..3 {
        assert_eq!(same["games"][board]["game"], simul["games"][board]["game"]);
    }
    let seats = host_seats(&other).await;
    acts(
        &one,
        &seats[0],
        1,
        json!({ "act": "move", "move": "32-28" }),
    )
    .await
    .ok();
    until(&other, None, |simul| simul["games"][0]["ply"] == 1).await;
}

#[tokio::test]
async fn what_makes_no_sense_says_why() {
    let server = start(InMemoryLibrary::default()).await;
    let new = async |more: Value| hosts(&server, "POST", "/simuls", &wanted(&more)).await;
    for (more, reason) in [
        (json!({ "boards": 0 }), "boards-out-of-range"),
        (json!({ "boards": 41 }), "boards-out-of-range"),
        (json!({ "host": "x".repeat(41) }), "name-too-long"),
        (json!({ "host": "a\u{202e}b" }), "name-not-plain"),
        (json!({ "host": "\u{200b}" }), "name-not-plain"),
        (json!({ "title": "a\nb" }), "title-not-plain"),
        (json!({ "title": "a".repeat(81) }), "title-too-long"),
        (
            json!({ "starts_ms": 31_700_000_000_u64 }),
            "starts-too-late",
        ),
        (json!({ "starts_ms": u64::MAX }), "starts-too-late"),
        (json!({ "variant": "chess" }), "unknown-variant"),
        (json!({ "guest_clock": null }), "clock-for-one"),
        (json!({ "extra_ms": 3_600_001 }), "extra-out-of-range"),
        (json!({ "club": "etoiledunord" }), "club-or-not"),
    ] {
        let problem = new(more).await.problem(422, "not-for-a-simul");
        assert_eq!(problem["reason"], reason);
    }
    for damaged in [
        json!({ "boards": 400 }),
        json!({ "boards": -1 }),
        json!({ "colour": "red" }),
        json!({ "more": 1 }),
        json!({ "title": 5 }),
        json!({ "conduct": 7 }),
        json!({ "host_clock": "long" }),
    ] {
        let answer = new(damaged).await;
        assert!([400, 422].contains(&answer.status.as_u16()), "{answer:?}");
    }
    new(json!({ "id": "no id" }))
        .await
        .problem(400, "bad-simul-id");
    new(json!({ "rated": true }))
        .await
        .problem(401, "account-needed");
    new(json!({ "who": "club", "club": "nowhere" }))
        .await
        .problem(401, "not-signed-in");
    for path in [path(""), "/simuls/x".to_owned()] {
        let path = format!("/api/v1{path}");
        server.get(&path).await.problem(404, "simul-not-found");
    }
    applies(&server, 1).await.problem(404, "simul-not-found");
    let without = server
        .ask_without_secret("POST", &format!("/api/v1{}", path("/start")), &[], "")
        .await;
    without.problem(401, "no-owner");
    open(&server, &json!({})).await;
    let wrong = server
        .ask_without_secret(
            "GET",
            &format!("/api/v1{}", path("")),
            &[("authorization", "Bearer x")],
            "",
        )
        .await;
    wrong.problem(401, "no-owner");
    for body in [
        json!({ "do": "sing" }),
        json!({ "do": "seat" }),
        json!({ "do": "computer", "level": 300 }),
        json!([]),
    ] {
        let answer = hosts(&server, "POST", &path("/table"), &body).await;
        assert!([400, 422].contains(&answer.status.as_u16()), "{answer:?}");
    }
    let level = hosts(
        &server,
        "POST",
        &path("/table"),
        &json!({ "do": "computer", "level": 10 }),
    )
    .await;
    assert_eq!(
        level.problem(422, "simul-refuses")["reason"],
        "no-such-level"
    );
    let nobody = hosts(&server, "POST", &path("/start"), &Value::Null).await;
    assert_eq!(
        nobody.problem(409, "simul-refuses")["reason"],
        "nobody-sits"
    );
    // A secret that sits at another game is no guest's.
    server
        .game(3, &crate::common::live::challenge("frisian", &json!({})))
        .await;
    applies(&server, 32).await.problem(409, "simul-exists");
    server.is_well().await;
}

#[tokio::test]
async fn accounts_play_rated_games_and_members_their_own_display() {
    let server = start_for_accounts().await;
    server.wait_for_a_beat().await;
    let mut awa = Browser::new(&server);
    let mut piet = Browser::new(&server);
    assert_eq!(awa.sign_up("Awa").await.status, 201);
    assert_eq!(piet.sign_up("Piet").await.status, 201);
    let as_account = async |cookie: &str, seat: u32, method: &str, path: &str, body: &Value| {
        let bearer = crate::common::bearer(&secret(seat));
        let headers = [
            ("authorization", bearer.as_str()),
            ("cookie", cookie),
            ("content-type", "application/json"),
        ];
        server
            .ask_without_secret(
                method,
                &format!("/api/v1{path}"),
                &headers,
                body.to_string(),
            )
            .await
    };
    let even = json!({ "initial_ms": 600_000, "increment_ms": 5_000 });
    let rated = wanted(&json!({
        "host_clock": even, "guest_clock": even, "extra_ms": 0, "who": "accounts", "rated": true, "host": "not looked at", "colour": "black",
    }));
    let simul = as_account(&awa.cookie, HOST, "POST", "/simuls", &rated)
        .await
        .ok();
    assert_eq!(
        (&simul["host"], &simul["account"], &simul["rated"]),
        (&json!("Awa"), &json!(true), &json!(true))
    );
    let computer = hosts(
        &server,
        "POST",
        &path("/table"),
        &json!({ "do": "computer", "level": 1 }),
    )
    .await;
    assert_eq!(
        computer.problem(409, "simul-refuses")["reason"],
        "computer-rated"
    );
    applies(&server, 1).await.problem(401, "account-needed");
    let own = as_account(
        &awa.cookie,
        2,
        "POST",
        &path("/guests"),
        &json!({ "name": "" }),
    )
    .await;
    assert_eq!(own.problem(409, "simul-refuses")["reason"], "own-simul");
    as_account(
        &piet.cookie,
        3,
        "POST",
        &path("/guests"),
        &json!({ "name": "" }),
    )
    .await
    .ok();
    let twice = as_account(
        &piet.cookie,
        4,
        "POST",
        &path("/guests"),
        &json!({ "name": "" }),
    )
    .await;
    assert_eq!(
        twice.problem(409, "simul-refuses")["reason"],
        "sits-already"
    );
    hosts(&server, "POST", &path("/start"), &Value::Null)
        .await
        .ok();
    for (id, text) in [(1, "32-28"), (2, "33-28")] {
        let seat = if id == 1 {
            secret(3)
        } else {
            host_seats(&server).await[0].clone()
        };
        let text = if id == 1 { text } else { "19-23" };
        acts(&server, &seat, id, json!({ "act": "move", "move": text }))
            .await
            .ok();
    }
    acts(&server, &secret(3), 5, json!({ "act": "resign" }))
        .await
        .ok();
    until(&server, None, |simul| simul["score"]["won"] == 1).await;
    let games = awa.get("/players/Awa/games").await.ok();
    assert_eq!(games["games"].as_array().unwrap().len(), 1, "{games}");

    // A display for the members of a club: the host is one of them.
    let club = json!({ "name": "Étoile du Nord", "profile": { "town": "", "text": "", "language": "fr", "games": ["frisian"], "public": false } });
    awa.send("POST", "/clubs", &club).await.ok();
    let mut for_members = wanted(&json!({ "id": uuid(2), "who": "club", "club": "etoiledunord" }));
    let stranger = as_account(&piet.cookie, 70, "POST", "/simuls", &for_members).await;
    assert_eq!(
        stranger.problem(403, "simul-refuses")["reason"],
        "not-a-member"
    );
    for_members["club"] = json!("nowhere");
    as_account(&awa.cookie, 71, "POST", "/simuls", &for_members)
        .await
        .problem(404, "club-not-found");
    for_members["club"] = json!("etoiledunord");
    as_account(&awa.cookie, 71, "POST", "/simuls", &for_members)
        .await
        .ok();
    let other = format!("/simuls/{}/guests", uuid(2));
    let stranger = as_account(&piet.cookie, 72, "POST", &other, &json!({ "name": "" })).await;
    assert_eq!(
        stranger.problem(403, "simul-refuses")["reason"],
        "not-a-member"
    );
}

#[tokio::test]
async fn whose_account_is_deleted_leaves_no_name_behind() {
    let server = start_for_accounts().await;
    server.wait_for_a_beat().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let new = wanted(&json!({ "account": true, "host": "" }));
    awa.sitting(&secret(HOST), "POST", "/simuls", &new)
        .await
        .ok();
    let sits = json!({ "name": "", "account": true });
    piet.sitting(&secret(1), "POST", &path("/guests"), &sits)
        .await
        .ok();
    applies(&server, 2).await.ok();
    // It is taken along by both.
    let taken = piet.get("/account/export.json").await.ok();
    let expected = json!([{
        "id": uuid(1), "title": "Étoile du Nord", "opened_ms": 1_000, "starts_ms": null, "role": "guest", "games": [],
    }]);
    assert_eq!(taken["displays"], expected);
    let taken = awa.get("/account/export.json").await.ok();
    assert_eq!(taken["displays"][0]["role"], "host");

    let gone = json!({ "password": crate::common::browser::PASSWORD });
    for who in [&mut awa, &mut piet] {
        assert_eq!(who.send("DELETE", "/account", &gone).await.status, 204);
    }
    let shown = looked(&server, None).await;
    assert_eq!(
        (&shown["host"], &shown["account"]),
        (&json!("deleted player 1"), &json!(false))
    );
    let guest = json!({ "number": 1, "name": "deleted player 2", "account": false, "level": null });
    assert_eq!(shown["seated"][0], guest);
    // Somebody else has the name by the time it begins.
    signed_up(&server, "Awa").await;
    hosts(&server, "POST", &path("/start"), &Value::Null)
        .await
        .ok();
    let pdn = server.get(&format!("/api/v1{}", path("/games.pdn"))).await;
    let text = String::from_utf8(pdn.body.to_vec()).unwrap();
    assert!(text.contains("[White \"deleted player 1\"]"), "{text}");
    assert!(text.contains("[Black \"deleted player 2\"]"), "{text}");
    assert!(!text.contains("Awa") && !text.contains("Piet"), "{text}");
}

#[tokio::test]
async fn who_is_kept_away_finds_all_boards_taken() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let new = wanted(&json!({ "account": true, "host": "", "at_once": false }));
    awa.sitting(&secret(HOST), "POST", "/simuls", &new)
        .await
        .ok();
    let block = json!({ "say": "block" });
    let keep = awa.send("POST", "/account/friends/Piet", &block).await;
    assert_eq!(keep.ok()["standing"], "blocked");
    let asks = json!({ "name": "", "account": true });
    let full = piet
        .sitting(&secret(1), "POST", &path("/guests"), &asks)
        .await;
    let kept = full.problem(409, "simul-refuses");
    // The very answer of a display that is full.
    let other = json!({ "id": uuid(2), "boards": 1 });
    open(&server, &other).await;
    let guests = format!("/simuls/{}/guests", uuid(2));
    let name = json!({ "name": "" });
    server
        .sitting(&secret(3), "POST", &guests, &name)
        .await
        .ok();
    let full = server.sitting(&secret(4), "POST", &guests, &name).await;
    assert_eq!(kept, full.problem(409, "simul-refuses"));
    assert_eq!(looked(&server, None).await["asking_in_all"], 0);
    // Without an account he is nobody known.
    applies(&server, 2).await.ok();
}

#[tokio::test]
async fn one_address_opens_so_many_a_day() {
    let server = start(InMemoryLibrary::default()).await;
    for number in 1..=40 {
        open(&server, &json!({ "id": uuid(number) })).await;
    }
    open(&server, &json!({ "id": uuid(40) })).await;
    let more = wanted(&json!({ "id": uuid(41) }));
    hosts(&server, "POST", "/simuls", &more)
        .await
        .problem(429, "too-many-simuls");
}
