//! A broadcast over a real connection: rounds sent repeatedly, error reports, and what spectators
//! see with a delay.

use std::sync::atomic::Ordering;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{Reading, secret};
use crate::common::{Answer, Running, bearer, start, start_for_accounts, start_with};

const RUNNER: u32 = 1;

const ROUND: &str = "[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n1. 32-28 19-23 *\n\n\
    [White \"Baljakin\"]\n[Black \"Georgiev\"]\n1. 33-28 *\n\n[White \"Schwarzman\"]\n[Black \"Boomstra\"]\n*";

fn settings(delay_min: u8) -> Value {
    json!({ "title": "Open de Salou", "place": "Salou", "date": "2026", "rounds": 3, "delay_min": delay_min,
        "variant": "international" })
}

impl Running {
    async fn runs(&self, number: u32, method: &str, path: &str, text: &str) -> Answer {
        let secret = bearer(&secret(number));
        let headers = [
            ("authorization", secret.as_str()),
            ("content-type", "application/json"),
        ];
        let path = format!("/api/v1/broadcasts{path}");
        self.ask_without_secret(method, &path, &headers, text.to_owned())
            .await
    }

    async fn open(&self, id: &str, delay_min: u8) -> Value {
        let body = settings(delay_min).to_string();
        self.runs(RUNNER, "PUT", &format!("/{id}"), &body)
            .await
            .ok()
    }

    async fn sends(&self, path: &str, text: &str) -> Value {
        self.runs(RUNNER, "PUT", path, text).await.ok()
    }

    async fn seen(&self, path: &str) -> Value {
        let path = format!("/api/v1/broadcasts{path}");
        self.ask_without_secret("GET", &path, &[], "").await.ok()
    }

    async fn moves(&self, path: &str) -> Vec<(u64, usize)> {
        let round = self.seen(path).await;
        let boards = round["boards"].as_array().unwrap().iter();
        let plies = |board: &Value| board["moves"].as_array().unwrap().len();
        boards
            .map(|board| (board["board"].as_u64().unwrap(), plies(board)))
            .collect()
    }

    fn goes_on(&self, ms: u64) {
        self.clock.0.fetch_add(ms, Ordering::SeqCst);
    }

    async fn watching(&self, id: &str, round: u8) -> Reading {
        let path = format!("/api/v1/broadcasts/{id}/rounds/{round}/events");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        self.reading(&request).await
    }
}

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

fn became(taken: &Value) -> Vec<(u64, &str)> {
    let boards = taken["boards"].as_array().unwrap().iter();
    boards
        .map(|board| {
            (
                board["board"].as_u64().unwrap(),
                board["became"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_round_is_updated_repeatedly_and_is_publicly_visible() {
    let server = server().await;
    let opened = server.open("salou-2026", 0).await;
    assert_eq!(opened["until_ms"], 1_000 + 8 * 7 * 24 * 60 * 60 * 1_000_u64);
    assert_eq!(server.open("salou-2026", 0).await, opened, "once");
    let taken = server.sends("/salou-2026/rounds/1", ROUND).await;
    assert_eq!(
        became(&taken),
        [(1, "changed"), (2, "changed"), (3, "changed")]
    );
    let taken = server.sends("/salou-2026/rounds/1", ROUND).await;
    assert_eq!(became(&taken), [(1, "same"), (2, "same"), (3, "same")]);
    assert_eq!(
        server.moves("/salou-2026/rounds/1").await,
        [(1, 2), (2, 1), (3, 0)]
    );

    // The first board continues, the second is corrected, the third is not sent.
    let later = "[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n1. 31-26 *";
    let taken = server.sends("/salou-2026/rounds/1", later).await;
    assert_eq!(became(&taken), [(1, "changed"), (2, "corrected")]);
    assert_eq!(taken["boards"][1]["corrected_from"], 1);
    assert_eq!(taken["not_sent"], json!([3]));
    let round = server.seen("/salou-2026/rounds/1").await;
    assert_eq!(round["boards"][0]["result"], "draw");
    assert_eq!(
        round["boards"][1]["white"], "Baljakin",
        "a name that is left out stays"
    );
    assert_eq!(round["boards"][1]["moves"], json!(["31-26"]));
    assert_eq!(
        round["boards"][1]["corrected"],
        json!({ "ply": 1, "at_ms": 1_000 })
    );

    let shown = server.seen("/salou-2026").await;
    assert_eq!(shown["settings"]["title"], "Open de Salou");
    assert_eq!(shown["results"][0]["boards"][0]["result"], "draw");
    assert_eq!(shown["results"][0]["boards"][0]["plies"], 4);
    let own = server.runs(RUNNER, "GET", "", "").await.ok();
    assert_eq!(own[0]["id"], "salou-2026");

    let pdn = server.ask_without_secret(
        "GET",
        "/api/v1/broadcasts/salou-2026/rounds/1/pdn?board=1",
        &[],
        "",
    );
    let pdn = String::from_utf8(pdn.await.body.to_vec()).unwrap();
    assert!(
        pdn.starts_with("[Event \"Open de Salou\"]\n[Site \"Salou\"]"),
        "{pdn}"
    );
    assert!(
        pdn.contains("[Board \"1\"]") && pdn.contains("1. 32-28 19-23 2. 28x19 14x23 1-1"),
        "{pdn}"
    );
    let all =
        server.ask_without_secret("GET", "/api/v1/broadcasts/salou-2026/rounds/1/pdn", &[], "");
    let all = String::from_utf8(all.await.body.to_vec()).unwrap();
    assert_eq!(all.matches("[Event ").count(), 3);

    let gone = server
        .runs(RUNNER, "DELETE", "/salou-2026/rounds/1/boards/3", "")
        .await;
    assert_eq!(gone.status, 204);
    assert_eq!(server.moves("/salou-2026/rounds/1").await, [(1, 4), (2, 1)]);
    assert_eq!(
        server
            .runs(RUNNER, "DELETE", "/salou-2026", "")
            .await
            .status,
        204
    );
    let lost = server.ask_without_secret("GET", "/api/v1/broadcasts/salou-2026", &[], "");
    lost.await.problem(404, "broadcast-not-found");
}

#[tokio::test]
async fn a_faulty_board_is_reported_with_its_place_and_others_update() {
    let server = server().await;
    server.open("salou-2026", 0).await;
    server.sends("/salou-2026/rounds/2", ROUND).await;
    let wrong = "1. 32-28 19-23 2. 28x19\n14x22 *\n\n1. 33-28 18-23 *\n\n[FEN \"nonsense\"]\n1. 31-26 *\n\n[Round \"9\"]\n1. 31-26 *";
    let taken = server.sends("/salou-2026/rounds/2", wrong).await;
    assert_eq!(
        became(&taken),
        [(1, "changed"), (2, "changed"), (3, "refused")]
    );
    let fault = &taken["boards"][0]["fault"];
    assert_eq!(
        (&fault["code"], &fault["line"], &fault["column"]),
        (&json!("not-legal"), &json!(2), &json!(1))
    );
    assert_eq!(taken["boards"][2]["fault"]["code"], "bad-position");
    assert_eq!(taken["of_other_rounds"], 1);
    assert_eq!(
        server.moves("/salou-2026/rounds/2").await,
        [(1, 3), (2, 2), (3, 0)]
    );
    // A file truncated in the middle removes no moves.
    let broken = server.sends("/salou-2026/rounds/2", "1. 32-28 19-2").await;
    assert_eq!(became(&broken), [(1, "same")]);
    assert_eq!(
        server.moves("/salou-2026/rounds/2").await,
        [(1, 3), (2, 2), (3, 0)]
    );
    // A single board, typed by hand.
    let typed = server
        .sends("/salou-2026/rounds/2/boards/3", "31-27 19-23")
        .await;
    assert_eq!(became(&typed), [(3, "changed")]);
    let empty = server.sends("/salou-2026/rounds/2", " ").await;
    assert_eq!(empty["boards"], json!([]));
    assert_eq!(empty["not_sent"], json!([1, 2, 3]));
}

#[tokio::test]
async fn a_truncated_or_invalid_file_removes_no_moves() {
    let server = server().await;
    server.open("salou-2026", 0).await;
    let path = "/salou-2026/rounds/1";
    let file = "[White \"A\"]\n[Black \"B\"]\n1. 32-28 19-23 *\n\n[White \"C\"]\n[Black \"D\"]\n1. 33-28 18-22 *";
    server.sends(path, file).await;
    let before = server.seen(path).await["boards"].clone();
    let cut = file.rfind("\"D\"").unwrap();
    for text in [
        &file[..cut],
        &file[..cut + 5],
        &file[..cut + 12],
        "<html>404 Not Found</html>",
        "The file was moved",
        "{unclosed",
        "\u{0}\u{1}\u{7f}\u{fffd}",
        "[White \"A\"]\n[Bla",
        "{\"a\":1}",
        "[White \"A\"]\n[Black \"B\"]\n",
        "[White \"A\"]\n[Black \"B\"]\n1. 32-28",
    ] {
        let taken = server.sends(path, text).await;
        let boards = taken["boards"].as_array().unwrap();
        let last = boards.last().unwrap();
        assert!(
            last["fault"]["line"].as_u64().unwrap() >= 1,
            "{text}: {taken}"
        );
        for board in boards {
            assert!(board["corrected_from"].is_null(), "{text}: {taken}");
            assert!(board["became"] != "changed", "{text}: {taken}");
        }
        assert_eq!(server.seen(path).await["boards"], before, "{text}");
    }
    // A finished game is sent as a correction.
    let taken = server.sends(path, "[White \"A\"]\n[Black \"B\"]\n1. 32-28 *");
    assert_eq!(became(&taken.await), [(1, "corrected")]);
    let taken = server.sends(path, "[White \"A\"]\n[Black \"B\"]\n*");
    assert_eq!(became(&taken.await), [(1, "corrected")]);
    assert_eq!(server.moves(path).await, [(1, 0), (2, 2)]);
}

#[tokio::test]
async fn a_board_accepts_one_game_only() {
    let server = server().await;
    server.open("salou-2026", 0).await;
    let path = "/salou-2026/rounds/1/boards/3";
    for (text, code) in [
        (
            "[Board \"9\"]\n1. 32-28 *\n\n[Board \"8\"]\n1. 33-28 *",
            "several-games",
        ),
        ("1. 32-28 *\n\n1. 33-28 *", "several-games"),
        ("[Board \"9\"]\n1. 32-28 *", "other-board"),
    ] {
        let taken = server.sends(path, text).await;
        assert_eq!(became(&taken), [(3, "refused")]);
        assert_eq!(taken["boards"][0]["fault"]["code"], code);
    }
    assert_eq!(server.moves("/salou-2026/rounds/1").await, []);
    let taken = server.sends(path, "[Board \"3\"]\n1. 32-28 *").await;
    assert_eq!(became(&taken), [(3, "changed")]);
}

#[tokio::test]
async fn only_the_owner_changes_a_broadcast() {
    let server = server().await;
    server.open("salou-2026", 0).await;
    let other = settings(5).to_string();
    let taken = server.runs(2, "PUT", "/salou-2026", &other).await;
    taken.problem(409, "broadcast-taken");
    for (method, path) in [
        ("PUT", "/salou-2026/rounds/1"),
        ("PUT", "/salou-2026/rounds/1/boards/1"),
        ("DELETE", "/salou-2026/rounds/1/boards/1"),
        ("GET", "/salou-2026/rounds/1/desk"),
        ("DELETE", "/salou-2026"),
    ] {
        let refused = server.runs(2, method, path, ROUND).await;
        refused.problem(403, "not-your-broadcast");
        let path = format!("/api/v1/broadcasts{path}");
        let nobody = server.ask_without_secret(method, &path, &[], ROUND).await;
        nobody.problem(401, "no-owner");
    }
    for (path, status, code) in [
        ("/salou-2026/rounds/4", 404, "no-such-round"),
        ("/salou-2026/rounds/0", 400, "bad-broadcast"),
        ("/salou-2026/rounds/21", 400, "bad-broadcast"),
        ("/salou-2026/rounds/1/boards/201", 400, "bad-broadcast"),
        ("/Salou/rounds/1", 400, "bad-broadcast"),
        ("/another/rounds/1", 404, "broadcast-not-found"),
    ] {
        server
            .runs(RUNNER, "PUT", path, ROUND)
            .await
            .problem(status, code);
    }
    let bad = json!({ "title": "x", "rounds": 99, "delay_min": 0, "variant": "international" });
    let refused = server.runs(RUNNER, "PUT", "/other", &bad.to_string()).await;
    assert_eq!(
        refused.problem(422, "not-for-a-broadcast")["reason"],
        "bad-rounds"
    );
}

#[tokio::test]
async fn nothing_is_sent_before_the_delay() {
    let server = server().await;
    server.open("salou-2026", 15).await;
    let mut stream = server.watching("salou-2026", 1).await;
    stream.until("\"frame\":\"ready\"").await;
    server.sends("/salou-2026/rounds/1", ROUND).await;
    server.goes_on(14 * 60_000);
    assert_eq!(server.moves("/salou-2026/rounds/1").await, []);
    assert_eq!(server.seen("/salou-2026").await["results"], json!([]));
    let pdn =
        server.ask_without_secret("GET", "/api/v1/broadcasts/salou-2026/rounds/1/pdn", &[], "");
    assert!(pdn.await.body.is_empty());
    let board = server.ask_without_secret(
        "GET",
        "/api/v1/broadcasts/salou-2026/rounds/1/pdn?board=1",
        &[],
        "",
    );
    board.await.problem(404, "no-such-board");
    let desk = server
        .runs(RUNNER, "GET", "/salou-2026/rounds/1/desk", "")
        .await
        .ok();
    assert_eq!(desk["boards"].as_array().unwrap().len(), 3);

    // A correction sent before the mistake was due: the mistake is shown when due, then the
    // correction.
    server
        .sends("/salou-2026/rounds/1", "1. 32-28 18-23 *")
        .await;
    server.goes_on(60_000);
    stream.until("\"board\":3").await;
    let early = stream.line_with("\"board\":1");
    assert_eq!(early["moves"], json!(["32-28", "19-23"]));
    assert_eq!(
        server.moves("/salou-2026/rounds/1").await,
        [(1, 2), (2, 1), (3, 0)]
    );
    server.goes_on(14 * 60_000);
    stream.until("18-23").await;
    let late = stream.line_with("18-23");
    assert_eq!(late["corrected"]["ply"], 2);
    // A shorter delay makes everything due by it visible at once.
    server
        .sends("/salou-2026/rounds/1", "1. 32-28 18-23 2. 33-29 *")
        .await;
    server.open("salou-2026", 0).await;
    stream.until("33-29").await;
    stream.until("\"delay_min\":0").await;
}

#[tokio::test]
async fn a_stream_reports_changes_removals_and_the_end() {
    let server = server().await;
    server.open("salou-2026", 0).await;
    server.sends("/salou-2026/rounds/1", ROUND).await;
    let mut stream = server.watching("salou-2026", 1).await;
    let mut other = server.watching("salou-2026", 1).await;
    for stream in [&mut stream, &mut other] {
        stream.until("\"frame\":\"ready\"").await;
        let board = stream.line_with("Georgiev");
        assert_eq!(
            (&board["frame"], &board["moves"]),
            (&json!("board"), &json!(["33-28"]))
        );
    }
    server
        .sends("/salou-2026/rounds/1/boards/2", "1. 33-28 18-23 *")
        .await;
    for stream in [&mut stream, &mut other] {
        stream.until("18-23").await;
    }
    server
        .runs(RUNNER, "DELETE", "/salou-2026/rounds/1/boards/3", "")
        .await;
    stream.until("{\"frame\":\"gone\",\"board\":3}").await;
    server.runs(RUNNER, "DELETE", "/salou-2026", "").await;
    stream.until("{\"frame\":\"over\"}").await;
    stream.ended().await;
    let lost = server.ask_without_secret(
        "GET",
        "/api/v1/broadcasts/salou-2026/rounds/1/events",
        &[],
        "",
    );
    lost.await.problem(404, "broadcast-not-found");
}

#[tokio::test]
async fn an_account_manages_a_broadcast_with_its_token() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let wanted = json!({ "label": "boards", "scopes": ["play:write"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &wanted).await.json()["token"].clone();
    let header = format!("Bearer {}", token.as_str().unwrap());
    let headers = [
        ("authorization", header.as_str()),
        ("content-type", "application/json"),
    ];
    // The same account from the page with its session, and from a program with a token.
    awa.send("PUT", "/broadcasts/salou-2026", &settings(0))
        .await
        .ok();
    let put = server.ask_without_secret(
        "PUT",
        "/api/v1/broadcasts/salou-2026/rounds/1",
        &headers,
        ROUND,
    );
    assert_eq!(put.await.ok()["boards"].as_array().unwrap().len(), 3);
    server
        .runs(RUNNER, "PUT", "/salou-2026/rounds/1", ROUND)
        .await
        .problem(403, "not-your-broadcast");
}

#[tokio::test]
async fn broadcasts_boards_and_streams_are_bounded() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.sockets_per_address = 2;
    })
    .await;
    server.open("event-00", 0).await;
    let many = "[White \"A\"]\n1. 32-28 *\n\n".repeat(250);
    let taken = server.sends("/event-00/rounds/1", &many).await;
    let boards = taken["boards"].as_array().unwrap();
    let refused = boards
        .iter()
        .filter(|board| board["became"] == "refused")
        .count();
    assert_eq!((boards.len(), refused), (250, 50));
    let mut streams = Vec::new();
    for _ in 0..2 {
        let mut stream = server.watching("event-00", 1).await;
        stream.until("\"frame\":\"ready\"").await;
        streams.push(stream);
    }
    let third = server.ask_without_secret(
        "GET",
        "/api/v1/broadcasts/event-00/rounds/1/events",
        &[],
        "",
    );
    third.await.problem(503, "too-many-sockets");

    for number in 1..20 {
        server.open(&format!("event-{number:02}"), 0).await;
    }
    let more = server
        .runs(RUNNER, "PUT", "/one-more", &settings(0).to_string())
        .await;
    more.problem(507, "broadcasts-full");
    for number in 0..20 {
        let body = settings(0).to_string();
        server
            .runs(2, "PUT", &format!("/other-{number}"), &body)
            .await
            .ok();
    }
    let more = server
        .runs(3, "PUT", "/yet-more", &settings(0).to_string())
        .await;
    more.problem(429, "too-many-broadcasts");
    // Existing broadcasts can still be changed.
    server.open("event-00", 5).await;
}
