//! Who leads a team: the first member, until the host or the captain names another one, before the
//! game or in it.

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use super::{captain, server, until, vote, wants};
use crate::common::live::{secret, uuid};
use crate::common::{Answer, Running, start_stores};

impl Running {
    /// Member `by` names member `number` of the team match as captain.
    async fn name(&self, by: u32, number: u32) -> Answer {
        let wanted = json!({ "number": number });
        self.sitting(&secret(by), "POST", "/teams/captain", &wanted)
            .await
    }
}

/// The captains of both sides, by member number.
fn captains(team_match: &Value) -> Vec<&Value> {
    let members = team_match["members"].as_array().unwrap().iter();
    let led = members.filter(|member| member["captain"] == json!(true));
    led.map(|member| &member["number"]).collect()
}

#[tokio::test]
async fn before_the_game_the_host_or_the_captain_names_the_captain() {
    let server = server().await;
    let links = server.create_team_match(&captain(), &vote()).await;
    for (number, name) in [(11, "Awa"), (12, "Piet"), (13, "Jan")] {
        server.come(number, &links["white"], name).await.ok();
    }
    server.come(21, &links["black"], "Moussa").await.ok();
    assert_eq!(captains(&server.team_match(12).await), [&json!(1)]);
    for _ in 0..2 {
        let named = server.name(super::HOST, 2).await.ok();
        assert_eq!(captains(&named), [&json!(2)]);
    }
    server.name(11, 3).await.problem(403, "not-entitled");
    server.name(21, 3).await.problem(403, "not-entitled");
    let link = links["white"].as_str().unwrap();
    let wanted = json!({ "number": 3 });
    server
        .sitting(link, "POST", "/teams/captain", &wanted)
        .await
        .problem(403, "not-entitled");
    let no_captain = server.name(super::HOST, 4).await;
    no_captain.problem(409, "no-captain");
    let nobody = server.name(super::HOST, 9).await;
    nobody.problem(409, "no-such-member");
    server.name(12, 3).await.ok();
    assert_eq!(captains(&server.team_match(21).await), [&json!(3)]);
    // The named captain is removed: the first member leads again.
    server.host("POST", "/teams/removal", &wanted).await.ok();
    assert_eq!(captains(&server.team_match(21).await), [&json!(1)]);
    server.name(11, 2).await.ok();
    server.begin().await;
    let late = server.name(super::HOST, 1).await;
    late.problem(409, "team-match-begun");
    let (mut awa, _) = server.enter(&secret(11)).await;
    let (mut piet, _) = server.enter(&secret(12)).await;
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(piet.act(&wants("32-28")).await["frame"], "done");
}

#[tokio::test]
async fn a_captain_hands_over_during_the_game() {
    let server = server().await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&captain()).await;
    let team = until(&mut awa, |_| true).await;
    assert_eq!((&team["captain"], &team["leader"]), (&json!(1), &json!(1)));
    server.name(12, 2).await.problem(403, "not-entitled");
    server.name(11, 3).await.ok();
    for member in [&mut awa, &mut piet, &mut jan] {
        let team = until(member, |team| team["captain"] == json!(3)).await;
        assert_eq!(team["leader"], json!(3));
    }
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(jan.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.event().await["event"]["act"]["move"], "32-28");
    // Repeating it changes nothing, and only the captain can transfer the lead.
    server.name(11, 3).await.ok();
    server.name(11, 1).await.problem(403, "not-entitled");
    server.name(13, 1).await.ok();
    assert_eq!(jan.act(&json!({ "act": "resign" })).await["frame"], "noted");
    assert_eq!(awa.act(&json!({ "act": "resign" })).await["frame"], "done");
}

#[tokio::test]
async fn the_captain_is_the_same_on_every_node_and_after_a_restart() {
    let live = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let one = start_stores(stores(), |_| {}).await;
    let [mut awa, _piet, _jan, mut moussa] = one.four(&captain()).await;
    let other = start_stores(stores(), |_| {}).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    until(&mut piet, |team| team["captain"] == json!(1)).await;
    one.name(11, 2).await.ok();
    // The other server first checks for other nodes before it accepts a move.
    let moved = piet.act_when_taken(&uuid(98), &wants("32-28")).await;
    assert_eq!(moved["frame"], "done", "{moved}");
    until(&mut piet, |team| team["leader"] == json!(2)).await;
    assert_eq!(moussa.event().await["event"]["act"]["move"], "32-28");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    other.name(12, 3).await.ok();
    until(&mut awa, |team| team["leader"] == json!(3)).await;
    let later = start_stores(stores(), |_| {}).await;
    let (mut jan, _) = later.enter(&secret(13)).await;
    let team = until(&mut jan, |_| true).await;
    assert_eq!((&team["captain"], &team["leader"]), (&json!(3), &json!(3)));
    let captured = jan.act_when_taken(&uuid(99), &wants("28x19")).await;
    assert_eq!(captured["frame"], "done", "{captured}");
}
