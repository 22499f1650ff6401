//! What a program does with whatever a server says, for the fuzzers and the property tests. No part of what this crate offers to programs.

use std::iter;

use damier_session::Side;
use damier_wire::live::ServerFrame;
use futures_util::FutureExt;
use tokio::sync::mpsc;

use crate::address::GameLink;
use crate::board::LiveBoard;
use crate::broadcast_link::BroadcastLink;
use crate::meeting::{Sat, Waiting};
use crate::program::{AccountToken, ProgramEvent};
use crate::seat::{Ear, Update};

/// The ear of a seat, without a connection, and the board that follows what the program is told.
pub struct Listener {
    ear: Ear,
    updates: mpsc::Receiver<Update>,
    board: Option<LiveBoard>,
}

impl Default for Listener {
    /// One that has heard nothing.
    fn default() -> Self {
        let (ear, updates) = Ear::open();
        Self {
            ear,
            updates,
            board: None,
        }
    }
}

impl Listener {
    /// Takes what a server says as a frame of a live game, as a line of the Bot API, as an answer to a request, as a link. Answers whether the
    /// program would go on listening; `None` where a frame makes the seat wait for something else than the next one, which must not be.
    pub fn hear(&mut self, said: &str) -> Option<bool> {
        let _ = ProgramEvent::read(said);
        let _ = serde_json::from_str::<Waiting>(said);
        let _ = serde_json::from_str::<Sat>(said);
        let _ = said.parse::<GameLink>();
        let _ = said.parse::<BroadcastLink>();
        let _ = AccountToken::read(said);
        let Ok(Some(frame)) = ServerFrame::from_json(said) else {
            return Some(false);
        };
        let heard = self.ear.hear(frame).now_or_never()?;
        let told: Vec<Update> = iter::from_fn(|| self.updates.try_recv().ok()).collect();
        for update in &told {
            if LiveBoard::follow(&mut self.board, update).is_err() {
                return Some(false);
            }
            if let Some(board) = &self.board {
                let _ = (board.is_to_move(), board.server_ms());
                let _ = Side::ALL.map(|side| board.left(side));
            }
        }
        Some(heard.is_ok())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A welcome to a game, and what may follow it.
    fn frames() -> Vec<Value> {
        let person = |name: &str| json!({ "kind": "person", "name": name });
        let state = json!({
            "clock": { "white_ms": 5, "black_ms": 5, "running": "white" }, "at_ms": 1_000, "turn": "white", "offer": null,
            "asked": [{ "by": "white", "for": { "kind": "pause", "at_most_ms": 60_000 } }], "ending": null,
        });
        let presence = json!({ "white": true, "black": true, "watching": 0, "absent": { "side": "black", "claim_at_ms": 5_000 } });
        let id = "00000001-58cc-4372-a567-0e02b2c3d479";
        let setup = json!({
            "schema": 1, "variant": "international", "rules_version": 1, "started_ms": 0, "acts": [], "ending": null,
            "settings": {
                "start": null, "clock": { "initial_ms": 300_000, "increment_ms": 3_000 }, "white": person("Awa"), "black": person("Piet"),
                "few_pieces": "fresh", "seating": "apart",
            },
        });
        let act = json!({ "act": "move", "side": "white", "move": "32-28", "at_ms": 1_000 });
        vec![
            json!({
                "frame": "welcome", "game": id, "role": "white", "setup": setup, "events": [], "state": state,
                "presence": presence, "rematch": null, "now_ms": 1_000, "delay_ms": 0, "ratings": null,
            }),
            json!({ "frame": "event", "event": { "number": 1, "command": id, "act": act }, "state": state }),
            json!({ "frame": "done", "id": id, "number": 1 }),
            json!({ "frame": "refused", "id": id, "code": "not-legal", "detail": "no", "version": 1 }),
            json!({ "frame": "noted", "id": id }),
            json!({ "frame": "presence", "white": true, "black": false, "watching": 2, "absent": null }),
            json!({ "frame": "said", "by": "black", "phrase": "hello" }),
            json!({ "frame": "rematch", "by": "black", "game": null }),
            json!({ "frame": "waiting", "until_ms": 1, "now_ms": 0 }),
        ]
    }

    #[test]
    fn the_examples_are_heard() {
        let mut listener = Listener::default();
        for frame in frames() {
            assert_eq!(listener.hear(&frame.to_string()), Some(true), "{frame}");
        }
    }

    /// Each value of each frame in the place of each other one, one after another, by a program that goes on listening where it can.
    #[test]
    fn whatever_a_server_says_a_program_goes_on_or_stops_listening() {
        let examples = frames();
        let odd = [
            Value::Null,
            json!(-1),
            json!(u64::MAX),
            json!([]),
            json!({}),
            json!("black"),
            json!("28x19"),
            json!("x".repeat(300)),
        ];
        let mut heard = 0;
        for frame in &examples {
            for place in places(frame, "") {
                for odd in &odd {
                    let mut changed = frame.clone();
                    if let Some(value) = changed.pointer_mut(&place) {
                        *value = odd.clone();
                    }
                    let mut listener = Listener::default();
                    for said in [&examples[0], &changed, &examples[1], &changed, &examples[5]] {
                        assert!(listener.hear(&said.to_string()).is_some(), "{changed}");
                        heard += 1;
                    }
                }
            }
        }
        assert!(heard > 1_000, "{heard}");
    }

    /// Where there are values in a document.
    fn places(value: &Value, at: &str) -> Vec<String> {
        let mut found = vec![at.to_owned()];
        if let Some(object) = value.as_object() {
            for (name, inner) in object {
                found.extend(places(inner, &format!("{at}/{name}")));
            }
        }
        for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
            found.extend(places(inner, &format!("{at}/{number}")));
        }
        found
    }
}
