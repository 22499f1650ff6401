//! Tokens, floods and damaged bodies.

use super::*;

#[tokio::test]
async fn a_token_neither_lists_nor_adds_passkeys() {
    let server = start().await;
    let mut awa = signed_up(&server, "Awa").await;
    let body = json!({ "label": "bot", "scopes": ["bot", "play:read", "play:write"], "password": PASSWORD });
    let made = awa.send("POST", "/account/tokens", &body).await.json();
    let token = made["token"].as_str().unwrap();
    let again = json!({ "password": PASSWORD });
    let new = device(Kind::Es256, 1).create("AAAA");
    for (method, path, body) in [
        ("GET", "/account/passkeys", &Value::Null),
        ("POST", "/account/passkeys/question", &again),
        ("POST", "/account/passkeys", &new),
        ("DELETE", "/account/passkeys/AAAA", &again),
    ] {
        with_token(&server, token, method, path, body)
            .await
            .problem(403, "session-needed");
    }
}

/// One pupil of a school requests challenges and responds to none.
#[tokio::test]
async fn a_flood_of_challenges_does_not_block_passkeys() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        with_names(config);
        config.limits.burst = NonZeroU32::new(100_000).unwrap();
    })
    .await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut own = device(Kind::Es256, 1);
    let user = add(&mut awa, &own).await;
    let mut pupil = browser(&server);
    let mut asked = Vec::new();
    for _ in 0..1_100 {
        asked.push(question(&mut pupil).await);
    }
    sign_in(&server, &mut own, &user).await.ok();
    add(&mut awa, &device(Kind::Es256, 2)).await;
    // The limit is 1,000 open challenges: 1,100 of the pupil and one of Awa were created, so 101 of
    // the pupil's were evicted.
    let mut unknown = device(Kind::Es256, 3);
    let mut over = 0;
    for challenge in asked {
        let refused = answer(&mut pupil, &unknown.get(&challenge, &user)).await;
        over += i32::from(refused.status == 409);
    }
    assert_eq!(over, 101);
}

/// Bodies damaged at every position get an error, and have no effect.
#[tokio::test]
async fn damaged_bodies_are_rejected() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        with_names(config);
        config.limits.burst = 100_000.try_into().unwrap();
    })
    .await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut device = device(Kind::Es256, 1);
    let user = add(&mut awa, &device).await;
    let long = "A".repeat(100_000);
    let values = [
        json!(null),
        json!(7),
        json!([]),
        json!(""),
        json!("A"),
        json!("AAAA"),
        json!("é\u{0}"),
        json!("AAAA=="),
        json!(long),
    ];
    for field in [
        "id",
        "user",
        "client_data",
        "authenticator_data",
        "signature",
    ] {
        for value in &values {
            let challenge = question(&mut awa).await;
            let mut body = device.get(&challenge, &user);
            body[field] = value.clone();
            let refused = answer(&mut browser(&server), &body).await;
            assert!(
                matches!(refused.status.as_u16(), 401 | 409 | 422),
                "{field} {value}: {refused:?}"
            );
            server.clock.0.fetch_add(15_000, Ordering::SeqCst);
        }
    }
    for field in ["client_data", "authenticator_data"] {
        for value in &values {
            let challenge = new_passkey_challenge(&mut awa).await["challenge"].clone();
            let mut body = Authenticator::new(Kind::Es256, 9, ORIGIN, HOST)
                .create(challenge.as_str().unwrap());
            body[field] = value.clone();
            let refused = awa.send("POST", "/account/passkeys", &body).await;
            assert!(
                matches!(refused.status.as_u16(), 409 | 422),
                "{field} {value}: {refused:?}"
            );
        }
    }
    assert_eq!(passkeys(&mut awa).await.len(), 1);
    assert_eq!(sign_in(&server, &mut device, &user).await.status, 200);
    server.is_well().await;
}
