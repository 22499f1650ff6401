//! A side that votes: by the deadline while no member is connected, across restarts, and on two
//! servers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use super::{captain, heard_none_of, until, vote, wants, wants_at};
use crate::common::live::secret;
use crate::common::{Running, start_stores};

/// Waits until a side is to move in the game of a member, without connecting to it.
async fn is_to_move(server: &Running, number: u32, side: &str) -> Value {
    for _ in 0..300 {
        let seat = secret(number);
        let state = server.sitting(&seat, "GET", "/live/state", &Value::Null);
        let state = state.await.ok();
        if state["state"]["turn"] == json!(side) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the game does not go on");
}

#[tokio::test]
async fn a_vote_is_decided_at_its_deadline_without_connected_members() {
    let live = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores(), |_| {}).await;
    let links = server.create_team_match(&vote(), &vote()).await;
    for (number, name) in [(11, "Awa"), (12, "Piet"), (13, "Jan")] {
        server.come(number, &links["white"], name).await.ok();
    }
    for (number, name) in [(21, "Moussa"), (22, "Ali"), (23, "Eva")] {
        server.come(number, &links["black"], name).await.ok();
    }
    server.begin().await;
    server.wait_for_a_beat().await;
    let voted = |number: u32, text: &str| json!({ "id": format!("00000001-0000-4000-8000-0000000000{number}"), "want": wants(text) });
    let white = voted(12, "32-28");
    let seat = secret(12);
    let accepted = server.sitting(&seat, "POST", "/live/acts", &white);
    assert_eq!(accepted.await.status, 202);
    // Half of the time: although no member is connected, a single vote does not decide.
    server.let_time_pass(20_000).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    let state = is_to_move(&server, 12, "white").await;
    assert_eq!(state["version"], 0);
    server.let_time_pass(10_000).await;
    let state = is_to_move(&server, 12, "black").await;
    assert_eq!(state["version"], 1);

    // After a start every member counts as present, so the vote of one of three does not decide.
    // The server stops again before the deadline.
    let again = async |server: Running| {
        let stopped_ms = server.clock.0.load(Ordering::SeqCst);
        server.stop().await.unwrap();
        let server = start_stores(stores(), |_| {}).await;
        server.clock.0.store(stopped_ms, Ordering::SeqCst);
        server.wait_for_a_beat().await;
        server
    };
    let server = again(server).await;
    let black = voted(22, "19-23");
    let seat = secret(22);
    let accepted = server.sitting(&seat, "POST", "/live/acts", &black);
    assert_eq!(accepted.await.status, 202);
    let server = again(server).await;
    server.let_time_pass(60_000).await;
    is_to_move(&server, 22, "white").await;
}

#[tokio::test]
async fn a_vote_survives_a_restart_and_is_decided_at_its_deadline() {
    let live = Arc::new(InMemoryStore::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&vote()).await;
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(jan.act(&wants("31-27")).await["frame"], "noted");
    assert_eq!(
        jan.act(&wants("33-29")).await["frame"],
        "noted",
        "another mind"
    );
    heard_none_of(&mut moussa, &["event"]).await;
    server.stop().await.unwrap();

    let server = start_stores(stores(), |_| {}).await;
    server.wait_for_a_beat().await;
    for socket in [&mut awa, &mut piet, &mut jan, &mut moussa] {
        while socket.next().await.is_some() {} // of the server that is gone
    }
    let (mut piet, _) = server.enter(&secret(12)).await;
    let team = until(&mut piet, |team| {
        team["votes"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!(
        team["votes"],
        json!([
            { "member": 1, "want": wants_at(0, "32-28") },
            { "member": 3, "want": wants_at(0, "33-29") },
        ])
    );
    let done = piet.act(&wants("33-29")).await;
    assert_eq!(done["frame"], "done", "two of three: {done}");
    let (mut moussa, welcome) = server.enter(&secret(21)).await;
    assert_eq!(welcome["events"][0]["act"]["move"], "33-29");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");

    // One vote of three decides nothing until the deadline.
    assert_eq!(piet.event().await["event"]["number"], 1);
    let (mut awa, _) = server.enter(&secret(11)).await;
    let (_jan, _) = server.enter(&secret(13)).await;
    assert_eq!(awa.act(&wants("31-26")).await["frame"], "noted");
    server.let_time_pass(28_000).await;
    heard_none_of(&mut awa, &["event"]).await;
    server.let_time_pass(4_000).await;
    assert_eq!(awa.event().await["event"]["act"]["move"], "31-26");
}

#[tokio::test]
async fn members_on_two_nodes_agree_on_one_move() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    let links = one.create_team_match(&vote(), &captain()).await;
    one.come(11, &links["white"], "Awa").await.ok();
    other.come(12, &links["white"], "Piet").await.ok();
    other.come(21, &links["black"], "Moussa").await.ok();
    one.begin().await;
    let (mut awa, _) = one.enter(&secret(11)).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    let (mut moussa, _) = other.enter(&secret(21)).await;
    // Neither server was notified of the other vote when it accepts one, and the two together
    // decide.
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    let piets = piet.act(&wants("32-28")).await;
    assert!(
        ["noted", "done"].contains(&piets["frame"].as_str().unwrap()),
        "{piets}"
    );
    for player in [&mut awa, &mut piet, &mut moussa] {
        let event = player.event().await;
        assert_eq!(
            (&event["event"]["number"], &event["event"]["act"]["move"]),
            (&json!(1), &json!("32-28"))
        );
    }
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    assert_eq!(awa.event().await["event"]["number"], 2);
    // A vote on the other server is visible to the voter's team here.
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "noted");
    until(&mut awa, |team| {
        team["votes"].as_array().unwrap().len() == 1
    })
    .await;
}
