//! Acts and phrases have the same result over a socket and over HTTP: the same table is sent both
//! ways, at two equal games.

use std::collections::BTreeSet;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Running, start};

/// The seat and the act of each step. Each act of `Want` occurs at least once.
fn table() -> Vec<(usize, Value)> {
    let white = |want: Value| (0, want);
    let black = |want: Value| (1, want);
    vec![
        black(json!({ "act": "move", "move": "19-23" })),
        white(json!({ "act": "accept-draw" })),
        white(json!({ "act": "let-stand" })),
        white(json!({ "act": "touch", "square": "32" })),
        white(json!({ "act": "adoube" })),
        white(json!({ "act": "move", "move": "32-28", "ply": 3 })),
        white(json!({ "act": "move", "move": "32-28", "ply": 0 })),
        white(json!({ "act": "move", "move": "28-23" })),
        black(json!({ "act": "move", "move": "no move" })),
        black(json!({ "act": "irregular", "from": "19", "to": "24", "removed": [] })),
        white(json!({ "act": "correct" })),
        black(json!({ "act": "move", "move": "19-23" })),
        white(json!({ "act": "abort" })),
        white(json!({ "act": "take-back", "plies": 1 })),
        white(json!({ "act": "flag", "side": "black" })),
        white(json!({ "act": "abandon", "side": "black" })),
        white(json!({ "act": "offer-draw" })),
        black(json!({ "act": "decline-draw" })),
        black(json!({ "act": "ask", "for": { "kind": "take-back", "plies": 1 } })),
        white(json!({ "act": "agree", "to": { "kind": "pause", "at_most_ms": 5 } })),
        white(json!({ "act": "agree", "to": { "kind": "take-back", "plies": 1 } })),
        white(json!({ "act": "ask", "for": { "kind": "pause", "at_most_ms": 0 } })),
        white(json!({ "act": "ask", "for": { "kind": "pause", "at_most_ms": 60_000 } })),
        black(json!({ "act": "decline" })),
        black(json!({ "act": "ask", "for": { "kind": "pause", "at_most_ms": 60_000 } })),
        white(json!({ "act": "agree" })),
        white(json!({ "act": "resume" })),
        white(json!({ "act": "ask", "for": { "kind": "resume" } })),
        black(json!({ "act": "agree" })),
        black(json!({ "act": "ask", "for": { "kind": "more-time", "ms": 60_000 } })),
        white(json!({ "act": "agree" })),
        white(json!({ "act": "pause", "at_most_ms": 60_000 })),
        white(json!({ "act": "end-pause", "until_ms": 60_000 })),
        white(json!({ "act": "outage", "lost_ms": 60_000 })),
        white(json!({ "act": "forfeit", "side": "black" })),
        white(json!({ "act": "arbiter", "winner": "white" })),
        white(json!({ "act": "fly" })),
        white(json!({ "act": "flag", "side": "red" })),
        black(json!({ "act": "resign" })),
        white(json!({ "act": "resign" })),
    ]
}

/// The result of an act, or the reason of its rejection.
#[derive(Debug, PartialEq)]
enum ActResult {
    Done {
        number: Value,
        act: Value,
    },
    Refused {
        code: Value,
        detail: Value,
        version: Value,
    },
    NotUnderstood,
}

async fn by_socket(socket: &mut Socket, id: &str, want: &Value) -> ActResult {
    let answer = socket.act_as(id, want).await;
    match answer["frame"].as_str() {
        Some("done") => loop {
            let event = socket.event().await["event"].clone();
            if event["number"] == answer["number"] {
                assert_eq!(event["command"], id);
                return ActResult::Done {
                    number: answer["number"].clone(),
                    act: event["act"].clone(),
                };
            }
        },
        Some("refused") => ActResult::Refused {
            code: answer["code"].clone(),
            detail: answer["detail"].clone(),
            version: answer["version"].clone(),
        },
        _ => {
            assert_eq!(answer["code"], "bad-frame", "{answer}");
            ActResult::NotUnderstood
        }
    }
}

async fn by_http(server: &Running, seat: &str, id: &str, want: &Value) -> ActResult {
    let body = json!({ "id": id, "want": want });
    let answer = server.sitting(seat, "POST", "/live/acts", &body).await;
    match answer.status.as_u16() {
        200 => {
            let done = answer.ok();
            assert_eq!(done["event"]["number"], done["number"]);
            assert_eq!(done["event"]["command"], id);
            ActResult::Done {
                number: done["number"].clone(),
                act: done["event"]["act"].clone(),
            }
        }
        409 => {
            let refused = answer.problem(409, "refused");
            ActResult::Refused {
                code: refused["reason"].clone(),
                detail: refused["detail"].clone(),
                version: refused["stored_version"].clone(),
            }
        }
        status => {
            assert!(matches!(status, 400 | 422), "{answer:?}");
            ActResult::NotUnderstood
        }
    }
}

#[tokio::test]
async fn acts_have_the_same_result_by_socket_and_by_request() {
    let server = start(InMemoryLibrary::default()).await;
    let settings = json!({ "conduct": {
        "touched_is_played": true, "released_stands": false, "irregular_moves": true, "colours_by_lot": false, "offers_from_move": 0,
    } });
    let plain = json!({});
    // Without touch-move rules, and with them.
    for (first, settings) in [(1, &plain), (3, &settings)] {
        let challenge = challenge("international", settings);
        let seats = server.game(first, &challenge).await;
        let others = server.game(first + 1, &challenge).await;
        let mut sockets = [
            server.enter(&seats[0]).await.0,
            server.enter(&seats[1]).await.0,
        ];
        // The opponents of those who send requests are connected too.
        let _listening = [
            server.enter(&others[0]).await.0,
            server.enter(&others[1]).await.0,
        ];
        let (mut done, mut all) = (0, Vec::new());
        for (number, (who, want)) in table().into_iter().enumerate() {
            let id = uuid(1_000 + number as u32);
            let one = by_socket(&mut sockets[who], &id, &want).await;
            let other = by_http(&server, &others[who], &id, &want).await;
            assert_eq!(one, other, "{want}");
            done += usize::from(matches!(one, ActResult::Done { .. }));
            all.push((want.clone(), format!("{one:?}")));
            // The same id again gets the same result.
            let again = by_http(&server, &others[who], &id, &want).await;
            if let ActResult::Done { .. } = one {
                assert_eq!(again, one, "{want}");
            }
        }
        assert!(done >= 12, "{done} were done: {all:#?}");
    }
}

#[test]
fn the_table_contains_every_act() {
    let document: Value = serde_json::from_str(&damier_server::openapi()).unwrap();
    let acts = document["components"]["schemas"]["Want"]["oneOf"]
        .as_array()
        .unwrap();
    let acts: BTreeSet<&str> = acts
        .iter()
        .map(|act| act["properties"]["act"]["enum"][0].as_str().unwrap())
        .collect();
    let table = table();
    let tried: BTreeSet<&str> = table
        .iter()
        .filter_map(|(_, want)| want["act"].as_str())
        .filter(|act| *act != "fly")
        .collect();
    assert_eq!(tried, acts);
}

#[tokio::test]
async fn phrases_are_received_alike_from_sockets_and_requests() {
    let server = start(InMemoryLibrary::default()).await;
    let [white, black] = server
        .game(1, &challenge("international", &json!({})))
        .await;
    let watcher = secret(99);
    let made = server
        .sitting(
            &white,
            "POST",
            "/live/watchers",
            &json!({ "secret": watcher }),
        )
        .await;
    made.ok();
    let (mut awa, _) = server.enter(&white).await;
    let (mut piet, _) = server.enter(&black).await;
    let (mut looking, _) = server.enter(&watcher).await;

    let saying = json!({ "frame": "say", "phrase": "good-luck" });
    awa.say(&saying).await;
    let by_socket = piet.wait("said").await;
    let said = server.sitting(&white, "POST", "/live/say", &saying).await;
    assert_eq!(said.status, 204);
    assert_eq!(piet.wait("said").await, by_socket);

    looking.say(&saying).await;
    let error_frame = looking.wait("trouble").await;
    let refused = server.sitting(&watcher, "POST", "/live/say", &saying).await;
    let refused = refused.problem(403, "not-entitled");
    assert_eq!(
        (&error_frame["code"], &error_frame["detail"]),
        (&refused["code"], &refused["detail"])
    );

    let squares: Vec<u32> = (1..=25).collect();
    let many = json!({ "frame": "mark", "squares": squares, "arrows": [] });
    awa.say(&many).await;
    let error_frame = awa.wait("trouble").await;
    let refused = server.sitting(&white, "POST", "/live/say", &many).await;
    let refused = refused.problem(400, "bad-frame");
    assert_eq!(
        (&error_frame["code"], &error_frame["detail"]),
        (&refused["code"], &refused["detail"])
    );

    // In a game without teams, phrases to a team are ignored without an error.
    for saying in [
        json!({ "frame": "whisper", "phrase": "look" }),
        json!({ "frame": "mark", "squares": [28], "arrows": [] }),
    ] {
        awa.say(&saying).await;
        let said = server.sitting(&white, "POST", "/live/say", &saying).await;
        assert_eq!(said.status, 204, "{saying}");
    }
    for wrong in [
        json!({ "frame": "say", "phrase": "any words" }),
        json!({ "frame": "sing" }),
        json!({ "frame": "mark", "squares": [28], "arrows": [], "more": 1 }),
        json!({ "phrase": "hello" }),
        json!([]),
        json!(["say", "hello"]),
    ] {
        let refused = server.sitting(&white, "POST", "/live/say", &wrong).await;
        assert!(matches!(refused.status.as_u16(), 400 | 422), "{wrong}");
        awa.say(&wrong).await;
        assert_eq!(awa.wait("trouble").await["code"], "bad-frame", "{wrong}");
    }
    server
        .sitting(&secret(77), "POST", "/live/say", &saying)
        .await
        .problem(404, "seat-not-found");
    awa.say(&json!({ "frame": "ping", "number": 7 })).await;
    awa.wait("pong").await;
}
