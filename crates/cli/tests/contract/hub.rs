//! `damier hub`, driven over two pipes by a controller.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a test.
const TIMEOUT: Duration = Duration::from_mins(1);

#[expect(clippy::disallowed_methods, reason = "how long a test may take")]
fn now() -> Instant {
    Instant::now()
}

struct Hub {
    child: Child,
    say: Option<ChildStdin>,
    heard: Receiver<String>,
}

impl Hub {
    fn start() -> Hub {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("hub")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = child.stdout.take().expect("a pipe");
        let (tell, heard) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Hub {
            say: child.stdin.take(),
            child,
            heard,
        }
    }

    fn say(&mut self, lines: &str) {
        let say = self.say.as_mut().expect("not closed yet");
        say.write_all(lines.as_bytes()).expect("it listens");
        say.write_all(b"\n").expect("it listens");
    }

    /// The first line that begins with a word, and the lines before it.
    fn until(&self, word: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.heard.recv_timeout(TIMEOUT).unwrap_or_else(|_| {
                panic!("waited for {word} after {before:?}");
            });
            if line.split(' ').next() == Some(word) {
                return (line, before);
            }
            before.push(line);
        }
    }

    fn ready() -> Hub {
        let mut hub = Hub::start();
        hub.say("hub\nset-param name=hash value=8\ninit");
        let (_, before) = hub.until("ready");
        assert!(before.iter().any(|line| line == "wait"), "{before:?}");
        hub
    }

    fn end(mut self) -> ExitStatus {
        self.say = None;
        let began = now();
        while began.elapsed() < TIMEOUT {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not leave");
    }
}

#[test]
fn an_analysis_finds_and_reports_a_move() {
    let mut hub = Hub::ready();
    hub.say("new-game\npos start moves=\"32-28 19-23\"\nlevel depth=6\ngo analyze");
    let (done, before) = hub.until("done");
    assert!(done.starts_with("done move=28x19x23 ponder="), "{done}");
    let last = before.last().expect("an info");
    assert!(last.starts_with("info depth=6 score="), "{last}");
    assert!(last.contains(" pv=\"28x19x23 "), "{last}");
    // A forced move is played at once.
    hub.say("level infinite\ngo think");
    assert_eq!(hub.until("done").0, "done move=28x19x23");
    assert!(hub.end().success());
}

#[test]
fn a_book_move_is_sent_at_once_unless_a_search_is_requested() {
    let mut hub = Hub::start();
    hub.say(
        "hub\nset-param name=hash value=8\nset-param name=book value=true\ninit\npos \
        start\nlevel infinite\ngo think",
    );
    let (done, before) = hub.until("done");
    let thought = before.last().expect("an info");
    assert!(thought.starts_with("info depth=0 score="), "{thought}");
    let played = done.strip_prefix("done move=").expect("a move");
    assert!(thought.ends_with(&format!(" pv=\"{played}\"")), "{thought}");
    // An analysis searches also a forced move.
    hub.say("level depth=3\ngo analyze");
    let (_, before) = hub.until("done");
    let thought = before.last().expect("an info");
    assert!(thought.starts_with("info depth=3 score="), "{thought}");
    assert!(hub.end().success());
}

#[test]
fn stop_and_ping_are_handled_during_a_search() {
    let mut hub = Hub::ready();
    for mode in ["think", "ponder", "analyze"] {
        hub.say(&format!("pos start\nlevel infinite\ngo {mode}"));
        hub.until("info");
        hub.say("ping");
        hub.until("pong");
        let began = now();
        hub.say("stop");
        let (done, _) = hub.until("done");
        assert!(done.starts_with("done move="), "{done}");
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{:?}",
            began.elapsed()
        );
    }
    // The search may end by itself.
    hub.say("pos start\nlevel depth=4\ngo ponder");
    hub.until("done");
    // The time runs once the expected move was played.
    hub.say("pos start\nlevel move-time=0.1\ngo ponder");
    hub.until("info");
    hub.say("ponder-hit");
    hub.until("done");
    // A fast controller does not wait for the answer to its stop.
    hub.say("go ponder");
    hub.until("info");
    hub.say("stop\npos start\nlevel depth=2\ngo think");
    hub.until("done");
    hub.until("done");
    hub.say("quit");
    assert!(hub.end().success());
}

#[test]
fn a_flood_of_garbage_does_no_harm() {
    let mut hub = Hub::ready();
    hub.say("pos start\nlevel infinite\ngo think");
    let mut say = hub.say.take().expect("not closed yet");
    let flood = thread::spawn(move || {
        let mut chance = 1_u64;
        for _ in 0..2_000 {
            let line: Vec<u8> = (0..100)
                .map(|_| {
                    chance = chance
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (chance >> 56) as u8
                })
                .collect();
            say.write_all(&line).expect("it listens");
        }
        // One line without an end, much longer than the limit.
        for _ in 0..100 {
            say.write_all(&vec![b'x'; 1 << 16]).expect("it listens");
        }
        say.write_all(b"\nping\nstop\n").expect("it listens");
        say
    });
    hub.until("pong");
    hub.until("done");
    hub.say = Some(flood.join().expect("no panic"));
    hub.say("pos start\nlevel depth=3\ngo think");
    hub.until("done");
    assert!(hub.end().success());
}

#[test]
fn the_end_of_the_input_ends_the_search() {
    let mut hub = Hub::ready();
    hub.say("pos start\nlevel infinite\ngo think");
    hub.until("info");
    assert!(hub.end().success());
}
