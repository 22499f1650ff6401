//! Challenges before their game: who may accept them, and which of them the lobby lists.

use serde_json::{Value, json};

use super::{blitz, server};
use crate::common::live::{challenge, secret, uuid};

#[tokio::test]
async fn a_challenge_is_accepted_once_and_not_by_its_host() {
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
async fn the_lobby_lists_public_challenges() {
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
