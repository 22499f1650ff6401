//! `damier endgame`.

use std::fs;

use crate::{answer, complaint, json, text};

/// The four-piece tables are bundled.
#[test]
fn tables_of_few_pieces_come_with_the_program() {
    let known = json(
        &["endgame", "probe", "--fen", "W:WK28,K5:BK46", "--json"],
        0,
    );
    assert_eq!(
        (&known["value"], &known["plies"]),
        (&"win".into(), &3.into())
    );
    let four = json(
        &["endgame", "probe", "--fen", "W:WK1,K2:BK49,K50", "--json"],
        0,
    );
    assert!(four["value"].is_string());
    let analysis = json(
        &[
            "analyse",
            "--depth",
            "4",
            "--fen",
            "W:WK28,K5:BK46",
            "--json",
        ],
        0,
    );
    assert_eq!(analysis["score"]["win"], known["plies"]);
    assert_eq!(analysis["nodes"], 0, "nothing is left to search");
    let probe_message = |args: &[&str]| {
        let stderr = answer(&[&["endgame", "probe"], args].concat(), 1).stderr;
        String::from_utf8_lossy(&stderr).into_owned()
    };
    let start = probe_message(&[]);
    assert!(
        start.starts_with("no table has this position of 40 pieces; those available are complete"),
        "{start}"
    );
    assert!(!start.contains("endgame build"), "{start}");
    let over = probe_message(&["--fen", "W:W28:B"]);
    assert_eq!(over, "one side has no pieces left: the game is over\n");
}

/// 1-6 wins in the fewest plies; but when both sides have moved back and forth twice, Black's reply
/// draws.
#[test]
fn the_shortest_win_is_avoided_if_the_position_would_occur_a_third_time() {
    let best = |moves: &str| {
        let position = ["analyse", "--fen", "W:WK6,K2,K7:BK35", "--moves", moves];
        let found = json(&[&position[..], &["--depth", "3", "--json"]].concat(), 0);
        found["best"].as_str().expect("a move").to_owned()
    };
    assert_eq!(best("6-1 35-44"), "1-6");
    assert_ne!(best("6-1 35-44 1-6 44-35 6-1 35-44"), "1-6");
}

#[test]
fn tables_are_built_resumed_verified_counted_and_probed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path().join("tables");
    let folder = folder.to_str().expect("a name in unicode");
    let build = [
        "endgame", "build", "--folder", folder, "--pieces", "3", "--json",
    ];
    let made = json(&build, 0);
    assert_eq!(made["made"].as_array().map(Vec::len), Some(16));
    assert_eq!(made["taken"].as_array().map(Vec::len), Some(0));
    let again = json(&build, 0);
    assert_eq!(again["taken"].as_array().map(Vec::len), Some(16));

    let stats = json(&["endgame", "stats", "--folder", folder, "--json"], 0);
    assert_eq!(stats["complete_to"], 3);
    assert_eq!(stats["pieces"][1]["tables"], 12);

    let verified = json(&["endgame", "verify", "--folder", folder, "--json"], 0);
    assert_eq!(verified["positions"], 8_845 + 806_300);
    assert_eq!(verified["wrong"], 0);
    assert_eq!(verified["distances"].as_array().map(Vec::len), Some(16));

    let probe = |fen: &str, code| {
        json(
            &[
                "endgame", "probe", "--folder", folder, "--fen", fen, "--json",
            ],
            code,
        )
    };
    // The man walks into the king's line.
    let won = probe("W:WK50:B22", 0);
    assert_eq!(won["value"], "win");
    assert_eq!(won["plies"], 1);
    assert_eq!(won["material"], "k-m");
    // The same with Black to move and the board turned.
    let turned = probe("B:W29:BK1", 0);
    assert_eq!(
        (&turned["value"], &turned["plies"]),
        (&won["value"], &won["plies"])
    );
    let four = probe("W:WK1,K2:BK49,K50", 1);
    assert!(four["value"].is_null());
    let five = ["--fen", "W:WK1,K2,K3:BK49,K50"];
    let output = answer(
        &[&["endgame", "probe", "--folder", folder], &five[..]].concat(),
        1,
    );
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let how = format!(
        "are complete up to 3: damier endgame build --pieces 5 --folder {folder} builds more\n"
    );
    assert!(message.ends_with(&how), "{message}");

    engines_ask(folder);

    // A damaged file is reported, and built again.
    let file = std::path::Path::new(folder).join("international-k-m.wdl");
    let mut bytes = fs::read(&file).expect("it was made");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("it can be written");
    let stderr = answer(&["endgame", "stats", "--folder", folder], 1).stderr;
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    assert!(
        stderr.contains("international-k-m.wdl: byte 0: the table is damaged"),
        "{stderr}"
    );
    // The engine reports it too, and plays with the other tables.
    let (analysis, messages) = analysed(folder);
    assert!(analysis["best"].is_string());
    assert!(messages.contains("; not used"), "{messages}");
    // Other tables depend on it: this is reported, and the rest is verified.
    for lost in ["international-k-m.wdl", "international-m-kk.wdl"] {
        fs::remove_file(std::path::Path::new(folder).join(lost)).expect("it was there");
        let output = answer(&["endgame", "verify", "--folder", folder], 1);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(stdout.contains("missing"), "{stdout}");
    }
    let repaired = json(&build, 0);
    assert_eq!(repaired["made"].as_array().map(Vec::len), Some(4));
    assert!(text(&["endgame", "verify", "--folder", folder]).ends_with(" 0 wrong\n"));
}

#[test]
fn impossible_requests_are_reported() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path().to_str().expect("a name in unicode");
    let message = complaint(&["endgame", "stats", "--folder", folder]);
    assert!(
        message.contains("build them with damier endgame build"),
        "{message}"
    );
    assert!(message.contains("the bundled ones"), "{message}");
    let message = complaint(&[
        "endgame",
        "stats",
        "--variant",
        "russian",
        "--folder",
        folder,
    ]);
    assert!(!message.contains("the bundled ones"), "{message}");
    let message = complaint(&[
        "endgame",
        "build",
        "--variant",
        "frisian",
        "--folder",
        folder,
    ]);
    assert!(message.contains("no tables for frisian"), "{message}");
    let message = complaint(&["endgame", "build", "--pieces", "9", "--folder", folder]);
    assert!(message.contains("a whole number from 2 to 5"), "{message}");
}

/// An ending analysed with these tables, and the messages.
fn analysed(folder: &str) -> (serde_json::Value, String) {
    let fen = "W:WK46,K47:BK5";
    let arguments = [
        "analyse", "--tables", folder, "--fen", fen, "--nodes", "2000", "--json",
    ];
    let stderr = answer(&arguments, 0).stderr;
    (
        json(&arguments, 0),
        String::from_utf8_lossy(&stderr).into_owned(),
    )
}

/// Commands that use tables: the engine for its moves, a match and self-play for adjudication.
fn engines_ask(folder: &str) {
    let probed = json(
        &[
            "endgame",
            "probe",
            "--folder",
            folder,
            "--fen",
            "W:WK46,K47:BK5",
            "--json",
        ],
        0,
    );
    let (analysis, messages) = analysed(folder);
    assert_eq!(messages, "");
    assert_eq!(probed["value"], "win");
    assert_eq!(analysis["score"]["win"], probed["plies"]);
    assert_eq!(analysis["nodes"], 0, "nothing is left to search");

    let spec = format!("builtin,tables={folder}");
    let played = json(
        &[
            "match", "--a", &spec, "--b", "builtin", "--games", "4", "--nodes", "100", "--tables",
            folder, "--seed", "3", "--json",
        ],
        0,
    );
    assert_eq!(played["games"], 4);
    assert_eq!(played["a"]["spec"], spec);
    let games = tempfile::tempdir().expect("a folder");
    let file = games.path().join("games.dg");
    let file = file.to_str().expect("a name in unicode");
    let selfplay = [
        "train", "selfplay", file, "--games", "3", "--nodes", "50", "--tables", folder,
    ];
    assert!(text(&selfplay).starts_with("3 games"));
}

#[test]
fn an_engine_without_its_tables_plays_on_but_no_match_begins() {
    let scratch = tempfile::tempdir().expect("a folder");
    let nowhere = scratch.path().join("nowhere");
    let nowhere = nowhere.to_str().expect("a name in unicode");
    let (analysis, messages) = analysed(nowhere);
    assert!(analysis["best"].is_string());
    assert!(
        messages.contains("the engine plays without tables"),
        "{messages}"
    );
    let spec = format!("builtin,tables={nowhere}");
    for arguments in [
        &[
            "match", "--a", &spec, "--b", "builtin", "--games", "2", "--nodes", "9",
        ][..],
        &[
            "match", "--a", "builtin", "--b", "builtin", "--games", "2", "--nodes", "9",
            "--tables", nowhere,
        ],
        &["train", "selfplay", "games.dg", "--tables", nowhere],
    ] {
        let message = complaint(arguments);
        assert!(
            message.contains("build them with damier endgame build"),
            "{message}"
        );
    }
}
