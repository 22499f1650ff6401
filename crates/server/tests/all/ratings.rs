//! Rated games over a real connection: who may play one, that each counts once, and the public
//! ratings.

mod ranges;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::Journal;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, bearer, start_stores, start_with};

async fn server() -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 10;
    })
    .await
}

fn rated() -> Value {
    challenge("international", &json!({ "rated": true }))
}

/// A client with an account, identified by its session cookie.
struct Person<'a> {
    server: &'a Running,
    cookie: String,
}

impl<'a> Person<'a> {
    async fn new(server: &'a Running, name: &str) -> Self {
        let body = json!({ "name": name, "password": "un cheval bleu", "device": "" });
        let headers = [("content-type", "application/json")];
        let answer = server
            .ask_without_secret("POST", "/api/v1/account", &headers, body.to_string())
            .await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let cookie = answer.header("set-cookie").split(';').next().unwrap();
        Self {
            server,
            cookie: cookie.to_owned(),
        }
    }

    /// A request with the secret of a seat, signed in.
    async fn sitting(&self, seat: &str, method: &str, path: &str, body: &Value) -> Answer {
        let secret = bearer(seat);
        let headers = [
            ("authorization", secret.as_str()),
            ("content-type", "application/json"),
            ("cookie", self.cookie.as_str()),
        ];
        let path = format!("/api/v1{path}");
        self.server
            .ask_without_secret(method, &path, &headers, body.to_string())
            .await
    }

    async fn offer(&self, number: u32, challenge: &Value) -> Answer {
        let body = json!({ "id": uuid(number), "challenge": challenge, "invitation": secret(10 * number + 1) });
        self.sitting(&secret(10 * number), "POST", "/challenges", &body)
            .await
    }

    async fn accept(&self, number: u32) -> Answer {
        let body = json!({ "invitation": secret(10 * number + 1), "name": "not this name" });
        self.sitting(&secret(10 * number + 2), "POST", "/challenge/accept", &body)
            .await
    }

    async fn press(&self, number: u32, challenge: &Value) -> Answer {
        let body = json!({ "id": uuid(number), "challenge": challenge });
        self.sitting(&secret(number), "POST", "/lobby/pair", &body)
            .await
    }
}

impl Running {
    async fn player(&self, name: &str) -> Value {
        self.get(&format!("/api/v1/players/{name}")).await.ok()
    }

    /// The first move of each side, with the secrets of White and of Black: from then on the game
    /// counts.
    async fn both_move(&self, seats: [&str; 2]) {
        for (number, (seat, text)) in (901..).zip(seats.iter().zip(["32-28", "19-23"])) {
            let act = json!({ "id": uuid(number), "want": { "act": "move", "move": text } });
            self.sitting(seat, "POST", "/live/acts", &act).await.ok();
        }
    }

    async fn resign(&self, seat: &str) {
        let act = json!({ "id": uuid(900), "want": { "act": "resign" } });
        self.sitting(seat, "POST", "/live/acts", &act).await.ok();
    }

    async fn until_counted(&self, name: &str, games: u64) -> Value {
        loop {
            let player = self.player(name).await;
            let counted: u64 = player["ratings"]
                .as_array()
                .unwrap()
                .iter()
                .map(|rating| rating["games"].as_u64().unwrap())
                .sum();
            if counted >= games {
                return player;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn a_rated_game_needs_an_account_on_both_sides() {
    let server = server().await;
    server
        .offer(1, &rated())
        .await
        .problem(401, "account-needed");
    let awa = Person::new(&server, "Awa").await;
    let offered = awa.offer(1, &rated()).await.ok();
    assert_eq!(offered["challenge"]["host"], "Awa");
    assert_eq!(offered["account"], true);
    assert_eq!(
        offered["rating"],
        json!({ "rating": 1500, "deviation": 350, "provisional": true })
    );
    assert_eq!(awa.offer(1, &rated()).await.ok(), offered, "sent again");
    server.accept(1).await.problem(401, "account-needed");
    awa.accept(1).await.problem(409, "own-challenge");
    // The invitation is still open to a signed-in player.
    let piet = Person::new(&server, "Piet").await;
    let seat = piet.accept(1).await.ok();
    assert_eq!(seat, json!({ "game": uuid(1), "role": "black" }));
    assert_eq!(piet.accept(1).await.ok(), seat, "sent again");
    let (_, welcome) = server.enter(&secret(12)).await;
    let settings = &welcome["setup"]["settings"];
    assert_eq!(settings["white"]["name"], "Awa");
    assert_eq!(settings["black"]["name"], "Piet");
    assert_eq!(settings["rated"], true);
    let ratings = &welcome["ratings"];
    assert_eq!(ratings["rated"], true);
    assert_eq!(ratings["speed"], "blitz");
    assert_eq!(ratings["black"]["name"], "Piet");
    assert_eq!(ratings["white"]["after"], Value::Null);
}

#[tokio::test]
async fn unratable_games_are_rejected_with_a_reason() {
    let server = server().await;
    let awa = Person::new(&server, "Awa").await;
    for (settings, reason) in [
        (json!({ "clock": null }), "rated-without-clock"),
        (
            json!({ "black_clock": { "initial_ms": 60_000, "increment_ms": 0 } }),
            "rated-unequal-clocks",
        ),
        (json!({ "start": "W:W31,32:B1,2" }), "rated-own-position"),
        (json!({ "few_pieces": "continued" }), "rated-own-reading"),
    ] {
        let mut wanted = rated();
        for (key, value) in settings.as_object().unwrap() {
            wanted["settings"][key] = value.clone();
        }
        let problem = awa
            .offer(1, &wanted)
            .await
            .problem(422, "no-such-challenge");
        assert_eq!(problem["reason"], reason);
        let problem = awa
            .press(2, &wanted)
            .await
            .problem(422, "no-such-challenge");
        assert_eq!(problem["reason"], reason);
    }
    // The same game unrated needs no account.
    server
        .offer(3, &challenge("international", &json!({ "clock": null })))
        .await
        .ok();
}

#[tokio::test]
async fn a_result_is_rated_once_and_ratings_are_public() {
    let server = server().await;
    let (awa, piet) = (
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    );
    awa.offer(1, &rated()).await.ok();
    piet.accept(1).await.ok();
    let (mut watching, _) = server.enter(&secret(10)).await;
    let asked = watching
        .act(&json!({ "act": "ask", "for": { "kind": "take-back", "plies": 1 } }))
        .await;
    assert_eq!(asked["code"], "released-stands", "no move is taken back");
    server.both_move([&secret(10), &secret(12)]).await;
    server.resign(&secret(12)).await;
    let frame = watching.wait("ratings").await;
    assert_eq!(frame["white"]["rating"]["rating"], 1500);
    assert_eq!(
        frame["white"]["after"],
        json!({ "rating": 1662, "deviation": 290, "provisional": true })
    );
    assert_eq!(frame["black"]["after"]["rating"], 1338);

    server.resign(&secret(12)).await; // the same command again
    let player = server.player("awa").await;
    assert_eq!(
        player,
        json!({ "name": "Awa", "ratings": [{
            "variant": "international", "speed": "blitz", "rating": 1662, "deviation": 290, "provisional": true,
            "games": 1, "won": 1, "drawn": 0, "lost": 0, "last_ms": 1_000,
        }] })
    );
    let course = server
        .get("/api/v1/players/Piet/course?variant=international&speed=blitz")
        .await
        .ok();
    assert_eq!(
        course,
        json!({ "points": [{ "at_ms": 1_000, "rating": 1338, "deviation": 290 }] })
    );
    let games = server.get("/api/v1/players/Piet/games").await.ok();
    assert_eq!(games["games"][0]["opponent"], "Awa");
    assert_eq!(games["games"][0]["score"], "loss");
    assert_eq!(games["games"][0]["against"], 1500);
    assert_eq!(games["next"], Value::Null);
    let best = server.get("/api/v1/ratings/international/blitz").await.ok();
    assert_eq!(best, json!({ "players": [] }), "both are provisional");
    let (_, again) = server.enter(&secret(12)).await;
    assert_eq!(again["ratings"]["black"]["after"]["rating"], 1338);

    // The rematch is rated too, between the same accounts.
    let wants = |seat: u32| json!({ "secret": secret(seat) });
    let first = server
        .sitting(&secret(10), "POST", "/live/rematch", &wants(20))
        .await
        .ok();
    let second = server
        .sitting(&secret(12), "POST", "/live/rematch", &wants(22))
        .await
        .ok();
    assert_eq!(
        (&first["begun"], &second["begun"]),
        (&json!(false), &json!(true))
    );
    let (_, welcome) = server.enter(&secret(20)).await;
    assert_eq!(welcome["role"], "black", "the colours are changed");
    assert_eq!(welcome["ratings"]["rated"], true);
    assert_eq!(welcome["ratings"]["black"]["rating"]["rating"], 1662);
    server.both_move([&secret(22), &secret(20)]).await;
    server.resign(&secret(20)).await;
    let player = server.until_counted("Awa", 2).await;
    assert_eq!(player["ratings"][0]["lost"], 1);
}

#[tokio::test]
async fn a_rated_game_counts_only_after_a_move_of_both() {
    let server = server().await;
    let (awa, piet) = (
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    );
    // Awa is absent when Piet accepts her invitation; or she comes, and leaves again.
    for number in [1, 2] {
        awa.offer(number, &rated()).await.ok();
        piet.accept(number).await.ok();
        let seat = secret(10 * number + 2);
        let act = json!({ "id": uuid(900 + number), "want": { "act": "resign" } });
        if number == 2 {
            let first = json!({ "id": uuid(910), "want": { "act": "move", "move": "32-28" } });
            let host = secret(10 * number);
            server
                .sitting(&host, "POST", "/live/acts", &first)
                .await
                .ok();
        }
        server.sitting(&seat, "POST", "/live/acts", &act).await.ok();
        let (_, welcome) = server.enter(&seat).await;
        assert_eq!(welcome["state"]["ending"]["reason"], "aborted");
        assert_eq!(welcome["ratings"]["black"]["rating"]["rating"], 1500);
        assert_eq!(welcome["ratings"]["black"]["after"], Value::Null);
    }
    for name in ["Awa", "Piet"] {
        assert_eq!(server.player(name).await["ratings"], json!([]));
    }
}

#[tokio::test]
async fn the_lobby_pairs_rated_with_rated_requests() {
    let server = server().await;
    let (awa, piet) = (
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    );
    let quick = |rated: bool| {
        let mut wanted = challenge("international", &json!({ "rated": rated }));
        wanted["colour"] = "random".into();
        wanted["host"] = "Nadia".into(); // an account plays under its own name
        wanted
    };
    let pressed = |number: u32, challenge: Value| {
        let body = json!({ "id": uuid(number), "challenge": challenge });
        let server = &server;
        async move {
            server
                .sitting(&secret(number), "POST", "/lobby/pair", &body)
                .await
        }
    };
    pressed(1, quick(true)).await.problem(401, "account-needed");
    assert_eq!(awa.press(1, &quick(true)).await.ok()["seat"], Value::Null);
    assert_eq!(pressed(2, quick(false)).await.ok()["seat"], Value::Null);
    let own = awa.press(3, &quick(true)).await.ok();
    assert_eq!(own["seat"], Value::Null, "not against oneself");
    let lobby = server.get("/api/v1/lobby").await.ok();
    let accounts: Vec<bool> = lobby["challenges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|open| open["account"].as_bool().unwrap())
        .collect();
    assert_eq!(accounts.iter().filter(|it| **it).count(), 2);
    let taken = piet.press(4, &quick(true)).await.ok();
    assert_eq!(taken["seat"]["game"], uuid(1));
    let (_, welcome) = server.enter(&secret(4)).await;
    assert_eq!(welcome["ratings"]["rated"], true);
    let anybody = pressed(5, quick(false)).await.ok();
    assert_eq!(
        anybody["seat"]["game"],
        uuid(2),
        "the game that is not rated"
    );
}

#[tokio::test]
async fn a_game_left_uncounted_by_a_crash_is_counted_by_any_node() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let first = start_stores(stores(), |config| config.limits.accounts_a_day = 10).await;
    let (awa, piet) = (
        Person::new(&first, "Awa").await,
        Person::new(&first, "Piet").await,
    );
    awa.offer(1, &rated()).await.ok();
    piet.accept(1).await.ok();
    // The end is stored by a node that stops before it has settled the rating.
    let entry = serde_json::from_value(json!({ "act": "resign", "side": "white", "at_ms": 1_000 }));
    let game = uuid(1).parse().unwrap();
    journal
        .append(&damier_people::live::JournalEntry {
            game,
            event: damier_session::Event {
                number: 1,
                command: None,
                act: entry.unwrap(),
            },
            ending: Some(damier_session::Ending::win(
                damier_session::Side::Black,
                damier_session::ending::ByPeople::Resignation,
            )),
            deadline_ms: None,
        })
        .await
        .unwrap();
    let second = start_stores(stores(), |_| {}).await;
    let player = second.until_counted("Piet", 1).await;
    assert_eq!(player["ratings"][0]["won"], 1);
    second.clock.0.fetch_add(60_000, Ordering::SeqCst);
    let again = first.until_counted("Awa", 1).await;
    assert_eq!(again["ratings"][0]["games"], 1);
}

#[tokio::test]
async fn a_casual_game_shows_ratings_and_changes_none() {
    let server = server().await;
    let awa = Person::new(&server, "Awa").await;
    let body = json!({ "id": uuid(1), "challenge": challenge("frisian", &json!({})), "invitation": secret(11), "account": true });
    let offered = awa.sitting(&secret(10), "POST", "/challenges", &body).await;
    assert_eq!(offered.ok()["account"], true);
    server
        .sitting(&secret(50), "POST", "/challenges", &json!({
            "id": uuid(5), "challenge": challenge("frisian", &json!({})), "invitation": secret(51), "account": true,
        }))
        .await
        .problem(401, "not-signed-in");
    server.accept(1).await.ok();
    let (_, welcome) = server.enter(&secret(12)).await;
    assert_eq!(welcome["ratings"]["rated"], false);
    assert_eq!(welcome["ratings"]["white"]["name"], "Awa");
    assert_eq!(welcome["ratings"]["black"], Value::Null);
    server.resign(&secret(12)).await;
    assert_eq!(server.player("Awa").await["ratings"], json!([]));
    let (_, nobody) = {
        server.game(7, &challenge("frisian", &json!({}))).await;
        server.enter(&secret(70)).await
    };
    assert_eq!(nobody["ratings"], Value::Null);
}

#[tokio::test]
async fn deleting_an_account_deletes_its_ratings_only() {
    let server = server().await;
    let (awa, piet) = (
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    );
    awa.offer(1, &rated()).await.ok();
    piet.accept(1).await.ok();
    server.both_move([&secret(10), &secret(12)]).await;
    server.resign(&secret(10)).await;
    server.until_counted("Awa", 1).await;
    let cookie = [("cookie", awa.cookie.as_str())];
    let export = server
        .ask_without_secret("GET", "/api/v1/account/export.json", &cookie, String::new())
        .await
        .ok();
    assert_eq!(export["ratings"][0]["lost"], 1);
    assert_eq!(export["games"][0]["rating"]["after"]["rating"], 1338);
    let headers = [
        ("cookie", awa.cookie.as_str()),
        ("content-type", "application/json"),
    ];
    let body = json!({ "password": "un cheval bleu" }).to_string();
    let gone = server
        .ask_without_secret("DELETE", "/api/v1/account", &headers, body)
        .await;
    assert_eq!(gone.status, 204, "{gone:?}");
    server
        .get("/api/v1/players/Awa")
        .await
        .problem(404, "player-not-found");
    let games = server.get("/api/v1/players/Piet/games").await.ok();
    assert_eq!(games["games"][0]["opponent"], "deleted player 1");
    assert_eq!(server.player("Piet").await["ratings"][0]["won"], 1);
    // A rematch of a rated game with a deleted account is rejected.
    server
        .sitting(
            &secret(12),
            "POST",
            "/live/rematch",
            &json!({ "secret": secret(22) }),
        )
        .await
        .problem(401, "account-needed");
}

#[tokio::test]
async fn invalid_queries_get_clear_errors() {
    let server = server().await;
    Person::new(&server, "Awa").await;
    for path in [
        "/players/nobody",
        "/players/%00",
        "/players/deleted%20player%201",
        &format!("/players/{}", "x".repeat(3_000)),
        "/players/nobody/games",
        "/players/nobody/course?variant=international&speed=blitz",
    ] {
        let answer = server.get(&format!("/api/v1{path}")).await;
        answer.problem(404, "player-not-found");
    }
    for path in [
        "/players/Awa/course",
        "/players/Awa/course?variant=chess&speed=blitz",
        "/players/Awa/course?variant=international&speed=slow",
        "/players/Awa/games?variant=international",
        "/players/Awa/games?after=yesterday",
        "/players/Awa/games?after=1.2",
        "/players/Awa/games?after=99999999999999999999.0190a6e0-7d2c-7c3e-8f5a-0123456789ab",
        "/ratings/chess/blitz",
        "/ratings/international/x%FF",
    ] {
        let answer = server.get(&format!("/api/v1{path}")).await;
        answer.problem(400, "bad-query");
    }
}
