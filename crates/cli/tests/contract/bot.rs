//! `damier bot`: two engines play a whole game through a real server, and an engine that dies.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::complaint;
use crate::serving::Server;

/// A bot, and what it says.
struct Bot {
    child: Child,
    told: BufReader<std::process::ChildStderr>,
}

impl Bot {
    fn start(arguments: &[&str]) -> Bot {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("bot")
            .args(arguments)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let told = BufReader::new(child.stderr.take().expect("a pipe"));
        Bot { child, told }
    }

    /// Reads what it tells until this comes, and answers what follows on its line.
    fn tells(&mut self, what: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let count = self.told.read_line(&mut line).expect("text");
            assert!(count > 0, "it ended before {what:?}: {all}");
            if let Some((_, rest)) = line.split_once(what) {
                return rest.trim().to_owned();
            }
            all += &line;
        }
    }

    /// Waits for its end, and answers its standard output.
    fn ends(mut self) -> (String, Option<i32>) {
        // Somebody must read on, or what it tells would fill the pipe.
        let told = std::thread::spawn(move || self.told.lines().map_while(Result::ok).last());
        for _ in 0..6_000 {
            if let Some(status) = self.child.try_wait().expect("a child") {
                let out = self.child.stdout.take().expect("a pipe");
                let lines: Vec<String> =
                    BufReader::new(out).lines().map_while(Result::ok).collect();
                let _ = told.join();
                return (lines.join("\n"), status.code());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        panic!("it does not end: {:?}", told.join());
    }
}

#[test]
fn two_house_engines_play_a_whole_game_through_a_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let player = "builtin,level=1,hash=1";
    let mut host = Bot::start(&[
        &url,
        "--player",
        player,
        "--name",
        "Odd",
        "--variant",
        "russian",
        "--clock",
        "2+1",
        "--stop-after",
        "1",
        "--no-rematch",
    ]);
    let link = host.tells("link: ");
    let guest = Bot::start(&[
        &link,
        "--player",
        player,
        "--name",
        "Even",
        "--variant",
        "russian",
        "--no-rematch",
    ]);
    host.tells(": russian against Even");
    let (of_the_guest, code) = guest.ends();
    assert_eq!(code, Some(0));
    let (of_the_host, code) = host.ends();
    assert_eq!(code, Some(0));
    assert_eq!(of_the_guest, of_the_host);
    assert!(of_the_host.starts_with("russian  "), "{of_the_host}");
    assert!(of_the_host.contains("Odd") && of_the_host.contains("Even"));
    assert!(
        !of_the_host.contains("time"),
        "nobody lost on time: {of_the_host}"
    );
    assert!(!of_the_host.contains("resigned"), "{of_the_host}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_is_started_again_once_and_then_the_game_is_resigned() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    // A Hub engine that introduces itself, is ready, and dies at the first thought; it counts how often it was started.
    let starts = folder.path().join("starts");
    let script = folder.path().join("engine.sh");
    let text = format!(
        "echo started >> '{}'\nwhile read line; do case \"$line\" in\nhub) echo 'id name=Frail version=1'; echo wait;;\n\
         init) echo ready;;\nping) echo pong;;\nlevel*|go*) exit 3;;\nesac; done\n",
        starts.display()
    );
    std::fs::write(&script, text).expect("written");
    let player = format!("hub:sh '{}'", script.display());
    let mut host = Bot::start(&[&url, "--player", &player, "--name", "Frail"]);
    let link = host.tells("link: ");
    let guest = Bot::start(&[&link, "--player", "builtin,level=1,hash=1", "--no-rematch"]);
    host.tells("the engine failed and is started again");
    host.tells("the engine failed again, the game is resigned");
    let (of_the_guest, code) = guest.ends();
    assert_eq!(code, Some(0));
    assert!(of_the_guest.contains("resigned"), "{of_the_guest}");
    let (_, code) = host.ends();
    assert_eq!(
        code,
        Some(2),
        "a bot without an engine offers no more games"
    );
    // Once to see that it can be started, and twice in the game.
    let starts = std::fs::read_to_string(starts).expect("counted");
    assert_eq!(starts.lines().count(), 3);
}

#[test]
fn what_cannot_play_is_told_before_a_game_is_offered() {
    for (arguments, told) in [
        (&["--player", "scan"][..], "is no kind of player"),
        (&["--player", "hub:./no-such-engine"], "no-such-engine"),
        (
            &["--player", "builtin,level=1", "--games", "0"],
            "expected a whole number from 1 to 64",
        ),
    ] {
        let arguments = [&["bot", "http://127.0.0.1:1"], arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(told), "{arguments:?}: {complaint}");
    }
}
