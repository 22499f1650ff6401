//! Rejected requests about clubs.

use super::*;

#[tokio::test]
async fn invalid_requests_of_strangers_get_clear_bounded_errors() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    founded(&mut awa).await;
    for (name, reason) in [
        ("x", "club-name-length"),
        ("a\u{202e}bcd", "club-name-letter"),
        ("Admin", "club-name-reserved"),
        ("a  bcd", "club-name-form"),
    ] {
        let new = json!({ "name": name, "profile": profile(true) });
        let problem = awa
            .send("POST", "/clubs", &new)
            .await
            .problem(422, "not-for-a-club");
        assert_eq!(problem["reason"], reason);
    }
    let mut long = profile(true);
    long["text"] = "x".repeat(1_001).into();
    let problem = awa.send("PUT", &format!("{CLUB}/profile"), &long).await;
    assert_eq!(
        problem.problem(422, "not-for-a-club")["reason"],
        "club-text"
    );
    let mut rules = awa.get(CLUB).await.ok()["rules"].clone();
    rules["reach"] = 0.into();
    let path = format!("{CLUB}/rules");
    let problem = awa.send("PUT", &path, &rules).await;
    assert_eq!(
        problem.problem(422, "not-for-a-club")["reason"],
        "ladder-range"
    );
    rules["reach"] = 5.into();
    rules["rated"] = true.into();
    assert_eq!(
        awa.send("PUT", &path, &rules).await.ok()["rules"]["reach"],
        5
    );
    piet.send("PUT", &path, &rules)
        .await
        .problem(403, "club-refuses");
    awa.send(
        "POST",
        &format!("{CLUB}/matches/x"),
        &json!({ "say": "accept" }),
    )
    .await
    .problem(404, "no-such-address");
    awa.get(&format!("{CLUB}/games?after=yesterday"))
        .await
        .problem(400, "bad-query");
    awa.get(&format!("{CLUB}/games/x"))
        .await
        .problem(400, "bad-game-id");
    awa.get(&format!("/clubs/{}", "x".repeat(3_000)))
        .await
        .problem(404, "club-not-found");
    // Guesses of codes are limited: sixty at once, and then one a second, so three after three
    // seconds.
    let member = format!("{CLUB}/membership");
    let wrong = json!({ "code": "CCCCCCCCCC" });
    for _ in 0..63 {
        piet.send("POST", &member, &wrong)
            .await
            .problem(403, "club-refuses");
        server.clock.0.fetch_add(50, Ordering::SeqCst);
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "a test measures with the system's clock"
    )]
    let began = std::time::Instant::now();
    piet.send("POST", &member, &wrong)
        .await
        .problem(403, "club-refuses");
    assert!(began.elapsed() >= std::time::Duration::from_secs(1));
    // He can still apply.
    assert_eq!(join(&mut piet, &Value::Null).await["asking"], true);
}

#[tokio::test]
async fn a_token_changes_no_club() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    founded(&mut awa).await;
    let body =
        json!({ "label": "program", "scopes": ["play:read", "play:write"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &body).await.json();
    let token = token["token"].as_str().unwrap();
    let send = async |method, path: &str, body: Value| {
        crate::common::with_token(&server, token, method, path, &body).await
    };
    assert_eq!(send("GET", CLUB, Value::Null).await.ok()["role"], "founder");
    assert_eq!(
        send("GET", "/account/clubs", Value::Null).await.ok()["clubs"][0]["role"],
        "founder"
    );
    send("PUT", &format!("{CLUB}/profile"), profile(true))
        .await
        .problem(403, "session-needed");
    send("DELETE", CLUB, Value::Null)
        .await
        .problem(403, "session-needed");
}
