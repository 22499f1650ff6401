//! Banned accounts: they cannot sign in, their tokens are rejected, and their running games
//! continue without the account. Also reset codes for a new password.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::Ports;

use damier_people::accounts::{Account, Accounts, Administration, Ban};
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::{ResetCode, Stores};
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, bearer, start_stores, with_token};

async fn start() -> (Running, Arc<InMemoryStore>) {
    let live = Arc::new(InMemoryStore::shared());
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&live),
    };
    let server = start_stores(stores, |_| {}).await;
    (server, live)
}

async fn account(live: &InMemoryStore, name: &str) -> Account {
    let found = live.account_named(&name.parse().unwrap()).await.unwrap();
    found.unwrap().0
}

async fn ban(live: &InMemoryStore, name: &str, until_ms: Option<u64>, reason: &str) {
    let ban = Ban {
        until_ms,
        reason: reason.parse().unwrap(),
    };
    let id = account(live, name).await.id;
    assert!(live.set_ban(id, Some(&ban)).await.unwrap());
}

#[tokio::test]
async fn a_banned_account_is_rejected_and_its_owner_sees_the_reason() {
    let (server, live) = start().await;
    let mut awa = Browser::new(&server);
    let codes = awa.sign_up("Awa").await.json()["recovery_codes"].clone();
    let wanted = json!({ "label": "my bot", "scopes": ["bot", "play:read"], "password": PASSWORD });
    let made = awa.send("POST", "/account/tokens", &wanted).await.json();
    let token = made["token"].as_str().unwrap();
    ban(&live, "Awa", Some(50_000), "played with an engine").await;

    assert_eq!(awa.who().await, "not-signed-in", "the session has ended");
    let problem = awa
        .sign_in("Awa", PASSWORD)
        .await
        .problem(403, "account-banned");
    assert_eq!(problem["banned_until_ms"], 50_000);
    assert_eq!(problem["ban_reason"], "played with an engine");
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .ends_with("until 1970-01-01 00:00 UTC: played with an engine"),
        "{problem}"
    );
    assert_eq!(awa.who().await, "not-signed-in");
    // Without the right password, the ban is not revealed.
    let guessed = Browser::new(&server).sign_in("Awa", "not that one").await;
    guessed.problem(401, "wrong-credentials");
    let recovery = json!({ "name": "Awa", "code": codes[0], "password": "another one" });
    let refused = awa.send("POST", "/account/recover", &recovery).await;
    refused.problem(403, "account-banned");
    let refused = with_token(&server, token, "GET", "/account", &Value::Null).await;
    refused.problem(403, "account-banned");
    // Like a client of the Bot API.
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let refused = server
        .ask_without_secret("GET", "/api/account", &headers, String::new())
        .await;
    assert_eq!(refused.status, 403, "{refused:?}");

    // The ban has expired: access works again, and the code is unused.
    server.clock.0.store(50_000, Ordering::SeqCst);
    let answer = with_token(&server, token, "GET", "/account", &Value::Null).await;
    assert_eq!(answer.ok()["name"], "Awa");
    let again = awa.sign_in("Awa", PASSWORD).await;
    assert_eq!(again.ok()["recovery_codes"], 8);
}

#[tokio::test]
async fn a_banned_player_finishes_games_without_the_account() {
    let (server, live) = start().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let seats = server.game(1, &challenge("frisian", &json!({}))).await;
    let attached = json!({ "seat": seats[0] });
    assert_eq!(
        awa.send("POST", "/account/games", &attached).await.status,
        200
    );
    let before = awa.cookie.clone();
    ban(&live, "Awa", None, "").await;
    let problem = awa
        .sign_in("Awa", PASSWORD)
        .await
        .problem(403, "account-banned");
    assert!(problem.get("banned_until_ms").is_none() && problem.get("ban_reason").is_none());

    let (mut socket, _) = server.enter(&seats[0]).await;
    socket.play("32-28").await;
    // A browser with the cookie of an ended session counts as anonymous, and can offer a game like
    // any anonymous client.
    let seat = bearer(&secret(20));
    let headers = [
        ("authorization", seat.as_str()),
        ("cookie", before.as_str()),
        ("content-type", "application/json"),
    ];
    let offer = json!({ "id": uuid(2), "challenge": challenge("frisian", &json!({})), "invitation": secret(21) });
    let offered = server
        .ask_without_secret("POST", "/api/v1/challenges", &headers, offer.to_string())
        .await;
    offered.ok();
}

#[tokio::test]
async fn a_reset_code_is_accepted_as_a_recovery_code() {
    let (server, live) = start().await;
    let mut awa = Browser::new(&server);
    let old = awa.sign_up("Awa").await.json()["recovery_codes"].clone();
    let id = account(&live, "Awa").await.id;
    let code = ResetCode::draw().unwrap();
    assert!(live.add_reset_code(id, &code.key(), 10_000).await.unwrap());
    let typed = json!({ "name": "Awa", "code": code.display().to_lowercase(), "password": "un cheval vert" });
    let mut elsewhere = Browser::new(&server);
    let own = elsewhere
        .send("POST", "/account/recover", &typed)
        .await
        .ok();
    assert_eq!(own["recovery_codes"], 8);
    let new = own["new_recovery_codes"].as_array().unwrap().clone();
    assert_eq!(new.len(), 8, "she is shown new ones");
    let by = |code: &Value| json!({ "name": "Awa", "code": code, "password": "un cheval vert" });
    for code in old.as_array().unwrap() {
        Browser::new(&server)
            .send("POST", "/account/recover", &by(code))
            .await
            .problem(401, "wrong-credentials");
    }
    assert_eq!(awa.who().await, "not-signed-in");
    assert_eq!(elsewhere.who().await, "Awa");
    let again = Browser::new(&server)
        .send("POST", "/account/recover", &typed)
        .await;
    again.problem(401, "wrong-credentials");

    let late = ResetCode::draw().unwrap();
    assert!(live.add_reset_code(id, &late.key(), 10_000).await.unwrap());
    server.clock.0.store(10_000, Ordering::SeqCst);
    let typed = json!({ "name": "Awa", "code": late.display(), "password": "un cheval vert" });
    let refused = elsewhere.send("POST", "/account/recover", &typed).await;
    refused.problem(401, "wrong-credentials");
}
