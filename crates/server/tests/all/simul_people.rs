//! Simuls over a real connection: a crash in the middle of the start, two nodes, accounts, and
//! input of strangers.

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::BeginOutcome;
use damier_people::simuls::{Drawn, Simul, SimulId, Simuls};
use damier_server::{InProcessBus, Stores};
use damier_session::{LiveSeat, SeatRole};
use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::live::{secret, uuid};
use crate::common::{Running, start, start_for_accounts, start_stores};
use crate::simuls::{HOST, acts, applies, host_seats, hosts, looked, open, path, until, wanted};

/// A browser that has just created an account.
async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    assert_eq!(browser.sign_up(name).await.status, 201);
    browser
}

#[tokio::test]
async fn an_interrupted_start_of_twenty_games_is_completed() {
    let live: Arc<InMemoryStore> = Arc::new(InMemoryStore::shared());
    let simuls = Simuls::of(&Ports::of(&live));
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let first = start_stores(stores(), |_| {}).await;
    open(&first, &json!({ "boards": 20 })).await;
    for number in 1..=20 {
        applies(&first, number).await.ok();
    }
    // The stored state of a node that was killed after three games: the simul has begun, and three
    // of the games exist.
    let id: SimulId = uuid(1).parse().unwrap();
    let kept = simuls.simul(id).await.unwrap().unwrap();
    let mut simul: Simul = kept.simul.clone();
    let key = |byte: u8| damier_session::SeatKey::from_bytes([byte; 32]);
    let drawn: Vec<Drawn> = (1..=20)
        .map(|board| Drawn {
            game: damier_session::GameId::from_bits(7_000 + u128::from(board)),
            host_key: key(board),
            watch_key: key(100 + board),
            drawn_colour: damier_session::Side::White,
        })
        .collect();
    let host = simul.host().key;
    simul.begin(&host, &drawn, 1_000).unwrap();
    for board in &simul.boards()[..3] {
        let guest = simul.guest_at(board).unwrap();
        let game = simul.terms().game("Awa", board.host, 20);
        let name = format!("Guest {}", guest.number);
        let player = damier_session::Player::Person { name };
        let at_once = damier_people::challenges::StartMode::AtOnce;
        let taken = game.accepted_by(board.game, player, board.host, 1_000, at_once);
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
            damier_people::live::Journal::begin(&*live, &taken.setup, &seats, taken.deadline_ms);
        assert_eq!(begun.await.unwrap(), BeginOutcome::Stored);
    }
    let stored = simuls.store_simul(&simul, kept.version, 1_000).await;
    assert!(stored.unwrap());
    drop(first.stop());

    let second = start_stores(stores(), |_| {}).await;
    let simul = until(&second, None, |simul| {
        let games = simul["games"].as_array().unwrap();
        games.len() == 20 && games.iter().all(|board| board["game"].is_string())
    })
    .await;
    for (board, number) in simul["games"].as_array().unwrap().iter().zip(7_001..) {
        let game = damier_session::GameId::from_bits(number);
        assert_eq!(board["game"], game.to_string());
        assert_eq!(board["none"], false);
    }
    // Each guest has exactly one game.
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
            live: Ports::of(&Arc::new(InMemoryStore::shared())),
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
    // The host starts it twice, at two nodes.
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
async fn invalid_requests_get_a_reason() {
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
        &json!({ "do": "computer", "level": 11 }),
    )
    .await;
    assert_eq!(
        level.problem(422, "simul-refuses")["reason"],
        "no-such-level"
    );
    let nobody = hosts(&server, "POST", &path("/start"), &Value::Null).await;
    assert_eq!(
        nobody.problem(409, "simul-refuses")["reason"],
        "no-board-taken"
    );
    // A secret of a seat at another game is not accepted for a guest.
    server
        .game(3, &crate::common::live::challenge("frisian", &json!({})))
        .await;
    applies(&server, 32).await.problem(409, "simul-exists");
    server.is_well().await;
}

#[tokio::test]
async fn a_simul_uses_level_10_at_most_at_four_boards_of_its_capacity() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    open(&server, &json!({ "boards": 6 })).await;
    let arrange = async |body: Value| hosts(&server, "POST", &path("/table"), &body).await;
    let level = |level: u8| json!({ "do": "computer", "level": level });
    for _ in 0..4 {
        arrange(level(10)).await.ok();
    }
    let fifth = arrange(level(10)).await.problem(409, "simul-refuses");
    assert_eq!(fifth["reason"], "strongest-full");
    arrange(level(9)).await.ok();

    // Other games use all of this address's capacity at level 10.
    let computer = json!({ "kind": "computer", "level": 10 });
    let alone = json!({ "clock": null, "black": computer });
    let alone = crate::common::live::challenge("international", &alone);
    let mut number = 100;
    while server.offer(number, &alone).await.status == 200 {
        number += 1;
    }
    assert_eq!(number - 100, 15);
    let begin = async || hosts(&server, "POST", &path("/start"), &Value::Null).await;
    let busy = begin().await.problem(503, "computer-busy");
    let detail = busy["detail"].as_str().unwrap();
    assert!(detail.contains("level 10"), "{detail}");
    assert_eq!(looked(&server, None).await["stage"], "open");

    // Finished games release capacity for the four, which count from then on.
    for number in 100..number {
        let resign = json!({ "act": "resign" });
        acts(&server, &secret(10 * number), number, resign)
            .await
            .ok();
    }
    let has_begun = async {
        while begin().await.status != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let has_begun = tokio::time::timeout(std::time::Duration::from_secs(20), has_begun);
    has_begun.await.expect("there is place again");
    let simul = looked(&server, None).await;
    assert_eq!(simul["stage"], "begun");
    // Four of fifteen belong to the simul, so eleven are left.
    let eleven = async {
        let mut number = 200;
        while number < 211 {
            if server.offer(number, &alone).await.status == 200 {
                number += 1;
            } else {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
    };
    let eleven = tokio::time::timeout(std::time::Duration::from_secs(20), eleven);
    eleven.await.expect("there is place for eleven");
    server
        .offer(211, &alone)
        .await
        .problem(503, "computer-busy");
    // At one of the four boards the host has White, and the engine replies.
    let seats = host_seats(&server).await;
    let moved = json!({ "act": "move", "move": "32-28" });
    acts(&server, &seats[0], 999, moved).await.ok();
    until(&server, None, |simul| simul["games"][0]["ply"] == 2).await;
}

#[tokio::test]
async fn a_simul_may_be_rated_or_for_members_of_a_club() {
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
        "already-seated"
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

    // A simul for the members of a club: the host is one of them.
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
async fn a_deleted_account_leaves_no_name_in_a_simul() {
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
    // The exports of both contain it.
    let taken = piet.get("/account/export.json").await.ok();
    let expected = json!([{
        "id": uuid(1), "title": "Étoile du Nord", "opened_ms": 1_000, "starts_ms": null, "role": "guest", "games": [],
    }]);
    assert_eq!(taken["simuls"], expected);
    let taken = awa.get("/account/export.json").await.ok();
    assert_eq!(taken["simuls"][0]["role"], "host");

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
    // Another account has taken the name by the time it begins.
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
async fn a_blocked_guest_sees_a_full_simul() {
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
    // The same response as for a full simul.
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
    // Without an account he is anonymous, and not blocked.
    applies(&server, 2).await.ok();
}

#[tokio::test]
async fn simuls_are_limited_per_address_and_day() {
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
