//! `damier match`: the games, the report, and continuing after a kill.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::{answer, complaint, damier, json, text};

/// Two fast engines of the same kind.
const PLAYERS: [&str; 5] = [
    "match",
    "--a",
    "builtin,hash=1,nodes=300",
    "--b",
    "builtin,hash=1,nodes=100",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&PLAYERS[..], more].concat()
}

/// The rounds in a file, in order.
fn rounds(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let round = |line: &str| line.strip_prefix("[Round ").map(str::to_owned);
    text.lines().filter_map(round).collect()
}

#[test]
fn a_match_score_is_that_of_the_first_player() {
    let report = json(&with(&["--games", "6", "--json", "--sprt", "0,10"]), 0);
    let count = |name: &str| report[name].as_u64().expect("a count");
    assert_eq!(count("games"), 6);
    assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    let pairs = report["pentanomial"].as_array().expect("five counts");
    let pairs: Vec<u64> = pairs.iter().filter_map(serde_json::Value::as_u64).collect();
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (5, 3));
    let half_points: u64 = pairs
        .iter()
        .zip(0..)
        .map(|(count, points)| count * points)
        .sum();
    assert_eq!(half_points, 2 * count("wins") + count("draws"));
    assert_eq!(report["sprt"]["verdict"], "open");
    assert_eq!(report["a"]["spec"], "builtin,nodes=300,hash=1");
    assert!(report["a"]["moves"].as_u64().expect("moves") > 60);
    // With fixed nodes and one seed, the match is the same for any number of games at once.
    let again = json(
        &with(&[
            "--games",
            "6",
            "--json",
            "--sprt",
            "0,10",
            "--concurrency",
            "1",
        ]),
        0,
    );
    assert_eq!(report["endings"], again["endings"]);
    assert_eq!(report["pentanomial"], again["pentanomial"]);
}

#[test]
fn a_decided_sprt_ends_the_match_and_sets_the_exit_code() {
    let weak = [
        "match",
        "--a",
        "builtin,level=1,hash=1",
        "--b",
        "builtin,nodes=2000,hash=1",
    ];
    let arguments = [&weak[..], &["--games", "400", "--sprt", "0,200", "--json"]].concat();
    let report = json(&arguments, 1);
    assert_eq!(report["sprt"]["verdict"], "refuted");
    assert!(report["games"].as_u64().expect("games") < 100);
}

#[test]
fn ballots_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ballots.txt");
    let name = file.to_str().expect("a name");
    std::fs::write(&file, "# endings\nW:W28,K46:B5,9\nB:W44:BK3\n").expect("a file");
    let summary = text(&with(&["--games", "4", "--openings", name]));
    assert!(summary.contains("games       4  "), "{summary}");
    let few = complaint(&with(&["--games", "5", "--openings", name]));
    assert!(few.contains("2 positions are enough for 4 games"), "{few}");
    answer(&with(&["--games", "5", "--openings", name, "--repeat"]), 0);
    std::fs::write(&file, "W:W28:B5\nW:W28,28:B5\n").expect("a file");
    let wrong = complaint(&with(&["--games", "2", "--openings", name]));
    assert!(wrong.contains("ballots.txt: line 2: "), "{wrong}");
}

#[test]
fn a_killed_match_resumes_and_plays_each_game_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.pdn");
    let name = file.to_str().expect("a name");
    let mut running = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(with(&["--games", "2000", "--pdn", name]))
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command runs");
    for _ in 0..6_000 {
        if rounds(&file).len() >= 5 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    running.kill().expect("it can be killed");
    running.wait().expect("it ends");
    let played = rounds(&file).len();
    assert!(played >= 5, "{played} games in a minute");
    // The last game is cut off, as on a full disk.
    let whole = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, &whole[..whole.len() - 9]).expect("a shorter file");
    let games = (played + 6).to_string();
    let there = complaint(&with(&["--games", &games, "--pdn", name]));
    assert!(there.contains("--resume continues its match"), "{there}");
    let arguments = with(&["--games", &games, "--pdn", name, "--resume", "--json"]);
    let output = damier(&arguments).output().expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let expected = format!(
        "{} games are in the file already; an incomplete game",
        played - 1
    );
    assert!(stderr.contains(&expected), "{stderr}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["games"], played + 6);
    let all = rounds(&file);
    assert_eq!(all.len(), played + 6);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), played + 6);
    answer(&["pdn", "check", name], 0);
}

/// Limits that Hub 1 does not support are reported before the first game, and count as no player's
/// fault.
#[cfg(unix)]
#[test]
fn limits_unsupported_by_a_protocol_are_rejected_before_the_first_game() {
    let engine = "hub1:sh -c 'while read line; do case $line in hub) echo wait;; init) echo ready;; \
        ping) echo pong;; quit) exit;; depth*) echo error bad command;; esac; done'";
    let with = |limit, value| {
        let players = ["match", "--a", engine, "--b", "builtin,hash=1"];
        let games = ["--games", "2", "--concurrency", "1", limit, value];
        complaint(&[&players[..], &games].concat())
    };
    let message = with("--nodes", "5");
    assert!(
        message.contains("game 1.1, player A: Hub 1 does not support a limit of positions"),
        "{message}"
    );
    let message = with("--depth", "5");
    assert!(
        message.contains("game 1.1, player A: it refused: bad command, when given a depth"),
        "{message}"
    );
}

#[test]
fn a_hub_engine_may_ponder() {
    let program = format!("hub:'{}' hub", env!("CARGO_BIN_EXE_damier"));
    let players = ["match", "--a", &program, "--b", "builtin,hash=1"];
    let games = ["--games", "2", "--time", "0.01", "--ponder", "a"];
    // A generous margin, since a busy machine is slow.
    let late = ["--margin", "60", "--longest", "60", "--json"];
    let report = json(&[&players[..], &games, &late].concat(), 0);
    assert_eq!(report["games"], 2);
    assert_eq!(report["a"]["ponders"], true);
    assert_eq!(report["b"]["ponders"], false);
    let endings = report["endings"].as_object().expect("endings").keys();
    let broken: Vec<&String> = endings
        .filter(|ending| {
            ["crash", "hang", "nonsense", "illegal-move", "no-move"].contains(&ending.as_str())
        })
        .collect();
    assert_eq!(broken, Vec::<&String>::new());
    let message = crate::complaint(&with(&["--games", "2", "--ponder", "both"]));
    assert!(message.contains("--ponder: A cannot ponder"), "{message}");
}

#[test]
fn unplayable_matches_are_reported() {
    let unlimited = [
        "match",
        "--a",
        "builtin",
        "--b",
        "builtin,nodes=5",
        "--games",
        "2",
    ];
    assert!(complaint(&unlimited).contains("A has no limit"));
    let nobody = [
        "match",
        "--a",
        "hub:no-such-engine hub",
        "--b",
        "builtin",
        "--nodes",
        "5",
    ];
    // One game at a time, so that the order of the messages is fixed.
    let message =
        crate::complaint(&[&nobody[..], &["--games", "2", "--concurrency", "1"]].concat());
    assert!(
        message.contains("game 1.1, player A: cannot start"),
        "{message}"
    );
    let few = complaint(&with(&["--games", "100", "--openings", "random:1"]));
    assert!(few.contains("only 9 openings of 1 random plies"), "{few}");
    for (option, value) in [("--sprt", "10,0"), ("--clock", "soon"), ("--screen", "x")] {
        let message = crate::complaint(&with(&["--games", "2", option, value]));
        assert!(message.contains(option), "{message}");
    }
}

#[test]
fn a_wrong_number_is_answered_with_the_bounds() {
    for (number, expected) in [("x", "from 1 to 10000000"), ("0", "from 1 to 10000000")] {
        let message = crate::complaint(&[
            "match", "--a", "builtin", "--b", "builtin", "--games", number,
        ]);
        assert!(
            message.contains(&format!("expected a whole number {expected}")),
            "{message}"
        );
    }
    let message = crate::complaint(&["print", "mock-exam", "--number", "1000"]);
    assert!(
        message.contains("expected a whole number from 1 to 999"),
        "{message}"
    );
}
