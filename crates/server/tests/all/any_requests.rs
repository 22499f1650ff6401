//! Random requests to every route, those of the Bot API too: each is answered, and never with an
//! internal error. The fuzzer `api` does the same for longer.

#[path = "../../../../fuzz/src/requests.rs"]
#[expect(unreachable_pub, reason = "the fuzzers use it from outside its crate")]
mod requests;

use std::num::NonZeroU32;

use damier_people::library::in_memory::InMemoryLibrary;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use self::requests::{Api, Bytes, Drawn, secret, world};
use crate::common::browser::{Browser, PASSWORD};
use crate::common::{Answer, Running, bearer, start_with};

/// A server with one object of each kind, the cookie of its account, and a token.
async fn furnished() -> (Running, String, String) {
    let server = start_with(InMemoryLibrary::default(), |config| {
        let unbounded = NonZeroU32::MAX;
        config.limits.burst = unbounded;
        config.limits.per_second = unbounded;
        config.limits.beginnings_burst = unbounded;
        config.limits.accounts_a_day = 1_000_000;
    })
    .await;
    let (cookie, token) = {
        let mut browser = Browser::new(&server);
        for name in ["Awa", "Fuzz"] {
            let body = json!({ "name": name, "password": PASSWORD });
            browser.cookie.clear();
            let made = browser.send("POST", "/account", &body).await;
            assert!(made.status.is_success(), "{made:?}");
        }
        let body = json!({ "label": "fuzz", "scopes": ["bot", "play:read", "play:write"], "password": PASSWORD });
        let made = browser.send("POST", "/account/tokens", &body).await;
        let token = made.json()["token"].as_str().unwrap().to_owned();
        for (who, method, path, body) in world() {
            let made = browser.sitting(&secret(who), method, path, &body).await;
            assert!(made.status.is_success(), "{method} {path}: {made:?}");
        }
        (browser.cookie.clone(), token)
    };
    (server, cookie, token)
}

async fn send(server: &Running, cookie: &str, token: &str, drawn: &Drawn) -> Answer {
    let is_bot = !drawn.operation.path.starts_with("/api/v1");
    let bearer = if is_bot && drawn.secret > 0 {
        bearer(token)
    } else {
        bearer(&secret(drawn.secret))
    };
    let origin = format!("http://{}", server.address);
    let mut headers = vec![("authorization", bearer.as_str())];
    if drawn.signed_in {
        headers.extend([("cookie", cookie), ("origin", origin.as_str())]);
    }
    if let Some(kind) = &drawn.kind {
        headers.push(("content-type", kind));
    }
    let (method, body) = (drawn.operation.method.as_str(), drawn.body.clone());
    server
        .ask_without_secret(method, &drawn.target, &headers, body)
        .await
}

#[test]
fn every_route_answers_any_request() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let api = Api::of(&damier_server::openapi());
    assert!(api.operations.len() > 140, "{}", api.operations.len());
    let (server, cookie, token) = runtime.block_on(furnished());
    let mut runner = TestRunner::new(Config {
        cases: 6,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    });
    // Each route in each case, with as many random bytes as determine a request.
    let bytes = prop::collection::vec(
        prop::collection::vec(any::<u8>(), 300),
        api.operations.len(),
    );
    let ran = runner.run(&(bytes, 0_usize..1_000), |(bytes, turn)| {
        let mut operations: Vec<_> = api.operations.iter().zip(&bytes).collect();
        let count = operations.len();
        operations.rotate_left(turn % count);
        for (operation, bytes) in operations {
            if operation.is_endless() {
                continue;
            }
            let drawn = api.draw(operation, &mut Bytes(bytes));
            let answer = runtime.block_on(send(&server, &cookie, &token, &drawn));
            prop_assert!(answer.status.as_u16() < 500, "{:?}\n{:?}", drawn, answer);
        }
        Ok(())
    });
    ran.unwrap();
    runtime.block_on(server.is_well());
}

#[test]
fn every_route_of_the_bot_api_is_tested() {
    let document: serde_json::Value = serde_json::from_str(&damier_server::bots_openapi()).unwrap();
    let mut described: Vec<(String, String)> = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            described.push((method.to_uppercase(), format!("/api{path}")));
        }
    }
    let mut asked: Vec<_> = Api::of("")
        .operations
        .into_iter()
        .map(|operation| (operation.method, operation.path))
        .collect();
    described.sort();
    asked.sort();
    assert_eq!(asked, described);
}
