//! Learning and training progress stored with an account, over a real connection.

use std::num::NonZeroU32;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::Running;
use crate::common::browser::{Browser, PASSWORD};

async fn server() -> Running {
    crate::common::start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 10;
    })
    .await
}

async fn put(browser: &mut Browser<'_>, part: &str, base: u64, kept: &Value) -> (u16, Value) {
    let body = json!({ "base": base, "kept": kept });
    let answer = browser
        .send("PUT", &format!("/account/progress/{part}"), &body)
        .await;
    (answer.status.as_u16(), answer.json())
}

#[tokio::test]
async fn another_device_continues_from_stored_progress() {
    let server = server().await;
    let (mut phone, mut laptop) = (Browser::new(&server), Browser::new(&server));
    assert_eq!(phone.sign_up("Awa").await.status, 201);
    assert_eq!(
        laptop
            .sign_in("Awa", crate::common::browser::PASSWORD)
            .await
            .status,
        200
    );
    assert_eq!(
        phone.get("/account/progress").await.json(),
        json!({ "parts": [] })
    );
    let lessons = json!({ "words": { "stars": 3 }, "é": "\u{0}" });
    assert_eq!(
        put(&mut phone, "lessons", 0, &lessons).await,
        (200, json!({ "version": 1_000 }))
    );

    let found = laptop.get("/account/progress/lessons").await.json();
    assert_eq!(found, json!({ "version": 1_000, "kept": lessons }));
    let (status, problem) = put(&mut laptop, "lessons", 0, &json!({})).await;
    assert_eq!((status, &problem["code"]), (409, &json!("part-changed")));
    assert_eq!(
        put(&mut laptop, "lessons", 1_000, &json!([1])).await,
        (200, json!({ "version": 1_001 }))
    );
    assert_eq!(put(&mut laptop, "week-2966", 0, &json!([])).await.0, 200);
    let parts = phone.get("/account/progress").await.json();
    let listed =
        json!([{ "part": "lessons", "version": 1_001 }, { "part": "week-2966", "version": 1_000 }]);
    assert_eq!(parts["parts"], listed);

    let export = phone.get("/account/export.json").await.json();
    assert_eq!(
        export["progress"],
        json!({ "lessons": [1], "week-2966": [] })
    );
    assert_eq!(
        (&export["name"], &export["games"]),
        (&json!("Awa"), &json!([]))
    );

    assert_eq!(
        phone
            .send("DELETE", "/account/progress", &Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(laptop.get("/account/progress/lessons").await.status, 404);
    let export = laptop.get("/account/export.json").await.json();
    assert_eq!(export["progress"], json!({}));
}

#[tokio::test]
async fn progress_is_accessible_to_its_owner_only() {
    let server = server().await;
    let (mut awa, mut piet) = (Browser::new(&server), Browser::new(&server));
    assert_eq!(put(&mut awa, "lessons", 0, &json!({})).await.0, 401);
    assert_eq!(awa.get("/account/progress").await.status, 401);
    awa.sign_up("Awa").await;
    piet.sign_up("Piet").await;
    put(&mut awa, "lessons", 0, &json!({ "a": 1 })).await;
    assert_eq!(piet.get("/account/progress/lessons").await.status, 404);
    let token = json!({ "label": "bot", "scopes": ["play:read", "play:write", "bot"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &token).await.json();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str())];
    let path = "/api/v1/account/progress/lessons";
    let refused = server
        .ask_without_secret("GET", path, &headers, String::new())
        .await;
    assert_eq!(refused.json()["code"], "session-needed");
}

#[tokio::test]
async fn unstorable_progress_is_rejected_with_a_reason() {
    let server = crate::common::start_with(InMemoryLibrary::default(), |config| {
        config.limits.kib_burst = const { NonZeroU32::new(64 * 1024).unwrap() };
    })
    .await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    for bad in ["Lessons", "a_b", "%2e%2e", &"a".repeat(33)] {
        let (status, problem) = put(&mut awa, bad, 0, &json!({})).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!("bad-part")),
            "{bad}"
        );
    }
    for (body, code) in [
        (json!({ "kept": 1 }), "unexpected-shape"),
        (json!({ "base": -1, "kept": 1 }), "unexpected-shape"),
        (
            json!({ "base": 0, "kept": 1, "more": 2 }),
            "unexpected-shape",
        ),
    ] {
        let answer = awa.send("PUT", "/account/progress/lessons", &body).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["code"]),
            (422, &json!(code))
        );
    }
    // An account's quota is 32 MiB, so more than 33 parts of a megabyte do not fit; existing ones
    // can still be replaced.
    let large = json!("x".repeat(1_000_000));
    let mut stored = 0;
    let refused = loop {
        match put(&mut awa, &format!("week-{stored}"), 0, &large).await {
            (200, _) => stored += 1,
            refused => break refused,
        }
    };
    assert_eq!((refused.0, &refused.1["code"]), (413, &json!("no-room")));
    assert_eq!(stored, 33);
    assert_eq!(put(&mut awa, "week-3", 1_000, &large).await.0, 200);
}
