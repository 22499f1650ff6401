//! Owners of the library: every device has its own games, and shared games can be read by anyone.

use std::sync::atomic::Ordering;

use axum::body::Bytes;
use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::{
    Answer, ME, OTHER_OWNER, Running, bearer, game, id, record, start, start_with,
};

async fn ask_as(
    server: &Running,
    secret: &str,
    method: &str,
    path: &str,
    body: impl Into<Bytes>,
) -> Answer {
    let headers = [
        ("authorization", bearer(secret)),
        ("content-type", "application/json".to_owned()),
    ];
    let headers = headers
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    server
        .ask_without_secret(method, path, &headers, body)
        .await
}

/// The path under which anyone reads a game shared with this response.
fn shared_path(shared: &Value) -> String {
    format!("/api/v1/shared-games/{}", shared["share"].as_str().unwrap())
}

fn version(number: u32) -> String {
    json!({"version": number, "title": "mine", "record": record(2)}).to_string()
}

fn ids(list: &Value) -> Vec<&str> {
    let games = list["games"].as_array().unwrap();
    games
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn owners_cannot_reach_the_games_of_others() {
    let server = start(InMemoryLibrary::default()).await;
    server.put(1, 1, &record(2)).await.ok();

    let as_neighbour = async |method: &str, path: &str, body: &str| {
        ask_as(&server, OTHER_OWNER, method, path, body.to_owned()).await
    };
    assert_eq!(
        ids(&as_neighbour("GET", "/api/v1/games", "").await.ok()),
        [""; 0]
    );
    for (method, path, body) in [
        ("GET", game(1), String::new()),
        ("PATCH", game(1), json!({"title": "stolen"}).to_string()),
        ("DELETE", game(1), String::new()),
        ("POST", game(1) + "/restore", String::new()),
        ("PUT", game(1) + "/share", String::new()),
        ("DELETE", game(1) + "/share", String::new()),
        (
            "GET",
            format!("/api/v1/shared-games/{}", id(1)),
            String::new(),
        ),
    ] {
        as_neighbour(method, &path, &body)
            .await
            .problem(404, "game-not-found");
    }
    let file = as_neighbour("GET", "/api/v1/games.pdn", "").await;
    assert_eq!((file.status.as_u16(), file.body.len()), (200, 0));
    // A game of another owner with the same id is another game.
    as_neighbour("PUT", &game(1), &version(2))
        .await
        .problem(409, "version-conflict");
    as_neighbour("PUT", &game(1), &version(1)).await.ok();
    as_neighbour("DELETE", &game(1), "").await;

    let mine = server.get(&game(1)).await.ok();
    assert_eq!(
        (&mine["title"], &mine["version"]),
        (&json!("friendly"), &json!(1))
    );
}

#[tokio::test]
async fn a_request_without_an_owner_gets_no_games() {
    let server = start(InMemoryLibrary::default()).await;
    server.put(1, 1, &record(2)).await.ok();
    let routes = [
        ("GET", "/api/v1/games".to_owned()),
        ("GET", "/api/v1/games.pdn".to_owned()),
        ("GET", "/api/v1/shared-games".to_owned()),
        ("GET", format!("/api/v1/shared-games/{}", id(1))),
        ("GET", game(1)),
        ("PUT", game(1)),
        ("PATCH", game(1)),
        ("DELETE", game(1)),
        ("POST", game(1) + "/restore"),
        ("PUT", game(1) + "/share"),
        ("DELETE", game(1) + "/share"),
    ];
    let long = "x".repeat(8_000);
    for (method, path) in &routes {
        for authorization in [
            None,
            Some("Basic bWU6bWU="),
            Some("Bearer x"),
            Some(long.as_str()),
        ] {
            let mut headers = vec![("content-type", "application/json")];
            headers.extend(authorization.map(|value| ("authorization", value)));
            let answer = server
                .ask_without_secret(method, path, &headers, version(2))
                .await;
            answer.problem(401, "no-owner");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
    }
    for open in ["/api/v1/health", "/api/v1/openapi.json"] {
        server.ask_without_secret("GET", open, &[], "").await.ok();
    }
    assert_eq!(ids(&server.get("/api/v1/games").await.ok()), [id(1)]);
}

#[tokio::test]
async fn a_shared_game_is_read_by_all_and_stays_its_owners() {
    let server = start(InMemoryLibrary::default()).await;
    server.put(1, 1, &record(2)).await.ok();
    server.put(2, 1, &record(1)).await.ok();
    let shared = server.ask("PUT", &(game(1) + "/share"), &[], "").await.ok();
    assert_eq!(shared["shared"], true);

    let list = ask_as(
        &server,
        OTHER_OWNER,
        "GET",
        "/api/v1/shared-games?limit=1",
        "",
    )
    .await
    .ok();
    assert_eq!(
        (ids(&list), &list["next"]),
        (vec![id(1).as_str()], &Value::Null)
    );
    assert_eq!(list["games"][0]["share"], shared["share"]);
    let path = shared_path(&shared);
    let read = ask_as(&server, OTHER_OWNER, "GET", &path, "").await.ok();
    assert_eq!(read["record"], record(2));
    ask_as(&server, OTHER_OWNER, "GET", &game(1), "")
        .await
        .problem(404, "game-not-found");
    ask_as(&server, OTHER_OWNER, "DELETE", &game(1), "")
        .await
        .problem(404, "game-not-found");
    ask_as(
        &server,
        OTHER_OWNER,
        "GET",
        "/api/v1/shared-games?limit=0",
        "",
    )
    .await
    .problem(400, "bad-query");

    let alone = server
        .ask("DELETE", &(game(1) + "/share"), &[], "")
        .await
        .ok();
    assert_eq!(alone["shared"], false);
    ask_as(&server, OTHER_OWNER, "GET", &path, "")
        .await
        .problem(404, "game-not-found");
    server
        .ask("PUT", &(game(9) + "/share"), &[], "")
        .await
        .problem(404, "game-not-found");
}

#[tokio::test]
async fn the_address_of_a_shared_game_cannot_be_taken() {
    let server = start(InMemoryLibrary::default()).await;
    server.put(1, 1, &record(2)).await.ok();
    let shared = server.ask("PUT", &(game(1) + "/share"), &[], "").await.ok();

    // Another owner reads the list, and shares games under the id and under the address found
    // there.
    let list = ask_as(&server, OTHER_OWNER, "GET", "/api/v1/shared-games", "")
        .await
        .ok();
    for taken in ["id", "share"] {
        let theirs = format!(
            "/api/v1/games/{}",
            list["games"][0][taken].as_str().unwrap()
        );
        ask_as(&server, OTHER_OWNER, "PUT", &theirs, version(1))
            .await
            .ok();
        let theirs = ask_as(&server, OTHER_OWNER, "PUT", &(theirs + "/share"), "")
            .await
            .ok();
        assert_ne!(theirs["share"], shared["share"]);
        let read = ask_as(&server, ME, "GET", &shared_path(&theirs), "").await;
        assert_eq!(read.ok()["title"], "mine");
    }
    let read = ask_as(&server, OTHER_OWNER, "GET", &shared_path(&shared), "").await;
    assert_eq!(read.ok()["title"], "friendly");
    let list = server.get("/api/v1/shared-games").await.ok();
    assert_eq!(list["games"].as_array().unwrap().len(), 3);

    // A game is not readable by its own id, and sharing it again returns the same address.
    ask_as(
        &server,
        OTHER_OWNER,
        "GET",
        &format!("/api/v1/shared-games/{}", id(1)),
        "",
    )
    .await
    .problem(404, "game-not-found");
    server
        .ask("DELETE", &(game(1) + "/share"), &[], "")
        .await
        .ok();
    let again = server.ask("PUT", &(game(1) + "/share"), &[], "").await.ok();
    assert_eq!(again["share"], shared["share"]);
}

#[tokio::test]
async fn the_whole_library_is_bounded_too() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.quota.library_bytes = 2_000;
    })
    .await;
    let mut secrets = 0;
    // Each new secret has a quota, but the library as a whole has a limit too.
    let refused = loop {
        let secret = format!("{secrets:043}");
        let answer = ask_as(&server, &secret, "PUT", &game(1), version(1)).await;
        if answer.status != 200 {
            break answer;
        }
        secrets += 1;
    };
    refused.problem(507, "quota-used-up");
    assert!((1..20).contains(&secrets), "{secrets}");
}

#[tokio::test]
async fn the_bin_of_an_owner_is_not_emptied_for_another() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.quota.games = 1;
    })
    .await;
    for secret in [ME, OTHER_OWNER] {
        ask_as(&server, secret, "PUT", &game(1), version(1))
            .await
            .ok();
        ask_as(&server, secret, "DELETE", &game(1), "").await;
    }
    let two_days = 2 * 24 * 60 * 60 * 1000;
    server.clock.0.fetch_add(two_days, Ordering::SeqCst);
    // The other owner's new game needs the space of that owner's deleted games.
    ask_as(&server, OTHER_OWNER, "PUT", &game(2), version(1))
        .await
        .ok();
    let restore = game(1) + "/restore";
    ask_as(&server, OTHER_OWNER, "POST", &restore, "")
        .await
        .problem(404, "game-not-found");
    ask_as(&server, ME, "POST", &restore, "").await.ok();
}
