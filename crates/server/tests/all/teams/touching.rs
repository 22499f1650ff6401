//! Touched pieces and irregular moves in a game of teams: the member on move acts for the side, and
//! a touch binds the next member too.

use std::sync::Arc;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use super::{in_turn, server, until, wants};
use crate::common::live::{secret, uuid};
use crate::common::{Answer, Running, start_stores};

fn touch(square: &str) -> Value {
    json!({ "act": "touch", "square": square })
}

#[tokio::test]
async fn a_touch_binds_another_member_who_moves() {
    let server = server().await;
    let conduct_rules =
        json!({ "conduct": { "touched_is_played": true, "irregular_moves": true } });
    let [mut awa, mut piet, mut jan, mut moussa] =
        server.four_with(&in_turn(), &conduct_rules).await;
    let refused = piet.act(&touch("32")).await;
    assert_eq!(refused["code"], "not-on-move", "{refused}");
    let touched = awa.act(&touch("32")).await;
    assert_eq!(touched["frame"], "done", "{touched}");
    for player in [&mut piet, &mut moussa] {
        let event = player.event().await;
        let act = &event["event"]["act"];
        assert_eq!(
            (&act["act"], &act["square"]),
            (&json!("touch"), &json!("32"))
        );
    }
    // The member who touched it leaves, and the next one has to play it. No member can propose
    // another move.
    drop(awa);
    let refused = jan.act(&wants("31-27")).await;
    assert_eq!(refused["code"], "touched-is-played", "{refused}");
    server.let_time_pass(16_000).await;
    until(&mut piet, |team| team["on_move"]["member"] == json!(2)).await;
    let refused = piet.act(&wants("33-29")).await;
    assert_eq!(refused["code"], "touched-is-played", "{refused}");
    assert_eq!(piet.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.event().await["event"]["act"]["move"], "32-28");

    // An irregular move is judged by the member on move of the other side.
    let irregular = json!({ "act": "irregular", "from": "19", "to": "30", "removed": [] });
    assert_eq!(moussa.act(&irregular).await["frame"], "done");
    let correct = json!({ "act": "correct" });
    assert_eq!(jan.act(&correct).await["code"], "not-on-move");
    until(&mut piet, |team| team["on_move"]["member"] == json!(2)).await;
    let corrected = piet.act(&correct).await;
    assert_eq!(corrected["frame"], "done", "{corrected}");
    let refused = moussa.act(&wants("20-24")).await;
    assert_eq!(refused["code"], "touched-is-played", "{refused}");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
}

/// A member touches a piece by a request.
async fn touches(server: &Running, member: u32, command: u32, square: &str) -> Answer {
    let body = json!({ "id": uuid(command), "want": touch(square) });
    let seat = secret(member);
    server.sitting(&seat, "POST", "/live/acts", &body).await
}

/// A touch does not name its move. It arrived late: another member is on move by now, which this
/// node was not notified of.
#[tokio::test]
async fn a_late_touch_does_not_bind_the_next_move() {
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::shared())),
    };
    let one = start_stores(stores.clone(), |_| {}).await;
    let other = start_stores(stores, |_| {}).await;
    let conduct_rules = json!({ "conduct": { "touched_is_played": true } });
    let [mut awa, _piet, _jan, mut moussa] = one.four_with(&in_turn(), &conduct_rules).await;
    // The actor runs there from now on, without connections.
    let early = touches(&other, 12, 900, "31").await;
    assert_eq!(early.problem(409, "refused")["reason"], "not-on-move");
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("20-25")).await["frame"], "done");
    let late = touches(&other, 11, 901, "31").await;
    assert_eq!(late.problem(409, "refused")["reason"], "not-on-move");
    let touched = touches(&other, 12, 902, "31").await.ok();
    assert_eq!(touched["number"], 3);
}

/// If events of other nodes cannot be read, it is unknown who is on move: the touch is neither
/// executed nor rejected.
#[tokio::test]
async fn a_touch_is_judged_by_the_current_position() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let one = start_stores(stores.clone(), |_| {}).await;
    let other = start_stores(stores, |_| {}).await;
    let conduct_rules = json!({ "conduct": { "touched_is_played": true } });
    let [mut awa, _piet, _jan, mut moussa] = one.four_with(&in_turn(), &conduct_rules).await;
    // The actor runs there from now on, at the first move.
    let early = touches(&other, 12, 900, "31").await;
    assert_eq!(early.problem(409, "refused")["reason"], "not-on-move");
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("20-25")).await["frame"], "done");
    journal.fail_to_read_after(0);
    let late = touches(&other, 11, 901, "31").await;
    late.problem(503, "live-unavailable");
    let again = touches(&other, 11, 901, "31").await;
    assert_eq!(again.problem(409, "refused")["reason"], "not-on-move");
    let touched = touches(&other, 12, 902, "31").await.ok();
    assert_eq!(touched["number"], 3);
}
