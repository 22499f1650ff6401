//! Arbitrary frames of the players on the sockets of a running game: each socket stays open or is
//! closed with a code, and the server never reports itself unavailable. Each line is a frame of
//! White, or with a prefix: `B ` for Black, `C ` for the second member of White's team in a team
//! game, `# ` for a binary frame. `SEAT` stands for the sender's secret. The game is a team game if
//! the input begins with a line of `T` and White's way of deciding: `captain`, `in-turn` or `vote`.
//! A first line `touched` enables the touch-move rule, except where a side votes.
#![no_main]

use std::cell::RefCell;

use damier_fuzz::requests::secret;
use damier_fuzz::server::Served;
use damier_fuzz::socket::{Message, Socket};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// The server is replaced by a new one after this many games: one address may create two hundred
/// team matches a day.
const GAMES: usize = 200;

/// The number of the last ping, which no input contains.
const LAST: u64 = 1 << 60 | 12_345;

/// How many frames are sent at once, below the rate at which the server throttles a socket.
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
        let (touched, bytes) = match bytes.strip_prefix(b"touched\n") {
            Some(rest) => (true, rest),
            None => (false, bytes),
        };
        let (way, bytes) = way_of(bytes);
        let secrets = match way {
            Some(way) => begin_of_teams(served, *games, way, touched),
            None => begin(served, *games, touched),
        };
        let mut sockets: Vec<_> = secrets.iter().map(|_| Socket::open(served)).collect();
        for (socket, secret) in sockets.iter_mut().zip(&secrets) {
            let hello = json!({ "frame": "hello", "seat": secret, "have": 0 });
            socket.send(true, hello.to_string().as_bytes());
        }
        for line in bytes.split(|byte| *byte == b'\n').take(FRAMES) {
            let (who, rest) = match (line.strip_prefix(b"B "), line.strip_prefix(b"C ")) {
                (Some(rest), _) => (1, rest),
                (_, Some(rest)) => (secrets.len() - 1, rest),
                _ => (0, line),
            };
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

/// Whether teams play, and how White decides, with the rest of the input.
fn way_of(bytes: &[u8]) -> (Option<Value>, &[u8]) {
    let ways: [(&[u8], Value); 3] = [
        (b"T captain\n", json!({ "way": "captain" })),
        (b"T in-turn\n", json!({ "way": "in-turn" })),
        (b"T vote\n", json!({ "way": "vote", "within_s": 30 })),
    ];
    let found = ways
        .into_iter()
        .find_map(|(head, way)| Some((Some(way), bytes.strip_prefix(head)?)));
    found.unwrap_or((None, bytes))
}

/// The settings of each game.
fn settings() -> Value {
    let person = json!({ "kind": "person", "name": "" });
    json!({
        "start": null, "clock": { "initial_ms": 300_000, "increment_ms": 3_000 }, "white": person, "black": person, "few_pieces": "fresh",
    })
}

/// The conduct settings of a game, with irregular moves.
fn customs(touched: bool) -> Value {
    json!({
        "touched_is_played": touched, "released_stands": false, "irregular_moves": true, "colours_by_lot": false, "offers_from_move": 0,
    })
}

/// Starts a game of two White players against one Black player, whose secret is the second one.
fn begin_of_teams(served: &Served, game: usize, way: Value, touched: bool) -> Vec<String> {
    let mut agreed = settings();
    // The touch-move rule needs one player per side.
    if touched && way["way"] != "vote" {
        agreed["conduct"] = customs(true);
    }
    let [host, first, black, second] = [0, 1, 2, 3].map(|place| 4 * game + place);
    let plan = json!({ "plan": {
        "kind": "teams", "variant": "international", "settings": agreed, "white": way, "black": { "way": "captain" },
    } });
    let say = |who, path, body: &Value| {
        let made = served.say(who, "POST", path, body);
        let text = String::from_utf8_lossy(&made.body).into_owned();
        assert!(made.status < 300, "{text}");
        serde_json::from_str::<Value>(&text).unwrap_or_default()
    };
    let gathered = say(host, "/teams", &plan);
    for (who, link, name) in [
        (first, "white", "Awa"),
        (black, "black", "Piet"),
        (second, "white", "Jan"),
    ] {
        let coming = json!({ "link": gathered["links"][link], "name": name });
        say(who, "/teams/join", &coming);
    }
    say(host, "/teams/begin", &Value::Null);
    [first, black, second].map(secret).to_vec()
}

/// Starts a game of two players and returns their secrets.
fn begin(served: &Served, game: usize, touched: bool) -> Vec<String> {
    let [white, black, invitation] = [0, 1, 2].map(|place| 4 * game + place);
    let mut agreed = settings();
    agreed["conduct"] = customs(touched);
    let challenge =
        json!({ "variant": "international", "host": "Awa", "colour": "white", "settings": agreed });
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
    vec![secret(white), secret(black)]
}

/// Reads frames until the server answers the last ping, or closes the connection with a code.
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
                // The server closes for a second hello for another seat or for a frame that is too
                // long. There is no code if the system reset the connection because the server
                // closed it while frames were being sent.
                assert!(
                    matches!(code, None | Some(1002 | 1007 | 1008 | 1009)),
                    "{code:?}"
                );
                return;
            }
        }
    }
}
