//! Whose clock runs and who loses on it: first moves, flags, absent players, and outages.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use super::server;
use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::start_stores;

/// The first move of each side, which starts the clocks; both have received them.
async fn both_move(white: &mut Socket, black: &mut Socket) {
    assert_eq!(white.play("32-28").await["frame"], "done");
    assert_eq!(black.play("19-23").await["frame"], "done");
    for player in [white, black] {
        assert_eq!(player.event().await["event"]["number"], 1);
        assert_eq!(player.event().await["event"]["number"], 2);
    }
}

#[tokio::test]
async fn an_absent_host_loses_no_time_and_no_game() {
    let server = server().await;
    let mut bullet = challenge(
        "international",
        &json!({ "clock": { "initial_ms": 10_000, "increment_ms": 0 } }),
    );
    bullet["colour"] = "black".into();
    let [black, white] = server.game(1, &bullet).await;
    // Awa has left the page while her invitation was open, and Piet accepts it.
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
    // She comes with her full time; he has moved, so after her move his clock runs.
    let (mut awa, welcome) = server.enter(&black).await;
    assert_eq!(welcome["state"]["clock"]["black_ms"], 10_000);
    assert_eq!(awa.play("19-23").await["frame"], "done");
    let state = piet.event().await["state"].clone();
    assert_eq!(
        (&state["clock"]["running"], &state["awaits_first_moves"]),
        (&json!("white"), &json!(false))
    );

    // A player whose host does not come can leave with any act.
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
async fn the_background_task_flags_after_the_grace_time() {
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
async fn an_absent_player_loses_after_a_claim() {
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
    let done = piet.act_as(&uuid(7), &claim).await;
    assert_eq!(done["frame"], "done", "{done}");
    // A repeated claim gets the same result, though no claim is possible any more.
    assert_eq!(piet.act_as(&uuid(7), &claim).await, done);
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
    assert_eq!(
        piet.event().await["state"]["ending"],
        json!({ "winner": "black", "reason": "abandonment" })
    );
}

#[tokio::test]
async fn the_time_of_an_outage_is_restored() {
    let live = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
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
    let (code, reason) = awa.closed().await.expect("the reason is sent");
    assert_eq!(code, 1012, "{reason}");
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
