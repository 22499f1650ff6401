//! Who decides for a side: its captain, the member on move, or any present member in a
//! correspondence game; and never a non-member.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::{captain, heard_none_of, in_turn, plan, server, until, vote, wants, wants_at};
use crate::common::Running;
use crate::common::live::secret;

#[tokio::test]
async fn the_captain_decides_and_the_others_propose() {
    let server = server().await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&captain()).await;
    assert_eq!(piet.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(
        jan.act(&wants("31x27")).await["frame"],
        "noted",
        "in one spelling"
    );
    let team = until(&mut awa, |team| {
        team["votes"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!((&team["you"], &team["captain"]), (&json!(1), &json!(1)));
    assert_eq!(
        team["votes"],
        json!([
            { "member": 2, "want": wants_at(0, "32-28") },
            { "member": 3, "want": wants_at(0, "31-27") },
        ])
    );
    let refused = jan.act(&wants("19-23")).await;
    assert_eq!(refused["code"], "not-legal", "{refused}");
    assert_eq!(jan.act(&json!({ "act": "resign" })).await["frame"], "noted");
    let marks = json!({ "frame": "mark", "squares": [28], "arrows": [[32, 28]] });
    jan.say(&marks).await;
    let team = until(&mut piet, |team| team["marks"] != json!([])).await;
    assert_eq!(
        team["marks"],
        json!([{ "member": 3, "squares": [28], "arrows": [[32, 28]] }])
    );
    jan.say(&json!({ "frame": "whisper", "phrase": "danger" }))
        .await;
    let whispered = awa.wait("whispered").await;
    assert_eq!(
        (&whispered["by"], &whispered["phrase"]),
        (&json!(3), &json!("danger"))
    );
    // The same by an HTTP request.
    let saying = json!({ "frame": "mark", "squares": [27], "arrows": [] });
    let said = server
        .sitting(&secret(13), "POST", "/live/say", &saying)
        .await;
    assert_eq!(said.status, 204);
    let team = until(&mut piet, |team| {
        team["marks"] == json!([{ "member": 3, "squares": [27], "arrows": [] }])
    });
    team.await;
    let saying = json!({ "frame": "whisper", "phrase": "hold" });
    let said = server
        .sitting(&secret(13), "POST", "/live/say", &saying)
        .await;
    assert_eq!(said.status, 204);
    let whispered = awa.wait("whispered").await;
    assert_eq!(
        (&whispered["by"], &whispered["phrase"]),
        (&json!(3), &json!("hold"))
    );
    // The other side sees only the state of its own team.
    let own = moussa.wait("team").await;
    assert_eq!(own["members"].as_array().unwrap().len(), 1);
    heard_none_of(&mut moussa, &["event", "whispered", "team"]).await;

    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.event().await["event"]["act"]["move"], "32-28");
    let team = until(&mut awa, |team| team["votes"] == json!([])).await;
    assert_eq!(
        team["marks"],
        json!([]),
        "they were about the position before"
    );
    assert_eq!(
        moussa.act(&wants("19-23")).await["frame"],
        "done",
        "alone, one decides"
    );
    assert_eq!(
        piet.act(&json!({ "act": "resign" })).await["frame"],
        "noted"
    );
    assert_eq!(awa.act(&json!({ "act": "resign" })).await["frame"], "done");
    let event = moussa.wait("event").await;
    assert_eq!(event["event"]["act"]["move"], "19-23");
    assert_eq!(moussa.event().await["state"]["ending"]["winner"], "black");
}

#[tokio::test]
async fn members_move_in_turn_and_an_absent_one_is_skipped() {
    let server = server().await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&in_turn()).await;
    assert_eq!(
        piet.act(&wants("31-27")).await["frame"],
        "noted",
        "not on move"
    );
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    let team = until(&mut jan, |team| team["on_move"]["member"] == json!(2)).await;
    assert_eq!(team["captain"], Value::Null);
    drop(piet);
    let left = until(&mut jan, |team| team["members"][1]["here"] == json!(false)).await;
    assert_eq!(left["on_move"]["member"], json!(2));
    assert_eq!(
        jan.act(&wants("28x19")).await["frame"],
        "noted",
        "he is waited for"
    );
    server.let_time_pass(16_000).await;
    until(&mut jan, |team| team["on_move"]["member"] == json!(3)).await;
    assert_eq!(jan.act(&wants("28x19")).await["frame"], "done");
}

#[tokio::test]
async fn seats_of_non_members_decide_nothing() {
    let server = server().await;
    let [mut awa, _piet, _jan, _moussa] = server.four(&vote()).await;
    let noted = json!({ "id": "00000001-0000-4000-8000-00000000abcd", "want": wants("32-28") });
    let accepted = server
        .sitting(&secret(12), "POST", "/live/acts", &noted)
        .await;
    assert_eq!(accepted.status, 202);
    until(&mut awa, |team| {
        team["votes"].as_array().unwrap().len() == 1
    })
    .await;
    let branches = json!({ "version": 0, "branches": [] });
    let refused = server
        .sitting(&secret(12), "PUT", "/live/conditional", &branches)
        .await;
    assert_eq!(refused.problem(409, "refused")["reason"], "not-for-teams");
    server
        .sitting(
            &secret(12),
            "POST",
            "/live/rematch",
            &json!({ "secret": secret(77) }),
        )
        .await
        .problem(409, "game-goes-on");
    // A seat of the same side without a member, as an account would have created it.
    let game = server.team_match(11).await["game"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let seat = damier_session::LiveSeat {
        key: damier_session::SeatKey::from_bytes(sha256(&secret(55))),
        role: damier_session::SeatRole::Player(damier_session::Side::White),
    };
    assert!(server.live.journal.add_seat(game, &seat).await.unwrap());
    let (mut stranger, welcome) = server.enter(&secret(55)).await;
    assert_eq!(welcome["role"], "white");
    for want in [
        wants("32-28"),
        json!({ "act": "resign" }),
        json!({ "act": "offer-draw" }),
    ] {
        assert_eq!(stranger.act(&want).await["code"], "not-a-member");
    }
    stranger
        .say(&json!({ "frame": "whisper", "phrase": "look" }))
        .await;
    heard_none_of(&mut stranger, &["team", "whispered", "event"]).await;
    let many = vec![1; 25];
    awa.say(&json!({ "frame": "mark", "squares": many, "arrows": [] }))
        .await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
}

#[tokio::test]
async fn by_correspondence_a_move_is_reserved_for_the_captain_and_a_late_draw_offer_works() {
    let server = server().await;
    let more = json!({
        "clock": { "initial_ms": 1_000, "increment_ms": 86_400_000, "bonus": "delay" },
        "conduct": { "offers_from_move": 2 },
    });
    let plan = plan(&captain(), &captain(), &more);
    let links = server.host("POST", "/teams", &plan).await.ok()["links"].clone();
    for (number, name) in [(11, "Awa"), (12, "Piet")] {
        server.come(number, &links["white"], name).await.ok();
    }
    server.come(21, &links["black"], "Moussa").await.ok();
    server.begin().await;
    let (mut awa, _) = server.enter(&secret(11)).await;
    let (mut piet, _) = server.enter(&secret(12)).await;
    let (mut moussa, _) = server.enter(&secret(21)).await;
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    let early = awa.act(&json!({ "act": "offer-draw" })).await;
    assert_eq!(early["code"], "too-early-to-offer", "{early}");
    // In a correspondence game the captain's presence is irrelevant; the move is reserved for him
    // for half a day.
    drop(awa);
    let quarter_ms = 6 * 60 * 60 * 1_000;
    server.pass(quarter_ms).await;
    // The time of an outage does not count, and does not restart the reservation.
    server.leap(80_000).await;
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "noted");
    server.pass(quarter_ms + 5_000).await;
    let team = until(&mut piet, |team| {
        team["on_move"].is_object() && team["on_move"]["member"].is_null()
    })
    .await;
    assert_eq!(team["captain"], json!(1));
    assert_eq!(
        piet.act(&json!({ "act": "resign" })).await["frame"],
        "noted"
    );
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("14x23")).await["frame"], "done");
    assert_eq!(
        piet.act(&json!({ "act": "offer-draw" })).await["frame"],
        "noted"
    );
    let (mut awa, _) = server.enter(&secret(11)).await;
    let offered = awa.act(&json!({ "act": "offer-draw" })).await;
    assert_eq!(offered["frame"], "done", "{offered}");
}

impl Running {
    /// Time passes while the server runs, except for a second and a half.
    async fn pass(&self, ms: u64) {
        let then_ms = self.clock.0.load(Ordering::SeqCst) + ms;
        self.live
            .heartbeat
            .record_heartbeat(then_ms - 1_500)
            .await
            .unwrap();
        self.clock.0.store(then_ms, Ordering::SeqCst);
        self.wait_for_a_beat().await;
    }
}

/// The stored key of a seat.
fn sha256(secret: &str) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let hash = Sha256::new().chain_update(b"damier seat secret 1\n");
    hash.chain_update(secret).finalize().into()
}
