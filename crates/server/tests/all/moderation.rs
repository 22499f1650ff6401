//! Moderation over HTTP: reports by visitors, and what operators do about them.

use damier_people::accounts::{AdminAction, AdminActionKind, Administrator};
use damier_people::moderation::Operators;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, start_for_accounts};

async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    let answer = browser.sign_up(name).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    browser
}

/// Appoints an operator, as `damier admin operator` does.
async fn appoint(server: &Running, name: &str) {
    let name = name.parse().unwrap();
    let found = server.live.accounts.account_named(&name).await.unwrap();
    let (account, _) = found.expect("an account");
    let operators = Operators::of(&server.live);
    assert!(operators.appoint(account.id, 1_000).await.unwrap());
}

async fn found_club(browser: &mut Browser<'_>, name: &str) {
    let profile = json!({ "town": "Lyon", "text": "Rude words", "language": "fr", "games": ["international"], "public": true });
    let new = json!({ "name": name, "profile": profile });
    browser.send("POST", "/clubs", &new).await.ok();
}

async fn report(server: &Running, kind: &str, id: &str, words: &str) -> Answer {
    let body = json!({ "kind": kind, "id": id, "reason": "offensive", "words": words });
    server.send("POST", "/api/v1/reports", &body).await
}

#[tokio::test]
async fn only_operators_moderate() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let removal = json!({ "kind": "club", "id": "lyon" });
    let ban = json!({ "name": "Awa", "until_ms": null });
    let acts = [
        ("GET", "/moderation/reports", &Value::Null),
        ("DELETE", "/moderation/reports/club/lyon", &Value::Null),
        ("GET", "/moderation/texts/club", &Value::Null),
        ("POST", "/moderation/removals", &removal),
        ("POST", "/moderation/bans", &ban),
        ("DELETE", "/moderation/bans", &json!({ "name": "Awa" })),
        ("GET", "/moderation/log", &Value::Null),
    ];
    for (method, path, body) in acts {
        let stranger = Browser::new(&server).send(method, path, body).await;
        stranger.problem(401, "not-signed-in");
        awa.send(method, path, body)
            .await
            .problem(403, "operators-only");
    }
    assert_eq!(
        awa.send("GET", "/account", &Value::Null).await.ok()["operator"],
        false
    );
    appoint(&server, "Awa").await;
    assert_eq!(
        awa.send("GET", "/account", &Value::Null).await.ok()["operator"],
        true
    );
    for (method, path, _) in acts.iter().filter(|(method, ..)| *method == "GET") {
        awa.send(method, path, &Value::Null).await.ok();
    }
}

#[tokio::test]
async fn a_reported_club_is_cleared_then_dissolved() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    appoint(&server, "Awa").await;
    let mut zoe = signed_up(&server, "Zoe").await;
    found_club(&mut zoe, "Damier de Lyon").await;
    let id = "damierdelyon";
    report(&server, "club", "no club", "")
        .await
        .problem(404, "text-not-found");
    let problem = report(&server, "club", id, "two\nlines").await;
    assert_eq!(
        problem.problem(422, "not-a-report")["reason"],
        "report-not-plain"
    );
    for words in ["rude", ""] {
        assert_eq!(report(&server, "club", id, words).await.status, 204);
    }
    let listed = awa
        .send("GET", "/moderation/reports", &Value::Null)
        .await
        .ok();
    let text = &listed["texts"][0];
    assert_eq!(
        (&text["number"], &text["kind"], &text["id"]),
        (&json!(2), &json!("club"), &json!(id))
    );
    assert_eq!(text["reports"][0]["words"], "rude");
    assert_eq!(
        text["now"]["lines"],
        json!(["Damier de Lyon", "Lyon", "Rude words"])
    );
    assert_eq!(text["now"]["account"], "Zoe");

    let words = json!({ "kind": "club", "id": id, "words_only": true, "reason": "rude" });
    let cleared = awa.send("POST", "/moderation/removals", &words).await;
    assert_eq!(cleared.status, 204, "{cleared:?}");
    let club = zoe
        .send("GET", &format!("/clubs/{id}"), &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&club["name"], &club["town"], &club["text"]),
        (&json!("Damier de Lyon"), &json!(""), &json!(""))
    );
    let listed = awa
        .send("GET", "/moderation/reports", &Value::Null)
        .await
        .ok();
    assert_eq!(listed["texts"], json!([]));

    let whole = json!({ "kind": "club", "id": id });
    for _ in 0..2 {
        let removed = awa.send("POST", "/moderation/removals", &whole).await;
        assert_eq!(removed.status, 204, "{removed:?}");
    }
    let gone = zoe.send("GET", &format!("/clubs/{id}"), &Value::Null).await;
    gone.problem(404, "club-not-found");
    let log = awa.send("GET", "/moderation/log", &Value::Null).await.ok();
    let first = &log["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&first["what"], &first["who"]),
        (&json!("remove"), &json!("operator Awa"))
    );
    assert_eq!(first["detail"], "club damierdelyon rude");
}

#[tokio::test]
async fn a_reported_challenge_is_withdrawn_or_its_reports_dismissed() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    appoint(&server, "Awa").await;
    let mut offered = challenge("international", &json!({}));
    offered["host"] = "Rude guest".into();
    let body =
        json!({ "id": uuid(1), "challenge": offered, "invitation": secret(9), "public": true });
    server
        .sitting(&secret(1), "POST", "/challenges", &body)
        .await
        .ok();
    assert_eq!(report(&server, "challenge", &uuid(1), "").await.status, 204);
    let listed = awa
        .send("GET", "/moderation/texts/challenge", &Value::Null)
        .await
        .ok();
    assert_eq!(listed["texts"][0]["lines"], json!(["Rude guest"]));
    assert_eq!(listed["texts"][0]["account"], Value::Null);

    let path = format!("/moderation/reports/challenge/{}", uuid(1));
    for _ in 0..2 {
        assert_eq!(awa.send("DELETE", &path, &Value::Null).await.status, 204);
    }
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"].as_array().unwrap().len(), 1, "it stays");

    let removal = json!({ "kind": "challenge", "id": uuid(1) });
    assert_eq!(
        awa.send("POST", "/moderation/removals", &removal)
            .await
            .status,
        204
    );
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"], json!([]));
    awa.send("GET", "/moderation/texts/nonsense", &Value::Null)
        .await
        .problem(404, "no-such-address");
}

#[tokio::test]
async fn an_operator_bans_and_lifts_a_ban() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    appoint(&server, "Awa").await;
    let mut zoe = signed_up(&server, "Zoe").await;
    assert_eq!(
        report(&server, "account", "zoe", "cheats").await.status,
        204
    );
    let ban = |name: &str, until_ms: Value| json!({ "name": name, "until_ms": until_ms, "reason": "cheats" });
    for (body, status, code) in [
        (ban("Nobody", Value::Null), 404, "text-not-found"),
        (ban("Awa", Value::Null), 409, "account-is-operator"),
        (ban("Zoe", json!(1)), 422, "ban-over"),
    ] {
        let refused = awa.send("POST", "/moderation/bans", &body).await;
        refused.problem(status, code);
    }
    let removal = json!({ "kind": "account", "id": "Zoe" });
    awa.send("POST", "/moderation/removals", &removal)
        .await
        .problem(404, "text-not-found");
    let done = awa
        .send("POST", "/moderation/bans", &ban("zoe", Value::Null))
        .await;
    assert_eq!(done.status, 204, "{done:?}");
    zoe.send("GET", "/account", &Value::Null)
        .await
        .problem(401, "not-signed-in");
    let listed = awa
        .send("GET", "/moderation/reports", &Value::Null)
        .await
        .ok();
    assert_eq!(listed["texts"], json!([]), "the reports are dealt with");
    let lifted = awa
        .send("DELETE", "/moderation/bans", &json!({ "name": "Zoe" }))
        .await;
    assert_eq!(lifted.status, 204);
    assert_eq!(zoe.sign_in("Zoe", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn reports_of_one_address_are_limited() {
    let server = start_for_accounts().await;
    signed_up(&server, "Zoe").await;
    for _ in 0..20 {
        assert_eq!(report(&server, "account", "Zoe", "").await.status, 204);
    }
    report(&server, "account", "Zoe", "")
        .await
        .problem(429, "too-many-reports");
}

#[tokio::test]
async fn the_log_is_read_page_by_page() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    appoint(&server, "Awa").await;
    for number in 0..60 {
        let action = AdminAction {
            at_ms: number,
            who: Administrator::nearest("root"),
            kind: AdminActionKind::Listed,
            account: None,
            detail: number.to_string(),
        };
        server
            .live
            .administration
            .log_admin_action(&action)
            .await
            .unwrap();
    }
    let first = awa.send("GET", "/moderation/log", &Value::Null).await.ok();
    let entries = first["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &entries[0]["detail"]), (50, &json!("59")));
    let path = format!("/moderation/log?before={}", entries[49]["number"]);
    let rest = awa.send("GET", &path, &Value::Null).await.ok();
    let entries = rest["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &entries[9]["detail"]), (10, &json!("0")));
}
