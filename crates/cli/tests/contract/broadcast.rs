//! `damier broadcast`: a growing file, a partly written file, and a server that is down.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use crate::complaint;
use crate::serving::Server;

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const ROUND: &str = "/api/v1/broadcasts/salou-2026/rounds/2";

/// The command while it watches a file.
struct Sending {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Sending {
    fn start(file: &Path, address: &str) -> Sending {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["broadcast", &file.display().to_string()])
            .arg(format!("http://{address}/#/broadcast/salou-2026/2"))
            .env("DAMIER_BROADCAST_KEY", KEY)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Sending { child, stdout }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let count = self.stdout.read_line(&mut line).expect("text");
        assert!(count > 0, "it ended");
        line.trim_end().to_owned()
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn open(server: &Server) {
    let settings = r#"{"title":"Open","rounds":3,"delay_min":0,"variant":"international"}"#;
    let opened = server.request("PUT", "/api/v1/broadcasts/salou-2026", settings);
    assert!(opened.starts_with("HTTP/1.1 200"), "{opened}");
}

#[test]
fn a_changed_file_is_sent_also_to_a_server_that_starts_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("round.pdn");
    let server = Server::start(folder.path());
    open(&server);
    let address = server.address.clone();
    drop(server);
    let mut sending = Sending::start(&file, &address);
    std::fs::write(&file, "[White \"A\"]\n1. 32-28 *\n").expect("written");
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    let server = Server::start_at(folder.path(), &address);
    assert_eq!(sending.line(), "boards: 1, changed: 1");
    std::fs::write(&file, "[White \"A\"]\n1. 32-28 19-23\n2. 32-1 *\n").expect("written");
    assert_eq!(sending.line(), "boards: 1, changed: 1");
    assert_eq!(
        sending.line(),
        "  board 1, 3:4: 32-1 is not a legal move for White"
    );
    std::fs::write(&file, "").expect("emptied");
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    std::fs::write(&file, "1. 33-28 *\n").expect("written");
    assert_eq!(
        sending.line(),
        "boards: 1, changed: 1, board 1 corrected from ply 1"
    );
    let seen = server.request("GET", ROUND, "");
    assert!(
        seen.contains("\"moves\":[\"33-28\"]") && seen.contains("\"white\":\"A\""),
        "{seen}"
    );
}

#[test]
fn once_sends_once_and_faults_set_the_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    open(&server);
    let file = folder.path().join("round.pdn");
    let link = format!("http://{}/#/broadcast/salou-2026", server.address);
    let file = file.display().to_string();
    let once = [
        "broadcast",
        &file,
        &link,
        "--round",
        "2",
        "--key",
        KEY,
        "--once",
    ];
    assert!(complaint(&once).contains("the file is empty"));
    std::fs::write(&file, "1. 32-28 *\n\n1. 33-28 18-22 *\n").expect("written");
    assert_eq!(crate::text(&once), "boards: 2, changed: 2\n");
    std::fs::write(&file, "1. 32-28 *\n\n1. 33-27 *\n").expect("written");
    let output = crate::answer(&once, 1).stdout;
    let output = String::from_utf8(output).expect("text");
    assert_eq!(
        output,
        "boards: 2, changed: 0\n  board 2, 3:4: 33-27 is not a legal move for White\n"
    );
    let other = ["broadcast", &file, &link, "--key", "not-a-key", "--once"];
    assert_eq!(crate::answer(&other, 1).stdout, b"");
}

#[test]
fn invalid_broadcast_options_are_reported_at_once() {
    for (arguments, expected) in [
        (
            &["http://127.0.0.1:1", "--key", KEY][..],
            "expected the link of a broadcast",
        ),
        (
            &["http://127.0.0.1:1/#/broadcast/salou-2026"],
            "missing key",
        ),
        (
            &["http://127.0.0.1:1/#/broadcast/salou-2026", "--round", "21"],
            "from 1 to 20",
        ),
    ] {
        let arguments = [&["broadcast", "round.pdn"], arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}
