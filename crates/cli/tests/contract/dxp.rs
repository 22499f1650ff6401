//! `damier dxp`: whole games between two processes in every role, and invalid input.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{complaint, damier};

/// A process that plays, and its standard error.
pub(crate) struct Playing {
    process: Child,
    talk: BufReader<std::process::ChildStderr>,
}

impl Playing {
    fn start(arguments: &[&str]) -> Playing {
        let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("dxp")
            .args(arguments)
            .args(["--hash", "4"])
            .env("LC_ALL", "C")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let talk = BufReader::new(process.stderr.take().expect("a pipe"));
        Playing { process, talk }
    }

    /// A process that listens on a free port, and its address.
    pub(crate) fn listening(arguments: &[&str]) -> (Playing, String) {
        let arguments = [&["listen", "127.0.0.1:0"], arguments].concat();
        let mut playing = Playing::start(&arguments);
        let line = playing.line();
        let address = line
            .strip_prefix("listening on ")
            .expect("where it listens");
        (playing, address.to_owned())
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.talk.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    /// Kills it.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
    }

    /// Waits for the exit: the exit code, standard output, and the rest of standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String, String) {
        // A full pipe would block it.
        let talk = std::thread::spawn(move || {
            let mut text = String::new();
            self.talk.read_to_string(&mut text).map(|_| text)
        });
        let output = self.process.wait_with_output().expect("its end");
        let stderr = talk.join().expect("no panic").expect("text");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
            stderr,
        )
    }
}

#[test]
fn whole_games_in_every_pairing_of_roles() {
    for (listener, caller) in [("--follower", "--initiator"), ("--initiator", "--follower")] {
        let folder = tempfile::tempdir().expect("a folder");
        let files =
            ["one.pdn", "two.pdn"].map(|name| folder.path().join(name).display().to_string());
        let play = [
            "--games",
            "2",
            "--ms-per-move",
            "1",
            "--moves",
            "200",
            "--pdn",
        ];
        let (one, address) = Playing::listening(&[&play[..], &[&files[0], listener]].concat());
        let two = Playing::start(
            &[
                &["connect", &address, "--no-book"],
                &play[..],
                &[&files[1], caller],
            ]
            .concat(),
        );
        let (one, two) = (one.end(), two.end());
        // As White it starts with a book move, in one of the two games.
        assert!(one.2.contains("  book\n"), "{}", one.2);
        assert!(!two.2.contains("  book\n"), "{}", two.2);
        for (code, output, stderr) in [&one, &two] {
            assert_eq!(*code, Some(0), "{stderr}");
            assert_eq!(output.lines().count(), 3, "{output}");
            assert!(output.contains("dxp  2 games"), "{output}");
            assert!(
                !stderr.contains("not understood") && !stderr.contains(" sent "),
                "{stderr}"
            );
        }
        // Both print the same games.
        let games = |output: &str| -> Vec<String> {
            let games = output.lines().take(2);
            games
                .map(|line| line.split("  ").take(4).collect::<Vec<_>>().join(" "))
                .collect()
        };
        assert_eq!(games(&one.1), games(&two.1));
        let replayed = damier(&["pdn", "check", &files[0], &files[1]])
            .output()
            .expect("it runs");
        assert!(
            replayed.status.success(),
            "{}",
            String::from_utf8_lossy(&replayed.stderr)
        );
        let moves = |file: &str| -> String {
            let text = fs::read_to_string(file).expect("a file of games");
            text.lines()
                .filter(|line| !line.starts_with("[Termination"))
                .collect()
        };
        assert_eq!(moves(&files[0]), moves(&files[1]));
    }
}

#[test]
fn starts_are_played_with_both_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let ballots = folder.path().join("starts.fen");
    fs::write(&ballots, "# two endings\nW:WK28:B23,K5\n\nB:WK46:BK1,K2\n").expect("a file");
    let ballots = ballots.display().to_string();
    let (one, address) = Playing::listening(&["--games", "4", "--ms-per-move", "1"]);
    let two = Playing::start(&[
        "connect",
        &address,
        "--games",
        "4",
        "--ms-per-move",
        "1",
        "--ballots",
        &ballots,
        "--black",
        "--name",
        "Caller",
    ]);
    let (one, two) = (one.end(), two.end());
    assert_eq!((one.0, two.0), (Some(0), Some(0)), "{}{}", one.2, two.2);
    let blacks: Vec<bool> = two
        .1
        .lines()
        .take(4)
        .map(|line| line.contains(" - Caller"))
        .collect();
    assert_eq!(blacks, [true, false, true, false], "{}", two.1);
}

/// A process that receives invalid input closes the connection and plays the next opponent.
#[test]
fn invalid_messages_do_not_end_the_program() {
    let (mut one, address) =
        Playing::listening(&["--games", "1", "--ms-per-move", "1", "--moves", "3"]);
    for garbage in [
        vec![b'x'; 300_000],
        b"M99\0E\0R01\0K7\0".repeat(2_000),
        vec![0xFF, 0],
    ] {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        stream
            .set_write_timeout(Some(Duration::from_secs(20)))
            .expect("a timeout");
        // It may close the connection during the flood.
        let _ = stream.write_all(&garbage);
        drop(stream);
        while !one.line().starts_with("listening on ") {}
    }
    let two = Playing::start(&["connect", &address, "--ms-per-move", "1", "--moves", "3"]);
    let (one, two) = (one.end(), two.end());
    assert_eq!((one.0, two.0), (Some(0), Some(0)), "{}{}", one.2, two.2);
}

/// The other side leaves during a game: this is reported, and the game so far is stored.
#[test]
fn an_aborted_game_is_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pdn").display().to_string();
    let (mut one, address) = Playing::listening(&["--ms-per-move", "1", "--pdn", &file]);
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let request = format!("R01{:32}Z005000A\0M0000322800\0", "Somebody");
    stream.write_all(request.as_bytes()).expect("it hears");
    // Reads all of it: unread bytes would reset the connection instead of closing it.
    let mut answer = [0; 35 + 12];
    stream
        .read_exact(&mut answer)
        .expect("it accepts, and moves");
    drop(stream);
    while !one.line().contains("has left in the middle of a game") {}
    while !one.line().starts_with("listening on ") {}
    one.process.kill().expect("it runs");
    let (_, output, _) = one.end();
    assert!(output.starts_with("game 1  Somebody - Damier"), "{output}");
    assert!(
        output.contains("*  2 plies  The connection was lost."),
        "{output}"
    );
    let kept = fs::read_to_string(&file).expect("a file of games");
    assert!(kept.contains("1. 32-28 "), "{kept}");
}

#[test]
fn invalid_options_are_reported() {
    for (arguments, words) in [
        (
            &["dxp", "connect", "127.0.0.1:1"][..],
            "cannot connect to 127.0.0.1:1",
        ),
        (&["dxp", "connect", "no such host:x"], "expected an address"),
        (&["dxp", "listen", "--time", "0"], "expected minutes"),
        (
            &["dxp", "listen", "--fen", "W:W31:B20"],
            "only the initiator can choose",
        ),
        (&["dxp", "connect", "--fen", "W:W51:B20"], "--fen"),
        (
            &["dxp", "connect", "--ballots", "no-such-file"],
            "cannot read no-such-file",
        ),
        (
            &["dxp", "connect", "--initiator", "--follower"],
            "cannot be used with",
        ),
    ] {
        let message = complaint(arguments);
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}
