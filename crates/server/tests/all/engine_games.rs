//! Games against the server's engine: begun at once or in the free seat of a challenge that waits,
//! played, resumed by another node; every other seat for the engine is rejected.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::challenges::{Challenges, Offered};
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Answer, Running, start, start_stores, start_with};

/// A game against the engine at level 2, with the host as `colour`.
fn wanted(colour: &str, more: &Value) -> Value {
    let mut settings = json!({});
    let computer = json!({ "kind": "computer", "level": 2 });
    settings[if colour == "black" { "white" } else { "black" }] = computer;
    for (key, value) in more.as_object().unwrap() {
        settings[key] = value.clone();
    }
    let mut challenge = challenge("international", &settings);
    challenge["colour"] = colour.into();
    challenge
}

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

impl Running {
    async fn without_a_guest(&self, number: u32, challenge: &Value) -> Answer {
        self.offer(number, challenge).await
    }
}

/// The next reported move.
async fn moved(socket: &mut Socket) -> Value {
    loop {
        let event = socket.event().await;
        if event["event"]["act"]["act"] == "move" {
            return event;
        }
    }
}

#[tokio::test]
async fn the_engine_accepts_a_challenge_at_once_and_plays() {
    let server = server().await;
    let white = wanted("white", &json!({}));
    let seat = server.without_a_guest(1, &white).await.ok();
    assert_eq!(seat, json!({ "game": uuid(1), "role": "white" }));
    let again = server.without_a_guest(1, &white).await.ok();
    assert_eq!(again, seat, "sent again");
    let (mut awa, welcome) = server.enter(&secret(10)).await;
    assert_eq!(
        welcome["presence"],
        json!({ "white": true, "black": true, "watching": 0, "absent": null })
    );
    assert_eq!(
        welcome["setup"]["settings"]["black"],
        json!({ "kind": "computer", "level": 2 })
    );
    for text in ["32-28", "37-32"] {
        let done = awa.play(text).await;
        if done["frame"] == "refused" {
            continue; // a capture is due, which the next game has not
        }
        assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "white");
        assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "black");
    }
    awa.act(&json!({ "act": "resign" })).await;

    // A rematch with swapped colours: it also begins at once, and the engine is to move.
    let next = json!({ "secret": secret(15) });
    let begun = server
        .sitting(&secret(10), "POST", "/live/rematch", &next)
        .await
        .ok();
    assert_eq!(begun["begun"], true);
    let (mut awa, welcome) = server.enter(&secret(15)).await;
    assert_eq!(welcome["role"], "black");
    assert_eq!(welcome["setup"]["settings"]["white"]["level"], 2);
    if welcome["events"] == json!([]) {
        assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "white");
    }
    // Another device with the same seat follows to the rematch.
    let device = server
        .sitting(&secret(10), "POST", "/live/rematch", &json!({}))
        .await
        .ok();
    assert_eq!(
        (&device["game"], &device["begun"]),
        (&begun["game"], &json!(true))
    );
    let (_, welcome) = server.enter(device["secret"].as_str().unwrap()).await;
    assert_eq!(
        (&welcome["game"], &welcome["role"]),
        (&begun["game"], &json!("black"))
    );
}

#[tokio::test]
async fn the_strongest_level_uses_the_clock_of_the_game() {
    let server = server().await;
    let clock = json!({ "initial_ms": 30_000, "increment_ms": 0 });
    let strongest = json!({ "kind": "computer", "level": 10 });
    let white = wanted("white", &json!({ "clock": clock, "black": strongest }));
    server.without_a_guest(1, &white).await.ok();
    let (mut awa, welcome) = server.enter(&secret(10)).await;
    assert_eq!(welcome["setup"]["settings"]["black"], strongest);
    awa.play("32-28").await;
    assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "white");
    assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "black");
    // The engine stops when the game is over, and the server does not wait for it.
    awa.act(&json!({ "act": "resign" })).await;
    server.stop().await.unwrap();
}

/// Lets the engine take the free seat of a game, with a secret.
async fn leave_to_the_computer(server: &Running, secret: &str, level: u32) -> Answer {
    let level = json!({ "level": level });
    server
        .sitting(secret, "POST", "/challenge/computer", &level)
        .await
}

#[tokio::test]
async fn the_engine_takes_the_free_seat_of_an_open_challenge() {
    let server = server().await;
    let offered = challenge("international", &json!({ "clock": null }));
    server.offer(1, &offered).await.ok();
    // Only its host may do this, at an existing level.
    let invitation = leave_to_the_computer(&server, &secret(11), 2).await;
    invitation.problem(404, "challenge-not-found");
    let stranger = leave_to_the_computer(&server, &secret(777), 2).await;
    stranger.problem(404, "challenge-not-found");
    for level in [0, 11] {
        let refused = leave_to_the_computer(&server, &secret(10), level).await;
        refused.problem(422, "computer-seat");
    }
    let seat = leave_to_the_computer(&server, &secret(10), 2).await.ok();
    assert_eq!(seat, json!({ "game": uuid(1), "role": "white" }));
    let again = leave_to_the_computer(&server, &secret(10), 7).await.ok();
    assert_eq!(again, seat, "sent again");
    let late = server.accept(1).await;
    late.problem(404, "challenge-not-found");
    let (mut awa, welcome) = server.enter(&secret(10)).await;
    let settings = &welcome["setup"]["settings"];
    assert_eq!(settings["black"], json!({ "kind": "computer", "level": 2 }));
    assert_eq!(
        settings["white"],
        json!({ "kind": "person", "name": "Awa" })
    );
    awa.play("32-28").await;
    assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "white");
    assert_eq!(moved(&mut awa).await["event"]["act"]["side"], "black");

    // A public challenge accepted by the engine is removed from the lobby.
    let public = json!({
        "id": uuid(2), "challenge": offered, "invitation": secret(21), "public": true,
    });
    server
        .sitting(&secret(20), "POST", "/challenges", &public)
        .await
        .ok();
    leave_to_the_computer(&server, &secret(20), 10).await.ok();
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"], json!([]));
}

#[tokio::test]
async fn an_interrupted_start_completes_when_the_host_retries() {
    let live = Arc::new(InMemoryStore::default());
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores, |_| {}).await;
    let public = json!({
        "id": uuid(1), "challenge": challenge("international", &json!({ "clock": null })), "invitation": secret(11), "public": true,
    });
    server
        .sitting(&secret(10), "POST", "/challenges", &public)
        .await
        .ok();
    let waiting = Challenges::lobby(&*live, 1_000, None, 1).await.unwrap();
    let seat = leave_to_the_computer(&server, &secret(10), 2).await.ok();
    // Simulates a node that stopped before it closed the challenge.
    let offered = Challenges::offer(&*live, &waiting[0]).await.unwrap();
    assert_eq!(offered, Offered::Stored);
    let lobby = async || server.get("/api/v1/lobby").await.ok()["challenges"].clone();
    assert_ne!(lobby().await, json!([]));
    let again = leave_to_the_computer(&server, &secret(10), 2).await.ok();
    assert_eq!(again, seat);
    assert_eq!(lobby().await, json!([]));
}

#[tokio::test]
async fn the_engine_cannot_accept_a_rematch_offer() {
    let server = server().await;
    let [white, black] = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let (mut awa, _) = server.enter(&white).await;
    awa.act(&json!({ "act": "resign" })).await;
    let rematch = async |seat: &str, next: u32| {
        let body = json!({ "secret": secret(next) });
        server
            .sitting(seat, "POST", "/live/rematch", &body)
            .await
            .ok()
    };
    assert_eq!(rematch(&white, 15).await["begun"], false);
    let refused = leave_to_the_computer(&server, &secret(15), 2).await;
    refused.problem(422, "computer-seat");
    // The opponent can still agree to it.
    assert_eq!(rematch(&black, 16).await["begun"], true);
    let (_, welcome) = server.enter(&secret(15)).await;
    assert_eq!(welcome["setup"]["settings"]["white"]["kind"], "person");
}

/// Begins so many games concurrently, starting with this number. Returns how many have begun, and
/// the errors of the others.
async fn begin_at_once(
    server: &Running,
    first: u32,
    games: u32,
    challenge: &Value,
) -> (usize, Vec<String>) {
    let asked = (first..first + games).map(|number| server.without_a_guest(number, challenge));
    let answers = futures_util::future::join_all(asked).await;
    let refused = answers.iter().filter(|answer| answer.status != 200);
    let refused: Vec<String> = refused
        .map(|answer| answer.problem(503, "computer-busy")["detail"].to_string())
        .collect();
    (answers.len() - refused.len(), refused)
}

/// A game without a clock against the engine at this level.
fn against(level: u8) -> Value {
    let computer = json!({ "kind": "computer", "level": level });
    wanted("white", &json!({ "clock": null, "black": computer }))
}

#[tokio::test(flavor = "multi_thread")]
async fn level_10_is_full_for_an_address_before_the_other_levels_are() {
    let server = server().await;
    let (begun, full) = begin_at_once(&server, 1, 20, &against(10)).await;
    assert_eq!(begun, 15);
    assert!(full.iter().all(|why| why.contains("level 10")), "{full:?}");
    assert_eq!(begin_at_once(&server, 100, 1, &against(9)).await.0, 1);
}

#[tokio::test]
async fn a_game_of_the_engine_against_itself_is_rejected() {
    let server = server().await;
    let level = |level: u8| json!({ "kind": "computer", "level": level });
    let both = wanted("white", &json!({ "white": level(1), "black": level(2) }));
    let answer = server.without_a_guest(1, &both).await;
    answer.problem(422, "computer-seat");
}

#[tokio::test]
async fn the_host_plays_a_guest_who_accepted_before_the_engine() {
    let server = server().await;
    let [awa, _] = server.game(1, &challenge("frisian", &json!({}))).await;
    let seat = leave_to_the_computer(&server, &awa, 3).await.ok();
    assert_eq!(seat, json!({ "game": uuid(1), "role": "white" }));
    let (_, welcome) = server.enter(&awa).await;
    let black = &welcome["setup"]["settings"]["black"];
    assert_eq!(*black, json!({ "kind": "person", "name": "Piet" }));
}

#[tokio::test]
async fn with_drawn_colours_the_engine_takes_the_other_side() {
    let server = server().await;
    let mut sides = Vec::new();
    for number in 1..=12 {
        let mut lot = wanted("white", &json!({}));
        lot["colour"] = "random".into();
        let seat = server.without_a_guest(number, &lot).await.ok();
        let (_, welcome) = server.enter(&secret(10 * number)).await;
        let own = seat["role"].as_str().unwrap();
        let settings = &welcome["setup"]["settings"];
        assert_eq!(settings[own]["kind"], "person");
        sides.push(own.to_owned());
    }
    for side in ["white", "black"] {
        assert!(sides.iter().any(|own| own == side), "{sides:?}");
    }
}

#[tokio::test]
async fn another_node_continues_the_engine_game_of_a_stopped_one() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let first = start_stores(stores(), |_| {}).await;
    let white = wanted("white", &json!({ "clock": null }));
    first.without_a_guest(1, &white).await.ok();
    let now_ms = first.clock.0.load(Ordering::SeqCst);
    first.stop().await.unwrap();
    // The move is stored by a node that stops before the engine has searched.
    let act = json!({ "act": "move", "side": "white", "move": "32-28", "at_ms": now_ms });
    let game = uuid(1).parse().unwrap();
    let entry = damier_people::live::JournalEntry {
        game,
        event: damier_session::Event {
            number: 1,
            command: None,
            act: serde_json::from_value(act).unwrap(),
        },
        ending: None,
        deadline_ms: Some(now_ms + 10_000),
    };
    damier_people::live::Journal::append(&*journal, &entry)
        .await
        .unwrap();
    // No client is connected to the second node; it finds the game once the engine is overdue.
    let second = start_stores(stores(), |_| {}).await;
    second.clock.0.store(now_ms + 9_000, Ordering::SeqCst);
    second.wait_for_a_beat().await;
    second.let_time_pass(4_000).await;
    let events = async || damier_people::live::Journal::since(&*journal, game, 1, 9).await;
    let answered = async {
        while events().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let answered = tokio::time::timeout(Duration::from_secs(20), answered);
    answered.await.expect("the computer has moved");
    let (_, welcome) = second.enter(&secret(10)).await;
    assert_eq!(welcome["events"][1]["act"]["side"], "black");
}

#[tokio::test]
async fn the_engine_can_take_no_other_seat() {
    let server = server().await;
    let level = |level: u8| json!({ "kind": "computer", "level": level });
    let black = json!({ "black": level(2) });
    let mut hosts_side = wanted("white", &json!({}));
    hosts_side["colour"] = "black".into();
    for (number, refused) in (1..).zip([
        wanted("white", &json!({ "white": level(11) })),
        wanted("white", &json!({ "white": level(1), "rated": true })),
        hosts_side,
        wanted("white", &json!({ "black": level(11) })),
        wanted("white", &json!({ "black": level(0) })),
        wanted("white", &json!({ "rated": true })),
    ]) {
        let answer = server.without_a_guest(number, &refused).await;
        answer.problem(422, "computer-seat");
    }
    let lobby = json!({ "id": uuid(20), "challenge": challenge("international", &black) });
    server
        .sitting(&secret(200), "POST", "/lobby/pair", &lobby)
        .await
        .problem(422, "computer-seat");
    let public = json!({
        "id": uuid(21), "challenge": wanted("white", &json!({})), "invitation": secret(211), "public": true,
    });
    server
        .sitting(&secret(210), "POST", "/challenges", &public)
        .await
        .problem(422, "computer-seat");
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"], json!([]));
    // The id of a game of others, and a secret of another seat.
    server.game(30, &challenge("frisian", &json!({}))).await;
    for (seat, id) in [(secret(999), uuid(30)), (secret(300), uuid(31))] {
        let body = json!({
            "id": id, "challenge": wanted("white", &json!({})), "invitation": secret(998), "public": false,
        });
        server
            .sitting(&seat, "POST", "/challenges", &body)
            .await
            .problem(409, "challenge-exists");
    }
}

#[tokio::test]
async fn the_engine_accepts_no_game_beyond_its_maximum() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let white = wanted("white", &json!({ "clock": null }));
    let mut begun = 0;
    for first in [1, 21, 41, 61] {
        begun += begin_at_once(&server, first, 20, &white).await.0;
    }
    assert_eq!(begun, 60);
    let refused = server.without_a_guest(61, &white).await;
    let problem = refused.problem(503, "computer-busy");
    assert_eq!(problem["retry_after_s"], 60);
    // Half of the free boards stay available to other sites.
    let mut others = 0;
    let refused = loop {
        let number = 500 + others;
        let body = json!({
            "id": uuid(number), "challenge": white, "invitation": secret(10 * number + 1),
        });
        let mut other = Browser::new(&server);
        other.from = Some(["192.0.2.1", "192.0.2.2", "192.0.2.3"][others as usize % 3]);
        let answer = other
            .sitting(&secret(10 * number), "POST", "/challenges", &body)
            .await;
        if answer.status != 200 {
            break answer;
        }
        others += 1;
    };
    refused.problem(503, "computer-busy");
    assert_eq!(others, 45);
    // A finished game releases its board, and the same game begins.
    for number in 1..=30 {
        let resign = json!({ "id": uuid(1_000 + number), "want": { "act": "resign" } });
        server
            .sitting(&secret(10 * number), "POST", "/live/acts", &resign)
            .await
            .ok();
    }
    let again = async || server.without_a_guest(61, &white).await.status == 200;
    let has_begun = async {
        while !again().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let has_begun = tokio::time::timeout(Duration::from_secs(10), has_begun);
    has_begun.await.expect("there is place again");
}

#[tokio::test]
async fn engine_games_are_limited_per_address() {
    let server = server().await;
    for number in 1..=200 {
        let white = wanted("white", &json!({}));
        server.without_a_guest(number, &white).await.ok();
        let resign = json!({ "id": uuid(1_000 + number), "want": { "act": "resign" } });
        server
            .sitting(&secret(10 * number), "POST", "/live/acts", &resign)
            .await
            .ok();
    }
    let white = wanted("white", &json!({}));
    // One more is permitted every fifteen seconds, also while these were begun.
    let mut number = 201;
    let refused = loop {
        let answer = server.without_a_guest(number, &white).await;
        if answer.status != 200 {
            break answer;
        }
        number += 1;
    };
    let problem = refused.problem(429, "too-many-computer-games");
    let wait_s = problem["retry_after_s"].as_u64().unwrap();
    assert!((1..=16).contains(&wait_s), "{problem}");
    // Repeated requests for begun games are still answered.
    server.without_a_guest(200, &white).await.ok();
}
