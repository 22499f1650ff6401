//! Any frames of two players at the sockets of a running game: each socket goes on or is closed with a reason, and nothing is out of order at
//! the server. A line is a frame: of White; of Black behind `B `; a binary one behind `# `. `SEAT` stands for the own secret.
#![no_main]

use std::cell::RefCell;

use damier_fuzz::requests::secret;
use damier_fuzz::server::Served;
use damier_fuzz::socket::{Message, Socket};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// After so many games a new server takes the place of the old one.
const GAMES: usize = 2_000;

/// The number of a ping that no input has.
const LAST: u64 = 1 << 60 | 12_345;

/// How many frames are sent at once before a socket is told to be slower.
const FRAMES: usize = 30;

thread_local! {
    static SERVED: RefCell<(Option<Served>, usize)> = const { RefCell::new((None, 0)) };
}

fuzz_target!(|bytes: &[u8]| {
    SERVED.with_borrow_mut(|(served, games)| {
        if *games % GAMES == 0 {
            *served = None;
        }
        *games += 1;
        let served = served.get_or_insert_with(Served::empty);
        let secrets = begin(served, *games);
        let mut sockets = [Socket::open(served), Socket::open(served)];
        for (socket, secret) in sockets.iter_mut().zip(&secrets) {
            let hello = json!({ "frame": "hello", "seat": secret, "have": 0 });
            socket.send(true, hello.to_string().as_bytes());
        }
        for line in bytes.split(|byte| *byte == b'\n').take(FRAMES) {
            let (who, rest) = line.strip_prefix(b"B ").map_or((0, line), |rest| (1, rest));
            match rest.strip_prefix(b"# ") {
                Some(rest) => sockets[who].send(false, rest),
                None => {
                    let text = String::from_utf8_lossy(rest).replace("SEAT", &secrets[who]);
                    sockets[who].send(true, text.as_bytes());
                }
            }
        }
        for socket in &mut sockets {
            let ping = json!({ "frame": "ping", "number": LAST });
            socket.send(true, ping.to_string().as_bytes());
        }
        for socket in &mut sockets {
            hear(socket);
        }
    });
});

/// A game, and the secrets of its players.
fn begin(served: &Served, game: usize) -> [String; 2] {
    let [white, black, invitation] = [3 * game, 3 * game + 1, 3 * game + 2];
    let person = json!({ "kind": "person", "name": "" });
    let challenge = json!({ "variant": "international", "host": "Awa", "colour": "white", "settings": {
        "start": null, "clock": { "initial_ms": 300_000, "increment_ms": 3_000 }, "white": person, "black": person, "few_pieces": "fresh",
        "conduct": {
            "touched_is_played": false, "released_stands": false, "irregular_moves": true, "colours_by_lot": false, "offers_from_move": 0,
        },
    } });
    let id = format!("{game:08x}-58cc-4372-a567-0e02b2c3d479");
    let offer = json!({ "id": id, "challenge": challenge, "invitation": secret(invitation) });
    let acceptance = json!({ "invitation": secret(invitation), "name": "Piet" });
    for (who, path, body) in [
        (white, "/challenges", offer),
        (black, "/challenge/accept", acceptance),
    ] {
        let made = served.say(who, "POST", path, &body);
        assert!(made.status < 300, "{}", String::from_utf8_lossy(&made.body));
    }
    [secret(white), secret(black)]
}

/// Hears what the server says until it answers the last ping, or closes and says why.
fn hear(socket: &mut Socket) {
    loop {
        match socket.receive() {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text).expect("a frame");
                assert!(frame["frame"].is_string(), "{text}");
                assert_ne!(frame["code"], "unavailable", "{text}");
                if frame["number"] == LAST {
                    return;
                }
            }
            Message::Closed(code) => {
                // A second hello for another seat, a frame that is too long. Without a code where the system reset the connection, since the server closed it while
                // more was sent.
                assert!(
                    matches!(code, None | Some(1002 | 1007 | 1008 | 1009)),
                    "{code:?}"
                );
                return;
            }
        }
    }
}
