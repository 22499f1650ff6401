//! The server's database contains hashes of secrets, and no secrets.

use damier_server::Stores;
use damier_storage::{Database, Location, Store};
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret};
use crate::common::{ME, record, start_stores};
use crate::teams::{captain, plan};

fn stands_in(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|part| part == sought)
}

/// The forms in which a secret could have been stored: its text, and the 32 bytes that the text
/// encodes.
fn forms(secret: &str) -> Vec<Vec<u8>> {
    let mut forms = vec![secret.as_bytes().to_vec()];
    // The server generates 43 letters, two bits more than 32 bytes.
    let mut specification = BASE64URL_NOPAD.specification();
    specification.check_trailing_bits = false;
    let decoded = specification
        .encoding()
        .unwrap()
        .decode(secret.as_bytes())
        .ok();
    forms.extend(decoded.filter(|raw| raw.len() == 32));
    forms
}

#[tokio::test]
async fn the_database_contains_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.sqlite")).unwrap();
    let store = Store::open(&Database::Sqlite(location.clone()))
        .await
        .unwrap();
    let stores = Stores {
        library: store.library.clone(),
        live: store.live.clone(),
    };
    let server = start_stores(stores, |_| {}).await;
    let mut secrets = vec![("the password", PASSWORD.to_owned())];
    let mut keep = |what: &'static str, text: &str| secrets.push((what, text.to_owned()));

    let mut mamadou = Browser::new(&server);
    let made = mamadou.sign_up("Mamadou").await.json();
    for code in made["recovery_codes"].as_array().unwrap() {
        let code = code.as_str().unwrap();
        keep("a recovery code", code);
        keep("a recovery code in one piece", &code.replace('-', ""));
    }
    let mut elsewhere = Browser::new(&server);
    elsewhere.sign_in("Mamadou", PASSWORD).await.ok();
    for browser in [&mamadou, &elsewhere] {
        keep("a session", browser.cookie.split_once('=').unwrap().1);
    }
    let wanted = json!({ "label": "bot", "scopes": ["bot"], "password": PASSWORD });
    let made = mamadou
        .send("POST", "/account/tokens", &wanted)
        .await
        .json();
    let token = made["token"].as_str().unwrap();
    keep("a token", token);
    keep(
        "the letters of a token",
        token.strip_prefix("dmr_").unwrap(),
    );

    server.put(1, 1, &record(0)).await.ok();
    keep("the secret of a device", ME);

    let offered = challenge("international", &json!({}));
    let [white, black] = server.game(1, &offered).await;
    mamadou
        .send("POST", "/account/games", &json!({ "seat": white }))
        .await
        .ok();
    keep("the seat of White", &white);
    keep("the seat of Black", &black);
    keep("an invitation that was taken up", &secret(11));
    server.offer(2, &offered).await.ok();
    keep("the seat of a host who waits", &secret(20));
    keep("an invitation", &secret(21));

    let code = server.new_class().await;
    server.join(&code, 1, "fox").await.ok();
    keep("the teacher's secret", &secret(1));
    keep("the pupil's secret", &secret(101));

    let host = secret(50);
    let teams = plan(&captain(), &captain(), &json!({}));
    let created = server.sitting(&host, "POST", "/teams", &teams).await.ok();
    keep("the host of a team_match", &host);
    for (number, part, name) in [
        (51, "white", "Jan"),
        (52, "black", "Moussa"),
        (53, "white", "Fatou"),
    ] {
        let link = created["links"][part].as_str().unwrap();
        let member = secret(number);
        let coming = json!({ "link": link, "name": name });
        server
            .sitting(&member, "POST", "/teams/join", &coming)
            .await
            .ok();
        keep("a link", link);
        keep("the seat of a member", &member);
    }
    server
        .sitting(&host, "POST", "/teams/begin", &Value::Null)
        .await
        .ok();

    server.stop().await.unwrap();
    // Closing the store merges the write-ahead log into the file, and deletes it.
    let log = location.path().with_extension("sqlite-wal");
    let mut bytes = std::fs::read(&log).unwrap_or_default();
    store.close().await;
    bytes.extend(std::fs::read(&log).unwrap_or_default());
    let file = std::fs::read(location.path()).unwrap();

    // Public texts are found, as a check of the search.
    for name in ["Mamadou", "Piet", "Moussa", "fox"] {
        assert!(stands_in(&file, name.as_bytes()), "{name}");
    }
    for seat in [&white, &black] {
        let key: [u8; 32] = Sha256::digest(format!("damier seat secret 1\n{seat}")).into();
        assert!(stands_in(&file, &key), "the key of a seat");
    }

    bytes.extend(file);
    let mut searches = 0;
    for (what, secret) in &secrets {
        for form in forms(secret) {
            assert!(!stands_in(&bytes, &form), "{what} stands in the database");
            searches += 1;
        }
    }
    // Passwords and codes have only a text form, as do tokens with their prefix.
    let texts_only = 1 + 2 * 8 + 1;
    assert_eq!(searches, 2 * secrets.len() - texts_only);
}
