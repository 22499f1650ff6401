//! A team match before its game: members join by links, the host begins or cancels it, and invalid
//! requests get a reason.

use serde_json::{Value, json};

use super::{HOST, captain, plan, server, until, vote};
use crate::common::live::{challenge, secret};

#[tokio::test]
async fn members_join_by_links_and_the_host_begins_the_game() {
    let server = server().await;
    let links = server.create_team_match(&captain(), &vote()).await;
    assert_eq!(
        server.create_team_match(&captain(), &vote()).await,
        links,
        "again"
    );
    let white = links["white"].as_str().unwrap();
    let seen = server.sitting(white, "GET", "/teams", &Value::Null);
    let seen = seen.await.ok();
    assert_eq!(
        (&seen["role"], &seen["you"], &seen["links"], &seen["game"]),
        (&json!("white"), &Value::Null, &Value::Null, &Value::Null)
    );
    let awa = server.come(11, &links["white"], " Awa ").await.ok();
    assert_eq!((&awa["role"], &awa["you"]), (&json!("white"), &json!(1)));
    server.come(11, &links["white"], "Awa").await.ok();
    let refused = server.come(12, &links["black"], "Awa").await;
    assert_eq!(refused.problem(409, "not-joined")["reason"], "name-taken");
    for alike in ["awa", "Аwa", "Áwa"] {
        let refused = server.come(12, &links["black"], alike).await;
        let refused = refused.problem(409, "not-joined");
        assert_eq!(refused["reason"], "name-taken", "{alike}");
    }
    let refused = server.come(12, &links["black"], &"x".repeat(21)).await;
    assert_eq!(
        refused.problem(422, "no-such-challenge")["reason"],
        "name-too-long"
    );
    server
        .come(12, &links["watcher"], "Piet")
        .await
        .problem(403, "not-entitled");
    server
        .host("POST", "/teams/begin", &Value::Null)
        .await
        .problem(409, "side-empty");
    server.come(12, &links["black"], "Piet").await.ok();
    server.come(13, &links["black"], "Troll").await.ok();
    let away = json!({ "number": 3 });
    let left = server.host("POST", "/teams/removal", &away).await.ok();
    assert_eq!(left["members"].as_array().unwrap().len(), 2);
    server
        .sitting(&secret(13), "GET", "/teams", &Value::Null)
        .await
        .problem(404, "team-match-not-found");
    server
        .sitting(&secret(12), "POST", "/teams/begin", &Value::Null)
        .await
        .problem(403, "not-entitled");
    let begun = server.begin().await;
    assert_eq!(server.begin().await["game"], begun["game"], "again");
    assert_eq!(server.team_match(11).await["game"], begun["game"]);
    server
        .host("POST", "/teams/removal", &json!({ "number": 1 }))
        .await
        .problem(409, "team-match-begun");
    server
        .host("DELETE", "/teams", &Value::Null)
        .await
        .problem(409, "team-match-begun");
    let (_, welcome) = server.enter(&secret(12)).await;
    assert_eq!(welcome["role"], "black");
    assert_eq!(welcome["setup"]["settings"]["white"]["name"], "Awa");
    let watcher = links["watcher"].as_str().unwrap();
    assert_eq!(server.enter(watcher).await.1["role"], "watcher");

    // A late member gets a seat at once, until the match is closed for new members.
    server.come(14, &links["black"], "Eva").await.ok();
    let (mut eva, _) = server.enter(&secret(14)).await;
    let team = until(&mut eva, |team| {
        team["members"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!(
        (&team["you"], &team["members"][1]["name"]),
        (&json!(4), &json!("Eva"))
    );
    server
        .host("POST", "/teams/admission", &json!({ "open": false }))
        .await
        .ok();
    let refused = server.come(15, &links["black"], "Late").await;
    assert_eq!(
        refused.problem(409, "not-joined")["reason"],
        "registration-closed"
    );
}

#[tokio::test]
async fn invalid_settings_are_rejected_and_a_deleted_match_is_not_found() {
    let server = server().await;
    let days =
        json!({ "clock": { "initial_ms": 0, "increment_ms": 86_400_000, "bonus": "delay" } });
    for (white, more, reason) in [
        (captain(), json!({ "rated": true }), "team-rated"),
        (captain(), json!({ "start": "nonsense" }), "bad-start"),
        // A vote of half a minute is invalid in a correspondence game.
        (captain(), days, "vote-out-of-range"),
        (
            captain(),
            json!({ "conduct": { "touched_is_played": true } }),
            "conduct-rules-with-vote",
        ),
        (
            json!({ "way": "vote", "within_s": 5 }),
            json!({}),
            "vote-out-of-range",
        ),
    ] {
        let plan = plan(&white, &vote(), &more);
        let refused = server.host("POST", "/teams", &plan).await;
        assert_eq!(refused.problem(422, "no-such-challenge")["reason"], reason);
    }
    let links = server.create_team_match(&captain(), &captain()).await;
    let other = plan(&vote(), &captain(), &json!({}));
    server
        .host("POST", "/teams", &other)
        .await
        .problem(409, "challenge-exists");
    for number in 0..20 {
        let name = format!("n{number}");
        server.come(100 + number, &links["white"], &name).await.ok();
    }
    let refused = server.come(120, &links["white"], "n20").await;
    assert_eq!(refused.problem(409, "not-joined")["reason"], "team-full");
    let gone = server.host("DELETE", "/teams", &Value::Null).await;
    assert_eq!(gone.status, 204);
    server
        .come(121, &links["black"], "Awa")
        .await
        .problem(404, "team-match-not-found");
}

#[tokio::test]
async fn a_team_match_and_a_foreign_game_never_share_an_id() {
    let known = server().await;
    known.four(&captain()).await;
    let id = known.team_match(HOST).await["game"].clone();
    let offer = json!({
        "id": id,
        "challenge": challenge("international", &json!({})),
        "invitation": secret(701),
    });
    let taken_up = json!({ "invitation": secret(701), "name": "Zoé" });

    // The host has used its id for a game before.
    let first = server().await;
    first
        .sitting(&secret(700), "POST", "/challenges", &offer)
        .await
        .ok();
    let begun = first
        .sitting(&secret(702), "POST", "/challenge/accept", &taken_up)
        .await
        .ok();
    assert_eq!(begun["game"], id);
    let plan = plan(&captain(), &captain(), &json!({}));
    let made = first.host("POST", "/teams", &plan).await;
    made.problem(409, "challenge-exists");

    // Or uses it for one afterwards.
    let second = server().await;
    second.create_team_match(&captain(), &captain()).await;
    second
        .sitting(&secret(700), "POST", "/challenges", &offer)
        .await
        .ok();
    second
        .sitting(&secret(702), "POST", "/challenge/accept", &taken_up)
        .await
        .problem(409, "challenge-taken");
}
