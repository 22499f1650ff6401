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

/// Signs up, and makes a token for these scopes.
fn token(server: &Server, name: &str, scopes: &str) -> String {
    let body = format!(r#"{{"name":"{name}","password":"correct horse battery"}}"#);
    let made = server.ask("POST", "/api/v1/account", &body);
    let cookie = made
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .starts_with("set-cookie: ")
                .then(|| line[12..].to_owned())
        })
        .expect("a session");
    let cookie = cookie.split(';').next().expect("a cookie");
    let body = format!(r#"{{"label":"bot","scopes":{scopes},"password":"correct horse battery"}}"#);
    let made = server.ask_signed_in(cookie, "POST", "/api/v1/account/tokens", &body);
    let (_, token) = made.split_once(r#""token":""#).expect("a token");
    token.split('"').next().expect("its end").to_owned()
}

#[test]
fn a_bot_under_an_account_takes_up_what_its_filters_let_through_and_plays_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let file = folder.path().join("token.txt");
    std::fs::write(&file, token(&server, "Scan-3", r#"["bot","play:write"]"#)).expect("written");
    let start = || {
        Bot::start(&[
            &url,
            "--player",
            "builtin,level=1,hash=1",
            "--token-file",
            file.to_str().expect("a path"),
            "--speed",
            "blitz",
            "--speed",
            "rapid",
            "--stop-after",
            "1",
        ])
    };
    let mut bot = start();
    bot.tells("Scan-3 may be challenged on");
    let calls = |number: u32, secret: &str, minutes: u32| {
        let body = format!(
            r#"{{"id":"01932c07-3f1a-7000-8000-00000000000{number}","to":"Scan-3","challenge":{{"variant":"international",
            "settings":{{"clock":{{"initial_ms":{},"increment_ms":3000}},"seating":"apart","few_pieces":"fresh",
            "white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},"host":"Awa","colour":"white"}}}}"#,
            minutes * 60_000
        );
        let told = server.ask_with(secret, "POST", "/api/v1/bots/challenge", &body);
        assert!(
            told.starts_with("HTTP/1.1 200") || told.starts_with("HTTP/1.1 201"),
            "{told}"
        );
    };
    let secrets = ["A".repeat(43), "B".repeat(43)];
    calls(1, &secrets[0], 90);
    let reason = bot.tells("declined: international by Awa: ");
    assert_eq!(reason, "it plays at other speeds (--speed)");
    calls(2, &secrets[1], 5);
    bot.tells(": international against Awa, black");

    // Whoever starts it again finds the game that goes on.
    bot.child.kill().expect("it runs");
    bot.child.wait().expect("it ends");
    let mut bot = start();
    bot.tells(": international against Awa, black");
    let seat = format!("{url}/#/live/{}", secrets[1]);
    let guest = Bot::start(&[&seat, "--player", "builtin,level=1,hash=1", "--no-rematch"]);
    let (of_the_guest, code) = guest.ends();
    assert_eq!(code, Some(0));
    assert!(of_the_guest.contains("Scan-3"), "{of_the_guest}");
    assert!(
        !of_the_guest.contains("time"),
        "nobody lost on time: {of_the_guest}"
    );
    let (of_the_bot, code) = bot.ends();
    assert_eq!((of_the_bot, code), (of_the_guest, Some(0)));
}

#[test]
fn what_no_bot_can_do_under_an_account_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let seat = format!("{url}/#/live/{}", "A".repeat(43));
    let not_for_bots = file("see.txt", &token(&server, "Awa", r#"["play:read"]"#));
    let wrong = file("wrong.txt", "dmr_0123456789");
    let empty = file("empty.txt", "\n");
    let player = ["--player", "builtin,level=1,hash=1"];
    for (arguments, told) in [
        (vec![url.as_str(), "--token-file", &empty], "has no token"),
        (
            vec![url.as_str(), "--token-file", "/nowhere/token.txt"],
            "cannot read /nowhere/token.txt",
        ),
        (
            vec![url.as_str(), "--token-file", &wrong],
            "Play as a program",
        ),
        (
            vec![url.as_str(), "--token-file", &not_for_bots],
            "Play as a program",
        ),
        (
            vec![seat.as_str(), "--token-file", &empty],
            "the address of the server alone",
        ),
        (vec![url.as_str(), "--rating", "1500-2000"], "--token-file"),
        (
            vec![
                url.as_str(),
                "--token-file",
                &empty,
                "--rating",
                "2000-1500",
            ],
            "the smaller one first",
        ),
        (
            vec![url.as_str(), "--token-file", &empty, "--name", "Scan"],
            "--name",
        ),
    ] {
        let arguments = [&["bot"], &player[..], &arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(told), "{arguments:?}: {complaint}");
    }
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
    // It has not made a move, so it was no game yet.
    assert!(
        of_the_guest.contains("  *  0 plies  Game aborted")
            || of_the_guest.contains("  *  1 plies  Game aborted"),
        "{of_the_guest}"
    );
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
