//! Property tests: arbitrary input causes no panic and no growth of memory, and a message that can
//! be read is written back identically.

use std::io::{self, Read};
use std::time::Duration;

use damier_protocols::dxp::{
    ChatText, DxpConversation, Frame, Frames, GameTime, LONGEST, Message, Name, Reason, Role, Terms,
};
use damier_rules::{Position, Side, Variant};
use proptest::prelude::*;

/// A reader that returns its bytes in pieces.
struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    size: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.at..];
        let count = rest.len().min(buffer.len()).min(self.size);
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

/// Almost a message: a valid message with changes.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let real = prop::sample::select(vec![
        "R01Scan 2.0                        Z001060A",
        "R01Probe                           Z001000BZeeeeZeeeeeeeezeeeezeeeeeeeeeeeeeeeeeeeeeezeeeeWeee",
        "AMoby Dam (Nov 20 2026)          0",
        "AMoby Dam (Nov 20 2026)          3",
        "M0000322800",
        "M0000312600",
        "M0000192300",
        "M0000172200",
        "M000028190123",
        "E00",
        "E10",
        "E21",
        "Cconsole time 100",
        "B001W",
        "B002Z",
        "K0",
        "K2",
    ]);
    let bend = prop::option::weighted(0.3, (any::<prop::sample::Index>(), any::<u8>()));
    (real, bend).prop_map(|(text, bend)| {
        let mut bytes = text.as_bytes().to_vec();
        if let Some((at, byte)) = bend {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

fn anything() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => nearly(), 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

proptest! {
    #[test]
    fn a_message_that_is_read_is_written_and_read_alike(bytes in anything()) {
        if let Ok(message) = Message::read(&bytes) {
            let written = message.to_string();
            prop_assert!(written.is_ascii() && written.len() <= LONGEST, "{}", written);
            let again = Message::read(written.as_bytes());
            if let Message::Chat(_) = message {
                prop_assert!(matches!(again, Ok(Message::Chat(_))));
            } else {
                prop_assert_eq!(again, Ok(message));
            }
        }
    }

    #[test]
    fn any_text_becomes_valid_fields(text in any::<String>()) {
        let chat = Message::Chat(ChatText::new(&text)).to_string();
        prop_assert!(chat.is_ascii() && chat.len() <= LONGEST && !chat.contains('\0'));
        let name = Name::new(&text);
        prop_assert!(name.as_str().len() <= Name::WIDTH && !name.as_str().starts_with(' '));
    }

    #[test]
    fn a_time_is_rounded_to_what_three_characters_express(ms in 0..80_000_000_u64) {
        let time = GameTime::of(Duration::from_millis(ms));
        prop_assert!(time.duration() <= Duration::from_millis(ms));
        prop_assert_eq!(time.to_string().len(), 3);
        let request = format!("R01{:32}W{time}000A", "x");
        let Ok(Message::Request(read)) = Message::read(request.as_bytes()) else {
            panic!("{request}");
        };
        prop_assert_eq!(read.time, time);
    }

    #[test]
    fn frames_do_not_depend_on_how_they_arrive(
        messages in prop::collection::vec(prop::collection::vec(1..=255_u8, 0..300), 0..6),
        size in 1..700_usize,
    ) {
        let bytes: Vec<u8> = messages.iter().flat_map(|text| [&text[..], &[0]].concat()).collect();
        let mut frames = Frames::new(Pieces { bytes, at: 0, size });
        for message in messages.iter().filter(|message| !message.is_empty()) {
            let expected = if message.len() > LONGEST {
                Frame::TooLong(message[..LONGEST].to_vec())
            } else {
                Frame::Whole(message.clone())
            };
            prop_assert_eq!(frames.next_frame().unwrap(), Some(expected));
        }
        prop_assert_eq!(frames.next_frame().unwrap(), None);
    }

    #[test]
    fn a_conversation_never_panics(
        follows in any::<bool>(),
        arriving in prop::collection::vec((anything(), 0..5_u8), 1..60),
    ) {
        let role = if follows { Role::Follower } else { Role::Initiator };
        let mut conversation = DxpConversation::new(role, Name::new("Damier"));
        for (bytes, act) in arriving {
            let heard = conversation.receive(&Frame::Whole(bytes));
            prop_assert!(heard.replies.len() <= 2 && heard.events.len() <= 3);
            for reply in heard.replies {
                prop_assert!(reply.to_string().len() <= LONGEST);
            }
            // Actions of this side, some of them at the wrong time.
            let _ = match act {
                0 => conversation.request(Terms {
                    ours: Side::White,
                    time: GameTime::of(Duration::from_mins(1)),
                    moves: 0,
                    start: Position::start(Variant::INTERNATIONAL),
                }),
                1 => conversation.accept(),
                2 => conversation.ask_back(1),
                3 if !follows => conversation.end(Reason::Draw, false),
                _ => {
                    let game = conversation.game();
                    let first = game.and_then(|game| game.position().legal_moves().first().copied());
                    match first {
                        Some(first) => conversation.play(&first, 0),
                        None => conversation.decline(),
                    }
                }
            };
        }
        let _ = conversation.broken_off();
        prop_assert!(conversation.game().is_none());
    }
}

/// A message without an end is an error and is not buffered in memory.
#[test]
fn a_message_without_end_is_an_error() {
    let error = Frames::new(io::repeat(b'x')).next_frame().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
