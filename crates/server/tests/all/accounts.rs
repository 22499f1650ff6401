//! Accounts over a real connection: sign-up, sign-in, sign-out, passwords, codes, sessions, tokens,
//! games and deletion.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::accounts::IDLE_MS;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::secret;
use crate::common::{start_for_accounts, start_with, with_token};

#[tokio::test]
async fn an_account_is_created_signed_out_and_signed_in_again() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    assert_eq!(awa.who().await, "not-signed-in");
    let made = awa.sign_up("Zoé-Awa").await;
    assert_eq!(made.status, 201, "{made:?}");
    let codes = made.json()["recovery_codes"].as_array().unwrap().clone();
    assert_eq!(codes.len(), 8);
    let cookie = made.header("set-cookie");
    assert!(
        cookie.starts_with("damier-session=") && cookie.contains("HttpOnly; SameSite=Lax"),
        "{cookie}"
    );
    let own = awa.get("/account").await.ok();
    assert_eq!(
        own,
        json!({ "name": "Zoé-Awa", "created_ms": 1_000, "recovery_codes": 8, "scopes": null, "operator": false })
    );

    let old = awa.cookie.clone();
    assert_eq!(
        awa.send("DELETE", "/session", &Value::Null).await.status,
        204
    );
    assert_eq!(awa.cookie, "");
    awa.cookie = old;
    assert_eq!(
        awa.who().await,
        "not-signed-in",
        "the server has ended it too"
    );

    let before = awa.cookie.clone();
    assert_eq!(
        awa.sign_in("ZOE_AWA", PASSWORD).await.ok()["name"],
        "Zoé-Awa"
    );
    assert_ne!(awa.cookie, before, "a new secret at each login");
    assert_eq!(awa.who().await, "Zoé-Awa");
    server.clock.0.fetch_add(IDLE_MS, Ordering::SeqCst);
    assert_eq!(
        awa.who().await,
        "not-signed-in",
        "nobody used it for too long"
    );
}

#[tokio::test]
async fn over_https_the_cookie_has_the_host_prefix() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.origin = Some(format!("https://{}", server.address));
    let cookie = awa.sign_up("Awa").await.header("set-cookie").to_owned();
    assert!(
        cookie.starts_with("__Host-damier-session=") && cookie.ends_with("; Secure"),
        "{cookie}"
    );
    assert_eq!(awa.who().await, "Awa");
    awa.origin = Some("https://evil.example".to_owned());
    let refused = awa.send("DELETE", "/session", &Value::Null).await;
    refused.problem(403, "cross-site-request");
}

#[tokio::test]
async fn invalid_accounts_are_rejected_with_a_reason() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    for (name, password, reason) in [
        ("A", PASSWORD, "name-length"),
        ("A wa", PASSWORD, "name-letter"),
        ("Admin", PASSWORD, "name-reserved"),
        ("1wa", PASSWORD, "name-form"),
        ("Awa", "seven77", "password-length"),
        ("Awa", "12345678", "password-easy"),
    ] {
        let body = json!({ "name": name, "password": password });
        let problem = awa
            .send("POST", "/account", &body)
            .await
            .problem(422, "unusable-credentials");
        assert_eq!(problem["reason"], reason, "{problem}");
        assert!(!problem.to_string().contains(password), "{problem}");
    }
    assert_eq!(awa.sign_up("Awa").await.status, 201);
    Browser::new(&server)
        .sign_up("àwA")
        .await
        .problem(409, "name-taken");
    let odd = json!({ "name": "Piet", "password": PASSWORD, "admin": true });
    awa.send("POST", "/account", &odd)
        .await
        .problem(422, "unexpected-shape");
}

#[tokio::test]
async fn wrong_names_and_wrong_passwords_get_the_same_answer() {
    let server = start_for_accounts().await;
    Browser::new(&server).sign_up("Awa").await;
    let mut other = Browser::new(&server);
    let mut problems = Vec::new();
    for (name, password) in [
        ("Awa", "not that one"),
        ("Nobody-here", PASSWORD),
        ("no name!", PASSWORD),
        ("Awa", "x"),
    ] {
        problems.push(
            other
                .sign_in(name, password)
                .await
                .problem(401, "wrong-credentials"),
        );
    }
    let body = json!({ "name": "Nobody-here", "code": "000000-000000-000000-000000", "password": PASSWORD });
    problems.push(
        other
            .send("POST", "/account/recover", &body)
            .await
            .problem(401, "wrong-credentials"),
    );
    let body =
        json!({ "name": "Awa", "code": "000000-000000-000000-000000", "password": PASSWORD });
    problems.push(
        other
            .send("POST", "/account/recover", &body)
            .await
            .problem(401, "wrong-credentials"),
    );
    assert!(
        problems.iter().all(|one| *one == problems[0]),
        "{problems:?}"
    );
}

#[tokio::test]
async fn guesses_are_throttled_and_the_owner_signs_in_by_a_code() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    let made = awa.sign_up("Awa").await.json();
    let code = made["recovery_codes"][3].as_str().unwrap().to_lowercase();
    let mut other = Browser::new(&server);
    for _ in 0..5 {
        other
            .sign_in("Awa", "not that one")
            .await
            .problem(401, "wrong-credentials");
    }
    let wait = other.sign_in("Awa", PASSWORD).await;
    assert_eq!(wait.problem(429, "too-many-tries")["retry_after_s"], 180);
    assert_eq!(wait.header("retry-after"), "180");
    other
        .sign_in("Piet", PASSWORD)
        .await
        .problem(401, "wrong-credentials");
    assert_eq!(awa.who().await, "Awa", "whoever is signed in stays so");

    let body = json!({ "name": "Awa", "code": code, "password": "ein blaues Pferd" });
    let mut phone = Browser::new(&server);
    let own = phone.send("POST", "/account/recover", &body).await.ok();
    assert_eq!(own["recovery_codes"], 8);
    assert_eq!(own["new_recovery_codes"].as_array().unwrap().len(), 8);
    assert_eq!(phone.who().await, "Awa");
    assert_eq!(awa.who().await, "not-signed-in", "all other sessions end");
    Browser::new(&server)
        .send("POST", "/account/recover", &body)
        .await
        .problem(401, "wrong-credentials");
    assert_eq!(awa.sign_in("Awa", "ein blaues Pferd").await.status, 200);
    awa.sign_in("Awa", PASSWORD)
        .await
        .problem(401, "wrong-credentials");
}

#[tokio::test]
async fn failures_count_for_a_quarter_of_an_hour() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    for _ in 0..5 {
        awa.sign_in("Awa", "not that one")
            .await
            .problem(401, "wrong-credentials");
    }
    awa.sign_in("Awa", PASSWORD)
        .await
        .problem(429, "too-many-tries");
    server.clock.0.fetch_add(15 * 60 * 1_000, Ordering::SeqCst);
    assert_eq!(awa.sign_in("Awa", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_address_makes_three_accounts_a_day() {
    let server = start_with(InMemoryLibrary::default(), |_| {}).await;
    for name in ["Aa", "Bb", "Cc"] {
        assert_eq!(Browser::new(&server).sign_up(name).await.status, 201);
    }
    Browser::new(&server)
        .sign_up("Aa")
        .await
        .problem(409, "name-taken");
    let wait = Browser::new(&server)
        .sign_up("Dd")
        .await
        .problem(429, "too-many-tries");
    assert_eq!(wait["retry_after_s"], 28_800);
}

#[tokio::test]
async fn a_new_password_and_new_codes_need_the_old_password() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    let codes = awa.sign_up("Awa").await.json()["recovery_codes"].clone();
    let mut phone = Browser::new(&server);
    phone.sign_in("Awa", PASSWORD).await.ok();

    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    awa.send(
        "POST",
        "/account/password",
        &change("not that one", "ein blaues Pferd"),
    )
    .await
    .problem(401, "wrong-credentials");
    awa.send("POST", "/account/password", &change(PASSWORD, "short"))
        .await
        .problem(422, "unusable-credentials");
    assert_eq!(phone.who().await, "Awa");
    let changed = awa
        .send(
            "POST",
            "/account/password",
            &change(PASSWORD, "ein blaues Pferd"),
        )
        .await;
    assert_eq!(changed.status, 204);
    assert_eq!(
        (awa.who().await, phone.who().await),
        (json!("Awa"), json!("not-signed-in"))
    );

    let again = |password: &str| json!({ "password": password });
    awa.send("POST", "/account/recovery-codes", &again(PASSWORD))
        .await
        .problem(401, "wrong-credentials");
    let renewed = awa
        .send(
            "POST",
            "/account/recovery-codes",
            &again("ein blaues Pferd"),
        )
        .await
        .ok();
    assert_eq!(renewed["recovery_codes"].as_array().unwrap().len(), 8);
    assert_ne!(renewed["recovery_codes"], codes);
    let old = json!({ "name": "Awa", "code": codes[0], "password": PASSWORD });
    phone
        .send("POST", "/account/recover", &old)
        .await
        .problem(401, "wrong-credentials");
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let [mut phone, mut tablet] = [Browser::new(&server), Browser::new(&server)];
    server.clock.0.fetch_add(60_000, Ordering::SeqCst);
    phone.sign_in("Awa", PASSWORD).await.ok();
    tablet.sign_in("Awa", PASSWORD).await.ok();
    let sessions = awa.get("/account/sessions").await.ok()["sessions"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 3);
    assert_eq!(
        (&sessions[0]["device"], &sessions[0]["current"]),
        (&json!("Firefox, Linux"), &json!(true))
    );
    assert_eq!(
        (&sessions[1]["created_ms"], &sessions[1]["current"]),
        (&json!(61_000), &json!(false))
    );
    let listed = sessions.to_string();
    let secret = awa.cookie.split_once('=').unwrap().1;
    assert!(!listed.contains(secret), "{listed}");

    // Another account cannot end sessions of this one.
    let mut piet = Browser::new(&server);
    piet.sign_up("Piet").await;
    let path = format!("/account/sessions/{}", sessions[1]["id"].as_str().unwrap());
    piet.send("DELETE", &path, &Value::Null)
        .await
        .problem(404, "key-not-found");
    assert_eq!(awa.send("DELETE", &path, &Value::Null).await.status, 204);
    awa.send("DELETE", &path, &Value::Null)
        .await
        .problem(404, "key-not-found");
    let left = [phone.who().await, tablet.who().await];
    assert_eq!(
        left.iter().filter(|who| **who == "Awa").count(),
        1,
        "{left:?}"
    );
    assert_eq!(
        awa.send("DELETE", "/account/sessions", &Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(
        [phone.who().await, tablet.who().await],
        ["not-signed-in", "not-signed-in"]
    );
    assert_eq!([awa.who().await, piet.who().await], ["Awa", "Piet"]);
}

#[tokio::test]
async fn an_account_has_thirty_sessions_and_thirty_tokens_at_most() {
    let server = start_for_accounts().await;
    let mut first = Browser::new(&server);
    first.sign_up("Awa").await;
    let mut last = Browser::new(&server);
    for _ in 0..30 {
        server.clock.0.fetch_add(1, Ordering::SeqCst);
        last = Browser::new(&server);
        last.sign_in("Awa", PASSWORD).await.ok();
    }
    assert_eq!(
        [first.who().await, last.who().await],
        ["not-signed-in", "Awa"]
    );
    let sessions = last.get("/account/sessions").await.ok()["sessions"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 30);
    let token = json!({ "label": "bot", "scopes": ["bot"], "password": PASSWORD });
    for _ in 0..30 {
        assert_eq!(
            last.send("POST", "/account/tokens", &token).await.status,
            201
        );
    }
    last.send("POST", "/account/tokens", &token)
        .await
        .problem(409, "too-many-tokens");
}

#[tokio::test]
async fn a_token_permits_exactly_its_scopes() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    for (scopes, status) in [
        (json!([]), 422),
        (json!(["admin"]), 422),
        (json!(["bot", "play:read"]), 201),
    ] {
        let body = json!({ "label": "my\nbot", "scopes": scopes, "password": PASSWORD });
        assert_eq!(
            awa.send("POST", "/account/tokens", &body).await.status,
            status,
            "{scopes}"
        );
    }
    server.clock.0.fetch_add(1, Ordering::SeqCst);
    let body = json!({ "label": "writer", "scopes": ["play:write"], "password": PASSWORD });
    let made = awa.send("POST", "/account/tokens", &body).await.json();
    let token = made["token"].as_str().unwrap();
    assert!(token.starts_with("dmr_") && token.len() == 47, "{token}");
    let listed = awa.get("/account/tokens").await.ok()["tokens"].clone();
    assert_eq!(listed[0]["label"], "mybot");
    assert_eq!(listed[0]["scopes"], json!(["play:read", "bot"]));
    assert!(
        !listed.to_string().contains(token),
        "it is returned only once"
    );

    let own = with_token(&server, token, "GET", "/account", &Value::Null)
        .await
        .ok();
    assert_eq!(
        (&own["name"], &own["scopes"]),
        (&json!("Awa"), &json!(["play:write"]))
    );
    with_token(&server, token, "GET", "/account/games", &Value::Null)
        .await
        .problem(403, "scope-missing");
    for (method, path, body) in [
        ("GET", "/account/sessions", Value::Null),
        ("DELETE", "/account/sessions", Value::Null),
        ("GET", "/account/tokens", Value::Null),
        (
            "POST",
            "/account/tokens",
            json!({ "label": "", "scopes": ["bot"], "password": PASSWORD }),
        ),
        (
            "POST",
            "/account/password",
            json!({ "old": PASSWORD, "new": "ein blaues Pferd" }),
        ),
        (
            "POST",
            "/account/recovery-codes",
            json!({ "password": PASSWORD }),
        ),
        ("GET", "/account/export.json", Value::Null),
        ("GET", "/account/export.pdn", Value::Null),
        ("DELETE", "/account", json!({ "password": PASSWORD })),
    ] {
        let refused = with_token(&server, token, method, path, &body).await;
        refused.problem(403, "session-needed");
    }
    // Deleting a token ends it.
    let path = format!("/account/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(awa.send("DELETE", &path, &Value::Null).await.status, 204);
    with_token(&server, token, "GET", "/account", &Value::Null)
        .await
        .problem(401, "not-signed-in");
    for wrong in ["dmr_", "dmr_é", &token[4..], &secret(1)] {
        with_token(&server, wrong, "GET", "/account", &Value::Null)
            .await
            .problem(401, "not-signed-in");
    }
}

#[tokio::test]
async fn a_token_needs_the_password_and_ends_when_it_changes_unless_lasting() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let wanted = |password: &str| json!({ "label": "", "scopes": ["bot"], "password": password });
    let without = json!({ "label": "", "scopes": ["bot"] });
    awa.send("POST", "/account/tokens", &without)
        .await
        .problem(422, "unexpected-shape");
    awa.send("POST", "/account/tokens", &wanted("not that one"))
        .await
        .problem(401, "wrong-credentials");
    let none = awa.get("/account/tokens").await.ok();
    assert_eq!(none["tokens"], json!([]));
    let made = awa.send("POST", "/account/tokens", &wanted(PASSWORD)).await;
    let token = made.json()["token"].as_str().unwrap().to_owned();
    let opens = async || {
        let asked = with_token(&server, &token, "GET", "/account", &Value::Null);
        asked.await.status == 200
    };
    let [green, blue] = ["un cheval vert", "ein blaues Pferd"];
    let stay = json!({ "old": PASSWORD, "new": green, "end_tokens": false });
    let changed = awa.send("POST", "/account/password", &stay).await;
    assert_eq!((changed.status.as_u16(), opens().await), (204, true));
    let end = json!({ "old": green, "new": blue });
    let changed = awa.send("POST", "/account/password", &end).await;
    assert_eq!((changed.status.as_u16(), opens().await), (204, false));
    assert_eq!(awa.who().await, "Awa");
}

/// An attacker knows the password, has created codes and a token, and has signed in.
#[tokio::test]
async fn recovery_by_a_code_ends_sessions_tokens_and_passkeys() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let again = json!({ "password": PASSWORD });
    let codes = awa.send("POST", "/account/recovery-codes", &again).await;
    let codes = codes.ok()["recovery_codes"].clone();
    let mut thief = Browser::new(&server);
    thief.sign_in("Awa", PASSWORD).await.ok();
    let token = json!({ "label": "", "scopes": ["bot"], "password": PASSWORD });
    let token = thief.send("POST", "/account/tokens", &token).await.json();
    let by = |code: &Value| json!({ "name": "Awa", "code": code, "password": "un cheval vert" });
    let mut phone = Browser::new(&server);
    let own = phone.send("POST", "/account/recover", &by(&codes[0])).await;
    let new = own.ok()["new_recovery_codes"].clone();
    for stolen in codes.as_array().unwrap() {
        Browser::new(&server)
            .send("POST", "/account/recover", &by(stolen))
            .await
            .problem(401, "wrong-credentials");
    }
    assert_eq!(thief.who().await, "not-signed-in");
    let token = token["token"].as_str().unwrap();
    with_token(&server, token, "GET", "/account", &Value::Null)
        .await
        .problem(401, "not-signed-in");
    phone
        .send("POST", "/account/recover", &by(&new[7]))
        .await
        .ok();
}

#[tokio::test]
async fn over_https_the_plain_cookie_is_ignored() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    assert!(awa.cookie.starts_with("damier-session="), "{}", awa.cookie);
    let secure = format!("__Host-{}", awa.cookie);
    for (cookie, proto, status) in [
        (&awa.cookie, "http", 200),
        (&awa.cookie, "https", 401),
        (&secure, "https", 200),
        (&format!("{secure}; {}", awa.cookie), "https", 200),
    ] {
        let headers = [("cookie", cookie.as_str()), ("x-forwarded-proto", proto)];
        let answer = server.ask_without_secret("GET", "/api/v1/account", &headers, "");
        assert_eq!(answer.await.status, status, "{cookie} over {proto}");
    }
}

/// A class signs in at the same time from one address.
#[tokio::test(flavor = "multi_thread")]
async fn forty_pupils_sign_in_at_once() {
    let server = Arc::new(
        start_with(InMemoryLibrary::default(), |config| {
            config.limits.accounts_a_day = 40;
        })
        .await,
    );
    let pupils = (0..40).map(|number| {
        let server = server.clone();
        tokio::spawn(async move {
            let mut pupil = Browser::new(&server);
            let made = pupil.sign_up(&format!("Pupil{number}")).await;
            assert_eq!(made.status, 201, "{made:?}");
            assert_eq!(
                pupil
                    .sign_in(&format!("Pupil{number}"), PASSWORD)
                    .await
                    .status,
                200
            );
        })
    });
    for pupil in pupils.collect::<Vec<_>>() {
        pupil.await.unwrap();
    }
}

/// Accounts persist across a restart of the server.
#[tokio::test]
async fn accounts_persist_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let location = damier_storage::Location::file(folder.path().join("games.sqlite")).unwrap();
    let database = damier_storage::Database::Sqlite(location);
    let mut cookie = String::new();
    for is_first in [true, false] {
        let store = damier_storage::Store::open(&database).await.unwrap();
        let stores = Stores {
            library: store.library.clone(),
            live: store.live.clone(),
        };
        let server = crate::common::start_stores(stores, |_| {}).await;
        let mut awa = Browser::new(&server);
        if is_first {
            awa.sign_up("Awa").await;
            cookie.clone_from(&awa.cookie);
        }
        awa.cookie.clone_from(&cookie);
        assert_eq!(awa.who().await, "Awa");
        assert_eq!(
            Browser::new(&server).sign_in("Awa", PASSWORD).await.status,
            200
        );
        server.stop().await.unwrap();
        store.close().await;
    }
}
