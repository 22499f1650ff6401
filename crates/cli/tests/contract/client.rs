//! `damier client`: two terminals, and a server that is killed during their game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::serving::Server;
use crate::{complaint, damier};

/// A terminal that runs the command.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    screen: Arc<Mutex<String>>,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_in(&[], arguments)
    }

    /// Starts the command with these environment variables.
    fn start_in(variables: &[(&str, &str)], arguments: &[&str]) -> Terminal {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("client")
            .args(arguments)
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the command runs");
        let screen = Arc::new(Mutex::new(String::new()));
        let shown = Arc::clone(&screen);
        let lines = BufReader::new(child.stdout.take().expect("a pipe"));
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                shown.lock().expect("no panic").push_str(&(line + "\n"));
            }
        });
        let keys = child.stdin.take().expect("a pipe");
        Terminal {
            child,
            keys,
            screen,
        }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.keys, "{line}").expect("it reads");
    }

    /// Waits for this text, and returns the rest of its line.
    fn expect_output(&self, what: &str) -> String {
        for _ in 0..3_000 {
            let screen = self.screen.lock().expect("no panic").clone();
            if let Some((_, rest)) = screen.split_once(what)
                && let Some((line, _)) = rest.split_once('\n')
            {
                return line.trim().to_owned();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let screen = self.screen.lock().expect("no panic");
        panic!("{what:?} is not in {screen}");
    }

    /// Closes standard input, and waits for the exit.
    fn finish(mut self, code: i32) {
        drop(self.keys);
        let status = self.child.wait().expect("it ends");
        let screen = self.screen.lock().expect("no panic");
        assert_eq!(status.code(), Some(code), "{screen}");
    }
}

#[test]
fn two_terminals_play_while_the_server_is_killed_and_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let mut awa = Terminal::start(&[
        &url, "--offer", "--colour", "white", "--name", "Awa", "--clock", "10+5",
    ]);
    let link = awa.expect_output("Link for your opponent: ");
    let mut piet = Terminal::start(&[&link, "--name", "Piet", "--lang", "fr"]);
    piet.expect_output("Awa vous invite à une partie\u{a0}: dames internationales, 10 min + 5 s.");
    piet.expect_output("Vous avez les Noirs contre Awa.");
    awa.expect_output("You are White against Piet.");

    awa.type_line("30-20"); // no move
    awa.expect_output("There is no piece on 30."); // in the words of the rules
    awa.type_line("32-28");
    piet.expect_output("Les Blancs jouent 32-28");
    piet.expect_output("Blancs Awa 10:0");
    piet.type_line("dire 1");
    awa.expect_output("Piet: Hello!");
    piet.type_line("19-23");
    awa.expect_output("Black plays 19-23");

    let listen = server.address.clone();
    drop(server); // killed, not stopped
    awa.expect_output("Connection lost");
    awa.type_line("28x19");
    let _server = Server::start_at(folder.path(), &listen);
    awa.expect_output("Reconnected.");
    piet.expect_output("Les Blancs jouent 28x19");
    piet.type_line("14x23");
    awa.expect_output("Black plays 14x23");

    awa.type_line("back");
    piet.expect_output("Awa demande à reprendre 2 coups.");
    piet.type_line("non");
    awa.expect_output("Declined");
    awa.type_line("draw");
    piet.expect_output("Awa propose la remise");
    piet.type_line("oui");
    awa.expect_output("draw");
    awa.type_line("rematch");
    piet.expect_output("Awa propose une revanche");
    piet.type_line("revanche");
    piet.expect_output("Vous avez les Blancs contre Awa.");
    piet.type_line("quitter");
    piet.finish(0);
    awa.expect_output("You are Black against Piet.");
    // Only one side has moved, so the game is aborted.
    awa.type_line("resign");
    awa.expect_output("Game aborted");
    awa.finish(0);
}

#[test]
fn a_game_from_a_file_is_played_to_its_end_and_the_lobby_pairs_two_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let wants = |colour| {
        [
            url.as_str(),
            "--lobby",
            "--clock",
            "3+2",
            "--colour",
            colour,
        ]
    };
    let mut white = Terminal::start(&wants("white"));
    white.expect_output("Waiting in the lobby");
    let mut black = Terminal::start(&wants("black"));
    // Sent together: each move waits for its turn, and "fen" for the position after the previous
    // move.
    white.type_line("32-28\n37-32\nfen");
    black.type_line("18-23\n12-18\nresign");
    black.finish(0);
    white.expect_output("B:W28,31,32,33,34,35,36,38,");
    white.expect_output("Black resigned");
    white.finish(0);
}

#[test]
fn a_client_that_trusts_the_certificate_plays_over_tls() {
    let certificates = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../server/tests/all/certificates/"
    );
    let file = |name: &str| format!("{certificates}{name}");
    let (certificate, key) = (file("one.pem"), file("one.key.pem"));
    let options = ["--tls-certificate", &certificate, "--tls-key", &key];
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_with(folder.path(), "127.0.0.1:0", &options);
    let port = server.address.rsplit(':').next().expect("a port");
    let url = format!("https://localhost:{port}");
    let trusting = [("SSL_CERT_FILE", certificate.as_str())];
    let mut awa = Terminal::start_in(&trusting, &[&url, "--offer", "--colour", "white"]);
    let link = awa.expect_output("Link for your opponent: ");
    assert!(link.starts_with(&url), "{link}");
    let mut piet = Terminal::start_in(&trusting, &[&link]);
    piet.expect_output("You are Black");
    awa.type_line("32-28");
    piet.expect_output("White plays 32-28");
    piet.type_line("19-23");
    awa.expect_output("Black plays 19-23");
    piet.type_line("resign");
    awa.expect_output("Black resigned");
    awa.finish(0);

    let other = file("two.pem");
    for (address, trusted, expected) in [
        (
            &url,
            &other,
            "the certificate is not trusted: UnknownIssuer",
        ),
        // The certificate has another name.
        (
            &format!("https://127.0.0.1:{port}"),
            &certificate,
            "the certificate is not trusted",
        ),
        (
            &format!("http://localhost:{port}"),
            &certificate,
            "cannot reach",
        ),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["client", address, "--offer"])
            .env("SSL_CERT_FILE", trusted)
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(expected), "{address}: {complaint}");
        assert_eq!(output.status.code(), Some(2), "{address}: {complaint}");
    }
}

#[test]
fn links_without_a_game_are_reported() {
    let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    for (arguments, expected) in [
        (&["club.example"][..], "expected the address of a server"),
        (&["http://club.example/#/join/x"], "the link is incomplete"),
        (&["http://127.0.0.1:1"], "nothing to play"),
        (&["http://127.0.0.1:1", "--offer"], "cannot reach"),
        (
            &["http://127.0.0.1:1", "--offer", "--clock", "5m"],
            "expected minutes and seconds",
        ),
    ] {
        let arguments = [&["client"], arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    for (page, expected) in [
        ("join", "accepted or withdrawn"),
        ("live", "No game at this link"),
    ] {
        let link = format!("http://{}/#/{page}/{secret}", server.address);
        let output = damier(&["client", &link]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(expected), "{text}");
    }
}
