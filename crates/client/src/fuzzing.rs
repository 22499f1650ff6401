//! Entry points for the fuzzers and property tests: feed arbitrary server output to the parsers.
//! Not part of the public API.

use std::iter;

use damier_session::Side;
use damier_wire::challenges::WaitingChallenge;
use damier_wire::live::ServerFrame;
use damier_wire::seats::SeatAt;
use futures_util::FutureExt;
use tokio::sync::mpsc;

use crate::address::GameLink;
use crate::board::LiveBoard;
use crate::bot::{AccountToken, BotEvent};
use crate::broadcast_link::BroadcastLink;
use crate::seat::{SeatState, Update};

/// A seat's state without a connection, with a board that follows its updates.
pub struct FrameConsumer {
    state: SeatState,
    updates: mpsc::Receiver<Update>,
    board: Option<LiveBoard>,
}

impl Default for FrameConsumer {
    /// A state that has received no frame.
    fn default() -> Self {
        let (state, updates) = SeatState::open();
        Self {
            state,
            updates,
            board: None,
        }
    }
}

impl FrameConsumer {
    /// Feeds a text as a live-game frame, a line of the Bot API, a response body and a link.
    /// Returns whether the client would keep reading, or `None` if a frame makes the seat wait for
    /// anything but the next frame, which is a bug.
    pub fn consume(&mut self, text: &str) -> Option<bool> {
        let _ = BotEvent::read(text);
        let _ = serde_json::from_str::<WaitingChallenge>(text);
        let _ = serde_json::from_str::<SeatAt>(text);
        let _ = text.parse::<GameLink>();
        let _ = text.parse::<BroadcastLink>();
        let _ = AccountToken::read(text);
        let Ok(Some(frame)) = ServerFrame::from_json(text) else {
            return Some(false);
        };
        let result = self.state.handle_frame(frame).now_or_never()?;
        let received: Vec<Update> = iter::from_fn(|| self.updates.try_recv().ok()).collect();
        for update in &received {
            if LiveBoard::follow(&mut self.board, update).is_err() {
                return Some(false);
            }
            if let Some(board) = &self.board {
                let _ = (board.is_to_move(), board.server_ms());
                let _ = Side::ALL.map(|side| board.left(side));
            }
        }
        Some(result.is_ok())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A valid `welcome`, and frames that may follow it.
    fn frames() -> Vec<Value> {
        let person = |name: &str| json!({ "kind": "person", "name": name });
        let state = json!({
            "clock": { "white_ms": 5, "black_ms": 5, "running": "white", "delay_ms": 0 },
            "held": false, "awaits_first_moves": true, "at_ms": 1_000, "turn": "white", "offer": null,
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
    fn the_examples_are_consumed() {
        let mut consumer = FrameConsumer::default();
        for frame in frames() {
            assert_eq!(consumer.consume(&frame.to_string()), Some(true), "{frame}");
        }
    }

    /// Replaces each value of each frame by each other value in turn, and feeds the result.
    #[test]
    fn no_frame_makes_a_seat_panic_or_block() {
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
        let mut fed = 0;
        for frame in &examples {
            for place in pointers(frame, "") {
                for odd in &odd {
                    let mut changed = frame.clone();
                    if let Some(value) = changed.pointer_mut(&place) {
                        *value = odd.clone();
                    }
                    let mut consumer = FrameConsumer::default();
                    for text in [&examples[0], &changed, &examples[1], &changed, &examples[5]] {
                        assert!(consumer.consume(&text.to_string()).is_some(), "{changed}");
                        fed += 1;
                    }
                }
            }
        }
        assert!(fed > 1_000, "{fed}");
    }

    /// The JSON pointers to all values in a document.
    fn pointers(value: &Value, at: &str) -> Vec<String> {
        let mut found = vec![at.to_owned()];
        if let Some(object) = value.as_object() {
            for (name, inner) in object {
                found.extend(pointers(inner, &format!("{at}/{name}")));
            }
        }
        for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
            found.extend(pointers(inner, &format!("{at}/{number}")));
        }
        found
    }
}
