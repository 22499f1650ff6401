//! Rejected requests of bots.

use super::*;

#[tokio::test]
async fn requests_without_the_token_or_the_seat_are_rejected() {
    let server = server().await;
    let nobody = LidraughtsBot {
        server: &server,
        token: "dmr_nothing".to_owned(),
    };
    let person = LidraughtsBot::new(&server, "Person", "play:write").await;
    let bot = LidraughtsBot::new(&server, "Botty", "bot").await;
    let game = uuid(9);
    for (method, path) in [
        ("GET", "/api/account".to_owned()),
        ("GET", "/api/account/playing".to_owned()),
        ("GET", "/api/stream/event".to_owned()),
        ("POST", "/api/bot/account/upgrade".to_owned()),
        ("POST", format!("/api/challenge/{game}/accept")),
        ("POST", format!("/api/challenge/{game}/decline")),
        ("GET", format!("/api/bot/game/stream/{game}")),
        ("POST", format!("/api/bot/game/{game}/move/3228")),
        ("POST", format!("/api/bot/game/{game}/resign")),
        ("POST", format!("/api/bot/game/{game}/chat")),
    ] {
        is_error(&nobody.ask(method, &path, "", "").await, 401, "token");
        is_error(
            &person.ask(method, &path, "", "").await,
            403,
            "Missing scope",
        );
        if path.contains(&game) {
            is_error(&bot.ask(method, &path, "", "").await, 404, "No such");
        }
    }
    for odd in ["x", "%00", "..%2f", &"9".repeat(2_000)] {
        let answer = bot.post(&format!("/api/bot/game/{odd}/move/{odd}")).await;
        assert!(answer.status.is_client_error(), "{answer:?}");
        let answer = bot.get(&format!("/api/user/{odd}")).await;
        assert_eq!(answer.status, 404, "{answer:?}");
    }
    assert_eq!(bot.get("/api/users/status").await.ok(), json!([]));
    assert_eq!(bot.get("/api/user/person").await.ok()["username"], "Person");
    // Unknown paths get a problem document, as everywhere.
    bot.get("/api/tournament")
        .await
        .problem(404, "no-such-address");
}

#[tokio::test]
async fn too_many_requests_get_a_retry_time() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.per_second = std::num::NonZeroU32::MIN;
        config.limits.burst = std::num::NonZeroU32::new(3).unwrap();
    })
    .await;
    let bot = LidraughtsBot {
        server: &server,
        token: "dmr_nothing".to_owned(),
    };
    let mut last = bot.get("/api/account").await;
    for _ in 0..5 {
        last = bot.get("/api/account").await;
    }
    last.problem(429, "too-many-requests");
    assert!(last.header("retry-after").parse::<u64>().unwrap() >= 1);
}
