//! Log lines about accounts, as a log collector reads them: successful and failed sign-ins,
//! changes, and no secrets.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::writer::OptionalWriter;

use crate::common::authenticator::{Authenticator, Kind};
use crate::common::browser::{Browser, PASSWORD};
use crate::common::start_with;

const HOST: &str = "club.example";
const ORIGIN: &str = "https://club.example";
const OTHER_PASSWORD: &str = "ein blaues Pferd";
const TYPED: &str = "seven-horses-in-the-wrong-field";

/// A log in memory: the lines of one thread, on which the server of this test runs. Other tests may
/// run at the same time.
#[derive(Clone)]
struct Kept(Arc<Mutex<Vec<u8>>>, ThreadId);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = OptionalWriter<Kept>;

    fn make_writer(&self) -> OptionalWriter<Kept> {
        if thread::current().id() == self.1 {
            OptionalWriter::some(self.clone())
        } else {
            OptionalWriter::none()
        }
    }
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines about accounts since the last call, with `event` and, where present, account, way,
    /// reason and limit.
    fn taken(&self) -> Vec<Value> {
        let text = self.text();
        self.0.lock().unwrap().clear();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let fields = lines.map(|line: Value| line["fields"].clone());
        fields.filter(|it| it["event"].is_string()).collect()
    }
}

fn events(lines: &[Value]) -> Vec<&str> {
    lines
        .iter()
        .map(|it| it["event"].as_str().unwrap())
        .collect()
}

// One thread, so that the server's lines are those of this test.
#[tokio::test]
async fn sign_ins_and_account_changes_are_logged_without_secrets() {
    let kept = Kept(Arc::default(), thread::current().id());
    let log = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(kept.clone())
        .finish();
    tracing::subscriber::set_global_default(log).unwrap();
    let mut everything = String::new();
    let mut lines = || {
        everything.push_str(&kept.text());
        kept.taken()
    };
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.host_names = vec![HOST.to_owned()];
    })
    .await;
    let mut awa = Browser::new(&server);
    (awa.host, awa.origin) = (Some(HOST.to_owned()), Some(ORIGIN.to_owned()));
    let mut secrets = Vec::new();

    let made = awa.sign_up("Awa-Diop").await.json();
    let codes: Vec<String> = serde_json::from_value(made["recovery_codes"].clone()).unwrap();
    secrets.push(awa.cookie.split_once('=').unwrap().1.to_owned());
    let said = lines();
    assert_eq!(events(&said), ["account-made"]);
    let account = said[0]["account"].clone();
    assert_eq!(account.as_str().unwrap().len(), 32);
    assert_eq!(said[0]["from"], "127.0.0.1");

    // Rejected: a wrong password, a password in the field of the name, an unknown name, a wrong
    // code.
    let mut other = Browser::new(&server);
    (other.host, other.origin) = (awa.host.clone(), awa.origin.clone());
    assert_eq!(other.sign_in("Awa-Diop", TYPED).await.status, 401);
    assert_eq!(other.sign_in(TYPED, "Awa-Diop").await.status, 401);
    assert_eq!(other.sign_in("Piet", TYPED).await.status, 401);
    let code = json!({ "name": "Awa-Diop", "code": "000000-000000-000000-000000", "password": OTHER_PASSWORD });
    assert_eq!(
        other.send("POST", "/account/recover", &code).await.status,
        401
    );
    let said = lines();
    assert_eq!(events(&said), ["sign-in-refused"; 4]);
    let attempts: Vec<_> = said
        .iter()
        .map(|it| {
            (
                it["account"] == account,
                it["by"].clone(),
                it["why"].clone(),
            )
        })
        .collect();
    assert_eq!(
        attempts,
        [
            (true, json!("password"), json!("wrong")),
            (false, json!("password"), json!("no-name")),
            (false, json!("password"), json!("wrong")),
            (true, json!("code"), json!("wrong")),
        ]
    );
    assert_eq!(said[1]["account"], "none");

    // Accepted: by the password, a passkey, a code; and the changes on the way.
    other.sign_in("Awa-Diop", PASSWORD).await.ok();
    secrets.push(other.cookie.split_once('=').unwrap().1.to_owned());
    let again = json!({ "password": PASSWORD });
    let asked = awa
        .send("POST", "/account/passkeys/question", &again)
        .await
        .ok();
    let mut device = Authenticator::new(Kind::Es256, 1, ORIGIN, HOST);
    let challenge = asked["challenge"].as_str().unwrap().to_owned();
    let body = device.create(&challenge);
    assert_eq!(
        awa.send("POST", "/account/passkeys", &body).await.status,
        201
    );
    secrets.push(challenge);
    let asked = other
        .send("POST", "/session/passkey/question", &Value::Null)
        .await
        .ok();
    let user = asked_user(&mut awa).await;
    let body = device.get(asked["challenge"].as_str().unwrap(), &user);
    other.send("POST", "/session/passkey", &body).await.ok();
    secrets.push(other.cookie.split_once('=').unwrap().1.to_owned());
    let refused = other.send("POST", "/session/passkey", &body).await;
    refused.problem(409, "question-over");
    let said = lines();
    assert_eq!(
        events(&said),
        ["signed-in", "passkey-added", "signed-in", "sign-in-refused"]
    );
    assert!(said[..3].iter().all(|it| it["account"] == account));
    let ways: Vec<_> = said.iter().map(|it| it["by"].clone()).collect();
    assert_eq!(ways[0], "password");
    assert_eq!((&ways[2], &ways[3]), (&json!("passkey"), &json!("passkey")));
    assert_eq!(said[3]["why"], "question-over");

    let token = json!({ "label": "bot", "scopes": ["bot"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &token).await.json();
    secrets.push(token["token"].as_str().unwrap().to_owned());
    let path = format!("/account/tokens/{}", token["id"].as_str().unwrap());
    awa.send("DELETE", &path, &Value::Null).await;
    let listed = awa.get("/account/passkeys").await.ok()["passkeys"][0]["id"].clone();
    let path = format!("/account/passkeys/{}", listed.as_str().unwrap());
    awa.send("DELETE", &path, &again).await;
    awa.send("DELETE", "/account/sessions", &Value::Null).await;
    let change = json!({ "old": PASSWORD, "new": OTHER_PASSWORD });
    awa.send("POST", "/account/password", &change).await;
    let renewed = json!({ "password": OTHER_PASSWORD });
    awa.send("POST", "/account/recovery-codes", &renewed)
        .await
        .ok();
    other.sign_in("Awa-Diop", OTHER_PASSWORD).await.ok();
    other.send("DELETE", "/session", &Value::Null).await;
    // Repeated: one line of each kind per minute, with the number of omitted ones.
    server.clock.0.fetch_add(60_000, Ordering::SeqCst);
    for _ in 0..6 {
        other.sign_in("Piet", TYPED).await;
    }
    server.clock.0.fetch_add(60_000, Ordering::SeqCst);
    other.sign_in("Piet", TYPED).await;
    other.sign_in("Nobody-here", TYPED).await;
    awa.send("DELETE", "/account", &renewed).await;
    let said = lines();
    assert_eq!(
        events(&said),
        [
            "token-made",
            "token-ended",
            "passkey-removed",
            "other-sessions-ended",
            "password-changed",
            "recovery-codes-changed",
            "signed-in",
            "session-ended",
            "sign-in-refused",
            "limit-reached",
            "limit-reached",
            "sign-in-refused",
            "account-deleted",
        ]
    );
    let left_out: Vec<_> = said[8..12].iter().map(|it| &it["left_out"]).collect();
    assert_eq!(left_out, [0, 0, 1, 3]);
    let limit = &said[9];
    assert_eq!(
        (&limit["limit"], &limit["from"]),
        (&json!("passwords"), &json!("127.0.0.1"))
    );
    assert_eq!(limit["wait_s"], 120);

    secrets.extend(
        codes
            .iter()
            .flat_map(|code| [code.clone(), code.replace('-', "")]),
    );
    secrets
        .extend([PASSWORD, OTHER_PASSWORD, TYPED, "Awa-Diop", "000000-000000"].map(str::to_owned));
    assert!(everything.contains("signed-in") && everything.len() > 4_000);
    for secret in &secrets {
        assert!(
            secret.len() >= 8 && !everything.contains(secret.as_str()),
            "{secret} is in the log"
        );
    }
    drop(server);
}

/// The user handle of the account.
async fn asked_user(browser: &mut Browser<'_>) -> String {
    let listed = browser.get("/account/passkeys").await.ok();
    listed["user"].as_str().unwrap().to_owned()
}
