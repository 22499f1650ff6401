//! Two people, one board: challenges, sockets and streams over a real connection.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Running, start, start_stores};
use damier_club::in_memory::InMemoryLibrary;
use damier_club::live::InMemoryJournal;
use damier_server::Stores;
use serde_json::{Value, json};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

fn blitz() -> Value {
    challenge("international", &json!({}))
}

#[tokio::test]
async fn two_people_come_from_a_link_to_a_finished_game() {
    let server = server().await;
    let waiting = server.offer(1, &blitz()).await.ok();
    assert_eq!(
        (&waiting["yours"], &waiting["id"]),
        (&json!(true), &json!(uuid(1)))
    );
    assert_eq!(server.offer(1, &blitz()).await.ok(), waiting, "sent again");
    let seen = server
        .sitting(&secret(11), "GET", "/challenge", &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&seen["yours"], &seen["challenge"]["host"]),
        (&json!(false), &json!("Awa"))
    );

    // The host waits at the board.
    let mut awa = server.socket().await;
    awa.say(&json!({ "frame": "hello", "seat": secret(10), "have": 0 }))
        .await;
    assert_eq!(awa.wait("waiting").await["now_ms"], 1_000);
    let seat = json!({ "game": uuid(1), "role": "black" });
    assert_eq!(server.accept(1).await.ok(), seat);
    assert_eq!(server.accept(1).await.ok(), seat, "sent again");
    server
        .sitting(&secret(11), "GET", "/challenge", &Value::Null)
        .await
        .problem(404, "challenge-not-found");

    let welcome = awa.wait("welcome").await;
    assert_eq!(
        (&welcome["role"], &welcome["events"]),
        (&json!("white"), &json!([]))
    );
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Piet");
    let (mut piet, welcome) = server.enter(&secret(12)).await;
    assert_eq!(
        welcome["presence"],
        json!({ "white": true, "black": true, "watching": 0, "absent": null })
    );
    let state = &welcome["state"];
    assert_eq!(
        (&state["clock"]["running"], &state["awaits_first_moves"]),
        (&Value::Null, &json!(true)),
        "a first move costs no time"
    );

    for (number, (by, text)) in [
        (true, "32-28"),
        (false, "19-23"),
        (true, "28x19"),
        (false, "14x23"),
    ]
    .into_iter()
    .enumerate()
    {
        let (mover, other) = if by {
            (&mut awa, &mut piet)
        } else {
            (&mut piet, &mut awa)
        };
        let done = mover.play(text).await;
        assert_eq!(
            (&done["frame"], &done["number"]),
            (&json!("done"), &json!(number + 1)),
            "{done}"
        );
        for player in [mover, other] {
            let event = player.event().await;
            assert_eq!(event["event"]["number"], number + 1);
            assert_eq!(event["event"]["act"]["move"], text);
        }
    }
    assert_eq!(piet.act(&json!({ "act": "resign" })).await["frame"], "done");
    let event = awa.event().await;
    assert_eq!(
        event["state"]["ending"],
        json!({ "winner": "white", "reason": "resignation" })
    );
    assert_eq!(piet.play("13-19").await["code"], "game-over");
    let standing = server
        .sitting(&secret(12), "GET", "/live/state", &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&standing["role"], &standing["version"]),
        (&json!("black"), &json!(5))
    );
    assert_eq!(
        (&standing["state"]["turn"], &standing["state"]["asked"]),
        (&Value::Null, &json!([]))
    );

    // Whoever comes later finds the whole game.
    let (_, welcome) = server.enter(&secret(10)).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 5);
    assert_eq!(welcome["state"]["ending"]["reason"], "resignation");
}

#[tokio::test]
async fn a_command_that_is_sent_again_acts_once() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let want = json!({ "act": "move", "move": "32-28" });
    let done = awa.act_as(&uuid(7), &want).await;
    assert_eq!(done, json!({ "frame": "done", "id": uuid(7), "number": 1 }));
    assert_eq!(awa.act_as(&uuid(7), &want).await, done);
    // Also over another socket, and over plain HTTP.
    let (mut phone, _) = server.enter(&white).await;
    assert_eq!(phone.act_as(&uuid(7), &want).await, done);
    let body = json!({ "id": uuid(7), "want": want });
    let again = server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .ok();
    assert_eq!(
        (&again["number"], &again["event"]["command"]),
        (&json!(1), &json!(uuid(7)))
    );
    assert_eq!(piet.event().await["event"]["command"], uuid(7));
    assert_eq!(piet.play("19-23").await["number"], 2);
}

#[tokio::test]
async fn a_game_that_has_not_begun_in_earnest_is_given_up_without_a_result() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.play("32-28").await;
    piet.event().await;
    let done = piet.act(&json!({ "act": "abort" })).await;
    assert_eq!(done["frame"], "done", "{done}");
    let event = piet.event().await;
    let ending = json!({ "winner": null, "reason": "aborted" });
    assert_eq!(
        (&event["event"]["act"]["act"], &event["state"]["ending"]),
        (&json!("abort"), &ending)
    );
    // Another one is played, and there it is too late after the second move.
    let [white, black] = server.game(2, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.play("32-28").await;
    piet.event().await;
    piet.play("19-23").await;
    let refused = awa.act(&json!({ "act": "abort" })).await;
    assert_eq!(refused["code"], "too-late-to-abort", "{refused}");
}

#[tokio::test]
async fn nobody_acts_for_another_and_whoever_watches_not_at_all() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let seat = json!({ "secret": secret(19) });
    assert_eq!(
        server
            .sitting(&white, "POST", "/live/watchers", &seat)
            .await
            .ok()["role"],
        "watcher"
    );
    assert_eq!(
        server
            .sitting(&white, "POST", "/live/watchers", &seat)
            .await
            .ok()["role"],
        "watcher",
        "sent again"
    );
    server
        .sitting(
            &secret(19),
            "POST",
            "/live/watchers",
            &json!({ "secret": secret(18) }),
        )
        .await
        .problem(403, "not-entitled");
    let black_again = json!({ "secret": black });
    server
        .sitting(&white, "POST", "/live/watchers", &black_again)
        .await
        .problem(409, "challenge-exists");

    let (mut piet, _) = server.enter(&black).await;
    assert_eq!(piet.play("32-28").await["code"], "not-your-turn");
    let (mut watcher, welcome) = server.enter(&secret(19)).await;
    assert_eq!(welcome["role"], "watcher");
    assert_eq!(watcher.play("32-28").await["code"], "not-entitled");
    watcher
        .say(&json!({ "frame": "say", "phrase": "hello" }))
        .await;
    assert_eq!(watcher.wait("trouble").await["code"], "not-entitled");
    for want in [
        json!({ "act": "forfeit", "side": "white" }),
        json!({ "act": "arbiter", "winner": "black" }),
        json!({ "act": "outage", "lost_ms": 5 }),
        json!({ "act": "abandon", "side": "black" }),
    ] {
        assert_eq!(piet.act(&want).await["code"], "not-entitled", "{want}");
    }
    // White is not there yet, but was a moment ago.
    assert_eq!(
        piet.act(&json!({ "act": "abandon", "side": "white" }))
            .await["code"],
        "not-absent"
    );
    // The ids of the house are not for clients.
    let house = "00000000-0000-8000-8000-000000000000";
    assert_eq!(
        piet.act_as(house, &json!({ "act": "resign" })).await["code"],
        "bad-command-id"
    );
    let (mut awa, _) = server.enter(&white).await;
    assert_eq!(awa.play("32-28").await["number"], 1);
}

#[tokio::test]
async fn what_cannot_be_understood_is_answered_and_harms_nobody() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    let mut stranger = server.socket().await;
    stranger
        .say(&json!({ "frame": "act", "id": uuid(1), "want": { "act": "resign" } }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "no-game");
    stranger
        .say(&json!({ "frame": "hello", "seat": "short", "have": 0 }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "bad-frame");
    stranger
        .say(&json!({ "frame": "hello", "seat": secret(99), "have": 0 }))
        .await;
    assert_eq!(stranger.wait("trouble").await["code"], "unknown-seat");
    assert_eq!(stranger.next().await, None, "closed");

    let (mut awa, _) = server.enter(&white).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        r#"{"frame":"act"}"#,
        r#"{"frame":"sing"}"#,
        r#"{"frame":"ping","number":-1}"#,
        r#"{"frame":"ping","number":1,"more":1}"#,
    ] {
        awa.text(text).await;
        assert_eq!(awa.wait("trouble").await["code"], "bad-frame", "{text:?}");
    }
    awa.binary(&[0, 159, 146, 150]).await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    assert_eq!(awa.play("1-2 and more").await["code"], "not-legal");
    assert_eq!(awa.play("32-28").await["frame"], "done");
    // Longer than any frame: the socket is closed, the game goes on.
    awa.text(&"x".repeat(9_000)).await;
    let (code, reason) = awa.closed().await.expect("it is told why");
    assert_eq!(code, 1009);
    assert!(reason.contains("8192 bytes"), "{reason}");
    let (mut awa, _) = server.enter(&white).await;
    awa.text(&"x".repeat(8_192)).await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    awa.text(&"x".repeat(200_000)).await;
    assert_eq!(awa.closed().await.expect("it is told why").0, 1009);
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn frames_that_come_too_fast_are_not_done() {
    let server = server().await;
    let [white, _] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let mut troubles = 0;
    for number in 0..60 {
        awa.say(&json!({ "frame": "ping", "number": number })).await;
    }
    for _ in 0..60 {
        let frame = awa.next().await.unwrap();
        if frame["code"] == "too-fast" {
            assert!(frame["retry_after_ms"].as_u64().unwrap() > 0);
            troubles += 1;
        }
    }
    assert!((10..=20).contains(&troubles), "{troubles} of 60");
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let server = server().await;
    let own = format!("http://{}", server.address);
    assert!(server.socket_from(Some(&own)).await.is_ok());
    assert_eq!(
        server.socket_from(Some("https://evil.example")).await.err(),
        Some(403)
    );
    assert_eq!(server.socket_from(Some("null")).await.err(), Some(403));
    let answer = server
        .sitting(&secret(1), "GET", "/live", &Value::Null)
        .await;
    answer.problem(400, "no-socket");
}

#[tokio::test]
async fn a_challenge_is_taken_up_once_and_only_by_another() {
    let server = server().await;
    server.offer(1, &blitz()).await.ok();
    let own = json!({ "invitation": secret(11), "name": "" });
    server
        .sitting(&secret(10), "POST", "/challenge/accept", &own)
        .await
        .problem(409, "challenge-exists");
    let guests = (20..30).map(|guest| {
        let (server, own) = (&server, &own);
        async move {
            server
                .sitting(&secret(guest), "POST", "/challenge/accept", own)
                .await
                .status
                .as_u16()
        }
    });
    let mut statuses = futures_util::future::join_all(guests).await;
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(
        statuses[1..]
            .iter()
            .all(|status| matches!(status, 404 | 409)),
        "{statuses:?}"
    );

    let answer = server
        .offer(2, &challenge("no-such-game", &json!({})))
        .await;
    assert_eq!(
        answer.problem(422, "no-such-challenge")["reason"],
        "unknown-variant"
    );
    let answer = server
        .offer(2, &challenge("international", &json!({ "start": "B:W31" })))
        .await;
    assert_eq!(
        answer.problem(422, "no-such-challenge")["reason"],
        "over-at-once"
    );
    server.offer(3, &blitz()).await.ok();
    let withdrawn = server
        .sitting(&secret(31), "DELETE", "/challenge", &Value::Null)
        .await;
    withdrawn.problem(404, "challenge-not-found");
    let withdrawn = server
        .sitting(&secret(30), "DELETE", "/challenge", &Value::Null)
        .await;
    assert_eq!(withdrawn.status, 204);
    server.accept(3).await.problem(404, "challenge-not-found");
}

#[tokio::test]
async fn the_lobby_has_what_is_public() {
    let server = server().await;
    server.offer(1, &blitz()).await.ok();
    let body =
        json!({ "id": uuid(2), "challenge": blitz(), "invitation": secret(21), "public": true });
    server
        .sitting(&secret(20), "POST", "/challenges", &body)
        .await
        .ok();
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&lobby["challenges"][0]["id"], &lobby["next"]),
        (&json!(uuid(2)), &Value::Null)
    );
    let private = json!({ "challenge": uuid(1), "name": "" });
    server
        .sitting(&secret(5), "POST", "/challenge/accept", &private)
        .await
        .problem(404, "challenge-not-found");
    let public = json!({ "challenge": uuid(2), "name": "Piet" });
    assert_eq!(
        server
            .sitting(&secret(5), "POST", "/challenge/accept", &public)
            .await
            .ok()["game"],
        uuid(2)
    );
    assert_eq!(
        server.get("/api/v1/lobby").await.ok()["challenges"],
        json!([])
    );
}

#[tokio::test]
async fn both_want_another_game_and_get_one() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let next = |number| json!({ "secret": secret(number) });
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
    assert_eq!(
        again["rematch"],
        json!({ "white": true, "black": false, "game": null }),
        "whoever comes later sees it too"
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
async fn two_who_want_another_game_at_once_get_one() {
    for round in 1..=20 {
        let server = server().await;
        let [white, black] = server.game(round, &blitz()).await;
        let (mut awa, _) = server.enter(&white).await;
        awa.act(&json!({ "act": "resign" })).await;
        let wishes = [(white, 1_001), (black, 1_002)].map(|(seat, new)| {
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
        let answers = futures_util::future::join_all(wishes).await;
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
async fn a_program_reads_lines_and_sends_requests() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let request = format!(
        "GET /api/v1/live/events?have=0 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {black}\r\n\r\n",
        server.address
    );
    let mut lines = server.reading(&request).await;
    lines.until("\"frame\":\"welcome\"").await;
    let body = json!({ "id": uuid(1), "want": { "act": "move", "move": "32-28" } });
    server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .ok();
    lines.until("\"move\":\"32-28\"").await;
    let body = json!({ "id": uuid(2), "want": { "act": "move", "move": "32-28" } });
    let refused = server
        .sitting(&white, "POST", "/live/acts", &body)
        .await
        .problem(409, "refused");
    assert_eq!(
        (&refused["reason"], &refused["stored_version"]),
        (&json!("not-your-turn"), &json!(1))
    );
    server
        .sitting(&secret(77), "POST", "/live/acts", &body)
        .await
        .problem(404, "seat-not-found");
}

/// The first move of each side, from which on the clocks run; both have heard of them.
async fn both_move(white: &mut Socket, black: &mut Socket) {
    assert_eq!(white.play("32-28").await["frame"], "done");
    assert_eq!(black.play("19-23").await["frame"], "done");
    for player in [white, black] {
        assert_eq!(player.event().await["event"]["number"], 1);
        assert_eq!(player.event().await["event"]["number"], 2);
    }
}

#[tokio::test]
async fn a_host_who_is_away_loses_no_time_and_no_game() {
    let server = server().await;
    let mut bullet = challenge(
        "international",
        &json!({ "clock": { "initial_ms": 10_000, "increment_ms": 0 } }),
    );
    bullet["colour"] = "black".into();
    let [black, white] = server.game(1, &bullet).await;
    // Awa has left the page while her invitation waits, and Piet takes it up.
    let (mut piet, welcome) = server.enter(&white).await;
    assert_eq!(welcome["presence"]["absent"], Value::Null);
    assert_eq!(welcome["state"]["first_move_by_ms"], 901_000);
    assert_eq!(piet.play("32-28").await["frame"], "done");
    let state = piet.event().await["state"].clone();
    assert_eq!(state["clock"]["black_ms"], 10_000);
    server.let_time_pass(44_000).await;
    for (want, code) in [
        (json!({ "act": "flag", "side": "black" }), "time-left"),
        (json!({ "act": "abandon", "side": "black" }), "not-absent"),
    ] {
        assert_eq!(piet.act(&want).await["code"], code, "{want}");
    }
    // She comes with her whole time; he has moved, so it is his that passes once she has.
    let (mut awa, welcome) = server.enter(&black).await;
    assert_eq!(welcome["state"]["clock"]["black_ms"], 10_000);
    assert_eq!(awa.play("19-23").await["frame"], "done");
    let state = piet.event().await["state"].clone();
    assert_eq!(
        (&state["clock"]["running"], &state["awaits_first_moves"]),
        (&json!("white"), &json!(false))
    );

    // Somebody whose host does not come leaves, whatever he calls it.
    server.game(2, &bullet).await;
    let (mut piet, _) = server.enter(&secret(22)).await;
    assert_eq!(piet.play("32-28").await["frame"], "done");
    piet.event().await;
    assert_eq!(piet.act(&json!({ "act": "resign" })).await["frame"], "done");
    assert_eq!(
        piet.event().await["state"]["ending"],
        json!({ "winner": null, "reason": "aborted" })
    );
}

#[tokio::test]
async fn the_house_lets_a_flag_fall_and_not_before_a_move_may_have_come() {
    let server = server().await;
    let bullet = challenge(
        "international",
        &json!({ "clock": { "initial_ms": 2_000, "increment_ms": 0 } }),
    );
    let [white, black] = server.game(1, &bullet).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    both_move(&mut awa, &mut piet).await;
    server.let_time_pass(2_500).await;
    assert_eq!(
        piet.act(&json!({ "act": "flag", "side": "white" })).await["code"],
        "time-left"
    );
    server.let_time_pass(1_000).await;
    for player in [&mut awa, &mut piet] {
        let event = player.event().await;
        assert_eq!(
            event["state"]["ending"],
            json!({ "winner": "black", "reason": "time" })
        );
    }
}

#[tokio::test]
async fn who_stays_away_loses_when_the_other_one_claims_it() {
    let server = server().await;
    let quick = challenge(
        "international",
        &json!({ "clock": { "initial_ms": 120_000, "increment_ms": 0 } }),
    );
    let [white, black] = server.game(1, &quick).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    both_move(&mut awa, &mut piet).await;
    drop(awa);
    let absent = loop {
        let presence = piet.wait("presence").await;
        if presence["white"] == false {
            break presence["absent"].clone();
        }
    };
    assert_eq!(absent, json!({ "side": "white", "claim_at_ms": 41_000 }));
    let claim = json!({ "act": "abandon", "side": "white" });
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
    server.let_time_pass(40_000).await;
    assert_eq!(piet.act(&claim).await["frame"], "done");
    assert_eq!(
        piet.event().await["state"]["ending"],
        json!({ "winner": "black", "reason": "abandonment" })
    );
}

#[tokio::test]
async fn nobody_loses_the_time_of_an_outage() {
    let live = Arc::new(InMemoryJournal::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let server = start_stores(stores(), |_| {}).await;
    let bullet = challenge(
        "international",
        &json!({ "clock": { "initial_ms": 60_000, "increment_ms": 0 } }),
    );
    let [white, black] = server.game(1, &bullet).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    both_move(&mut awa, &mut piet).await;
    assert_eq!(awa.play("28x19").await["number"], 3);
    assert_eq!(awa.event().await["event"]["number"], 3);
    server.let_time_pass(1_000).await;
    let stopped_ms = server.clock.0.load(Ordering::SeqCst);
    server.stop().await.unwrap();
    while awa.next().await.is_some() {} // the socket is closed
    drop(piet);

    // An hour later, far beyond Black's minute.
    let server = start_stores(stores(), |_| {}).await;
    server
        .clock
        .0
        .store(stopped_ms + 3_600_000, Ordering::SeqCst);
    server.wait_for_a_beat().await;
    let (mut piet, welcome) = server.enter(&black).await;
    let clock = &welcome["state"]["clock"];
    assert_eq!(
        (&clock["running"], &clock["black_ms"]),
        (&json!("black"), &json!(59_000)),
        "{welcome}"
    );
    assert_eq!(welcome["events"][3]["act"]["lost_ms"], 3_600_000);
    assert_eq!(piet.play("14x23").await["frame"], "done");
}

#[tokio::test]
async fn phrases_are_told_to_everybody_at_the_board() {
    let server = server().await;
    let [white, black] = server.game(1, &blitz()).await;
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    awa.say(&json!({ "frame": "say", "phrase": "good-luck" }))
        .await;
    assert_eq!(
        piet.wait("said").await,
        json!({ "frame": "said", "by": "white", "phrase": "good-luck" })
    );
    awa.say(&json!({ "frame": "say", "phrase": "any words" }))
        .await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
    awa.say(&json!({ "frame": "ping", "number": 4 })).await;
    assert_eq!(
        awa.wait("pong").await,
        json!({ "frame": "pong", "number": 4, "now_ms": 1_000 })
    );
}

#[tokio::test]
async fn two_servers_that_share_a_journal_serve_one_game() {
    let live = Arc::new(InMemoryJournal::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    one.offer(1, &blitz()).await.ok();
    other.accept(1).await.ok();
    let (mut awa, _) = one.enter(&secret(10)).await;
    let (mut piet, welcome) = other.enter(&secret(12)).await;
    assert_eq!(
        welcome["presence"]["absent"],
        Value::Null,
        "she may be on the other one"
    );
    for (number, text) in ["32-28", "19-23", "28x19", "14x23"].into_iter().enumerate() {
        let (mover, waits) = if number % 2 == 0 {
            (&mut awa, &mut piet)
        } else {
            (&mut piet, &mut awa)
        };
        assert_eq!(mover.play(text).await["number"], number + 1);
        assert_eq!(mover.event().await["event"]["act"]["move"], text);
        assert_eq!(waits.event().await["event"]["act"]["move"], text);
    }
    let claim = json!({ "act": "abandon", "side": "white" });
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
}
