//! The lobby: requests for the same game are paired, and no two matching requests stay open.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::challenges::{Challenge, Challenges, Offered, OpenChallenge};
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use damier_session::{GameId, SeatKey};
use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, start, start_stores, start_with};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

/// A game of three minutes with drawn colours.
fn quick(host: &str) -> Value {
    wanted(host, "random", &json!({}))
}

fn wanted(host: &str, colour: &str, settings: &Value) -> Value {
    let mut challenge = challenge("international", settings);
    challenge["host"] = host.into();
    challenge["colour"] = colour.into();
    challenge
}

impl Running {
    /// Requests a game in the lobby with the secret `number`; its id would be `number`.
    async fn press(&self, number: u32, challenge: &Value) -> Answer {
        let body = json!({ "id": uuid(number), "challenge": challenge });
        self.sitting(&secret(number), "POST", "/lobby/pair", &body)
            .await
    }

    async fn waiting(&self) -> usize {
        let lobby = self.get("/api/v1/lobby").await.ok();
        lobby["challenges"].as_array().unwrap().len()
    }
}

fn game(answer: &Value) -> &str {
    answer["seat"]["game"].as_str().unwrap()
}

#[tokio::test]
async fn the_second_request_is_paired_with_the_first() {
    let server = server().await;
    let first = server.press(1, &quick("Awa")).await.ok();
    assert_eq!(first["seat"], Value::Null);
    assert_eq!(
        server.press(1, &quick("Awa")).await.ok(),
        first,
        "sent again"
    );
    assert_eq!(server.waiting().await, 1);
    let second = server.press(2, &quick("Piet")).await.ok();
    assert_eq!(game(&second), uuid(1));
    assert_eq!(server.waiting().await, 0);
    let asked = server.press(1, &quick("Awa")).await.ok();
    assert_eq!(game(&asked), uuid(1));
    assert_ne!(asked["seat"]["role"], second["seat"]["role"]);
    assert_eq!(
        server.press(2, &quick("Piet")).await.ok(),
        second,
        "sent again"
    );
    let (_, welcome) = server.enter(&secret(2)).await;
    let players = [
        &welcome["setup"]["settings"]["white"]["name"],
        &welcome["setup"]["settings"]["black"]["name"],
    ];
    assert!(players.contains(&&json!("Awa")) && players.contains(&&json!("Piet")));
}

#[tokio::test]
async fn other_games_are_not_paired() {
    let server = server().await;
    server
        .press(1, &wanted("Awa", "white", &json!({})))
        .await
        .ok();
    for (number, other) in [
        (2, wanted("Piet", "white", &json!({}))),
        (
            3,
            wanted("Zoe", "black", &json!({ "few_pieces": "continued" })),
        ),
        (4, wanted("Tom", "black", &json!({ "clock": null }))),
    ] {
        assert_eq!(server.press(number, &other).await.ok()["seat"], Value::Null);
    }
    assert_eq!(server.waiting().await, 4);
    let black = server
        .press(5, &wanted("Ines", "black", &json!({})))
        .await
        .ok();
    assert_eq!(black["seat"], json!({ "game": uuid(1), "role": "black" }));
    let lot = server.press(6, &quick("Jules")).await.ok();
    assert_eq!(lot["seat"], json!({ "game": uuid(2), "role": "black" }));
    assert_eq!(server.waiting().await, 2);
}

#[tokio::test]
async fn concurrent_requests_are_all_paired() {
    let server = server().await;
    let wanted = quick("Awa");
    let press = |number| {
        let (server, wanted) = (&server, &wanted);
        async move { server.press(number, wanted).await.ok() }
    };
    futures_util::future::join_all((1..=20).map(press)).await;
    let seats = futures_util::future::join_all((1..=20).map(press)).await;
    assert_eq!(server.waiting().await, 0);
    let mut games: Vec<&str> = seats.iter().map(game).collect();
    games.sort_unstable();
    let (firsts, seconds): (Vec<_>, Vec<_>) =
        games.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    assert_eq!(firsts, seconds, "two in each game");
    games.dedup();
    assert_eq!(games.len(), 10);
}

#[tokio::test]
async fn requests_on_two_nodes_are_paired() {
    // Each node has its own lock; they share only the store.
    let journal = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let (one, two) = (
        start_stores(stores(), |_| {}).await,
        start_stores(stores(), |_| {}).await,
    );
    // Simulates two nodes that both read before the other's request was stored.
    let wanted = quick("Awa");
    let body = |number| json!({ "id": uuid(number), "challenge": wanted, "invitation": secret(number + 100), "public": true });
    for number in [1, 2] {
        one.sitting(&secret(number), "POST", "/challenges", &body(number))
            .await
            .ok();
    }
    assert_eq!(one.waiting().await, 2);
    assert_eq!(
        one.press(1, &wanted).await.ok()["seat"],
        Value::Null,
        "the one with the smaller id stays"
    );
    assert_eq!(
        game(&two.press(2, &wanted).await.ok()),
        uuid(1),
        "the other one goes over"
    );
    assert_eq!(game(&one.press(1, &wanted).await.ok()), uuid(1));
    assert_eq!(two.waiting().await, 0);
}

#[tokio::test]
async fn a_request_expires_when_its_client_leaves_and_by_correspondence_after_a_week() {
    let server = server().await;
    let days = json!({ "clock": { "initial_ms": 86_400_000, "increment_ms": 259_200_000, "bonus": "delay" } });
    server.press(1, &quick("Awa")).await.ok();
    server.press(2, &wanted("Piet", "random", &days)).await.ok();
    let pass = |ms| server.clock.0.fetch_add(ms, Ordering::SeqCst);
    for _ in 0..4 {
        pass(15_000);
        server.press(1, &quick("Awa")).await.ok();
    }
    assert_eq!(server.waiting().await, 2, "who asks again is there");
    pass(25_000);
    assert_eq!(server.waiting().await, 1);
    assert_eq!(
        server.press(3, &quick("Zoe")).await.ok()["seat"],
        Value::Null
    );
    pass(6 * 86_400_000);
    assert_eq!(
        game(&server.press(4, &wanted("Tom", "random", &days)).await.ok()),
        uuid(2)
    );

    server.press(5, &quick("Ines")).await.ok();
    let withdrawn = server
        .sitting(&secret(5), "DELETE", "/challenge", &Value::Null)
        .await;
    assert_eq!(withdrawn.status, 204);
    assert_eq!(server.waiting().await, 0);
}

#[tokio::test]
async fn an_invalid_pairing_request_is_rejected() {
    let server = server().await;
    server.game(1, &quick("Awa")).await;
    server
        .press(1, &quick("Zoe"))
        .await
        .problem(409, "challenge-exists");
    server.press(2, &quick("Zoe")).await.ok();
    server
        .press(2, &wanted("Zoe", "white", &json!({})))
        .await
        .problem(409, "challenge-exists");
    let unknown = json!({ "id": uuid(3), "challenge": challenge("chess", &json!({})) });
    server
        .sitting(&secret(3), "POST", "/lobby/pair", &unknown)
        .await
        .problem(422, "no-such-challenge");
    server
        .ask_without_secret(
            "POST",
            "/api/v1/lobby/pair",
            &[("content-type", "application/json")],
            unknown.to_string(),
        )
        .await
        .problem(401, "no-owner");
}

#[tokio::test]
async fn requests_in_the_lobby_are_limited_per_address() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.beginnings_burst = NonZeroU32::new(3).unwrap();
        config.limits.beginnings_per_hour = NonZeroU32::MIN;
    })
    .await;
    server.press(1, &quick("Awa")).await.ok();
    // Repeating an open request begins no game.
    for _ in 0..5 {
        server.press(1, &quick("Awa")).await.ok();
        server.clock.0.fetch_add(12_000, Ordering::SeqCst);
    }
    server.press(2, &quick("Piet")).await.ok();
    server
        .offer(3, &challenge("frisian", &json!({})))
        .await
        .ok();
    server
        .offer(3, &challenge("frisian", &json!({})))
        .await
        .ok(); // sent again
    server
        .offer(4, &challenge("frisian", &json!({})))
        .await
        .ok();
    let refused = server.offer(5, &challenge("frisian", &json!({}))).await;
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 60);
    refused.problem(429, "too-many-games");
    server
        .press(6, &wanted("Zoe", "black", &json!({ "clock": null })))
        .await
        .problem(429, "too-many-games");
    // An earlier offer can still be accepted.
    server.accept(3).await.ok();
}

#[tokio::test]
async fn all_expired_challenges_are_removed() {
    let journal = Arc::new(InMemoryStore::default());
    let wanted: Challenge = serde_json::from_value(quick("Awa")).unwrap();
    for number in 1..=450_u128 {
        let key = |kind: u8| {
            let mut bytes = [kind; 32];
            bytes[..16].copy_from_slice(&number.to_be_bytes());
            SeatKey::from_bytes(bytes)
        };
        let open = OpenChallenge {
            id: GameId::from_bits(number),
            challenge: wanted.clone(),
            host: key(1),
            account: None,
            invitation: key(2),
            is_public: true,
            until_ms: 1,
        };
        assert_eq!(journal.offer(&open).await.unwrap(), Offered::Stored);
    }
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let server = start_stores(stores, |_| {}).await;
    server.wait_for_a_beat().await;
    server.get("/api/v1/lobby").await.ok();
    // They were still open at that time.
    let left = async || journal.lobby(0, None, 1_000).await.unwrap().len();
    let gone = async {
        while left().await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), gone)
        .await
        .expect("all of them");
}

impl Running {
    /// Offers a game in the lobby once, with the secret `number`.
    async fn offer_in_lobby(&self, number: u32, challenge: &Value) -> Answer {
        let invitation = secret(number + 500);
        let body = json!({ "id": uuid(number), "challenge": challenge, "invitation": invitation, "public": true });
        self.sitting(&secret(number), "POST", "/challenges", &body)
            .await
    }
}

#[tokio::test]
async fn one_address_keeps_few_challenges_in_the_lobby() {
    let server = server().await;
    for number in 1..=12 {
        server.offer_in_lobby(number, &quick("Awa")).await.ok();
    }
    server
        .offer_in_lobby(13, &quick("Awa"))
        .await
        .problem(429, "too-many-offers");
    server
        .press(14, &wanted("Zoe", "random", &json!({ "clock": null })))
        .await
        .problem(429, "too-many-offers");
    // A retry is no further challenge, and one that is withdrawn makes room.
    server.offer_in_lobby(12, &quick("Awa")).await.ok();
    let withdrawn = server
        .sitting(&secret(3), "DELETE", "/challenge", &Value::Null)
        .await;
    assert_eq!(withdrawn.status, 204);
    server.offer_in_lobby(13, &quick("Awa")).await.ok();
    // Expired ones are forgotten.
    let hour_ms = 60 * 60 * 1_000;
    server.clock.0.fetch_add(hour_ms, Ordering::SeqCst);
    for number in 31..=42 {
        server.offer_in_lobby(number, &quick("Awa")).await.ok();
    }
}

#[tokio::test]
async fn a_guest_is_known_by_a_short_name() {
    let server = server().await;
    let name = "é".repeat(30);
    server.offer_in_lobby(1, &quick(&name)).await.ok();
    let long = quick(&format!("{name}é"));
    for answer in [
        server.offer_in_lobby(2, &long).await,
        server.press(3, &long).await,
    ] {
        let problem = answer.problem(422, "no-such-challenge");
        assert_eq!(problem["reason"], "name-too-long");
    }
}

#[tokio::test]
async fn a_guest_in_the_lobby_has_neither_the_name_of_an_account_nor_of_the_opponent() {
    let server = server().await;
    let answer = Browser::new(&server).sign_up("Martin").await;
    assert_eq!(answer.status, 201, "{answer:?}");
    for name in ["martin", "rnartin", "Martín", "M artin"] {
        for answer in [
            server.offer_in_lobby(2, &quick(name)).await,
            server.press(3, &quick(name)).await,
        ] {
            let problem = answer.problem(422, "no-such-challenge");
            assert_eq!(problem["reason"], "name-taken", "{name}");
        }
    }
    server.offer_in_lobby(4, &quick("Paul")).await.ok();
    let accept = async |name: &str| {
        let body = json!({ "challenge": uuid(4), "name": name });
        let path = "/challenge/accept";
        server.sitting(&secret(5), "POST", path, &body).await
    };
    for name in ["PauI", "paul", "Martin"] {
        let problem = accept(name).await.problem(422, "no-such-challenge");
        assert_eq!(problem["reason"], "name-taken", "{name}");
    }
    accept("Paula").await.ok();
}

#[tokio::test]
async fn a_host_is_present_only_while_the_request_is_repeated() {
    let server = server().await;
    let present = async || {
        let lobby = server.get("/api/v1/lobby").await.ok();
        let challenges = lobby["challenges"].as_array().unwrap().clone();
        let present = challenges.iter().map(|it| it["present"].as_bool().unwrap());
        present.collect::<Vec<_>>()
    };
    server.offer_in_lobby(1, &quick("Awa")).await.ok();
    assert_eq!(present().await, [false]);
    // Not even just before it expires.
    let almost_an_hour_ms = 60 * 60 * 1_000 - 5_000;
    server
        .clock
        .0
        .fetch_add(almost_an_hour_ms, Ordering::SeqCst);
    assert_eq!(present().await, [false]);
    let other = wanted("Zoe", "random", &json!({ "clock": null }));
    server.press(2, &other).await.ok();
    assert_eq!(present().await, [false, true]);
}
