//! Random frames at the sockets of a running game of two players or of teams: each socket continues
//! or is closed with a reason, and the game continues. The fuzzer `live_frame` does the same for
//! longer.

use std::cell::Cell;
use std::num::NonZeroU32;

use damier_people::library::in_memory::InMemoryLibrary;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Running, start_with};

/// The number of the last ping, which no generated case uses.
const LAST: u64 = (1 << 60) + 12_345;

/// Generated input of a client.
#[derive(Clone, Debug)]
enum Sent {
    Frame(Value),
    Text(String),
    Binary(Vec<u8>),
}

/// Any JSON value.
fn value() -> impl Strategy<Value = Value> {
    let words = vec![
        "white",
        "black",
        "32-28",
        "19-23",
        "28x19",
        "32",
        "19",
        "hello",
        "look",
        "take-back",
        "pause",
        "resume",
        "more-time",
        "",
    ];
    prop_oneof![
        6 => select(words).prop_map(Value::from),
        4 => (0_u64..4).prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => Just(json!([])),
        1 => Just(json!(["24", "x"])),
        1 => Just(json!([[32, 28]])),
        2 => (select(vec!["take-back", "pause", "resume", "more-time"]), 0_u64..100_000)
            .prop_map(|(kind, ms)| json!({ "kind": kind, "plies": 1, "at_most_ms": ms, "ms": ms })),
        1 => ".{0,20}".prop_map(Value::from),
    ]
}

/// An object with these members, each missing or with any value.
fn object(
    tag: &'static str,
    tags: Vec<&'static str>,
    members: &'static [&'static str],
) -> impl Strategy<Value = Value> {
    let values = prop::collection::vec(prop::option::weighted(0.7, value()), members.len());
    (select(tags), values).prop_map(move |(kind, values)| {
        let mut object = json!({ tag: kind });
        for (name, value) in members.iter().zip(values) {
            if let Some(value) = value {
                object[*name] = value;
            }
        }
        object
    })
}

/// A valid want; generated often.
fn plain_want() -> impl Strategy<Value = Value> {
    select(vec![
        json!({ "act": "move", "move": "32-28", "ply": 0 }),
        json!({ "act": "move", "move": "19-23", "ply": 1 }),
        json!({ "act": "move", "move": "28x19" }),
        json!({ "act": "irregular", "from": "31", "to": "26", "removed": [] }),
        json!({ "act": "irregular", "from": "18", "to": "22", "removed": ["27"] }),
        json!({ "act": "correct" }),
        json!({ "act": "let-stand" }),
        json!({ "act": "offer-draw" }),
        json!({ "act": "decline-draw" }),
        json!({ "act": "ask", "for": { "kind": "take-back", "plies": 1 } }),
        json!({ "act": "ask", "for": { "kind": "pause", "at_most_ms": 60_000 } }),
        json!({ "act": "agree" }),
        json!({ "act": "decline" }),
        json!({ "act": "resume" }),
        json!({ "act": "touch", "square": "31" }),
        json!({ "act": "adoube" }),
        json!({ "act": "resign" }),
        // Acts reserved for the server and the arbiter.
        json!({ "act": "pause", "at_most_ms": 60_000 }),
        json!({ "act": "end-pause", "until_ms": 61_000 }),
        json!({ "act": "outage", "lost_ms": 5_000 }),
        json!({ "act": "forfeit", "side": "white" }),
        json!({ "act": "arbiter", "winner": "black" }),
    ])
}

fn sent() -> impl Strategy<Value = Sent> {
    let acts = vec![
        "move",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "take-back",
        "resign",
        "abort",
        "flag",
        "touch",
        "adoube",
        "irregular",
        "correct",
        "let-stand",
        "resume",
        "ask",
        "agree",
        "decline",
        "abandon",
        "pause",
        "end-pause",
        "outage",
        "forfeit",
        "arbiter",
    ];
    let members: &[&str] = &[
        "move",
        "ply",
        "side",
        "square",
        "from",
        "to",
        "removed",
        "for",
        "plies",
        "at_most_ms",
        "until_ms",
        "lost_ms",
        "winner",
    ];
    let want = prop_oneof![3 => plain_want(), 2 => object("act", acts, members), 1 => value()];
    let act = (want, 0_u32..40).prop_map(
        |(want, number)| json!({ "frame": "act", "id": uuid(9_000 + number), "want": want }),
    );
    let frames = vec![
        "hello",
        "say",
        "whisper",
        "mark",
        "ping",
        "act",
        "rematch",
        "conditional",
        "welcome",
    ];
    let members: &[&str] = &[
        "seat", "have", "phrase", "squares", "arrows", "number", "id", "want",
    ];
    let said = select(vec![
        json!({ "frame": "say", "phrase": "good-luck" }),
        json!({ "frame": "whisper", "phrase": "look" }),
        json!({ "frame": "mark", "squares": [28], "arrows": [[32, 28]] }),
        json!({ "frame": "ping", "number": 3 }),
    ]);
    prop_oneof![
        8 => act.prop_map(Sent::Frame),
        4 => said.prop_map(Sent::Frame),
        4 => object("frame", frames, members).prop_map(Sent::Frame),
        1 => value().prop_map(Sent::Frame),
        1 => ".{0,40}".prop_map(Sent::Text),
        1 => (1_usize..9_000).prop_map(|count| Sent::Text("[".repeat(count))),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Sent::Binary),
    ]
}

/// The conduct rules of a game, with irregular moves.
fn conduct_rules(touched: bool) -> Value {
    json!({ "conduct": {
        "touched_is_played": touched, "released_stands": false, "irregular_moves": true, "colours_by_lot": false,
        "offers_from_move": 0,
    } })
}

/// A game of two players; returns their secrets.
async fn of_two(server: &Running, number: u32, touched: bool) -> Vec<String> {
    let challenge = challenge("international", &conduct_rules(touched));
    server.game(number, &challenge).await.to_vec()
}

/// A game of two Whites against one Black; Black's secret is the second one. White decides in each
/// of the three ways, game by game; with the touch-move rule, in the way with one member on move.
async fn of_teams(server: &Running, number: u32, touched: bool) -> Vec<String> {
    let more = if touched {
        conduct_rules(true)
    } else {
        json!({})
    };
    let agreed = challenge("international", &more);
    let white = match number % 3 {
        0 => json!({ "way": "captain" }),
        2 if !touched => json!({ "way": "vote", "within_s": 30 }),
        _ => json!({ "way": "in-turn" }),
    };
    let plan = json!({ "plan": {
        "kind": "teams", "variant": agreed["variant"], "settings": agreed["settings"], "white": white, "black": { "way": "captain" },
    } });
    let host = secret(10 * number);
    let created = server.sitting(&host, "POST", "/teams", &plan).await.ok();
    let mut members = Vec::new();
    for (place, link, name) in [
        (1, "white", "Awa"),
        (2, "black", "Piet"),
        (3, "white", "Jan"),
    ] {
        let member = secret(10 * number + place);
        let coming = json!({ "link": created["links"][link], "name": name });
        let come = server.sitting(&member, "POST", "/teams/join", &coming);
        come.await.ok();
        members.push(member);
    }
    let begun = server.sitting(&host, "POST", "/teams/begin", &Value::Null);
    begun.await.ok();
    members
}

/// Reads frames until the answer to the last ping. Returns false if the socket was closed. Counts
/// frames that only teams get.
async fn goes_on(socket: &mut Socket, in_teams: &Cell<usize>) -> bool {
    let ping = json!({ "frame": "ping", "number": LAST }).to_string();
    socket.message(Message::text(ping)).await;
    while let Some(frame) = socket.next().await {
        assert!(frame["frame"].is_string(), "{frame}");
        assert_ne!(frame["code"], "unavailable", "{frame}");
        if ["noted", "whispered"].contains(&frame["frame"].as_str().unwrap_or_default()) {
            in_teams.set(in_teams.get() + 1);
        }
        if frame["number"] == LAST {
            return true;
        }
    }
    false
}

#[test]
fn no_frames_of_players_stop_the_game() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let server = runtime.block_on(start_with(InMemoryLibrary::default(), |config| {
        let limits = &mut config.limits;
        for limit in [
            &mut limits.burst,
            &mut limits.per_second,
            &mut limits.beginnings_burst,
            &mut limits.beginnings_per_hour,
        ] {
            *limit = NonZeroU32::MAX;
        }
    }));
    let mut runner = TestRunner::new(Config {
        cases: 40,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    });
    let game = Cell::new(0);
    let said = (
        (any::<bool>(), any::<bool>(), any::<bool>()),
        prop::collection::vec((0_usize..3, sent()), 1..28),
    );
    let counts = Cell::new((0, 0));
    let in_teams = Cell::new(0);
    let ran = runner.run(&said, |((is_of_teams, touched, begins), said)| {
        let number = game.get() + 1;
        game.set(number);
        runtime.block_on(async {
            let seats = if is_of_teams {
                of_teams(&server, number, touched).await
            } else {
                of_two(&server, number, touched).await
            };
            let mut sockets = Vec::new();
            for seat in &seats {
                sockets.push(server.enter(seat).await.0);
            }
            // In some games a piece is touched first.
            let is_touched = touched && begins;
            if is_touched {
                let touch = json!({ "act": "touch", "square": "32" });
                let answer = sockets[0].act(&touch).await;
                assert_eq!(answer["frame"], "done", "{answer}");
            }
            for (who, sent) in said {
                let message = match sent {
                    Sent::Frame(frame) => Message::text(frame.to_string()),
                    Sent::Text(text) => Message::text(text),
                    Sent::Binary(bytes) => Message::binary(bytes),
                };
                let count = sockets.len();
                sockets[who % count].message(message).await;
            }
            for socket in &mut sockets {
                let is_open = goes_on(socket, &in_teams).await;
                let (open, closed) = counts.get();
                counts.set(if is_open {
                    (open + 1, closed)
                } else {
                    (open, closed + 1)
                });
            }
            // A client that connects later gets the same game.
            let state = server.sitting(&seats[0], "GET", "/live/state", &Value::Null);
            let version = state.await.ok()["version"].clone();
            let (_, welcome) = server.enter(&seats[1]).await;
            let events = welcome["events"].as_array().unwrap();
            for event in events {
                let act = event["act"]["act"].as_str().unwrap();
                let is_for_others = ["pause", "forfeit", "arbiter"].contains(&act);
                assert!(!is_for_others, "{event}");
                // Without the touch-move rule, no touch is stored.
                assert!(touched || act != "touch", "{event}");
            }
            if is_touched {
                assert_eq!(events[0]["act"]["act"], "touch");
                // A touched piece is played unless an irregular move comes first.
                let is_played = |event: &&Value| {
                    ["move", "irregular"].contains(&event["act"]["act"].as_str().unwrap())
                };
                let first = events.iter().find(is_played);
                let played = first.and_then(|event| event["act"]["move"].as_str());
                assert!(
                    played.is_none_or(|text| text.starts_with("32")),
                    "{events:?}"
                );
            }
            let events = events.len() as u64;
            if is_of_teams {
                // A team may have just decided something, since its member was disconnected.
                assert!(events >= version.as_u64().unwrap());
            } else {
                assert_eq!(events, version.as_u64().unwrap());
            }
        });
        Ok(())
    });
    ran.unwrap();
    let (open, closed) = counts.get();
    assert!(open > closed, "{open} went on, {closed} were closed");
    assert_ne!(
        in_teams.get(),
        0,
        "no team was told a word or a want of its own"
    );
}
