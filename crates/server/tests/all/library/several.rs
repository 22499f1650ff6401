//! Several games in one request: each is stored or refused as it would be alone.

use damier_server::Quota;

use super::*;

fn version(number: u8, version: u32, record: &Value) -> Value {
    let game = json!({ "version": version, "record": record, "title": format!("game {number}") });
    json!({ "id": id(number), "game": game })
}

async fn put(server: &Running, games: &[Value]) -> Vec<Value> {
    let body = json!({ "games": games });
    let answer = server.send("PUT", "/api/v1/games", &body).await.ok();
    answer["games"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_game_gets_its_own_answer() {
    let server = server().await;
    server.put(1, 1, &record(2)).await.ok();
    server.put(4, 1, &record(2)).await.ok();
    let path = game(4);
    server.ask("DELETE", &path, &[], "").await;
    let mut broken = record(2);
    broken["acts"][0]["move"] = "32-17".into();
    let games = [
        version(1, 2, &resigned(4)),
        version(2, 1, &record(3)),
        version(3, 7, &record(3)),
        version(4, 2, &record(3)),
        version(5, 1, &broken),
        version(2, 1, &record(3)),
    ];
    let answers = put(&server, &games).await;
    assert_eq!(answers.len(), games.len());
    for (at, version) in [(0, 2), (1, 1), (5, 1)] {
        assert_eq!(answers[at]["kept"]["version"], version, "{}", answers[at]);
        assert_eq!(answers[at]["problem"], Value::Null);
    }
    for (at, status, code) in [
        (2, 409, "version-conflict"),
        (3, 410, "game-deleted"),
        (4, 422, "record-does-not-replay"),
    ] {
        let problem = &answers[at]["problem"];
        assert_eq!(answers[at]["kept"], Value::Null);
        assert_eq!(
            (&problem["status"], &problem["code"]),
            (&json!(status), &json!(code))
        );
    }
    // Sending them again changes nothing.
    assert_eq!(put(&server, &games[..2]).await, answers[..2]);
    let opened = server.get(&game(1)).await.ok();
    assert_eq!(
        (&opened["version"], &opened["record"]),
        (&json!(2), &resigned(4))
    );
    assert_eq!(server.get(&game(5)).await.status, 404);
}

#[tokio::test]
async fn a_request_has_at_most_a_hundred_games() {
    let server = server().await;
    assert_eq!(put(&server, &[]).await, Vec::<Value>::new());
    let games: Vec<Value> = (0..=100)
        .map(|number| version(number, 1, &record(1)))
        .collect();
    let answers = put(&server, &games[..100]).await;
    assert!(answers.iter().all(|answer| answer["kept"]["version"] == 1));
    let body = json!({ "games": games });
    let refused = server.send("PUT", "/api/v1/games", &body).await;
    refused.problem(400, "too-many-games-together");
    let mut unnamed = version(1, 1, &record(1));
    unnamed["id"] = "x".into();
    let body = json!({ "games": [unnamed] });
    let refused = server.send("PUT", "/api/v1/games", &body).await;
    refused.problem(400, "bad-game-id");
}

#[tokio::test]
async fn beyond_the_quota_as_many_as_fit_are_stored() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.quota = Quota {
            games: 3,
            ..Quota::default()
        };
    })
    .await;
    let games: Vec<Value> = (1..=5)
        .map(|number| version(number, 1, &record(1)))
        .collect();
    let answers = put(&server, &games).await;
    let kept = answers.iter().map(|answer| !answer["kept"].is_null());
    assert_eq!(kept.collect::<Vec<_>>(), [true, true, true, false, false]);
    assert_eq!(answers[4]["problem"]["code"], "quota-used-up");
}
