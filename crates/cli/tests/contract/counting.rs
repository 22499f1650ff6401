//! `damier perft`, `damier analyse` and `damier bench`.

use crate::{answer, complaint, json, text};

#[test]
fn perft_counts_sets_or_sequences() {
    let last = |arguments: &[&str]| {
        text(arguments)
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(last(&["perft", "--depth", "6"]).starts_with("perft(6) = 167140   "));
    assert!(last(&["perft", "--depth", "0"]).starts_with("perft(0) = 1   "));
    let circle = "W:W28:B12,13,22,23"; // one set, taken in two orders
    assert!(last(&["perft", "--depth", "1", "--fen", circle]).starts_with("perft(1) = 1   "));
    let sequences = ["perft", "--depth", "1", "--sequences", "--fen", circle];
    assert!(last(&sequences).starts_with("perft(1) = 2   "));
}

#[test]
fn a_negative_number_is_out_of_bounds() {
    let message = complaint(&["perft", "--depth", "-1"]);
    assert!(message.contains("'-1' for '--depth"), "{message}");
}

#[test]
fn threads_do_not_change_a_count_and_divide_adds_up() {
    let output = text(&["perft", "--depth", "5", "--divide", "--threads", "3"]);
    let (rows, last): (Vec<&str>, Vec<&str>) =
        output.lines().partition(|line| !line.starts_with("perft"));
    assert_eq!(rows.len(), 9);
    let count = |row: &&str| row.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok());
    assert_eq!(rows.iter().filter_map(count).sum::<u64>(), 27_117);
    assert!(last[0].starts_with("perft(5) = 27117   "));
    assert!(last[0].ends_with(" Mn/s"), "{}", last[0]);
}

#[test]
fn an_analysis_finds_the_shot_and_is_reproducible() {
    // 27-22 gives one man and captures two.
    let ask = || {
        let mut analysis = json(
            &["analyse", "--json", "--nodes", "20000", "--lines", "2"],
            0,
        );
        analysis["seconds"] = 0.into();
        analysis["nodes_per_second"] = 0.into();
        analysis
    };
    let analysis = ask();
    assert_eq!(
        analysis,
        ask(),
        "one thread and fixed nodes give one answer"
    );
    assert_eq!(analysis["lines"].as_array().map(Vec::len), Some(2));
    assert!(analysis["score"].is_i64());
    assert_eq!(analysis["best"], analysis["lines"][0]["moves"][0]);
}

#[test]
fn a_win_is_reported_in_plies() {
    let analysis = json(
        &["analyse", "--json", "--depth", "6", "--fen", "W:WK50:B22"],
        0,
    );
    assert_eq!(analysis["score"], serde_json::json!({ "win": 1 }));
    let over = json(
        &["analyse", "--json", "--depth", "6", "--fen", "B:WK50:B"],
        0,
    );
    assert_eq!(over["outcome"]["reason"], "no-pieces");
    assert_eq!(over["best"], serde_json::Value::Null);
}

#[test]
fn an_analysis_shows_as_many_lines_as_asked_where_the_first_wins_at_once() {
    // The tables have every move of this position, and only the first one wins.
    let position = "W:W23,29,30,38,44:BK35";
    let analyse = |lines: &str| {
        let asked = [
            "analyse", "--json", "--depth", "4", "--fen", position, "--lines", lines,
        ];
        let analysis = json(&asked, 0);
        assert_eq!(analysis["best"], "44-39");
        assert_eq!(analysis["score"], serde_json::json!({ "win": 3 }));
        analysis["lines"].as_array().map_or(0, Vec::len)
    };
    assert_eq!([analyse("1"), analyse("3"), analyse("100")], [1, 3, 9]);
}

/// The same sentence as that of `moves`.
#[test]
fn an_analysis_of_a_finished_game_says_who_has_won() {
    for (fen, sentence) in [
        ("B:W50:B", "White wins: Black has no pieces left.\n"),
        (
            "W:W26:B21,17",
            "Black wins: White has no move left, every piece is blocked.\n",
        ),
    ] {
        let analysed = answer(&["analyse", "--depth", "3", "--fen", fen], 0).stderr;
        assert_eq!(String::from_utf8_lossy(&analysed), sentence);
        assert_eq!(analysed, answer(&["moves", "--fen", fen], 0).stderr);
    }
}

#[test]
fn an_analysis_needs_a_limit() {
    assert!(complaint(&["analyse"]).contains("--time"));
    assert!(complaint(&["analyse", "--time", "-1"]).contains("--time"));
}

#[test]
fn bench_ends_with_its_signature() {
    let output = text(&["bench", "--depth", "6"]);
    let last = output.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("bench  ") && last.ends_with(" Mn/s"),
        "{last}"
    );
}
