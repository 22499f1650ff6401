//! What each scope of a token permits, over all operations of the document that describes them:
//! exactly what the table lists. All other requests are rejected, or get the public response.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, bearer, start_for_accounts, start_with, with_token};

const SCOPES: [&str; 3] = ["play:read", "play:write", "bot"];

/// The operations that a token may call, with their scopes.
const ALLOWED_OPERATIONS: [(&str, &str, &[&str]); 27] = [
    ("GET", "/account", &["play:read", "play:write", "bot"]),
    ("GET", "/account/games", &["play:read"]),
    ("GET", "/account/games/finished", &["play:read"]),
    ("POST", "/account/games", &["play:write"]),
    ("POST", "/account/games/{id}/seat", &["play:write"]),
    ("GET", "/account/clubs", &["play:read"]),
    ("GET", "/account/friends", &["play:read"]),
    ("GET", "/account/friends/{name}", &["play:read"]),
    ("GET", "/account/notices", &["play:read"]),
    ("POST", "/account/friends/{name}/challenge", &["play:write"]),
    ("POST", "/account/friends/{name}/watch", &["play:write"]),
    ("DELETE", "/account/challenges/{id}", &["play:write"]),
    ("POST", "/challenges", &["play:write"]),
    ("POST", "/challenge/accept", &["play:write"]),
    ("GET", "/lobby", &["play:read", "play:write"]),
    ("POST", "/lobby/pair", &["play:write"]),
    ("GET", "/clubs/{club}", &["play:read"]),
    ("GET", "/clubs/{club}/games", &["play:read"]),
    ("GET", "/clubs/{club}/games.pdn", &["play:read"]),
    ("GET", "/clubs/{club}/games/{game}", &["play:read"]),
    ("GET", "/broadcasts", &["play:write"]),
    ("PUT", "/broadcasts/{id}", &["play:write"]),
    ("DELETE", "/broadcasts/{id}", &["play:write"]),
    (
        "GET",
        "/broadcasts/{id}/rounds/{round}/desk",
        &["play:write"],
    ),
    ("PUT", "/broadcasts/{id}/rounds/{round}", &["play:write"]),
    (
        "PUT",
        "/broadcasts/{id}/rounds/{round}/boards/{board}",
        &["play:write"],
    ),
    (
        "DELETE",
        "/broadcasts/{id}/rounds/{round}/boards/{board}",
        &["play:write"],
    ),
];

/// An account with which Awa exchanges requests.
async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    assert_eq!(browser.sign_up(name).await.status, 201);
    browser
}

async fn token(of: &mut Browser<'_>, scopes: &[&str]) -> String {
    let body = json!({ "label": "x", "scopes": scopes, "password": PASSWORD });
    let made = of.send("POST", "/account/tokens", &body).await;
    made.json()["token"].as_str().unwrap().to_owned()
}

/// Awa founds a private club.
async fn founded(founder: &mut Browser<'_>) {
    let profile =
        json!({ "town": "", "text": "", "language": "fr", "games": ["frisian"], "public": false });
    let new = json!({ "name": "Étoile du Nord", "profile": profile });
    founder.send("POST", "/clubs", &new).await.ok();
}

/// A request of a program: with the secret of a seat beside the token where the operation requires
/// one.
struct Asked<'a> {
    server: &'a Running,
    method: &'a str,
    path: String,
    is_of_a_seat: bool,
    /// A number for new ids and secrets of each request.
    number: u32,
    /// A body of the documented shape.
    shaped: Value,
}

/// The smallest value of a shape: only required fields, with new ids and secrets.
fn least(document: &Value, shape: &Value, name: &str, number: u32) -> Value {
    if let Some(other) = shape["$ref"].as_str() {
        let pointer = other.trim_start_matches('#');
        return least(document, document.pointer(pointer).unwrap(), name, number);
    }
    for part in ["oneOf", "anyOf", "allOf"] {
        let parts = shape[part].as_array().into_iter().flatten();
        let mut parts = parts.filter(|shape| shape["type"] != "null");
        if let Some(first) = parts.next() {
            return least(document, first, name, number);
        }
    }
    if let Some(one) = shape["enum"].as_array().and_then(|all| all.first()) {
        return one.clone();
    }
    let kind = match &shape["type"] {
        Value::Array(kinds) => kinds[0].clone(),
        kind => kind.clone(),
    };
    match (kind.as_str(), name) {
        (Some("string"), "id" | "game") => uuid(number).into(),
        (Some("string"), "secret" | "seat" | "invitation") => secret(number + 1).into(),
        (Some("string"), _) if shape["example"].is_string() => shape["example"].clone(),
        (Some("string"), _) => "x".into(),
        (Some("integer" | "number"), _) => shape["minimum"].as_u64().unwrap_or(1).into(),
        (Some("boolean"), _) => false.into(),
        (Some("array"), _) => json!([]),
        _ => {
            let required = shape["required"].as_array().into_iter().flatten();
            let members = required.filter_map(Value::as_str).map(|member| {
                let value = least(document, &shape["properties"][member], member, number);
                (member.to_owned(), value)
            });
            Value::Object(members.collect())
        }
    }
}

impl Asked<'_> {
    async fn with(&self, token: Option<&str>) -> Answer {
        let mut headers = vec![("content-type", "application/json".to_owned())];
        if self.is_of_a_seat {
            headers.push(("authorization", bearer(&secret(self.number))));
            headers.extend(token.map(|token| ("damier-token", token.to_owned())));
        } else {
            headers.extend(token.map(|token| ("authorization", bearer(token))));
        }
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, text)| (*name, &**text))
            .collect();
        let path = format!("/api/v1{}", self.path);
        let body = self.body().to_string();
        let body = if self.method == "GET" {
            String::new()
        } else {
            body
        };
        let asked = self
            .server
            .ask_without_secret(self.method, &path, &headers, body);
        asked.await
    }

    /// A body that is valid enough for the operation to check the sender.
    fn body(&self) -> Value {
        let (id, new) = (uuid(self.number), secret(self.number + 1));
        let game = challenge("frisian", &json!({}));
        match &*self.path {
            "/challenges" => {
                json!({ "id": id, "challenge": game, "invitation": new, "account": true })
            }
            "/challenge/accept" => json!({ "challenge": uuid(900), "name": "x", "account": true }),
            "/lobby/pair" => json!({ "id": id, "challenge": game, "account": true }),
            "/account/friends/Piet/challenge" => json!({ "id": id, "challenge": game }),
            _ => self.shaped.clone(),
        }
    }
}

/// The status and the body of a response.
fn status_and_body(answer: &Answer) -> (u16, String) {
    let body = String::from_utf8_lossy(&answer.body).into_owned();
    (answer.status.as_u16(), body)
}

#[tokio::test]
async fn each_scope_permits_exactly_what_the_table_lists() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.burst = NonZeroU32::new(100_000).unwrap();
    })
    .await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let mut zoe = signed_up(&server, "Zoé").await;
    founded(&mut awa).await;
    let say = |say: &str| json!({ "say": say });
    awa.send("POST", "/account/friends/Piet", &say("ask"))
        .await
        .ok();
    piet.send("POST", "/account/friends/Awa", &say("accept"))
        .await
        .ok();
    awa.send("POST", "/account/friends/zoe", &say("block"))
        .await
        .ok();
    let wanted =
        json!({ "id": uuid(800), "challenge": challenge("russian", &json!({})), "account": true });
    zoe.sitting(&secret(800), "POST", "/lobby/pair", &wanted)
        .await
        .ok();
    // A challenge of a friend, which she may accept.
    let offer = json!({ "id": uuid(900), "challenge": challenge("international", &json!({})) });
    piet.sitting(
        &secret(900),
        "POST",
        "/account/friends/Awa/challenge",
        &offer,
    )
    .await
    .ok();
    let mut tokens = Vec::new();
    for scope in SCOPES {
        tokens.push((scope, token(&mut awa, &[scope]).await));
    }

    let document: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    let mut seen = BTreeSet::new();
    let mut number = 1_000;
    for (template, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let method = method.to_uppercase();
            let may = ALLOWED_OPERATIONS
                .iter()
                .find(|it| (it.0, it.1) == (&*method, &**template));
            let may = may.map_or(&[][..], |it| it.2);
            seen.extend((!may.is_empty()).then(|| (method.clone(), template.clone())));
            let path = template
                .replace("{id}", &uuid(1))
                .replace("{game}", &uuid(1))
                .replace("{club}", "etoiledunord")
                .replace("{name}", "Piet")
                .replace("{part}", "lessons");
            let mut path = path.split('{');
            let first = path.next().unwrap().to_owned();
            let path = path.fold(first, |path, rest| {
                path + "1" + rest.split_once('}').unwrap().1
            });
            let security = operation["security"].to_string();
            for (scope, token) in &tokens {
                number += 10;
                let content = &operation["requestBody"]["content"]["application/json"];
                let shaped = least(&document, &content["schema"], "", number);
                let asked = Asked {
                    server: &server,
                    method: &method,
                    path: path.clone(),
                    is_of_a_seat: security.contains("\"seat\""),
                    number,
                    shaped,
                };
                let anybody = status_and_body(&asked.with(None).await);
                let answer = status_and_body(&asked.with(Some(token)).await);
                let is_refused = matches!(answer.0, 401 | 403 | 429);
                let what = format!("{method} {template} with {scope}: {answer:?}, and {anybody:?}");
                if may.contains(scope) {
                    assert!(!is_refused && answer != anybody, "{what}");
                } else {
                    assert!(is_refused || answer == anybody, "{what}");
                }
            }
        }
    }
    let listed = ALLOWED_OPERATIONS
        .iter()
        .map(|it| (it.0.to_owned(), it.1.to_owned()));
    assert_eq!(seen, listed.collect(), "no operation has gone");
}

#[tokio::test]
async fn a_reading_token_sees_a_private_club_and_not_its_code() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    founded(&mut awa).await;
    let club = "/clubs/etoiledunord";
    let seen = async |token: &str| {
        with_token(&server, token, "GET", club, &Value::Null)
            .await
            .ok()
    };
    for scopes in [&["bot"][..], &["play:write"], &["bot", "play:write"]] {
        let token = token(&mut awa, scopes).await;
        let club = seen(&token).await;
        for hidden in ["role", "people", "ladder", "code"] {
            assert_eq!(club[hidden], Value::Null, "{scopes:?}: {hidden}");
        }
        let games = "/clubs/etoiledunord/games";
        with_token(&server, &token, "GET", games, &Value::Null)
            .await
            .problem(403, "members-only");
    }
    let reads = token(&mut awa, &["play:read"]).await;
    let read = seen(&reads).await;
    assert_eq!(read["people"][0]["name"], "Awa");
    assert_eq!(read["code"], Value::Null);
    assert!(awa.get(club).await.ok()["code"].is_string());
}

#[tokio::test]
async fn a_token_gets_no_codes_and_is_present_only_where_it_plays() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let say = |say: &str| json!({ "say": say });
    awa.send("POST", "/account/friends/Piet", &say("ask"))
        .await
        .ok();
    piet.send("POST", "/account/friends/Awa", &say("accept"))
        .await
        .ok();
    for (scope, is_here) in [("bot", false), ("play:read", false), ("play:write", true)] {
        let token = token(&mut awa, &[scope]).await;
        let ask = async |path| {
            with_token(&server, &token, "GET", path, &Value::Null)
                .await
                .ok()
        };
        let own = ask("/account").await;
        assert_eq!(
            (&own["name"], &own["recovery_codes"]),
            (&json!("Awa"), &Value::Null)
        );
        ask("/lobby").await;
        let friends = piet.get("/account/friends").await.ok();
        assert_eq!(friends["friends"][0]["here"], is_here, "{scope}");
    }
}
