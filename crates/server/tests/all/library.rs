//! The library over HTTP: every route, every response, and many concurrent writers.

mod failures;
mod several;

use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::library::GameLibrary as _;
use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::{
    FaultMode, FaultyLibrary, Running, game, id, record, resigned, start, start_with,
};

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

#[tokio::test]
async fn a_game_is_stored_and_read() {
    let server = server().await;
    let kept = server.put(1, 1, &resigned(4)).await.ok();
    let expected = json!({
        "id": id(1), "version": 1, "title": "friendly", "created_ms": 1000, "updated_ms": 1000,
        "variant": "international", "plies": 4, "white": "Awa", "black": "",
        "players": {"white": {"kind": "person", "name": "Awa"}, "black": {"kind": "computer", "level": 3}},
        "ending": {"winner": "white", "reason": "resignation"},
        "shared": false,
        "share": null,
    });
    assert_eq!(kept, expected);
    assert_eq!(
        server.get("/api/v1/games").await.ok(),
        json!({"games": [expected], "next": null})
    );
    let opened = server.get(&game(1)).await.ok();
    assert_eq!(
        opened,
        json!({
            "id": id(1), "version": 1, "title": "friendly", "created_ms": 1000, "updated_ms": 1000,
            "record": resigned(4),
        })
    );
}

#[tokio::test]
async fn a_game_is_extended_and_repeating_a_request_is_safe() {
    let server = server().await;
    server.put(1, 1, &record(0)).await.ok();
    for plies in 1..=3 {
        server.clock.0.store(1_000 * plies as u64, Ordering::SeqCst);
        let version = 1 + plies as u32;
        let first = server.put(1, version, &record(plies)).await.ok();
        server.clock.0.store(90_000, Ordering::SeqCst);
        assert_eq!(server.put(1, version, &record(plies)).await.ok(), first);
        assert_eq!(first["plies"], plies);
        assert_eq!(first["updated_ms"], 1_000 * plies);
    }
}

#[tokio::test]
async fn only_the_next_version_is_accepted() {
    let server = server().await;
    for version in [2, 9, u32::MAX] {
        let problem = server
            .put(1, version, &record(2))
            .await
            .problem(409, "version-conflict");
        assert_eq!(problem["stored_version"], 0);
    }
    for version in 1..=4 {
        server.put(1, version, &record(2)).await.ok();
    }
    for (version, plies) in [(1, 3), (3, 2), (4, 3), (6, 3), (u32::MAX, 3)] {
        let problem = server
            .put(1, version, &record(plies))
            .await
            .problem(409, "version-conflict");
        assert_eq!(problem["stored_version"], 4);
    }
    assert_eq!(server.get(&game(1)).await.ok()["record"], record(2));
}

#[tokio::test]
async fn a_game_is_renamed_deleted_and_restored() {
    let server = server().await;
    server.put(1, 1, &record(2)).await.ok();
    let title = json!({"title": "Épreuve de force 🏆"});
    let renamed = server.send("PATCH", &game(1), &title).await.ok();
    assert_eq!(
        (&renamed["title"], &renamed["version"]),
        (&title["title"], &json!(1))
    );

    for _ in 0..2 {
        let gone = server.ask("DELETE", &game(1), &[], "").await;
        assert_eq!((gone.status.as_u16(), gone.body.len()), (204, 0));
    }
    server.get(&game(1)).await.problem(404, "game-not-found");
    server
        .send("PATCH", &game(1), &title)
        .await
        .problem(404, "game-not-found");
    server
        .put(1, 2, &record(3))
        .await
        .problem(410, "game-deleted");
    assert_eq!(server.get("/api/v1/games").await.ok()["games"], json!([]));

    let back = server
        .ask("POST", &format!("{}/restore", game(1)), &[], "")
        .await
        .ok();
    assert_eq!(back, renamed);
    // The next version is accepted whether or not its sender has the new title.
    let body = json!({"version": 2, "record": record(3)});
    let kept = server.send("PUT", &game(1), &body).await.ok();
    assert_eq!(
        (&kept["title"], &kept["version"]),
        (&title["title"], &json!(2))
    );
}

#[tokio::test]
async fn an_analysis_tree_is_stored_with_the_record() {
    let server = server().await;
    let send = async |version: u32, tree: Value| {
        let body = json!({"version": version, "record": record(2), "tree": tree});
        server.send("PUT", &game(1), &body).await
    };
    let tree = json!("1. 32-28 {au centre} (1. 33-28) 20-25 *");
    send(1, tree.clone()).await.ok();
    assert_eq!(server.get(&game(1)).await.ok()["tree"], tree);
    send(2, json!(null)).await.ok();
    assert_eq!(server.get(&game(1)).await.ok()["tree"], tree);
    send(3, json!("")).await.ok();
    assert_eq!(server.get(&game(1)).await.ok().get("tree"), None);
    for bad in ["\0".to_owned(), "a".repeat(256 * 1024 + 1)] {
        let answer = send(4, json!(bad)).await;
        answer.problem(422, "unexpected-shape");
    }
}

#[tokio::test]
async fn changing_responses_are_not_cached() {
    let server = server().await;
    server.put(1, 1, &record(2)).await.ok();
    for path in [
        "/api/v1/games",
        &game(1),
        "/api/v1/games.pdn",
        "/api/v1/health",
        "/api/v1/games/x",
    ] {
        assert_eq!(
            server.get(path).await.header("cache-control"),
            "no-store",
            "{path}"
        );
    }
}

/// A server that allows two games for each owner, with further changes of the quota.
async fn server_with_a_quota(change: impl FnOnce(&mut damier_server::Quota)) -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.limits.quota.games = 2;
        change(&mut config.limits.quota);
    })
    .await
}

#[tokio::test]
async fn games_of_an_owner_are_bounded() {
    let server = server_with_a_quota(|_| {}).await;
    let day = 24 * 60 * 60 * 1000;
    server.put(1, 1, &record(0)).await.ok();
    server.put(2, 1, &record(0)).await.ok();
    let refused = server.put(3, 1, &record(0)).await;
    let problem = refused.problem(507, "quota-used-up");
    assert!(
        problem["detail"].as_str().unwrap().contains("2 games"),
        "{problem}"
    );
    // A stored game can still be extended.
    server.put(2, 2, &record(2)).await.ok();
    server.put(2, 2, &record(2)).await.ok();
    // A deleted game can be restored for a day; then it no longer counts for the quota.
    assert_eq!(server.ask("DELETE", &game(1), &[], "").await.status, 204);
    server
        .put(3, 1, &record(0))
        .await
        .problem(507, "quota-used-up");
    server.clock.0.fetch_add(day + 1, Ordering::SeqCst);
    server.put(3, 1, &record(0)).await.ok();
    let restore = format!("{}/restore", game(1));
    server
        .ask("POST", &restore, &[], "")
        .await
        .problem(404, "game-not-found");
}

#[tokio::test]
async fn bytes_of_an_owner_are_bounded() {
    let server = server_with_a_quota(|quota| quota.bytes = 1_000).await;
    server.put(1, 1, &record(6)).await.ok();
    server
        .put(2, 1, &record(6))
        .await
        .problem(507, "quota-used-up");
    server.put(1, 2, &record(4)).await.ok();
    server.put(1, 3, &record(6)).await.ok();
    server.is_well().await;
}

#[tokio::test]
async fn games_deleted_long_ago_are_removed_when_the_server_starts() {
    let library = std::sync::Arc::new(InMemoryLibrary::default());
    let first = crate::common::start_shared(library.clone(), |_| {}).await;
    for number in 1..=2 {
        first.put(number, 1, &record(0)).await.ok();
    }
    assert_eq!(first.ask("DELETE", &game(1), &[], "").await.status, 204);
    first.stop().await.unwrap();
    let month = 31 * 24 * 60 * 60 * 1000;
    let later = crate::common::start_shared(library.clone(), |config| {
        config.clock = std::sync::Arc::new(crate::common::ManualClock(month.into()));
    });
    later.await.is_well().await;
    let owner = crate::common::me();
    let usage = library.usage(&owner).await.unwrap();
    assert_eq!(usage.games, 1);
}

#[tokio::test]
async fn an_unknown_game_is_not_found() {
    let server = server().await;
    server.get(&game(1)).await.problem(404, "game-not-found");
    server
        .ask("DELETE", &game(1), &[], "")
        .await
        .problem(404, "game-not-found");
    server
        .send("PATCH", &game(1), &json!({"title": ""}))
        .await
        .problem(404, "game-not-found");
    let restore = format!("{}/restore", game(1));
    server
        .ask("POST", &restore, &[], "")
        .await
        .problem(404, "game-not-found");
}

#[tokio::test]
async fn the_list_has_pages() {
    let server = server().await;
    for number in 0..7 {
        server
            .clock
            .0
            .store(u64::from(number) / 2, Ordering::SeqCst);
        server.put(number, 1, &record(0)).await.ok();
    }
    let mut seen = Vec::new();
    let mut path = "/api/v1/games?limit=3".to_owned();
    loop {
        let page = server.get(&path).await.ok();
        let games = page["games"].as_array().unwrap();
        assert!(games.len() <= 3);
        seen.extend(
            games
                .iter()
                .map(|game| game["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("/api/v1/games?limit=3&before={next}");
    }
    assert_eq!(seen, (0..7).rev().map(id).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_invalid_query_is_rejected() {
    let server = server().await;
    for query in [
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=many",
        "before=yesterday",
        "before=1.2",
        "page=2",
        "limit=%ff",
    ] {
        server
            .get(&format!("/api/v1/games?{query}"))
            .await
            .problem(400, "bad-query");
    }
    let problem = server.get("/api/v1/games?limit=-1").await;
    assert_eq!(
        problem.problem(400, "bad-query")["detail"],
        "`limit`: expected a number from 1 to 200, found \"-1\""
    );
}

#[tokio::test]
async fn titles_and_names_are_plain_lines() {
    let server = server().await;
    server.put(1, 1, &record(0)).await.ok();
    for title in [
        "a\nb",
        "a\0b",
        "a\u{202e}b",
        "a\u{2028}b",
        "\u{200b}",
        "\u{2060}\u{feff}",
    ] {
        let answer = server
            .send("PATCH", &game(1), &json!({"title": title}))
            .await;
        answer.problem(422, "unexpected-shape");
    }
    for (blank, kept) in [
        ("   ", ""),
        ("\u{a0}\u{3000}", ""),
        (" Revanche ", "Revanche"),
    ] {
        let title = json!({"title": blank});
        server.send("PATCH", &game(1), &title).await.ok();
        assert_eq!(server.get(&game(1)).await.ok()["title"], kept, "{blank:?}");
    }
    let mut odd = record(0);
    odd["settings"]["white"]["name"] = json!("A\u{202e}wa");
    let answer = server.put(2, 1, &odd).await;
    assert_eq!(answer.status, 422, "{answer:?}");
    assert_eq!(answer.json()["reason"], "name-not-plain");
}

#[tokio::test]
async fn an_invalid_path_is_rejected() {
    let server = server().await;
    for path in [
        "/api/v1/games/1",
        "/api/v1/games/not-a-game",
        "/api/v1/games/%ff%00",
    ] {
        server.get(path).await.problem(400, "bad-game-id");
    }
    for path in [
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v2/games",
        "/api/v1/games/",
    ] {
        server.get(path).await.problem(404, "no-such-address");
    }
    for (method, path) in [
        ("POST", "/api/v1/games"),
        ("PUT", "/api/v1/health"),
        ("DELETE", "/api/v1/games.pdn"),
        ("GET", "/api/v1/games/x/restore"),
    ] {
        let answer = server.ask(method, path, &[], "").await;
        answer.problem(405, "method-not-allowed");
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}

#[tokio::test]
async fn invalid_json_is_reported_with_its_place() {
    let server = server().await;
    let json_type = [("content-type", "application/json")];
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_record = format!(r#"{{"version":1,"title":"","record":{deep}}}"#);
    let cases: [(&[u8], u64, u64); 6] = [
        (b"", 1, 0),
        (b"{\"version\":1,\n  oops}", 2, 3),
        (b"{\"version\":1,\"title\":\"\xff\"}", 1, 23),
        (b"\x00\x01\x02", 1, 1),
        (deep.as_bytes(), 1, 1),
        (deep_record.as_bytes(), 1, 34),
    ];
    for (body, line, column) in cases {
        let answer = server.ask("PUT", &game(1), &json_type, body.to_vec()).await;
        assert!([400, 422].contains(&answer.status.as_u16()), "{answer:?}");
        let problem = answer.json();
        assert_eq!(
            (&problem["line"], &problem["column"]),
            (&json!(line), &json!(column)),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn another_content_type_is_rejected() {
    let server = server().await;
    let body = json!({"version": 1, "title": "", "record": record(0)}).to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
    ] {
        let answer = server
            .ask("PUT", &game(1), &[("content-type", kind)], body.clone())
            .await;
        answer.problem(415, "unsupported-media-type");
    }
    server
        .ask("PUT", &game(1), &[], body.clone())
        .await
        .problem(415, "unsupported-media-type");
    let kind = [("content-type", "Application/JSON; charset=utf-8")];
    server.ask("PUT", &game(1), &kind, body).await.ok();
}

#[tokio::test]
async fn an_unexpected_body_is_rejected() {
    let server = server().await;
    let whole = json!({"version": 1, "title": "", "record": record(0)});
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut body = whole.clone();
        change(&mut body);
        body
    };
    let bodies = [
        json!([]),
        json!({}),
        changed(&|body| body["version"] = json!(0)),
        changed(&|body| body["version"] = json!(-1)),
        changed(&|body| body["version"] = json!(4_294_967_296_u64)),
        changed(&|body| body["version"] = json!(1.5)),
        changed(&|body| body["title"] = json!(7)),
        changed(&|body| body["title"] = json!("x".repeat(201))),
        changed(&|body| body["title"] = json!("two\nlines")),
        changed(&|body| body["title"] = json!("\u{0}")),
        changed(&|body| body["surprise"] = json!(1)),
        changed(&|body| body["record"]["surprise"] = json!(1)),
        changed(&|body| body["record"]["acts"] = json!(7)),
        changed(&|body| body["record"]["acts"] = json!([{"act": "dance", "at_ms": 1}])),
        changed(&|body| body["record"] = json!(null)),
    ];
    for body in bodies {
        let problem = server
            .send("PUT", &game(1), &body)
            .await
            .problem(422, "unexpected-shape");
        assert!(
            problem["line"].is_u64() && problem["column"].is_u64(),
            "{problem}"
        );
    }
    server
        .send("PATCH", &game(1), &json!({"title": "x".repeat(201)}))
        .await
        .problem(422, "unexpected-shape");
}

#[tokio::test]
async fn a_record_is_replayed_before_it_is_stored() {
    let server = server().await;
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut record = record(4);
        change(&mut record);
        record
    };
    let cases: [(Value, Value); 8] = [
        (changed(&|record| record["schema"] = json!(2)), json!(null)),
        (
            changed(&|record| record["variant"] = json!("hopscotch")),
            json!(null),
        ),
        (
            changed(&|record| record["rules_version"] = json!(9)),
            json!(null),
        ),
        (
            changed(&|record| record["settings"]["black"]["level"] = json!(11)),
            json!(null),
        ),
        (
            changed(&|record| record["acts"][2]["move"] = json!("37-31")),
            json!(2),
        ),
        (
            changed(&|record| record["acts"][1]["side"] = json!("white")),
            json!(1),
        ),
        (
            changed(&|record| record["ending"] = json!({"winner": null, "reason": "agreement"})),
            json!(null),
        ),
        (
            changed(&|record| {
                record["settings"]["rated"] = json!(true);
                record["acts"][3]["at_ms"] = json!(1);
            }),
            json!(3),
        ),
    ];
    for (record, act) in cases {
        let problem = server
            .put(1, 1, &record)
            .await
            .problem(422, "record-does-not-replay");
        assert_eq!(
            problem.get("act").unwrap_or(&Value::Null),
            &act,
            "{problem}"
        );
        assert!(problem["reason"].is_string(), "{problem}");
    }
    server.get(&game(1)).await.problem(404, "game-not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_writers_exactly_one_wins() {
    let folder = tempfile::tempdir().unwrap();
    let location = damier_storage::Location::file(folder.path().join("games.sqlite")).unwrap();
    let library = damier_storage::SqlLibrary::open_sqlite(&location)
        .await
        .unwrap();
    let server = std::sync::Arc::new(start(library).await);
    server.put(1, 1, &record(0)).await.ok();
    for version in 2..7_u32 {
        let writers: Vec<_> = (0..8)
            .map(|writer| {
                let server = server.clone();
                let mut record = record(2);
                record["settings"]["white"]["name"] = json!(format!("writer {writer}"));
                let body = json!({"version": version, "title": "", "record": record});
                tokio::spawn(async move { server.send("PUT", &game(1), &body).await })
            })
            .collect();
        let mut winners = 0;
        for writer in writers {
            let answer = writer.await.unwrap();
            if answer.status == 200 {
                winners += 1;
            } else {
                let problem = answer.problem(409, "version-conflict");
                assert_eq!(problem["stored_version"], version);
            }
        }
        assert_eq!(winners, 1, "version {version}");
    }
}
