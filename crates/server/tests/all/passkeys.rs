//! Passkeys over a real connection with an authenticator in software: registration, use, removal,
//! and responses that must be rejected.

mod abuse;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::Ports;

use damier_people::accounts::{AccountName, Ban};
use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::{Config, Stores};
use serde_json::{Value, json};

use crate::common::authenticator::{Authenticator, Kind, SYNCED, VERIFIED, text};
use crate::common::browser::{Browser, PASSWORD};
use crate::common::{Answer, Running, start_stores, start_with, with_token};

const HOST: &str = "club.example";
const ORIGIN: &str = "https://club.example";
const KINDS: [Kind; 3] = [Kind::Es256, Kind::Ed25519, Kind::Rs256];

/// A modification of a device before it responds.
type Change = fn(&mut Authenticator);

fn with_names(config: &mut Config) {
    config.host_names = [HOST, "www.club.example", "other.example"]
        .map(str::to_owned)
        .into();
    config.limits.accounts_a_day = 100;
}

async fn start() -> Running {
    start_with(InMemoryLibrary::default(), with_names).await
}

/// A browser that has opened the page by its host name over HTTPS.
fn browser(server: &Running) -> Browser<'_> {
    let mut browser = Browser::new(server);
    browser.host = Some(HOST.to_owned());
    browser.origin = Some(ORIGIN.to_owned());
    browser
}

fn device(kind: Kind, id: u8) -> Authenticator {
    Authenticator::new(kind, id, ORIGIN, HOST)
}

async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = browser(server);
    assert_eq!(browser.sign_up(name).await.status, 201);
    browser
}

async fn new_passkey_challenge(browser: &mut Browser<'_>) -> Value {
    let again = json!({ "password": PASSWORD });
    let asked = browser.send("POST", "/account/passkeys/question", &again);
    asked.await.ok()
}

/// Adds the passkey of a device to the account. Returns the account's user handle.
async fn add(browser: &mut Browser<'_>, device: &Authenticator) -> String {
    let question = new_passkey_challenge(browser).await;
    let body = device.create(question["challenge"].as_str().unwrap());
    let added = browser.send("POST", "/account/passkeys", &body).await;
    assert_eq!(added.status, 201, "{added:?}");
    question["user"].as_str().unwrap().to_owned()
}

async fn question(browser: &mut Browser<'_>) -> String {
    let asked = browser.send("POST", "/session/passkey/question", &Value::Null);
    let asked = asked.await.ok();
    asked["challenge"].as_str().unwrap().to_owned()
}

async fn answer(browser: &mut Browser<'_>, body: &Value) -> Answer {
    browser.send("POST", "/session/passkey", body).await
}

/// Signs in with a device, in a fresh browser.
async fn sign_in(server: &Running, device: &mut Authenticator, user: &str) -> Answer {
    let mut browser = browser(server);
    let challenge = question(&mut browser).await;
    answer(&mut browser, &device.get(&challenge, user)).await
}

async fn passkeys(browser: &mut Browser<'_>) -> Vec<Value> {
    let listed = browser.get("/account/passkeys").await.ok();
    listed["passkeys"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_passkey_is_registered_used_and_removed() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    for (number, kind) in (1..).zip(KINDS) {
        let mut device = device(kind, number);
        device.flags |= SYNCED;
        let asked = new_passkey_challenge(&mut awa).await;
        assert_eq!(
            (&asked["host"], &asked["name"]),
            (&json!(HOST), &json!("Awa"))
        );
        assert_eq!(asked["algorithms"], json!([-7, -8, -257]));
        assert_eq!(asked["timeout_ms"], 300_000);
        assert_eq!(
            asked["exclude"].as_array().unwrap().len(),
            number as usize - 1
        );
        let user = add(&mut awa, &device).await;
        assert_eq!(asked["user"], user);

        server.clock.0.fetch_add(60_000, Ordering::SeqCst);
        let mut phone = browser(&server);
        let challenge = question(&mut phone).await;
        let own = answer(&mut phone, &device.get(&challenge, &user)).await;
        assert!(
            own.header("set-cookie")
                .starts_with("__Host-damier-session=")
        );
        assert_eq!(own.ok()["name"], "Awa", "{kind:?}");
        assert_eq!(phone.who().await, "Awa", "no name was typed");
    }
    let listed = passkeys(&mut awa).await;
    assert_eq!(listed.len(), 3);
    assert_eq!(
        listed[0],
        json!({
            "id": text(&[1; 32]), "name": "Firefox, Linux", "host": HOST, "synced": true,
            "created_ms": 1_000, "seen_ms": 61_000,
        })
    );
    let export = awa.get("/account/export.json").await.ok();
    assert_eq!(export["passkeys"], json!(listed), "nothing of it is secret");

    let path = format!("/account/passkeys/{}", listed[1]["id"].as_str().unwrap());
    let again = |password: &str| json!({ "password": password });
    awa.send("DELETE", &path, &again("not that one"))
        .await
        .problem(401, "wrong-credentials");
    let mut piet = signed_up(&server, "Piet").await;
    piet.send("DELETE", &path, &again(PASSWORD))
        .await
        .problem(404, "passkey-not-found");
    let removed = awa.send("DELETE", &path, &again(PASSWORD)).await;
    assert_eq!(removed.status, 204);
    awa.send("DELETE", &path, &again(PASSWORD))
        .await
        .problem(404, "passkey-not-found");
    awa.send("DELETE", "/account/passkeys/é!", &again(PASSWORD))
        .await
        .problem(404, "passkey-not-found");
    assert_eq!(passkeys(&mut awa).await.len(), 2);
}

#[tokio::test]
async fn a_new_passkey_needs_the_password_and_belongs_to_one_account() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let wrong = json!({ "password": "not that one" });
    awa.send("POST", "/account/passkeys/question", &wrong)
        .await
        .problem(401, "wrong-credentials");

    // A challenge of one account cannot be used by another account, nor can an invented one, nor
    // one for signing in.
    let device = device(Kind::Es256, 1);
    let to_awa = new_passkey_challenge(&mut awa).await["challenge"].clone();
    let for_anybody = question(&mut awa).await;
    for challenge in [to_awa.as_str().unwrap(), &for_anybody, "AAAA"] {
        let body = device.create(challenge);
        piet.send("POST", "/account/passkeys", &body)
            .await
            .problem(409, "question-over");
    }
    let body = device.create(to_awa.as_str().unwrap());
    assert_eq!(
        awa.send("POST", "/account/passkeys", &body).await.status,
        201
    );
    awa.send("POST", "/account/passkeys", &body)
        .await
        .problem(409, "question-over");
    // Another account cannot register the same passkey.
    let challenge = new_passkey_challenge(&mut piet).await["challenge"].clone();
    let body = device.create(challenge.as_str().unwrap());
    piet.send("POST", "/account/passkeys", &body)
        .await
        .problem(409, "passkey-taken");
    assert_eq!(
        (
            passkeys(&mut awa).await.len(),
            passkeys(&mut piet).await.len()
        ),
        (1, 0)
    );
}

#[tokio::test]
async fn invalid_registrations_are_rejected_with_a_reason() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let cases: [(Change, &str); 5] = [
        (
            |it| it.origin = "https://evil.example".into(),
            "passkey-origin",
        ),
        (
            |it| it.origin = "http://club.example".into(),
            "passkey-origin",
        ),
        (|it| it.host = "evil.example".into(), "passkey-host"),
        (|it| it.flags = 0b100, "passkey-presence"),
        (|it| it.flags = 0b001, "passkey-verification"),
    ];
    for (change, reason) in cases {
        let mut device = device(Kind::Es256, 1);
        change(&mut device);
        let challenge = new_passkey_challenge(&mut awa).await["challenge"].clone();
        let body = device.create(challenge.as_str().unwrap());
        let refused = awa.send("POST", "/account/passkeys", &body).await;
        assert_eq!(refused.problem(422, "unusable-passkey")["reason"], reason);
    }
    let challenge = new_passkey_challenge(&mut awa).await["challenge"].clone();
    let device = device(Kind::Es256, 1);
    let mut body = device.create(challenge.as_str().unwrap());
    body["client_data"] = json!(text(
        &device.client_data("webauthn.get", challenge.as_str().unwrap())
    ));
    let refused = awa.send("POST", "/account/passkeys", &body).await;
    assert_eq!(
        refused.problem(422, "unusable-passkey")["reason"],
        "passkey-kind"
    );
    assert_eq!(passkeys(&mut awa).await.len(), 0);
}

#[tokio::test]
async fn without_passkey_support_no_challenge_is_created() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    for (host, origin) in [
        (None, None),
        (
            Some(HOST.to_owned()),
            Some("http://club.example".to_owned()),
        ),
    ] {
        (awa.host, awa.origin) = (host, origin);
        awa.send("POST", "/session/passkey/question", &Value::Null)
            .await
            .problem(409, "passkeys-not-here");
        let again = json!({ "password": PASSWORD });
        awa.send("POST", "/account/passkeys/question", &again)
            .await
            .problem(409, "passkeys-not-here");
        let body = device(Kind::Es256, 1).create("AAAA");
        awa.send("POST", "/account/passkeys", &body)
            .await
            .problem(409, "passkeys-not-here");
        let body = device(Kind::Es256, 1).get("AAAA", "AAAA");
        answer(&mut awa, &body)
            .await
            .problem(409, "passkeys-not-here");
    }
    // On the machine itself they work without HTTPS.
    let here = format!("localhost:{}", server.address.port());
    awa.origin = Some(format!("http://{here}"));
    awa.host = Some(here.clone());
    let mut device = Authenticator::new(Kind::Es256, 1, &format!("http://{here}"), "localhost");
    let user = add(&mut awa, &device).await;
    let challenge = question(&mut awa).await;
    answer(&mut awa, &device.get(&challenge, &user)).await.ok();
    // They do not work under the server's other name.
    assert_eq!(passkeys(&mut awa).await[0]["host"], "localhost");
    device.origin = ORIGIN.to_owned();
    sign_in(&server, &mut device, &user)
        .await
        .problem(401, "wrong-passkey");
    device.host = HOST.to_owned();
    sign_in(&server, &mut device, &user)
        .await
        .problem(401, "wrong-passkey");
}

#[tokio::test]
async fn a_passkey_of_a_domain_works_on_its_subdomains() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        with_names(config);
        config.passkey_domain = Some(HOST.to_owned());
    })
    .await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut device = device(Kind::Es256, 1);
    let user = add(&mut awa, &device).await;
    let mut www = browser(&server);
    www.host = Some("www.club.example".to_owned());
    www.origin = Some("https://www.club.example".to_owned());
    let challenge = question(&mut www).await;
    device.origin = "https://www.club.example".to_owned();
    answer(&mut www, &device.get(&challenge, &user)).await.ok();
    // A page on a subdomain that is not this server's, and a name outside of the domain.
    let challenge = question(&mut www).await;
    device.origin = "https://evil.club.example".to_owned();
    answer(&mut www, &device.get(&challenge, &user))
        .await
        .problem(401, "wrong-passkey");
    www.host = Some("other.example".to_owned());
    www.origin = Some("https://other.example".to_owned());
    www.send("POST", "/session/passkey/question", &Value::Null)
        .await
        .problem(409, "passkeys-not-here");
}

#[tokio::test]
async fn a_challenge_is_valid_once_on_any_node() {
    let stores = Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::shared())),
    };
    let one = start_stores(stores.clone(), with_names).await;
    let other = start_stores(stores, with_names).await;
    // Servers that share a store use its clock, the machine's here, so the test does not move the
    // time.
    let mut awa = signed_up(&one, "Awa").await;
    let mut device = device(Kind::Es256, 1);
    let asked = new_passkey_challenge(&mut awa).await;
    let user = asked["user"].as_str().unwrap().to_owned();
    let body = device.create(asked["challenge"].as_str().unwrap());
    let mut elsewhere = browser(&other);
    elsewhere.cookie.clone_from(&awa.cookie);
    let added = elsewhere.send("POST", "/account/passkeys", &body).await;
    assert_eq!(added.status, 201, "{added:?}");
    awa.send("POST", "/account/passkeys", &body)
        .await
        .problem(409, "question-over");

    let challenge = question(&mut browser(&one)).await;
    let body = device.get(&challenge, &user);
    let [mut here, mut there] = [browser(&one), browser(&other)];
    assert_eq!(answer(&mut there, &body).await.ok()["name"], "Awa");
    for browser in [&mut here, &mut there] {
        answer(browser, &body).await.problem(409, "question-over");
    }
}

#[tokio::test]
async fn a_challenge_expires_after_five_minutes_or_a_wrong_response() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut device = device(Kind::Ed25519, 1);
    let user = add(&mut awa, &device).await;
    let [in_time, too_late, wrongly] = [
        question(&mut awa).await,
        question(&mut awa).await,
        question(&mut awa).await,
    ];
    let mut damaged = device.get(&wrongly, &user);
    damaged["signature"] = json!(text(&[0; 64]));
    answer(&mut awa, &damaged)
        .await
        .problem(401, "wrong-passkey");
    let good = device.get(&wrongly, &user);
    answer(&mut awa, &good).await.problem(409, "question-over");
    server.clock.0.fetch_add(5 * 60_000 - 1, Ordering::SeqCst);
    answer(&mut awa, &device.get(&in_time, &user)).await.ok();
    server.clock.0.fetch_add(1, Ordering::SeqCst);
    let late = device.get(&too_late, &user);
    answer(&mut awa, &late).await.problem(409, "question-over");
    let made_up = device.get(&text(&[7; 32]), &user);
    answer(&mut awa, &made_up)
        .await
        .problem(409, "question-over");

    let asked = new_passkey_challenge(&mut awa).await["challenge"].clone();
    server.clock.0.fetch_add(5 * 60_000, Ordering::SeqCst);
    let body = device.create(asked.as_str().unwrap());
    awa.send("POST", "/account/passkeys", &body)
        .await
        .problem(409, "question-over");
}

#[tokio::test]
async fn a_modified_response_signs_no_one_in() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let (mut of_awa, of_piet) = (device(Kind::Es256, 1), device(Kind::Es256, 2));
    let user = add(&mut awa, &of_awa).await;
    let other = add(&mut piet, &of_piet).await;
    let cases: [Change; 8] = [
        |it| it.origin = "https://evil.example".into(),
        |it| it.origin = "https://evil.club.example".into(),
        |it| it.host = "evil.example".into(),
        |it| it.host = "www.club.example".into(),
        |it| it.flags = 0b100,
        |it| it.flags = 0b001,
        |it| it.flags = VERIFIED | SYNCED,
        |it| it.id = vec![99; 32],
    ];
    let refused = sign_in(&server, &mut device(Kind::Es256, 1), &user).await;
    let expected = refused.problem(401, "wrong-passkey"); // another key under the same id
    for (number, change) in cases.into_iter().enumerate() {
        let before = (
            of_awa.origin.clone(),
            of_awa.host.clone(),
            of_awa.flags,
            of_awa.id.clone(),
        );
        change(&mut of_awa);
        let refused = sign_in(&server, &mut of_awa, &user).await;
        assert_eq!(
            refused.problem(401, "wrong-passkey"),
            expected,
            "case {number}"
        );
        assert_eq!(refused.header("set-cookie"), "");
        (of_awa.origin, of_awa.host, of_awa.flags, of_awa.id) = before;
    }
    // The passkey of one account with the user handle of another, and without one.
    for user in [other.as_str(), "", "AAAA"] {
        let refused = sign_in(&server, &mut of_awa, user).await;
        assert_eq!(refused.problem(401, "wrong-passkey"), expected);
    }
    // A response to a registration challenge does not sign in.
    let to_awa = new_passkey_challenge(&mut awa).await["challenge"].clone();
    let body = of_awa.get(to_awa.as_str().unwrap(), &user);
    answer(&mut awa, &body).await.problem(409, "question-over");
    assert_eq!(
        sign_in(&server, &mut of_awa, &user).await.ok()["name"],
        "Awa"
    );
}

#[tokio::test]
async fn a_copied_key_is_noticed_by_its_counter() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut device = device(Kind::Es256, 1);
    device.counter = 5;
    let user = add(&mut awa, &device).await;
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);
    for counter in [6, 2] {
        device.counter = counter; // the next answer says one more: 7 was used already
        sign_in(&server, &mut device, &user)
            .await
            .problem(401, "wrong-passkey");
    }
    device.counter = 0; // and one that does not count any more
    sign_in(&server, &mut device, &user)
        .await
        .problem(401, "wrong-passkey");
    device.counter = 7;
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);
}

#[tokio::test]
async fn wrong_responses_lock_no_one_out_and_passkeys_are_bounded() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut first = device(Kind::Ed25519, 1);
    let user = add(&mut awa, &first).await;
    for number in 2..=20 {
        add(&mut awa, &device(Kind::Ed25519, number)).await;
    }
    let again = json!({ "password": PASSWORD });
    awa.send("POST", "/account/passkeys/question", &again)
        .await
        .problem(409, "too-many-passkeys");
    for _ in 0..100 {
        let body = first.get("AAAA", &user);
        answer(&mut awa, &body).await.problem(409, "question-over");
    }
    // Passkeys cannot be guessed, so wrong responses lock no account.
    assert_eq!(sign_in(&server, &mut first, &user).await.status, 200);
}

#[tokio::test]
async fn passkeys_end_with_the_account_and_after_a_recovery() {
    let server = start().await;
    let mut awa = browser(&server);
    let codes = awa.sign_up("Awa").await.json()["recovery_codes"].clone();
    let mut device = device(Kind::Es256, 1);
    let user = add(&mut awa, &device).await;
    let new = "ein blaues Pferd";
    let change = json!({ "old": PASSWORD, "new": new });
    let changed = awa.send("POST", "/account/password", &change).await;
    assert_eq!(changed.status, 204);
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);

    // A ban is revealed only to the holder of the passkey.
    let name: AccountName = "Awa".parse().unwrap();
    let (account, _) = server
        .live
        .accounts
        .account_named(&name)
        .await
        .unwrap()
        .unwrap();
    let ban = Ban {
        until_ms: Some(99_000),
        reason: "an engine".parse().unwrap(),
    };
    server
        .live
        .administration
        .set_ban(account.id, Some(&ban))
        .await
        .unwrap();
    let banned = sign_in(&server, &mut device, &user).await;
    assert_eq!(
        banned.problem(403, "account-banned")["ban_reason"],
        "an engine"
    );
    let mut stranger = Authenticator::new(Kind::Es256, 1, ORIGIN, HOST);
    sign_in(&server, &mut stranger, &user)
        .await
        .problem(401, "wrong-passkey");
    server
        .live
        .administration
        .set_ban(account.id, None)
        .await
        .unwrap();

    let recover = json!({ "name": "Awa", "code": codes[0], "password": PASSWORD });
    awa.send("POST", "/account/recover", &recover).await.ok();
    sign_in(&server, &mut device, &user)
        .await
        .problem(401, "wrong-passkey");
    assert_eq!(passkeys(&mut awa).await.len(), 0);

    add(&mut awa, &device).await;
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);
    let again = json!({ "password": PASSWORD });
    assert_eq!(awa.send("DELETE", "/account", &again).await.status, 204);
    sign_in(&server, &mut device, &user)
        .await
        .problem(401, "wrong-passkey");
}
