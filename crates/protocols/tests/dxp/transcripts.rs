//! Tests with transcripts of conversations: received messages, expected replies and events.
//!
//! A line of a transcript begins with `#` (a comment), `role`, `do` (an action of this side) or `<`
//! (a received message, with C escapes for characters that are not printable). After each of the
//! last two come the expected results, in order: `>` for a sent message, and `!` for an event.

use std::fs;
use std::path::Path;
use std::time::Duration;

use damier_notation::{fen, move_text};
use damier_protocols::dxp::{
    DxpConversation, DxpEvent, Frame, GameTime, HowEnded, LONGEST, Message, Name, Reason, Role,
    Terms,
};
use damier_rules::{Position, Side, Variant};

#[test]
fn every_transcript_is_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dxp/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        replay(
            &path.display().to_string(),
            &fs::read_to_string(&path).unwrap(),
        );
        count += 1;
    }
    assert!(count >= 8, "only {count} transcripts");
}

fn replay(name: &str, text: &str) {
    let mut conversation = None;
    let mut expected: Vec<(usize, String)> = Vec::new();
    let mut got: Vec<String> = Vec::new();
    let settle = |expected: &mut Vec<(usize, String)>, got: &mut Vec<String>| {
        let line = expected.first().map_or(0, |(line, _)| *line);
        let wanted: Vec<String> = expected.drain(..).map(|(_, text)| text).collect();
        assert_eq!(*got, wanted, "{name}:{line}");
        got.clear();
    };
    for (index, line) in text.lines().enumerate() {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            "" | "#" => {}
            "role" => {
                let role = match rest {
                    "initiator" => Role::Initiator,
                    "follower" => Role::Follower,
                    other => panic!("{name}:{}: {other}", index + 1),
                };
                conversation = Some(DxpConversation::new(role, Name::new("Damier")));
            }
            ">" | "!" => expected.push((index + 1, line.trim_end().to_owned())),
            "<" => {
                settle(&mut expected, &mut got);
                let bytes = unescaped(rest);
                let frame = if bytes.len() > LONGEST {
                    Frame::TooLong(bytes[..LONGEST].to_vec())
                } else {
                    Frame::Whole(bytes)
                };
                let heard = conversation.as_mut().unwrap().receive(&frame);
                got.extend(
                    heard
                        .replies
                        .iter()
                        .map(|reply| format!("> {reply}").trim_end().to_owned()),
                );
                got.extend(
                    heard
                        .events
                        .iter()
                        .map(|event| format!("! {}", event_text(event))),
                );
            }
            "do" => {
                settle(&mut expected, &mut got);
                got.push(act(conversation.as_mut().unwrap(), rest));
            }
            _ => panic!("{name}:{}: {line}", index + 1),
        }
    }
    settle(&mut expected, &mut got);
}

/// Performs an action of this side. Returns the message, or why it cannot be sent.
fn act(conversation: &mut DxpConversation, what: &str) -> String {
    let words: Vec<&str> = what.split(' ').collect();
    let done = match words[..] {
        ["request", colour, seconds, moves, ref start @ ..] => {
            let start = match start {
                [] => Position::start(Variant::INTERNATIONAL),
                [text] => fen::read_position(Variant::INTERNATIONAL, text).unwrap(),
                _ => panic!("{what}"),
            };
            conversation.request(Terms {
                ours: if colour == "white" {
                    Side::White
                } else {
                    Side::Black
                },
                time: GameTime::of(Duration::from_secs(seconds.parse().unwrap())),
                moves: moves.parse().unwrap(),
                start,
            })
        }
        ["accept"] => conversation.accept(),
        ["decline"] => conversation.decline(),
        ["move", text] => {
            let position = *conversation.game().expect("a game").position();
            conversation.play(&move_text::read(&position, text).unwrap(), 3)
        }
        ["end", reason, last] => conversation.end(reason_of(reason), last == "last"),
        ["back", plies] => conversation.ask_back(plies.parse().unwrap()),
        ["give-up-going-back"] => {
            assert!(conversation.waits_to_go_back() && !conversation.is_our_turn());
            conversation.give_up_going_back();
            assert!(!conversation.waits_to_go_back());
            return format!("! our turn: {}", conversation.is_our_turn());
        }
        ["lose-connection"] => {
            return match conversation.broken_off() {
                Some(finished) => format!("! {}", event_text(&DxpEvent::Ended(Box::new(finished)))),
                None => "! nothing is lost".to_owned(),
            };
        }
        _ => panic!("{what}"),
    };
    match done {
        Ok(message) => format!("> {message}"),
        Err(error) => format!("! {error}"),
    }
}

fn reason_of(word: &str) -> Reason {
    match word {
        "unknown" => Reason::Unknown,
        "i-lose" => Reason::ILose,
        "draw" => Reason::Draw,
        "i-win" => Reason::IWin,
        _ => panic!("{word}"),
    }
}

/// An event as one line.
fn event_text(event: &DxpEvent) -> String {
    match event {
        DxpEvent::Asked(terms) => format!(
            "asked {} {}s {} moves {}",
            terms.ours.code(),
            terms.time.duration().as_secs(),
            terms.moves,
            fen::write(&terms.start)
        ),
        DxpEvent::Started => "started".to_owned(),
        DxpEvent::Declined(code) => format!("declined {code:?}"),
        DxpEvent::Moved { played, seconds } => {
            format!(
                "moved {} {} {seconds}s",
                played.from.number(),
                played.to.number()
            )
        }
        DxpEvent::PlayedOn { fields } => format!("played on {fields}"),
        DxpEvent::BadMove { reason, .. } => format!("bad move: {reason}"),
        DxpEvent::Ended(finished) => {
            let by = match finished.how {
                HowEnded::WeSaid(reason) => format!("we said {reason:?}"),
                HowEnded::TheySaid(reason) => format!("they said {reason:?}"),
                HowEnded::BrokenOff => "broken off".to_owned(),
            };
            let plies = finished.game.len();
            let dispute = if finished.is_disputed() {
                ", disputed"
            } else {
                ""
            };
            format!(
                "ended after {plies} plies, {by}: {:?}{dispute}",
                finished.verdict()
            )
        }
        DxpEvent::NoMoreGames => "no more games".to_owned(),
        DxpEvent::Chat(text) => format!("chat {}", text.as_str()).trim_end().to_owned(),
        DxpEvent::WentBack(plies) => format!("went back to {plies} plies"),
        DxpEvent::BackRefused(answer) => format!("back refused: {answer:?}"),
        DxpEvent::Fault { reason, .. } => format!("fault: {reason}"),
        other => panic!("no transcript knows {other:?}"),
    }
}

/// The bytes of a line with escapes such as `\n`, `\0` and `\xE9`. `\*40` repeats the character
/// before it forty times.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            bytes.extend(character.to_string().as_bytes());
            continue;
        }
        match rest.next() {
            Some('n') => bytes.push(b'\n'),
            Some('x') => {
                let digits: String = rest.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap());
            }
            Some('*') => {
                let digits: String = rest.by_ref().take_while(|c| *c != '.').collect();
                let last = *bytes.last().unwrap();
                bytes.extend(std::iter::repeat_n(
                    last,
                    digits.parse::<usize>().unwrap() - 1,
                ));
            }
            other => panic!("{other:?} in {text}"),
        }
    }
    bytes
}

#[test]
fn messages_are_written_as_they_were_read() {
    for text in [
        "R01Scan 2.0                        Z001060A",
        "R01Probe                           Z001000BZeeeeZeeeeeeeezeeeezeeeeeeeeeeeeeeeeeeeeeezeeeeWeee",
        "R01                                W.50000A",
        "AMoby Dam (Nov 20 2026)          0",
        "M0000322800",
        "M00001335021930",
        "M001205250422122320",
        "E10",
        "E01",
        "C",
        "Cgameend sent due to all 60 moves completed, reason=0 ",
        "B005Z",
        "K2",
    ] {
        let message =
            Message::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(message.to_string(), text);
    }
}

#[test]
fn invalid_messages_are_reported_with_their_column() {
    for (text, error) in [
        (
            "",
            "column 1: found the end, expected R, A, M, E, C, B or K",
        ),
        ("X", "column 1: found 'X', expected R, A, M, E, C, B or K"),
        ("R", "column 2: found the end, expected version 01"),
        ("R02Moby", "column 3: found '2', expected version 01"),
        (
            "R01Scan",
            "column 8: found the end, expected 32 characters of a name",
        ),
        (
            "R01Scan 2.0                        w001060A",
            "column 36: found 'w', expected the follower's colour: W or Z",
        ),
        (
            "R01Scan 2.0                        Z0-1060A",
            "column 37: found '0', expected minutes, three characters such as 010 or .50",
        ),
        (
            "R01Scan 2.0                        Z001060C",
            "column 43: found 'C', expected A or B",
        ),
        (
            "R01Scan 2.0                        Z001060BWeex",
            "column 47: found 'x', expected one of w, W, z, Z, e",
        ),
        (
            "R01Scan 2.0                        Z001060BWe",
            "column 46: found the end, expected one of w, W, z, Z, e",
        ),
        (
            "AScan 2.0                         ",
            "column 34: found ' ', expected 0, 1, 2 or 3",
        ),
        (
            "M00003228",
            "column 10: found the end, expected how many pieces it captures, two digits",
        ),
        (
            "M000028190223",
            "column 14: found the end, expected a captured square, two digits",
        ),
        ("M000028190023", "column 12: found '2', expected the end"),
        (
            "M0000a22800",
            "column 6: found 'a', expected the square that the move starts from, two digits",
        ),
        ("E40", "column 2: found '4', expected 0, 1, 2 or 3"),
        ("E12", "column 3: found '2', expected 0 or 1"),
        (
            "B05Z",
            "column 4: found 'Z', expected a move number of three digits",
        ),
        ("K3", "column 2: found '3', expected 0, 1 or 2"),
    ] {
        let found = Message::read(text.as_bytes()).unwrap_err();
        assert_eq!(found.to_string(), error, "{text:?}");
    }
    let error = Message::read(b"K\xE9").unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 2: found byte 0xE9, expected 0, 1 or 2"
    );
}
