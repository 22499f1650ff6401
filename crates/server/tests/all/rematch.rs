//! Rematches: all devices of a player get the same side of it, and spectators follow.

use damier_people::library::in_memory::InMemoryLibrary;

use serde_json::{Value, json};

use crate::common::live::{Socket, challenge, secret};
use crate::common::{Answer, Running, start};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

fn blitz() -> Value {
    challenge("international", &json!({}))
}

/// The secret in a response.
fn secret_in(answer: &Value) -> String {
    answer["secret"].as_str().expect("a secret").to_owned()
}

impl Running {
    /// Offers a rematch with this seat, or follows to it; with or without a new secret.
    async fn once_more(&self, seat: &str, own: Option<u32>) -> Answer {
        let body = own.map_or(json!({}), |own| json!({ "secret": secret(own) }));
        self.sitting(seat, "POST", "/live/rematch", &body).await
    }

    /// Game `number`, resigned by White; returns the secrets of both and of a spectator, `10 *
    /// number + 9`.
    async fn finished(&self, number: u32, challenge: &Value) -> [String; 3] {
        let [white, black] = self.game(number, challenge).await;
        let watchers = secret(10 * number + 9);
        let body = json!({ "secret": watchers });
        self.sitting(&white, "POST", "/live/watchers", &body)
            .await
            .ok();
        self.gives_up(&white).await;
        [white, black, watchers]
    }

    async fn gives_up(&self, seat: &str) {
        let (mut player, _) = self.enter(seat).await;
        let resigned = player.act(&json!({ "act": "resign" })).await;
        assert_eq!(resigned["frame"], "done", "{resigned}");
    }

    /// The role of a seat, and its game.
    async fn seat_of(&self, seat: &str) -> Value {
        self.sitting(seat, "GET", "/seat", &Value::Null).await.ok()
    }
}

/// The next `rematch` frame that names a game.
async fn next_of(socket: &mut Socket) -> Value {
    loop {
        let frame = socket.wait("rematch").await;
        if !frame["game"].is_null() {
            return frame["game"].clone();
        }
    }
}

#[tokio::test]
async fn a_rematch_begins_once_both_want_it() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let next = |number| json!({ "secret": secret(number) });
    let standing = async |seat: &str| {
        let asked = server.sitting(seat, "GET", "/live/state", &Value::Null);
        asked.await.ok()
    };
    assert!(standing(&black).await.get("rematch").is_none());
    server
        .sitting(&white, "POST", "/live/rematch", &next(101))
        .await
        .problem(409, "game-goes-on");
    awa.act(&json!({ "act": "resign" })).await;
    let offered = server
        .sitting(&white, "POST", "/live/rematch", &next(101))
        .await
        .ok();
    assert_eq!(offered["begun"], false);
    assert_eq!(
        piet.wait("rematch").await,
        json!({ "frame": "rematch", "by": "white", "game": null })
    );
    let (_, again) = server.enter(&black).await;
    let state = json!({ "white": true, "black": false, "game": null });
    assert_eq!(again["rematch"], state, "whoever comes later sees it too");
    assert_eq!(
        standing(&black).await["rematch"],
        state,
        "and whoever only asks"
    );
    assert_eq!(
        server
            .sitting(&white, "POST", "/live/rematch", &next(101))
            .await
            .ok(),
        offered,
        "sent again"
    );
    let begun = server
        .sitting(&black, "POST", "/live/rematch", &next(102))
        .await
        .ok();
    assert_eq!(begun, json!({ "game": offered["game"], "begun": true }));
    assert_eq!(
        standing(&white).await["rematch"]["game"],
        offered["game"],
        "{begun}"
    );
    assert_eq!(
        server
            .sitting(&black, "POST", "/live/rematch", &next(102))
            .await
            .ok(),
        begun,
        "sent again"
    );
    awa.wait("rematch").await;
    assert_eq!(awa.wait("rematch").await["game"], begun["game"]);
    let (_, again) = server.enter(&white).await;
    assert_eq!(again["rematch"]["game"], begun["game"]);
    let (_, welcome) = server.enter(&secret(101)).await;
    assert_eq!(welcome["role"], "black", "the colours are changed");
    assert_eq!(welcome["setup"]["settings"]["white"]["name"], "Piet");
    let (_, welcome) = server.enter(&secret(102)).await;
    assert_eq!(welcome["role"], "white");
}

#[tokio::test]
async fn concurrent_rematch_requests_start_one_game() {
    for round in 1..=20 {
        let server = server().await;
        let [white, black] = server.game(round, &blitz()).await;
        let (mut awa, _) = server.enter(&white).await;
        awa.act(&json!({ "act": "resign" })).await;
        let requests = [(white, 1_001), (black, 1_002)].map(|(seat, new)| {
            let server = &server;
            async move {
                server
                    .sitting(
                        &seat,
                        "POST",
                        "/live/rematch",
                        &json!({ "secret": secret(new) }),
                    )
                    .await
                    .ok()
            }
        });
        let answers = futures_util::future::join_all(requests).await;
        assert!(
            answers.iter().any(|answer| answer["begun"] == true),
            "{answers:?}"
        );
        let (_, one) = server.enter(&secret(1_001)).await;
        let (_, other) = server.enter(&secret(1_002)).await;
        assert_eq!(one["game"], other["game"]);
        assert_ne!(one["role"], other["role"]);
    }
}

#[tokio::test]
async fn both_devices_of_a_player_get_one_side_of_the_rematch() {
    let server = server().await;
    let [white, black, _] = server.finished(1, &blitz()).await;
    let (mut phone, _) = server.enter(&white).await;
    let (mut laptop, _) = server.enter(&white).await;
    // Both request it at the same time, without a new secret.
    let (one, other) = futures_util::future::join(
        server.once_more(&white, None),
        server.once_more(&white, None),
    )
    .await;
    let waits = one.ok();
    assert_eq!(waits, other.ok());
    assert_eq!(waits["begun"], false);
    let begun = server.once_more(&black, None).await.ok();
    assert_eq!(
        (&begun["game"], &begun["begun"]),
        (&waits["game"], &json!(true))
    );
    assert_ne!(secret_in(&begun), secret_in(&waits));
    for device in [&mut phone, &mut laptop] {
        assert_eq!(next_of(device).await, begun["game"]);
        let there = server.once_more(&white, None).await.ok();
        assert_eq!(there["begun"], true);
        assert_eq!(secret_in(&there), secret_in(&waits));
    }
    // A client that opens the finished game later receives the rematch.
    let (_, late) = server.enter(&white).await;
    assert_eq!(late["rematch"]["game"], begun["game"]);
    let (mut phone, welcome) = server.enter(&secret_in(&waits)).await;
    assert_eq!(
        (&welcome["game"], &welcome["role"]),
        (&begun["game"], &json!("black"))
    );
    let (mut laptop, _) = server.enter(&secret_in(&waits)).await;
    let (mut piet, welcome) = server.enter(&secret_in(&begun)).await;
    assert_eq!(welcome["role"], "white");
    assert_eq!(piet.play("32-28").await["frame"], "done");
    assert_eq!(laptop.event().await["event"]["number"], 1);
    assert_eq!(laptop.play("19-23").await["frame"], "done");
    assert_eq!(phone.event().await["event"]["number"], 1);
    assert_eq!(phone.event().await["event"]["number"], 2);
}

#[tokio::test]
async fn two_seats_of_one_side_get_one_rematch() {
    let server = server().await;
    let [white, black, _] = server.finished(1, &blitz()).await;
    server.once_more(&white, None).await.ok();
    let begun = server.once_more(&black, Some(102)).await.ok();
    assert_eq!(begun, json!({ "game": begun["game"], "begun": true }));
    // A new secret sent after the rematch has begun becomes a seat there, and opens no further
    // offer.
    let late = server.once_more(&white, Some(103)).await.ok();
    assert_eq!(late, begun);
    assert_eq!(
        server.seat_of(&secret(103)).await,
        json!({ "game": begun["game"], "role": "black" })
    );
    server
        .sitting(&secret(103), "GET", "/challenge", &Value::Null)
        .await
        .problem(404, "challenge-not-found");
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(
        welcome["rematch"],
        json!({ "white": false, "black": false, "game": begun["game"] })
    );
    server
        .once_more(&white, Some(10))
        .await
        .problem(409, "challenge-exists"); // a secret that is that of another seat

    // Black now has two seats with two secrets: both offer the rematch, and both get a seat.
    let own = secret_in(&server.once_more(&white, None).await.ok());
    let (phone, laptop, opponent) = (own, secret(103), secret(102));
    server.gives_up(&opponent).await;
    let [one, other] = [
        server.once_more(&phone, None).await.ok(),
        server.once_more(&laptop, None).await.ok(),
    ];
    assert_eq!(
        (&one["begun"], &other["begun"]),
        (&json!(false), &json!(false))
    );
    server
        .once_more(&laptop, Some(104))
        .await
        .problem(409, "challenge-exists");
    let begun = server.once_more(&opponent, None).await.ok();
    assert_eq!(begun["begun"], true);
    for (seat, waits) in [(&phone, &one), (&laptop, &other)] {
        let there = server.once_more(seat, None).await.ok();
        assert_eq!(
            (&there["begun"], &there["secret"]),
            (&json!(true), &waits["secret"])
        );
        assert_eq!(
            server.seat_of(&secret_in(&there)).await,
            json!({ "game": begun["game"], "role": "white" })
        );
    }
}

#[tokio::test]
async fn spectators_follow_to_the_rematch() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let watchers = secret(19);
    let body = json!({ "secret": watchers });
    server
        .sitting(&white, "POST", "/live/watchers", &body)
        .await
        .ok();
    let early = server.once_more(&watchers, None).await;
    early.problem(409, "game-goes-on");
    let (mut third, _) = server.enter(&watchers).await;
    server.gives_up(&white).await;
    let alone = server.once_more(&watchers, None).await;
    alone.problem(403, "not-entitled");
    server.once_more(&white, None).await.ok();
    let alone = server.once_more(&watchers, None).await;
    alone.problem(403, "not-entitled");
    let begun = server.once_more(&black, None).await.ok();
    assert_eq!(next_of(&mut third).await, begun["game"]);
    let there = server.once_more(&watchers, None).await.ok();
    assert_eq!(
        (&there["game"], &there["begun"]),
        (&begun["game"], &json!(true))
    );
    assert_eq!(server.once_more(&watchers, None).await.ok(), there, "again");
    let (mut third, welcome) = server.enter(&secret_in(&there)).await;
    assert_eq!(
        (&welcome["game"], &welcome["role"]),
        (&begun["game"], &json!("watcher"))
    );
    assert_eq!(third.play("32-28").await["code"], "not-entitled");
}

#[tokio::test]
async fn delayed_spectators_follow_once_the_end_is_shown() {
    let server = server().await;
    let delayed = challenge("international", &json!({ "watchers_delay_s": 5 }));
    let [white, black, watchers] = server.finished(1, &delayed).await;
    server.once_more(&white, None).await.ok();
    server.once_more(&black, None).await.ok();
    server.let_time_pass(4_000).await;
    let early = server.once_more(&watchers, None).await;
    early.problem(409, "game-goes-on");
    server.let_time_pass(1_000).await;
    let there = server.once_more(&watchers, None).await.ok();
    assert_eq!(there["begun"], true);
    let (_, welcome) = server.enter(&secret_in(&there)).await;
    assert_eq!(
        (&welcome["role"], &welcome["delay_ms"]),
        (&json!("watcher"), &json!(5_000))
    );
}

#[tokio::test]
async fn another_game_with_the_rematch_id_gives_no_seat() {
    // The id is derived from that of the game, so its players can compute it.
    let known = server().await;
    let [white, _, _] = known.finished(1, &blitz()).await;
    let next = known.once_more(&white, None).await.ok()["game"].clone();

    let server = server().await;
    let [white, black, watchers] = server.finished(1, &blitz()).await;
    let offer = json!({ "id": next, "challenge": blitz(), "invitation": secret(701) });
    server
        .sitting(&secret(700), "POST", "/challenges", &offer)
        .await
        .ok();
    let taken_up = json!({ "invitation": secret(701), "name": "Zoé" });
    let begun = server
        .sitting(&secret(702), "POST", "/challenge/accept", &taken_up)
        .await
        .ok();
    assert_eq!(begun["game"], next);
    for seat in [&white, &black] {
        for own in [None, Some(103)] {
            let refused = server.once_more(seat, own).await;
            refused.problem(409, "challenge-exists");
        }
    }
    let refused = server.once_more(&watchers, None).await;
    refused.problem(403, "not-entitled");
    server
        .sitting(&secret(103), "GET", "/seat", &Value::Null)
        .await
        .problem(404, "seat-not-found");
}
