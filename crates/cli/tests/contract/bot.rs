//! `damier bot`: two engines play a whole game through a server; an engine that crashes.

use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::complaint;
use crate::dxp::Playing;
use crate::serving::Server;

/// A clock of five minutes and three seconds per move, as JSON.
pub(crate) const FIVE: &str = r#"{"initial_ms":300000,"increment_ms":3000}"#;

/// A bot process and its standard error.
pub(crate) struct Bot {
    pub(crate) child: Child,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Bot {
    pub(crate) fn start(arguments: &[&str]) -> Bot {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("bot")
            .args(arguments)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        Bot { child, stderr }
    }

    /// Reads standard error up to this text, and returns the rest of its line.
    pub(crate) fn expect_output(&mut self, what: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let count = self.stderr.read_line(&mut line).expect("text");
            assert!(count > 0, "it ended before {what:?}: {all}");
            if let Some((_, rest)) = line.split_once(what) {
                return rest.trim().to_owned();
            }
            all += &line;
        }
    }

    /// Waits for the exit, and returns standard output and the exit code.
    pub(crate) fn finish(mut self) -> (String, Option<i32>) {
        // A full pipe would block the bot.
        let stderr = std::thread::spawn(move || self.stderr.lines().map_while(Result::ok).last());
        for _ in 0..6_000 {
            if let Some(status) = self.child.try_wait().expect("a child") {
                let out = self.child.stdout.take().expect("a pipe");
                let lines: Vec<String> =
                    BufReader::new(out).lines().map_while(Result::ok).collect();
                let _ = stderr.join();
                return (lines.join("\n"), status.code());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        panic!("it does not end: {:?}", stderr.join());
    }
}

#[test]
fn two_bots_play_a_whole_game_on_a_server() {
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
    let link = host.expect_output("link: ");
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
    host.expect_output(": russian against Even");
    let (of_the_guest, code) = guest.finish();
    assert_eq!(code, Some(0));
    let (of_the_host, code) = host.finish();
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

/// Creates an account, and returns the session cookie.
pub(crate) fn signed_up(server: &Server, name: &str) -> String {
    let body = format!(r#"{{"name":"{name}","password":"correct horse battery"}}"#);
    let made = server.request("POST", "/api/v1/account", &body);
    let cookie = made
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .starts_with("set-cookie: ")
                .then(|| line[12..].to_owned())
        })
        .expect("a session");
    cookie.split(';').next().expect("a cookie").to_owned()
}

/// Creates an account and a token with these scopes.
pub(crate) fn token(server: &Server, name: &str, scopes: &str) -> String {
    token_of(server, &signed_up(server, name), scopes)
}

/// Creates a token with these scopes in a session.
pub(crate) fn token_of(server: &Server, cookie: &str, scopes: &str) -> String {
    let body = format!(r#"{{"label":"bot","scopes":{scopes},"password":"correct horse battery"}}"#);
    let made = server.request_signed_in(cookie, "POST", "/api/v1/account/tokens", &body);
    let (_, token) = made.split_once(r#""token":""#).expect("a token");
    token.split('"').next().expect("its end").to_owned()
}

/// A Hub engine that introduces itself, is ready, and crashes at its first move; and the file that
/// counts its starts.
#[cfg(unix)]
pub(crate) fn frail(folder: &Path) -> (String, PathBuf) {
    let starts = folder.join("starts");
    let script = folder.join("engine.sh");
    let text = format!(
        "echo started >> '{}'\nwhile read line; do case \"$line\" in\nhub) echo 'id name=Frail version=1'; echo wait;;\n\
         init) echo ready;;\nping) echo pong;;\nlevel*|go*) exit 3;;\nesac; done\n",
        starts.display()
    );
    std::fs::write(&script, text).expect("written");
    (format!("hub:sh '{}'", script.display()), starts)
}

#[cfg(unix)]
#[test]
fn a_crashed_engine_is_restarted_once_then_the_game_is_resigned() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (player, starts) = frail(folder.path());
    let mut host = Bot::start(&[&url, "--player", &player, "--name", "Frail"]);
    let link = host.expect_output("link: ");
    let guest = Bot::start(&[&link, "--player", "builtin,level=1,hash=1", "--no-rematch"]);
    host.expect_output("the engine failed, restarting it");
    host.expect_output("the engine failed twice, resigning");
    let (of_the_guest, code) = guest.finish();
    assert_eq!(code, Some(0));
    // It has made no move, so the game is aborted.
    assert!(
        of_the_guest.contains("  *  0 plies  Game aborted")
            || of_the_guest.contains("  *  1 plies  Game aborted"),
        "{of_the_guest}"
    );
    let (_, code) = host.finish();
    assert_eq!(
        code,
        Some(2),
        "a bot without an engine offers no more games"
    );
    // One start for the check, and two in the game.
    let starts = std::fs::read_to_string(starts).expect("counted");
    assert_eq!(starts.lines().count(), 3);
}

#[test]
fn an_unusable_engine_is_reported_before_a_game_is_offered() {
    for (arguments, stderr) in [
        (&["--player", "scan"][..], "is no kind of player"),
        (&["--player", "hub:./no-such-engine"], "no-such-engine"),
        (
            &["--player", "builtin,level=1", "--games", "0"],
            "expected a whole number from 1 to 64",
        ),
    ] {
        let arguments = [&["bot", "http://127.0.0.1:1"], arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(stderr), "{arguments:?}: {complaint}");
    }
}

/// The built-in engine over both protocols, with an increment.
#[test]
fn hub_and_dxp_programs_play_whole_games_with_an_increment() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (listener, address) = Playing::listening(&["--games", "1", "--level", "1"]);
    let dxp = format!("dxp:{address}");
    let mut host = Bot::start(&[
        &url,
        "--player",
        &dxp,
        "--name",
        "Odd",
        "--clock",
        "0.5+0.3",
        "--overhead",
        "20",
        "--stop-after",
        "1",
        "--no-rematch",
    ]);
    let link = host.expect_output("link: ");
    let hub = format!("hub,level=1,hash=4:'{}' hub", env!("CARGO_BIN_EXE_damier"));
    let guest = Bot::start(&[
        &link,
        "--player",
        &hub,
        "--name",
        "Even",
        "--overhead",
        "20",
        "--no-rematch",
    ]);
    host.expect_output(": international against Even");
    let (of_the_guest, code) = guest.finish();
    assert_eq!(code, Some(0));
    let (of_the_host, code) = host.finish();
    assert_eq!(
        (of_the_host.as_str(), code),
        (of_the_guest.as_str(), Some(0))
    );
    assert!(of_the_host.starts_with("international  "), "{of_the_host}");
    assert!(!of_the_host.contains("time"), "{of_the_host}");
    assert!(!of_the_host.contains("resigned"), "{of_the_host}");
    // The DXP program has received the whole game and its end. Its time was 30 seconds and 30
    // increments, minus the time of the first moves: at most 0.65 minutes.
    let (code, out, stderr) = listener.end();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("against Damier, 0.6"), "{stderr}");
    assert!(out.contains("dxp  1 games"), "{out}");
    assert!(!stderr.contains(" said "), "{stderr}");
}

#[test]
fn games_that_dxp_does_not_support_are_neither_offered_nor_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (listener, address) = Playing::listening(&[]);
    let dxp = format!("dxp:{address}");
    let complains = |arguments: &[&str]| {
        complaint(&[&["bot", "--player", dxp.as_str()][..], arguments].concat())
    };
    let stderr = complains(&[&url, "--variant", "international", "--variant", "russian"]);
    assert!(
        stderr.contains("for russian: DXP does not support this game"),
        "{stderr}"
    );

    let challenge = |clock: &str, variant: &str| {
        format!(
            r#"{{"variant":"{variant}","settings":{{"clock":{clock},"seating":"apart","few_pieces":"fresh",
            "white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},"host":"Awa","colour":"white"}}"#
        )
    };
    let counted = r#"{"initial_ms":300000,"increment_ms":0,"moves":40,"then":[{"initial_ms":60000,"increment_ms":0}]}"#;
    let with_increment = r#"{"initial_ms":300000,"increment_ms":3000}"#;
    for (number, clock, variant, why) in [
        (
            1,
            counted,
            "international",
            "DXP does not support a clock that is given more time",
        ),
        (
            2,
            with_increment,
            "frisian",
            "DXP does not support this game",
        ),
    ] {
        let invitation = number.to_string().repeat(43);
        let body = format!(
            r#"{{"id":"01932c07-3f1a-7000-8000-00000000000{number}","challenge":{},"invitation":"{invitation}","public":false}}"#,
            challenge(clock, variant)
        );
        let host = ["", "C", "D"][number].repeat(43);
        let made = server.request_with(&host, "POST", "/api/v1/challenges", &body);
        assert!(made.starts_with("HTTP/1.1 20"), "{made}");
        let stderr = complains(&[format!("{url}/#/join/{invitation}").as_str()]);
        assert!(stderr.contains(why), "{stderr}");
        let waits = server.request_with(&host, "GET", "/api/v1/challenge", "");
        assert!(
            waits.starts_with("HTTP/1.1 200"),
            "nobody has taken it up: {waits}"
        );
    }

    let file = folder.path().join("token.txt");
    std::fs::write(&file, token(&server, "Phone", r#"["bot","play:write"]"#)).expect("written");
    let file = file.to_str().expect("a path");
    let mut bot = Bot::start(&[&url, "--player", &dxp, "--token-file", file]);
    bot.expect_output("Phone accepts challenges on");
    let calls = |number: u32, clock: &str| {
        let body = format!(
            r#"{{"id":"01932c07-3f1a-7000-8000-00000000001{number}","to":"Phone","challenge":{}}}"#,
            challenge(clock, "international")
        );
        let secret = ["E", "F"][number as usize].repeat(43);
        let stderr = server.request_with(&secret, "POST", "/api/v1/bots/challenge", &body);
        assert!(stderr.starts_with("HTTP/1.1 20"), "{stderr}");
    };
    calls(0, counted);
    let why = bot.expect_output("declined: international by Awa: ");
    assert_eq!(why, "DXP does not support a clock that is given more time");
    calls(1, with_increment);
    bot.expect_output(": international against Awa, black");
    bot.child.kill().expect("it runs");
    bot.child.wait().expect("it ends");
    listener.kill();
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_a_bot_with_an_unreadable_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (host, invitation) = ("A".repeat(43), "B".repeat(43));
    let offer = format!(
        r#"{{"id":"01932c07-3f1a-7000-8000-000000000050","challenge":{{"variant":"international","settings":{{"clock":{FIVE},
        "seating":"apart","few_pieces":"fresh","white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},
        "host":"Awa","colour":"black"}},"invitation":"{invitation}","public":false}}"#
    );
    let made = server.request_with(&host, "POST", "/api/v1/challenges", &offer);
    assert!(made.starts_with("HTTP/1.1 20"), "{made}");
    // No opponent accepts it.
    let seat = format!("{url}/#/live/{host}");
    let mut bot = Bot::start(&[&seat, "--player", "builtin,level=1,hash=1"]);
    bot.expect_output("seat: ");
    let number = bot.child.id().to_string();
    let interrupt = || {
        let sent = std::process::Command::new("kill")
            .args(["-INT", &number])
            .status();
        assert!(sent.expect("a signal").success());
    };
    interrupt();
    bot.expect_output("no new games; press Ctrl-C again to leave the games in progress");
    // Two signals at the same time may be merged.
    for _ in 0..600 {
        if bot.child.try_wait().expect("a child").is_some() {
            break;
        }
        interrupt();
        std::thread::sleep(Duration::from_millis(100));
    }
    let (_, code) = bot.finish();
    assert_eq!(code, Some(130));
}
