//! Records that take much work. Finding S2: one record of 270 KB took minutes, continued after its
//! request had ended, and kept the server from stopping. A debug build takes some seconds where a
//! release build takes a fraction of one.

use std::time::Duration;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Running, game, record, start, start_with};

/// A Frisian king in front of nineteen opposing pieces: its captures pass through a hundred
/// thousand states.
const COSTLY_POSITION: &str =
    "W:WK15:BK3,K9,K11,K12,K14,K19,K25,K26,K27,K28,K29,K30,K33,K39,K41,K42,K44,K47,K49";

/// A game in which one capture is played and taken back again and again.
fn crowded(times: u32) -> Value {
    let mut record = record(0);
    record["variant"] = json!("frisian");
    record["settings"]["start"] = json!(COSTLY_POSITION);
    let acts = (0..times).flat_map(|at_ms| {
        [
            json!({"act": "move", "side": "white", "move": "15x1", "at_ms": at_ms}),
            json!({"act": "take-back", "plies": 1, "at_ms": at_ms}),
        ]
    });
    record["acts"] = acts.collect();
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn a_costly_record_is_rejected_and_others_are_served() {
    let server = start(InMemoryLibrary::default()).await;
    let costly = crowded(2_499);
    let (refused, ()) = tokio::join!(server.put(1, 1, &costly), async {
        for number in 2..6 {
            server.is_well().await;
            server.put(number, 1, &record(4)).await.ok();
        }
    });
    let problem = refused.problem(422, "too-much-work");
    assert_eq!(problem["reason"], "too-much-work");
    assert!(
        problem["act"].as_u64().is_some_and(|act| act < 100),
        "{problem}"
    );
    let budget = damier_session::ReplayBudget::STRANGER.work.to_string();
    assert!(
        problem["detail"].as_str().unwrap().contains(&budget),
        "{problem}"
    );
    server.get(&game(1)).await.problem(404, "game-not-found");
    // With only a few repetitions, the same captures are an ordinary game.
    server.put(1, 1, &crowded(2)).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn costly_records_of_one_address_do_not_block_its_other_requests() {
    let server = start(InMemoryLibrary::default()).await;
    let record = crowded(2_499);
    let costly =
        futures_util::future::join_all((0..24).map(|number| server.put(number, 1, &record)));
    let others = async {
        for number in 100..110 {
            let kept = async {
                server.put(number, 1, &crate::common::record(6)).await.ok();
                server.is_well().await;
            };
            let kept = tokio::time::timeout(Duration::from_secs(15), kept).await;
            kept.expect("others wait for costly records");
        }
    };
    let (costly, ()) = tokio::join!(costly, others);
    let mut judged = 0;
    for answer in costly {
        if answer.status == 422 {
            answer.problem(422, "too-much-work");
            judged += 1;
        } else {
            let busy = answer.problem(503, "too-busy");
            assert_eq!(busy["retry_after_s"], 5);
        }
    }
    assert!(judged > 0, "one at a time is judged");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_costly_tree_does_not_block_the_export() {
    let server = start(InMemoryLibrary::default()).await;
    let tree = |variations: usize| {
        let moves = "(15x1) ".repeat(variations);
        format!("[GameType \"40\"]\n[FEN \"{COSTLY_POSITION}\"]\n\n1. 15x1 {{kept}} {moves}*")
    };
    for (number, variations) in [(1, 20_000), (2, 1)] {
        let (record, tree) = (crowded(1), tree(variations));
        let body = json!({"version": 1, "title": "", "record": record, "tree": tree});
        server.send("PUT", &game(number), &body).await.ok();
    }
    let export = server.get("/api/v1/games.pdn");
    let file = tokio::time::timeout(Duration::from_mins(1), export).await;
    let file = file.expect("it is still written").body;
    let text = String::from_utf8(file.to_vec()).unwrap();
    assert_eq!(text.matches("[GameType \"40\"]").count(), 2, "{text}");
    assert_eq!(text.matches("{kept}").count(), 1, "{text}");
    server.is_well().await;
}

/// Sends a costly record without waiting for the response.
async fn send_costly(server: &Running) -> TcpStream {
    let body = json!({"version": 1, "title": "", "record": crowded(2_499)}).to_string();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "PUT {} HTTP/1.1\r\nauthorization: Bearer AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        game(1),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_record_releases_its_permit() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.requests_at_once = 1;
        config.limits.request_time = Duration::from_millis(300);
    })
    .await;
    let mut stream = send_costly(&server).await;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    // The only permit is released once the act during which the replay was cancelled has been
    // replayed.
    let free = async {
        loop {
            let answer = server.get("/api/v1/games").await;
            if answer.status == 200 {
                break;
            }
            answer.problem(408, "request-timeout");
        }
    };
    let free = tokio::time::timeout(Duration::from_secs(20), free).await;
    free.expect("the place is still held");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_costly_record_does_not_keep_the_server_from_stopping() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.stop_time = Duration::from_millis(200);
    })
    .await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(send_costly(&server).await);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ended = tokio::time::timeout(Duration::from_secs(3), server.stop()).await;
    ended.expect("the server still waits").unwrap();
    // The work was cancelled too; otherwise the runtime of this test would wait for it at the end.
}
