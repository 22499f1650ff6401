//! The injected faults, chosen at random.

use damier_session::{Side, Want};
use serde_json::json;

/// An injected fault, or an act that the server must reject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The connection is dropped without a close frame.
    Dropped,
    /// The connection is dropped in the middle of a frame.
    HalfFrame,
    /// A text that is not a frame, or a body that is not JSON.
    NoFrame,
    /// A binary message in place of a text.
    Binary,
    /// A frame above the size limit.
    TooLong,
    /// Many requests are sent, and nothing is read for some seconds.
    Silent,
    /// Reconnects, and claims to have fewer events than it has.
    HasLess,
    /// Reconnects, and claims to have more events than there are.
    HasMore,
    /// Repeats an acknowledged command, with the same or another act.
    OldCommand,
    /// An illegal move.
    Illegal,
    /// A move for an outdated version of the game.
    Stale,
    /// A move in the other side's turn.
    OutOfTurn,
    /// An act reserved for an arbiter, or an answer to no request.
    NotEntitled,
    /// A command is sent twice over one socket.
    SentTwice,
    /// A command is sent over the socket and by HTTP, to any server.
    SentBothWays,
    /// A command is sent by HTTP alone, to any server.
    SentByHttp,
    /// The connection is dropped after a command, before its answer.
    SentAndDropped,
}

impl Fault {
    pub(crate) const ALL: [Self; 17] = [
        Self::Dropped,
        Self::HalfFrame,
        Self::NoFrame,
        Self::Binary,
        Self::TooLong,
        Self::Silent,
        Self::HasLess,
        Self::HasMore,
        Self::OldCommand,
        Self::Illegal,
        Self::Stale,
        Self::OutOfTurn,
        Self::NotEntitled,
        Self::SentTwice,
        Self::SentBothWays,
        Self::SentByHttp,
        Self::SentAndDropped,
    ];

    /// The first faults, which need no move to send and can occur in either side's turn.
    const ANY_TURN: usize = 9;

    /// The name in the table.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Dropped => "connections dropped",
            Self::HalfFrame => "partial frames",
            Self::NoFrame => "texts that are not frames",
            Self::Binary => "binary messages",
            Self::TooLong => "oversized frames",
            Self::Silent => "pauses without reading",
            Self::HasLess => "hellos that claim fewer events",
            Self::HasMore => "hellos that claim more events",
            Self::OldCommand => "repeated old commands",
            Self::Illegal => "illegal moves",
            Self::Stale => "moves for an outdated version",
            Self::OutOfTurn => "moves in the other side's turn",
            Self::NotEntitled => "acts without entitlement",
            Self::SentTwice => "moves sent twice",
            Self::SentBothWays => "moves sent over socket and HTTP",
            Self::SentByHttp => "moves sent by HTTP",
            Self::SentAndDropped => "moves sent before a dropped connection",
        }
    }

    /// Its index in [`Self::ALL`].
    pub(crate) fn place(self) -> usize {
        self as usize
    }

    /// Draws a fault to inject before a move, in the player's own or the other side's turn.
    pub(super) fn before_a_move(is_my_turn: bool, rng: &mut fastrand::Rng) -> Self {
        let own: &[Self] = if is_my_turn {
            &[Self::Illegal, Self::Stale, Self::NotEntitled]
        } else {
            &[Self::OutOfTurn, Self::OutOfTurn, Self::NotEntitled]
        };
        let number = rng.usize(..Self::ANY_TURN + own.len());
        match number.checked_sub(Self::ANY_TURN) {
            None => Self::ALL[number],
            Some(number) => own[number],
        }
    }

    /// Draws a fault to inject while a move is sent.
    pub(super) fn of_a_move(rng: &mut fastrand::Rng) -> Self {
        let all = [
            Self::SentTwice,
            Self::SentBothWays,
            Self::SentByHttp,
            Self::SentAndDropped,
        ];
        all[rng.usize(..all.len())]
    }
}

/// A text that is not a client's frame.
pub(super) fn no_frame(rng: &mut fastrand::Rng) -> String {
    match rng.u8(..9) {
        0 => String::new(),
        1 => r#"{"frame":"act","id":"#.to_owned(),
        2 => "[]".to_owned(),
        3 => r#"{"frame":"sing"}"#.to_owned(),
        4 => json!({ "frame": "act", "id": "one", "want": { "act": "resign" } }).to_string(),
        5 => json!({ "frame": "hello", "seat": "short", "have": 0 }).to_string(),
        6 => json!({ "frame": "ping", "number": -1 }).to_string(),
        7 => r#"{"frame":"#.repeat(400),
        _ => format!("{}{}", "[".repeat(2_000), "]".repeat(2_000)),
    }
}

/// An act that the player is not entitled to, and the expected error code.
pub(super) fn not_entitled(rng: &mut fastrand::Rng, side: Side) -> (Want, &'static str) {
    match rng.u8(..4) {
        0 => (Want::Arbiter { winner: Some(side) }, "not-entitled"),
        1 => (Want::Forfeit { side }, "not-entitled"),
        2 => (Want::Outage { lost_ms: 60_000 }, "not-entitled"),
        _ => (Want::AcceptDraw, "no-offer"),
    }
}

/// The beginning of a masked frame with this text: the header announces the whole text, and half of
/// it follows.
pub(super) fn half_of(text: &str, rng: &mut fastrand::Rng) -> Vec<u8> {
    let mask = rng.u32(..).to_be_bytes();
    // A final, masked text frame; a length above 125 takes two more bytes.
    let mut bytes = vec![0x81];
    if let Ok(short @ ..0x7e) = u8::try_from(text.len()) {
        bytes.push(0x80 | short);
    } else {
        bytes.push(0x80 | 0x7e);
        let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
        bytes.extend(length.to_be_bytes());
    }
    bytes.extend(mask);
    let masked = text.bytes().zip(mask.into_iter().cycle());
    bytes.extend(masked.map(|(byte, mask)| byte ^ mask).take(text.len() / 2));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_every_fault_in_order_and_each_can_be_drawn() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut drawn = [0; Fault::ALL.len()];
        for _ in 0..2_000 {
            for is_my_turn in [true, false] {
                drawn[Fault::before_a_move(is_my_turn, &mut rng).place()] += 1;
            }
            drawn[Fault::of_a_move(&mut rng).place()] += 1;
        }
        for (place, fault) in Fault::ALL.into_iter().enumerate() {
            assert_eq!(fault.place(), place);
            assert!(drawn[place] > 20, "{fault:?}: {}", drawn[place]);
        }
    }

    #[test]
    fn a_partial_frame_announces_its_whole_length() {
        let mut rng = fastrand::Rng::with_seed(1);
        let text = "x".repeat(200);
        let bytes = half_of(&text, &mut rng);
        assert_eq!(bytes[..4], [0x81_u8, 0x80 | 0x7e, 0, 200]);
        assert_eq!(bytes.len(), 4 + 4 + 100);
        assert_eq!(bytes[8] ^ bytes[4], b'x');
        let bytes = half_of(&text[..100], &mut rng);
        assert_eq!(bytes[..2], [0x81_u8, 0x80 | 0x64]);
        assert_eq!(bytes.len(), 2 + 4 + 50);
    }
}
