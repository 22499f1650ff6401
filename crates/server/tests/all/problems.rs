//! Ratings of problems by results: what is recorded, what is refused, and when ratings change.

use std::sync::atomic::Ordering;

use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::page::{File, Files, Page};
use serde_json::{Value, json};

use crate::common::{Answer, ME, Running, bearer, start, start_with};

/// The problems of a page: two parts of the Frisian game, one of them compressed.
struct Problems;

const FIRST: &str = "a000000001\tW:W28:B8\t28-23\t1400\t250\tshot\t\t\t\t9\t\tgame 1\n";
const SECOND: &str = "b000000001\tW:W28:B8\t28-23\t2000\t250\tshot\t\t\t\t9\t\tgame 2\n\
                      b000000002\tW:W28:B8\t28-23\t2010\t250\tshot\t\t\t\t9\t\tgame 3\n";

impl Files for Problems {
    fn get(&self, name: &str) -> Option<File> {
        let (text, is_brotli) = match name {
            "problems/frisian/index.json" => {
                let parts = json!([{ "file": "part-00.txt" }, { "file": "part-01.txt" }]);
                (json!({ "format": 2, "parts": parts }).to_string(), false)
            }
            "problems/frisian/part-00.txt" => (FIRST.to_owned(), false),
            "problems/frisian/part-01.txt" => (SECOND.to_owned(), true),
            _ => return None,
        };
        let bytes = if is_brotli {
            let mut packed = Vec::new();
            let parameters = brotli::enc::BrotliEncoderParams::default();
            brotli::BrotliCompress(&mut text.as_bytes(), &mut packed, &parameters).unwrap();
            packed
        } else {
            text.into_bytes()
        };
        Some(File {
            bytes: bytes.into(),
            is_brotli,
            tag: format!("W/\"{name}\""),
        })
    }
}

const RESULTS: &str = "/api/v1/problems/frisian/results";
const RATINGS: &str = "/api/v1/problems/frisian/ratings";

/// Longer than the server caches ratings.
const LATER_MS: u64 = 6 * 60 * 1_000;

async fn server() -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.page = Page::of(Problems);
    })
    .await
}

fn tried(problem: &str, outcome: &str) -> Value {
    json!({ "problem": problem, "outcome": outcome, "rating": 1500, "deviation": 80 })
}

/// Sends tries as a device.
async fn send(server: &Running, device: &str, tries: &Value) -> Answer {
    let secret = bearer(device);
    let headers = [
        ("authorization", secret.as_str()),
        ("content-type", "application/json"),
    ];
    let body = json!({ "tries": tries }).to_string();
    server
        .ask_without_secret("POST", RESULTS, &headers, body)
        .await
}

/// The secret of a device.
fn device(number: usize) -> String {
    format!("{number:_>43}")
}

async fn accepted(server: &Running, number: usize, tries: &Value) {
    let answer = send(server, &device(number), tries).await;
    assert_eq!(answer.status, 204, "{answer:?}");
}

/// The ratings that count, after the server's copy has expired.
async fn ratings(server: &Running) -> Vec<Value> {
    server.clock.0.fetch_add(LATER_MS, Ordering::SeqCst);
    let found = server.get(RATINGS).await.ok();
    found["problems"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_rating_changes_after_five_results() {
    let server = server().await;
    assert!(ratings(&server).await.is_empty());
    let tries = json!([tried("a000000001", "clean"), tried("b000000002", "failed")]);
    for number in 0..4 {
        accepted(&server, number, &tries).await;
    }
    assert!(ratings(&server).await.is_empty());
    accepted(&server, 4, &tries).await;
    accepted(&server, 4, &json!([])).await;
    let found = ratings(&server).await;
    let ids: Vec<_> = found.iter().map(|problem| &problem["id"]).collect();
    assert_eq!(ids, ["a000000001", "b000000002"]);
    let rating = |at: usize| found[at]["rating"].as_u64().unwrap();
    assert!((1000..1350).contains(&rating(0)), "{found:?}");
    assert!((2011..2411).contains(&rating(1)), "{found:?}");
    let deviation = found[0]["deviation"].as_u64().unwrap();
    assert!((45..200).contains(&deviation), "{found:?}");
}

#[tokio::test]
async fn ratings_are_cached_by_their_tag() {
    let server = server().await;
    let first = server.get(RATINGS).await;
    assert_eq!(first.header("cache-control"), "public, max-age=600");
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    for number in 0..5 {
        accepted(&server, number, &json!([tried("a000000001", "helped")])).await;
    }
    let known = [("if-none-match", tag.as_str())];
    let same = server.ask("GET", RATINGS, &known, "").await;
    assert_eq!((same.status.as_u16(), same.body.len()), (304, 0));
    assert_eq!(same.header("etag"), tag);
    assert_eq!(same.header("cache-control"), "public, max-age=600");
    server.clock.0.fetch_add(LATER_MS, Ordering::SeqCst);
    let changed = server.ask("GET", RATINGS, &known, "").await;
    assert_eq!(changed.ok()["problems"][0]["id"], "a000000001");
    assert_ne!(changed.header("etag"), tag);
}

#[tokio::test]
async fn a_device_counts_once_however_often_it_sends() {
    let server = server().await;
    for _ in 0..9 {
        accepted(&server, 1, &json!([tried("a000000001", "failed")])).await;
    }
    assert!(ratings(&server).await.is_empty());
    for number in 2..6 {
        accepted(&server, number, &json!([tried("a000000001", "failed")])).await;
    }
    assert_eq!(ratings(&server).await.len(), 1);
}

#[tokio::test]
async fn unknown_problems_are_ignored_and_not_stored() {
    let server = server().await;
    let tries = json!([tried("00000000ff", "clean"), tried("a000000001", "clean")]);
    for number in 0..5 {
        accepted(&server, number, &tries).await;
    }
    let found = ratings(&server).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["id"], "a000000001");
    let stored = damier_people::problems::ProblemRatings::of(&server.live);
    let stored = stored.list(damier_rules::Variant::FRISIAN).await.unwrap();
    let ids: Vec<_> = stored.iter().map(|(id, _)| id.to_string()).collect();
    assert_eq!(ids, ["a000000001"]);
}

#[tokio::test]
async fn unfit_requests_are_refused() {
    let server = server().await;
    let many: Vec<_> = (0..101).map(|_| tried("a000000001", "clean")).collect();
    send(&server, ME, &json!(many))
        .await
        .problem(422, "too-many-results");
    let with = |field: &str, value: Value| {
        let mut tried = tried("a000000001", "clean");
        tried[field] = value;
        json!([tried])
    };
    for unfit in [
        with("rating", json!(4001)),
        with("rating", json!(-1)),
        with("rating", json!(null)),
        with("deviation", json!(29.9)),
        with("deviation", json!(351)),
        with("outcome", json!("won")),
        with("problem", json!("A000000001")),
        with("problem", json!("a00000001")),
        with("name", json!("Awa")),
    ] {
        send(&server, ME, &unfit)
            .await
            .problem(422, "unexpected-shape");
    }
    let headers = [("content-type", "application/json")];
    let body = format!("{{\"tries\":[{}]}}", tried("a000000001", "clean"));
    let infinite = body.replace("1500", "1e999");
    let answer = server.ask("POST", RESULTS, &headers, infinite).await;
    answer.problem(400, "bad-json");
    let anonymous = server.ask_without_secret("POST", RESULTS, &headers, body);
    anonymous.await.problem(401, "no-owner");
    let stored = damier_people::problems::ProblemRatings::of(&server.live);
    let stored = stored.list(damier_rules::Variant::FRISIAN).await.unwrap();
    assert!(stored.is_empty(), "{stored:?}");
}

#[tokio::test]
async fn a_game_without_problems_is_not_found() {
    let with_page = server().await;
    let without_page = start(InMemoryLibrary::default()).await;
    for (server, game) in [
        (&with_page, "international"),
        (&with_page, "chess"),
        (&with_page, "frisian%2F"),
        (&without_page, "frisian"),
    ] {
        let path = format!("/api/v1/problems/{game}/ratings");
        server.get(&path).await.problem(404, "no-problems");
        let path = format!("/api/v1/problems/{game}/results");
        let answer = server.send("POST", &path, &json!({ "tries": [] })).await;
        answer.problem(404, "no-problems");
    }
}

#[tokio::test]
async fn results_of_one_address_are_limited() {
    let server = server().await;
    let tries: Vec<_> = (0..100).map(|_| tried("a000000001", "clean")).collect();
    for number in 0..50 {
        accepted(&server, number, &json!(tries)).await;
    }
    let refused = send(&server, ME, &json!([tried("b000000001", "clean")])).await;
    refused.problem(429, "too-many-results-here");
    assert_ne!(refused.header("retry-after"), "");
    // Tries of unknown problems are not stored and not counted.
    accepted(&server, 1, &json!([tried("00000000ff", "clean")])).await;
}

#[tokio::test]
async fn the_index_links_to_the_ratings() {
    let server = server().await;
    let index = server.get("/problems/frisian/index.json").await;
    let link = "<../../api/v1/problems/frisian/ratings>; rel=\"related\"";
    assert_eq!(index.header("link"), link);
    let known = [("if-none-match", index.header("etag"))];
    let cached = server
        .ask("GET", "/problems/frisian/index.json", &known, "")
        .await;
    assert_eq!((cached.status.as_u16(), cached.header("link")), (304, link));
}
