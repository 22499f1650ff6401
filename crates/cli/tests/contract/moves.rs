//! `damier moves` and `damier variants`.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::{complaint, damier, json as json_of, text};

#[test]
fn the_first_moves_are_nine() {
    let moves = text(&["moves"]);
    assert_eq!(
        moves,
        "31-26\n31-27\n32-27\n32-28\n33-28\n33-29\n34-29\n34-30\n35-30\n"
    );
}

#[test]
fn a_move_carries_squares_path_and_captured_in_the_order_of_taking() {
    let fen = "B:W23,29,30,38,39:BK35"; // the coup turc of every handbook
    let answer = json_of(&["moves", "--json", "--fen", fen], 0);
    assert_eq!(answer["variant"], "international");
    assert_eq!(answer["fen"], fen);
    assert_eq!(answer["outcome"], Value::Null);
    assert_eq!(
        answer["moves"],
        json!([{
            "text": "35x34", "long": "35x19x32x43x34", "from": "35", "to": "34",
            "path": ["35", "19", "32", "43", "34"], "captured": ["30", "23", "38", "39"],
            "promotes": false, "huff": null,
            "from_index": 35, "to_index": 34, "captured_index": [30, 23, 38, 39]
        }])
    );
}

#[test]
fn moves_are_played_and_a_repetition_ends_a_game() {
    let walk = "46-41 1-6 41-46 6-1 46-41 1-6 41-46 6-1";
    let fen = "W:WK46,48,49,50:B2,3,4,K1";
    let answer = json_of(&["moves", "--json", "--fen", fen, "--moves", walk], 0);
    assert_eq!(answer["fen"], fen, "the input is echoed");
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(
        answer["outcome"],
        json!({ "winner": null, "reason": "third-occurrence" })
    );
    let once = json_of(&["moves", "--json", "--fen", fen], 0);
    assert_eq!(
        once["outcome"],
        Value::Null,
        "the position alone knows no history"
    );
}

#[test]
fn a_side_without_moves_has_lost() {
    let answer = json_of(&["moves", "--json", "--fen", "W:W46:B37,41"], 0);
    assert_eq!(
        answer["outcome"],
        json!({ "winner": "black", "reason": "no-moves" })
    );
    let answer = json_of(&["moves", "--json", "--fen", "W:W:B1"], 0);
    assert_eq!(
        answer["outcome"],
        json!({ "winner": "black", "reason": "no-pieces" })
    );
}

#[test]
fn a_batch_answers_each_line_and_continues_after_an_error() {
    let output = damier(&["moves", "--batch"])
        .write_stdin("W:W31-50:B1-20\nnonsense\nW:W46:B37,41")
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "one line was unreadable");
    let lines: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(lines[1]["fen"], "nonsense");
    assert_eq!(lines[1]["error"]["code"], "unexpected");
    assert_eq!(lines[1]["error"]["column"], 1);
    assert_eq!(lines[2]["outcome"]["reason"], "no-moves");
}

#[test]
fn a_batch_answers_each_line_before_reading_the_next() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["moves", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..3 {
        questions.write_all(b"W:W28:B19\n").expect("written");
        let line = answers.next().expect("an answer").expect("text");
        assert!(line.starts_with("{\"schema\":1,"), "{line}");
    }
    drop(questions);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_batch_survives_any_bytes_and_any_length() {
    let mut input = vec![b'x'; 300_000];
    input.extend_from_slice(b"\n\xff\xfe\x00:W\n\nW:W28:B19\n");
    let output = damier(&["moves", "--batch"])
        .write_stdin(input)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<String> = output
        .stdout
        .lines()
        .map(|line| line.expect("text"))
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].contains("line-too-long"));
    assert!(lines[3].contains("\"outcome\":null"));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    let question = "W:W31-50:B1-20\n".repeat(20_000);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["moves", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let mut questions = child.stdin.take().expect("a pipe");
    let _ = questions.write_all(question.as_bytes()); // it may have gone already
    drop(questions);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn errors_name_the_place() {
    for (arguments, expected) in [
        (
            &["moves", "--fen", "W:W51:B1"][..],
            "--fen: column 4: found square 51",
        ),
        (&["moves", "--fen", "W:W1:B2"], "--fen: "),
        (&["moves", "--moves", "32-28,19"], "column 6: found ','"),
        (&["moves", "--variant", "chess"], "invalid value 'chess'"),
    ] {
        let message = complaint(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn the_rule_table_of_a_variant_is_listed_completely() {
    let answer = json_of(&["variants", "--json"], 0);
    let international = &answer["variants"][0];
    assert_eq!(international["id"], "international");
    assert_eq!(international["board"]["squares"], 50);
    assert_eq!(international["precedence"], json!(["most-pieces"]));
    assert_eq!(international["removal"], "after-move");
    let draws: Vec<&Value> = international["draws"]
        .as_array()
        .expect("rules")
        .iter()
        .map(|d| &d["rule"])
        .collect();
    assert_eq!(
        draws,
        ["occurrences", "lone-king", "lone-king", "king-moves"]
    );
    assert_eq!(international["game_type"]["long"], "20,W,10,10,N2,0");
    assert_eq!(international["fr"]["name"], "Dames internationales");
    let list = text(&["variants"]);
    assert!(
        list.contains("  international    10x10  2 x 20  20  International draughts\n"),
        "{list}"
    );
}

#[test]
fn an_illegal_move_gets_its_reason_and_a_move_list_can_be_pasted() {
    let output = crate::answer(&["moves", "--moves", "1.32-28 (19-23)! 2. 33-29"], 1);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("--moves, move 3, 33-29: Capturing is compulsory"),
        "{stderr}"
    );
}

/// The notation of the French federation: the captured squares behind the last one.
#[test]
fn moves_with_their_captured_squares_are_played() {
    let long = crate::text(&["moves", "--moves", "32-28 19-23 28x19x23"]);
    assert_eq!(
        long,
        crate::text(&["moves", "--moves", "32-28 19-23 28x19"])
    );
}
