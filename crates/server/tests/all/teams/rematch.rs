//! Rematches of teams: who must want it, where that is visible, and who follows.

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use super::{HOST, captain, server, until, vote, wants};
use crate::common::live::{Socket, secret};
use crate::common::{Answer, Running, start_stores};

impl Running {
    /// Member `number` wants a rematch, as member `next` there.
    async fn again(&self, number: u32, next: u32) -> Answer {
        let body = json!({ "secret": secret(next) });
        self.sitting(&secret(number), "POST", "/live/rematch", &body)
            .await
    }

    /// The same without a new secret for the rematch.
    async fn along(&self, seat: &str) -> Answer {
        self.sitting(seat, "POST", "/live/rematch", &json!({}))
            .await
    }
}

/// One move of each side, and White resigns.
async fn white_loses(white: &mut [&mut Socket], moussa: &mut Socket) {
    for want in [wants("32-28"), json!({ "act": "resign" })] {
        let mut frame = Value::Null;
        for member in white.iter_mut() {
            frame = member.act(&want).await["frame"].clone();
        }
        assert_eq!(frame, "done", "{want}");
        if want["act"] == "move" {
            assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
        }
    }
}

#[tokio::test]
async fn a_rematch_begins_once_both_captains_want_it_and_swaps_colours() {
    let server = server().await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    server.again(11, 31).await.problem(409, "game-goes-on");
    white_loses(&mut [&mut awa], &mut moussa).await;
    let asked = server.again(12, 32).await.ok();
    assert_eq!(asked["begun"], json!(false));
    // The captain sees it, and the other side does not.
    until(&mut awa, |team| team["another"] == json!([2])).await;
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(false));
    let theirs = awa.wait("rematch").await;
    assert_eq!(
        (&theirs["by"], &theirs["game"]),
        (&json!("black"), &Value::Null)
    );
    let (_, welcome) = server.enter(&secret(13)).await;
    assert_eq!(
        welcome["rematch"],
        json!({ "white": false, "black": true, "game": null })
    );
    let begun = server.again(11, 31).await.ok();
    assert_eq!(begun["begun"], json!(true), "{begun}");
    assert_eq!(server.again(11, 31).await.ok(), begun, "again");
    server.again(11, 51).await.problem(409, "challenge-exists");
    // The first captain agrees too.
    while moussa.wait("rematch").await["game"] != begun["game"] {}
    let (mut awa, welcome) = server.enter(&secret(31)).await;
    assert_eq!(
        (&welcome["role"], &welcome["game"]),
        (&json!("black"), &begun["game"])
    );
    let settings = &welcome["setup"]["settings"];
    assert_eq!(settings["white"]["name"], "Moussa");
    // A member who follows later gets a seat at once, behind the captain.
    assert_eq!(server.again(12, 32).await.ok()["begun"], json!(true));
    let (mut piet, _) = server.enter(&secret(32)).await;
    let team = until(&mut piet, |team| {
        team["members"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!((&team["you"], &team["captain"]), (&json!(3), &json!(2)));
    let (mut moussa, _) = server.enter(&secret(41)).await;
    assert_eq!(moussa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(piet.act(&wants("19-23")).await["frame"], "noted");
    assert_eq!(awa.act(&wants("19-23")).await["frame"], "done");
}

#[tokio::test]
async fn a_rematch_needs_a_majority_of_a_voting_team() {
    let server = server().await;
    let [mut awa, mut piet, _jan, mut moussa] = server.four(&vote()).await;
    white_loses(&mut [&mut awa, &mut piet], &mut moussa).await;
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(false));
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    let still = server.again(11, 31).await.ok();
    assert_eq!(still["begun"], json!(false), "one of three, however often");
    until(&mut piet, |team| team["another"] == json!([1])).await;
    // A vote for the rematch is stored for an hour.
    server.leap(61 * 60 * 1_000).await;
    assert_eq!(server.again(12, 32).await.ok()["begun"], json!(false));
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(true));
    let (_, welcome) = server.enter(&secret(32)).await;
    assert_eq!(welcome["role"], "black");
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Piet & Awa");
}

#[tokio::test]
async fn other_devices_and_spectators_follow_to_the_rematch_of_teams() {
    let server = server().await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    let watchers = server.team_match(HOST).await["links"]["watcher"].clone();
    let watchers = watchers.as_str().unwrap();
    let (mut third, _) = server.enter(watchers).await;
    white_loses(&mut [&mut awa], &mut moussa).await;
    let waits = server.along(&secret(11)).await.ok();
    assert_eq!(waits["begun"], json!(false));
    assert_eq!(server.along(&secret(11)).await.ok(), waits, "the other one");
    server.along(watchers).await.problem(403, "not-entitled");
    let begun = server.along(&secret(21)).await.ok();
    assert_eq!(begun["begun"], json!(true));
    while third.wait("rematch").await["game"] != begun["game"] {}
    for _ in 0..2 {
        let there = server.along(&secret(11)).await.ok();
        assert_eq!(
            (&there["begun"], &there["secret"]),
            (&json!(true), &waits["secret"])
        );
    }
    let (mut awa, _) = server.enter(waits["secret"].as_str().unwrap()).await;
    let team = until(&mut awa, |_| true).await;
    assert_eq!(team["members"].as_array().unwrap().len(), 1, "{team}");
    let there = server.along(watchers).await.ok();
    let (_, welcome) = server.enter(there["secret"].as_str().unwrap()).await;
    assert_eq!(
        (&welcome["game"], &welcome["role"]),
        (&begun["game"], &json!("watcher"))
    );
}

#[tokio::test]
async fn the_rematch_vote_is_visible_on_another_node_and_after_a_restart() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    white_loses(&mut [&mut awa], &mut moussa).await;
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    // The actor of this server was not notified of it.
    let later = start_stores(stores(), |_| {}).await;
    let (_moussa, welcome) = later.enter(&secret(21)).await;
    assert_eq!(
        welcome["rematch"],
        json!({ "white": true, "black": false, "game": null })
    );
    let (mut piet, _) = later.enter(&secret(12)).await;
    let team = until(&mut piet, |_| true).await;
    assert_eq!(team["another"], json!([1]));
    let begun = later.again(21, 41).await.ok();
    assert_eq!(begun["begun"], json!(true));
    let (_, welcome) = server.enter(&secret(21)).await;
    assert_eq!(welcome["rematch"]["game"], begun["game"]);
}
