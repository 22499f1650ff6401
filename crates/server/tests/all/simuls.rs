//! Simuls over a real connection: opened and joined without an account, begun, played at ordinary
//! boards, against the engine too, and ended. Crashes, two nodes, accounts and rejected requests
//! are in `simul_people.rs`.

use std::time::Duration;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::common::live::{secret, uuid};
use crate::common::{Answer, Running, start};

pub(crate) const HOST: u32 = 500;

pub(crate) fn path(more: &str) -> String {
    format!("/simuls/{}{more}", uuid(1))
}

/// A simul of three boards that admits every guest, with these fields instead of the usual ones.
pub(crate) fn wanted(more: &Value) -> Value {
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

pub(crate) async fn open(server: &Running, more: &Value) -> Value {
    hosts(server, "POST", "/simuls", &wanted(more)).await.ok()
}

pub(crate) async fn hosts(server: &Running, method: &str, path: &str, body: &Value) -> Answer {
    server.sitting(&secret(HOST), method, path, body).await
}

pub(crate) async fn applies(server: &Running, number: u32) -> Answer {
    let body = json!({ "name": format!("Guest {number}") });
    let path = path("/guests");
    server.sitting(&secret(number), "POST", &path, &body).await
}

pub(crate) async fn looked(server: &Running, seat: Option<u32>) -> Value {
    if let Some(number) = seat {
        let (secret, path) = (secret(number), path(""));
        let asked = server.sitting(&secret, "GET", &path, &Value::Null).await;
        asked.ok()
    } else {
        let path = format!("/api/v1{}", path(""));
        server.ask_without_secret("GET", &path, &[], "").await.ok()
    }
}

/// Polls until a condition holds.
pub(crate) async fn until(
    server: &Running,
    seat: Option<u32>,
    is_it: impl Fn(&Value) -> bool,
) -> Value {
    for _ in 0..400 {
        let simul = looked(server, seat).await;
        if is_it(&simul) {
            return simul;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came: {}", looked(server, seat).await);
}

pub(crate) async fn acts(server: &Running, seat: &str, id: u32, want: Value) -> Answer {
    let act = json!({ "id": uuid(id), "want": want });
    server.sitting(seat, "POST", "/live/acts", &act).await
}

pub(crate) async fn host_seats(server: &Running) -> Vec<String> {
    let seats = hosts(server, "GET", &path("/seats"), &Value::Null).await;
    let seats = seats.ok()["seats"].as_array().unwrap().clone();
    let secret = |seat: &Value| seat["secret"].as_str().unwrap().to_owned();
    seats.iter().map(secret).collect()
}

/// Opens a simul with two guests and the engine at a board, and begins it.
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
async fn guests_without_accounts_join_are_seated_and_leave() {
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
    // Only the host can manage it and gets the seats.
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
async fn boards_of_a_simul_are_ordinary_games() {
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

    // The host plays at each board, and the engine replies.
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
    // The engine does not leave, and the guest's secret is the seat at the board.
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

    // Spectators watch, and cannot play.
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

    // The rest is excluded: both have moved, so the game continues and does not count.
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
async fn the_host_ends_a_simul_with_draw_offers() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    begun(&server).await;
    let end = json!({ "unfinished": "offer-draw" });
    hosts(&server, "POST", &path("/end"), &end).await.ok();
    let seats = host_seats(&server).await;
    // A draw is offered on one's turn: at the second board once the guest has moved.
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
async fn the_host_is_present_at_all_boards_while_the_page_polls() {
    let server = start(InMemoryLibrary::default()).await;
    server.wait_for_a_beat().await;
    begun(&server).await;
    let (mut guest, welcome) = server.enter(&secret(2)).await;
    let host = welcome["presence"]["black"].clone();
    assert_eq!(host, false, "nobody has asked yet");
    looked(&server, Some(HOST)).await;
    while guest.wait("presence").await["black"] != true {}
    // Only the player to move counts as absent.
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
