//! Requests whose client disconnects while their result waits to be stored, as on a bad network:
//! what was stored counts for the limit of the address, and nothing else does.

use std::num::NonZeroU32;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use damier_people::simuls::Simuls;
use damier_server::Stores;
use damier_storage::{Database, Location, Store};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, start_stores};
use crate::simuls::{HOST, wanted};
use crate::teams::{captain, plan};

/// How many other tasks write at the same time. The file has one writer, so each write waits for
/// them.
const WRITERS: usize = 400;

/// How many requests are cut at a time.
const AT_A_TIME: u32 = 5;

/// How often requests are cut at most, each time after twice the time.
const ROUNDS: u32 = 6;

/// How many games an address may begin here.
const GAMES: u32 = 40;

/// The secret in the header, and the body of a request.
type Request = (String, Value);

/// A server with its games in a file.
async fn start(folder: &Path) -> (Store, Arc<Running>) {
    let location = Location::file(folder.join("games.sqlite")).unwrap();
    let store = Store::open(&Database::Sqlite(location)).await.unwrap();
    let stores = Stores {
        library: store.library.clone(),
        live: store.live.clone(),
    };
    let server = start_stores(stores, |config| {
        config.limits.burst = NonZeroU32::new(100_000).unwrap();
        config.limits.beginnings_burst = NonZeroU32::new(GAMES).unwrap();
        config.limits.beginnings_per_hour = NonZeroU32::MIN;
        config.limits.requests_at_once = 200;
        config.limits.requests_at_once_per_address = 200;
    })
    .await;
    (store, Arc::new(server))
}

/// Sends the requests with these numbers while other tasks write, and disconnects after a while.
/// Returns those without a response by then; the server has finished their work when this returns.
async fn cut(
    server: &Arc<Running>,
    path: &'static str,
    request: fn(u32) -> Request,
    numbers: Range<u32>,
    after: Duration,
) -> Vec<u32> {
    let busy = Arc::new(AtomicBool::new(true));
    let writers = (0..WRITERS).map(|_| {
        let (live, busy) = (server.live.clone(), busy.clone());
        tokio::spawn(async move {
            while busy.load(Ordering::SeqCst) {
                live.heartbeat.record_heartbeat(0).await.unwrap();
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let asked = numbers.map(|number| {
        let (server, (seat, body)) = (server.clone(), request(number));
        let asked =
            tokio::spawn(async move { server.sitting(&seat, "POST", path, &body).await.ok() });
        (number, asked)
    });
    let asked: Vec<_> = asked.collect();
    sleep(after).await;
    let mut unanswered = Vec::new();
    for (number, one) in asked {
        one.abort();
        if one.await.is_err_and(|error| error.is_cancelled()) {
            unanswered.push(number);
        }
    }
    // The server notices the disconnect while their writes are queued.
    sleep(Duration::from_millis(30)).await;
    busy.store(false, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }
    // Earlier writes are complete when this write is.
    server.live.heartbeat.record_heartbeat(0).await.unwrap();
    sleep(Duration::from_millis(200)).await;
    unanswered
}

/// Cuts requests until one of them was completed nonetheless. Returns how many results were stored.
async fn cut_some(
    server: &Arc<Running>,
    path: &'static str,
    request: fn(u32) -> Request,
    is_there: impl AsyncFn(u32) -> bool,
) -> u32 {
    let mut there = 0;
    let mut was_done = false;
    for round in 0..ROUNDS {
        let first = AT_A_TIME * round + 1;
        let numbers = first..first + AT_A_TIME;
        let after = Duration::from_millis(10 << round);
        let unanswered = cut(server, path, request, numbers.clone(), after).await;
        for number in numbers {
            if is_there(number).await {
                there += 1;
                was_done |= unanswered.contains(&number);
            }
        }
        if was_done {
            return there;
        }
    }
    panic!("nothing of what was cut was done to its end");
}

/// How many more requests the server accepts from the address before it reports too many.
async fn left(
    server: &Running,
    path: &'static str,
    request: fn(u32) -> Request,
    code: &str,
) -> u32 {
    let mut taken = 0;
    loop {
        let (seat, body) = request(1_000 + taken);
        let answer = server.sitting(&seat, "POST", path, &body).await;
        if answer.status != 200 {
            answer.problem(429, code);
            return taken;
        }
        taken += 1;
    }
}

fn simul(number: u32) -> Request {
    (secret(HOST), wanted(&json!({ "id": uuid(number) })))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simul_counts_for_the_limit_only_if_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, server) = start(folder.path()).await;
    let is_there = async |number| {
        let id = uuid(number).parse().unwrap();
        Simuls::of(&server.live).simul(id).await.unwrap().is_some()
    };
    let there = cut_some(&server, "/simuls", simul, is_there).await;
    let more = left(&server, "/simuls", simul, "too-many-simuls").await;
    assert_eq!(there + more, 40);
}

fn team_match(number: u32) -> Request {
    let captains = plan(&captain(), &captain(), &json!({}));
    (secret(number), captains)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_match_counts_only_if_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, server) = start(folder.path()).await;
    let is_there = async |number| {
        let seat = secret(number);
        let found = server.sitting(&seat, "GET", "/teams", &Value::Null);
        found.await.status == 200
    };
    let there = cut_some(&server, "/teams", team_match, is_there).await;
    let more = left(&server, "/teams", team_match, "too-many-team-matches").await;
    assert_eq!(there + more, 200);
}

fn class(number: u32) -> Request {
    (secret(number), Value::Null)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_counts_for_the_limit_only_if_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, server) = start(folder.path()).await;
    let is_there = async |number| {
        let teacher = secret(number);
        let found = server.sitting(&teacher, "GET", "/class", &Value::Null);
        found.await.status == 200
    };
    let there = cut_some(&server, "/class", class, is_there).await;
    let more = left(&server, "/class", class, "too-many-classes").await;
    assert_eq!(there + more, 40);
}

fn against_the_computer(number: u32) -> Request {
    let computer = json!({ "black": { "kind": "computer", "level": 1 } });
    let offer = json!({
        "id": uuid(number),
        "challenge": challenge("international", &computer),
        "invitation": secret(10 * number + 1),
    });
    (secret(10 * number), offer)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_game_counts_for_the_limit_only_if_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, server) = start(folder.path()).await;
    let is_there = async |number| {
        let id = uuid(number).parse().unwrap();
        server.live.journal.find(id).await.unwrap().is_some()
    };
    let there = cut_some(&server, "/challenges", against_the_computer, is_there).await;
    let more = left(
        &server,
        "/challenges",
        against_the_computer,
        "too-many-games",
    )
    .await;
    assert_eq!(there + more, GAMES);
}
