//! A team against the server's engine, which plays the other side as a whole: begun by the host
//! within the engine's limits, played and answered as in any game against it, continued by another
//! node, and followed by a rematch.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::{Journal, JournalEntry};
use damier_server::Stores;
use serde_json::{Value, json};

use super::{captain, plan, server, until, vote, wants};
use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Answer, Running, start_stores};

fn computer(level: u8) -> Value {
    json!({ "kind": "computer", "level": level })
}

/// A plan in which the engine has Black; Black's way of deciding is ignored.
fn against_computer(level: u8) -> Value {
    let untimed = json!({ "clock": null, "black": computer(level) });
    plan(&vote(), &captain(), &untimed)
}

impl Running {
    /// A team match against the engine, joined by Awa (11) and Piet (12).
    async fn create_match_against_engine(&self, level: u8) -> Value {
        let plan = against_computer(level);
        let made = self.host("POST", "/teams", &plan).await.ok();
        for (number, name) in [(11, "Awa"), (12, "Piet")] {
            self.come(number, &made["links"]["white"], name).await.ok();
        }
        made
    }

    /// Member `number` wants a rematch, as member `next` there.
    async fn another_against_it(&self, number: u32, next: u32) -> Answer {
        let body = json!({ "secret": secret(next) });
        self.sitting(&secret(number), "POST", "/live/rematch", &body)
            .await
    }
}

/// Both members vote for it, so their side does it.
async fn both_want(team: &mut [Socket; 2], want: &Value) {
    let [first, second] = team;
    assert_eq!(first.act(want).await["frame"], "noted", "{want}");
    assert_eq!(second.act(want).await["frame"], "done", "{want}");
}

/// The next event with this act of this side.
async fn done_by(socket: &mut Socket, side: &str, act: &str) {
    loop {
        let event = socket.event().await;
        let done = &event["event"]["act"];
        if done["act"] == act && done["side"] == side {
            return;
        }
    }
}

#[tokio::test]
async fn a_team_plays_the_engine_which_answers_its_requests() {
    let server = server().await;
    server.wait_for_a_beat().await;
    let made = server
        .host("POST", "/teams", &against_computer(2))
        .await
        .ok();
    assert_eq!(made["plan"]["settings"]["black"], computer(2));
    let begin = async || server.host("POST", "/teams/begin", &Value::Null).await;
    begin().await.problem(409, "side-empty");
    // No member can join the engine's side.
    let links = &made["links"];
    let refused = server.come(21, &links["black"], "Moussa").await;
    let refused = refused.problem(409, "not-joined");
    assert_eq!(refused["reason"], "team-full");
    server.create_match_against_engine(2).await;
    let begun = begin().await.ok();
    assert_eq!(begin().await.ok()["game"], begun["game"], "sent again");

    let (mut awa, welcome) = server.enter(&secret(11)).await;
    assert_eq!(welcome["setup"]["settings"]["black"], computer(2));
    assert_eq!(welcome["setup"]["settings"]["white"]["name"], "Awa & Piet");
    let presence = &welcome["presence"];
    assert_eq!(
        (&presence["white"], &presence["black"]),
        (&json!(true), &json!(true))
    );
    let team = until(&mut awa, |_| true).await;
    assert_eq!(team["members"].as_array().unwrap().len(), 2, "{team}");
    let (piet, _) = server.enter(&secret(12)).await;
    let mut team = [awa, piet];
    both_want(&mut team, &wants("32-28")).await;
    done_by(&mut team[0], "black", "move").await;
    let back = json!({ "act": "ask", "for": { "kind": "take-back", "plies": 2 } });
    both_want(&mut team, &back).await;
    done_by(&mut team[0], "black", "decline").await;
    // The engine does not leave.
    let claim = json!({ "act": "abandon", "side": "black" });
    assert_eq!(team[0].act(&claim).await["code"], "not-absent");
    both_want(&mut team, &json!({ "act": "resign" })).await;

    // A rematch with swapped colours: it begins as soon as the team wants it, and the engine moves
    // first.
    assert_eq!(
        server.another_against_it(11, 31).await.ok()["begun"],
        json!(false)
    );
    assert_eq!(
        server.another_against_it(12, 32).await.ok()["begun"],
        json!(true)
    );
    let (mut awa, welcome) = server.enter(&secret(31)).await;
    let settings = &welcome["setup"]["settings"];
    assert_eq!(welcome["role"], "black");
    assert_eq!(settings["white"], computer(2));
    assert_eq!(settings["black"]["name"], "Awa & Piet");
    if welcome["events"] == json!([]) {
        done_by(&mut awa, "white", "move").await;
    }
}

#[tokio::test]
async fn the_engine_plays_a_side_of_a_team_match_at_a_valid_level() {
    let server = server().await;
    for more in [
        json!({ "white": computer(1), "black": computer(2) }),
        json!({ "black": computer(0) }),
        json!({ "black": computer(11) }),
    ] {
        let plan = plan(&vote(), &captain(), &more);
        let refused = server.host("POST", "/teams", &plan).await;
        refused.problem(422, "computer-seat");
    }
    let rated = json!({ "black": computer(1), "rated": true });
    let refused = server
        .host("POST", "/teams", &plan(&vote(), &captain(), &rated))
        .await;
    let refused = refused.problem(422, "no-such-challenge");
    assert_eq!(refused["reason"], "team-rated");
    // The engine's way of deciding is ignored, so it cannot be invalid.
    let unasked = json!({ "way": "vote", "within_s": 5 });
    let plan = plan(&vote(), &unasked, &json!({ "black": computer(1) }));
    server.host("POST", "/teams", &plan).await.ok();
}

#[tokio::test]
async fn a_team_match_waits_while_the_engine_has_no_free_board() {
    let server = server().await;
    server.wait_for_a_beat().await;
    server.create_match_against_engine(10).await;
    let alone = challenge(
        "international",
        &json!({ "clock": null, "black": computer(10) }),
    );
    let mut number = 100;
    loop {
        let answer = server.offer(number, &alone).await;
        if answer.status != 200 {
            answer.problem(503, "computer-busy");
            break;
        }
        number += 1;
    }
    assert_eq!(number - 100, 15);
    let begin = async || server.host("POST", "/teams/begin", &Value::Null).await;
    let busy = begin().await.problem(503, "computer-busy");
    assert!(busy["retry_after_s"].as_u64().unwrap() > 0, "{busy}");
    assert_eq!(server.team_match(super::HOST).await["game"], Value::Null);
    // A finished game releases its board.
    for number in 100..number {
        let resign = json!({ "id": uuid(number), "want": { "act": "resign" } });
        let seat = secret(10 * number);
        server
            .sitting(&seat, "POST", "/live/acts", &resign)
            .await
            .ok();
    }
    let has_begun = async {
        while begin().await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let has_begun = tokio::time::timeout(Duration::from_secs(20), has_begun);
    has_begun.await.expect("there is place again");
    let (_, welcome) = server.enter(&secret(11)).await;
    assert_eq!(welcome["setup"]["settings"]["black"], computer(10));
}

#[tokio::test]
async fn another_node_continues_for_the_engine_against_a_team() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let first = start_stores(stores(), |_| {}).await;
    first.create_match_against_engine(2).await;
    let game = first.begin().await["game"].as_str().unwrap().to_owned();
    let game = game.parse().unwrap();
    let now_ms = first.clock.0.load(Ordering::SeqCst);
    first.stop().await.unwrap();
    // The team's decision is stored by a node that stops before the engine has searched.
    let act = json!({ "act": "move", "side": "white", "move": "32-28", "at_ms": now_ms });
    let entry = JournalEntry {
        game,
        event: damier_session::Event {
            number: 1,
            command: None,
            act: serde_json::from_value(act).unwrap(),
        },
        ending: None,
        deadline_ms: Some(now_ms + 10_000),
    };
    Journal::append(&*journal, &entry).await.unwrap();
    let second = start_stores(stores(), |_| {}).await;
    second.clock.0.store(now_ms + 9_000, Ordering::SeqCst);
    second.wait_for_a_beat().await;
    second.let_time_pass(4_000).await;
    let answered = async {
        let events = async || Journal::since(&*journal, game, 1, 9).await;
        while events().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let answered = tokio::time::timeout(Duration::from_secs(20), answered);
    answered.await.expect("the computer has moved");
    let (mut awa, welcome) = second.enter(&secret(11)).await;
    assert_eq!(welcome["events"][1]["act"]["side"], "black");
    let team = until(&mut awa, |_| true).await;
    assert_eq!(team["deciding"], vote());
}
