//! A tree of moves through the exports, as the analysis page edits it: JSON in, JSON out.

use damier_wasm::{DoorError, Game, TreeEditor, read_pdn};
use serde_json::{Value, json};

/// Everything that a PDN can contain: unknown tags, variations within variations, comments before
/// and after moves, signs, clocks, marks, evaluations, and a result that no rule of this program
/// produces.
const FULL: &str = r#"[Event "Club championship"]
[Site "Dakar"]
[Date "2024.05.01"]
[White "Awa"]
[Black "Piet"]
[Result "2-0"]
[GameType "20"]
[Annotator "M. Diop"]
[MyOwnTag "kept \"as it is\""]

{Before the game.} 1. 32-28 $1 {A first move. [%clk 0:59:30] [%csl G28][%cal R3228]} ( 1. 33-28 {Also played.} 1... 18-22
( 1... 18-23 2. 39-33 $7 ) 2. 38-33 ) 1... 19-23? 2. 28x19 14x23 {[%eval 0.35]} ( {Backwards:} 2... 13x24 ) 3. 37-32 2-0
"#;

fn parse(answer: Result<String, DoorError>) -> Value {
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}

fn editor() -> TreeEditor {
    TreeEditor::new("international", None).expect("a game")
}

/// The only game of a text, stored and opened again.
fn kept_and_opened(text: &str) -> (Value, TreeEditor) {
    let reply = parse(read_pdn(text, "international", "en"));
    assert_eq!(reply["errors"], json!([]), "{reply}");
    let game = reply["games"][0].clone();
    (game.clone(), opened(&game["record"], &game["tree"]))
}

fn opened(record: &Value, tree: &Value) -> TreeEditor {
    let tree = tree.as_str().map(str::to_owned);
    TreeEditor::from_record(&record.to_string(), tree).expect("a kept game")
}

fn play(editor: &mut TreeEditor, node: u64, from: u32, to: u32) -> Value {
    let input = json!({ "from": from, "to": to }).to_string();
    parse(editor.play(u32::try_from(node).expect("a node"), &input, "en"))
}

/// Plays a move and returns its node.
fn played(editor: &mut TreeEditor, node: u64, from: u32, to: u32) -> u64 {
    let reply = play(editor, node, from, to);
    reply["played"]["change"]["at"].as_u64().expect("a node")
}

fn node(editor: &TreeEditor, id: u64) -> Value {
    let nodes = parse(editor.nodes());
    let mut nodes = nodes.as_array().expect("nodes").iter();
    nodes.find(|it| it["id"] == id).cloned().unwrap_or_default()
}

/// The words of a text, whatever its line breaks are.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn a_file_full_of_annotations_comes_out_as_it_went_in() {
    let (game, editor) = kept_and_opened(FULL);
    assert_eq!(game["annotated"], true);
    let out = editor.pdn();
    for said in [
        "[MyOwnTag \"kept \\\"as it is\\\"\"]",
        "[Annotator \"M. Diop\"]",
        "[Result \"2-0\"]",
        "{Before the game.}",
        "[%clk 0:59:30]",
        "[%csl G28]",
        "[%cal R3228]",
        "{Also played.}",
        "39-33 $7",
        "[%eval 0.35]",
        "{Backwards:}",
        "13x24",
    ] {
        assert!(out.contains(said), "{said} is lost:\n{out}");
    }
    assert!(!out.contains("Termination"), "{out}");
    // The stored text reads back as the same text, any number of times.
    let again = kept_and_opened(&out).1.pdn();
    assert_eq!(words(&again), words(&out));
}

#[test]
fn a_game_without_annotations_is_none_though_it_has_clocks() {
    let (game, _) = kept_and_opened("[GameType \"20\"]\n\n1. 32-28 {[%clk 0:10:00]} 19-23 *\n");
    assert_eq!(game["annotated"], false);
    assert_eq!(
        kept_and_opened("[GameType \"20\"]\n\n1. 32-28 (1. 33-28) *\n").0["annotated"],
        true
    );
}

#[test]
fn nodes_tell_everything_of_a_move() {
    let (_, editor) = kept_and_opened(FULL);
    let nodes = parse(editor.nodes());
    let root = &nodes[0];
    assert_eq!(
        (&root["kind"], &root["parent"]),
        (&json!("start"), &Value::Null)
    );
    assert_eq!(root["children"].as_array().map(Vec::len), Some(2));
    let first = &nodes[1];
    assert_eq!(
        (
            &first["text"],
            &first["number"],
            &first["second"],
            &first["side"]
        ),
        (&json!("32-28"), &json!(1), &json!(false), &json!("white"))
    );
    assert_eq!(first["signs"], json!(["!"]));
    assert_eq!(first["comments"], json!(["A first move."]));
    assert_eq!(first["clock"], json!({ "white": 3570, "black": null }));
    assert_eq!(
        first["marks"],
        json!([
            { "colour": "G", "from": 28, "to": null },
            { "colour": "R", "from": 32, "to": 28 },
        ])
    );
    let texts = |side: &str| -> Vec<Value> {
        let nodes = nodes.as_array().expect("nodes").iter();
        nodes
            .filter(|it| it["side"] == side)
            .map(|it| it["bracketed"].clone())
            .collect()
    };
    assert_eq!(texts("black")[0], "(19-23)");
    let seventh = nodes
        .as_array()
        .expect("nodes")
        .iter()
        .find(|it| it["text"] == "39-33");
    assert_eq!(seventh.map(|it| &it["signs"]), Some(&json!(["$7"])));
    assert_eq!(
        parse(editor.tags())[7],
        json!({ "name": "Annotator", "value": "M. Diop" })
    );
}

#[test]
fn going_on_from_an_earlier_move_makes_a_variation() {
    let mut editor = editor();
    let first = played(&mut editor, 0, 32, 28);
    let second = played(&mut editor, first, 19, 23);
    let reply = play(&mut editor, first, 18, 23);
    let other = reply["played"]["change"]["at"].as_u64().expect("a node");
    assert_ne!(other, second);
    assert_eq!(node(&editor, first)["children"], json!([second, other]));
    // The change contains the new node and its parent, and no other nodes.
    let changed = reply["played"]["change"]["nodes"]
        .as_array()
        .expect("nodes");
    let ids: Vec<&Value> = changed.iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [&json!(first), &json!(other)]);
    // A move that is already in the tree is followed, and there is no change to undo.
    assert_eq!(played(&mut editor, first, 19, 23), second);
    assert_eq!(
        words(&editor.pdn())[2..],
        ["1.", "32-28", "19-23", "(", "1...", "18-23", ")", "*"]
    );
}

#[test]
fn a_refusal_has_its_sentence_and_squares() {
    let mut editor =
        TreeEditor::new("international", Some("W:W28,36:B23".into())).expect("a position");
    let refused = &play(&mut editor, 0, 36, 31)["refused"];
    assert_eq!(refused["code"], "must-capture");
    assert!(
        refused["sentence"]
            .as_str()
            .is_some_and(|it| it.contains("28")),
        "{refused}"
    );
    assert_eq!(refused["squares"]["must_move"], json!([28]));
    assert_eq!(refused["must_play"][0]["long"], "28x19");
    let why = editor
        .why_not(0, 36, "fr")
        .expect("an answer")
        .expect("a refusal");
    assert!(why.contains("sentence"), "{why}");
    assert_eq!(editor.why_not(0, 28, "fr"), Ok(None));
}

#[test]
fn several_captures_are_asked_about() {
    let fen = "W:W37:B32,31,21,22";
    let mut editor = TreeEditor::new("international", Some(fen.into())).expect("a position");
    let position = parse(editor.position(0, "en"));
    let moves = position["moves"].as_array().expect("moves").len();
    let reply = play(
        &mut editor,
        0,
        37,
        position["moves"][0]["to"]
            .as_u64()
            .map_or(0, |to| to as u32),
    );
    assert!(
        moves >= 1 && (reply["ambiguous"].is_array() || reply["played"].is_object()),
        "{reply}"
    );
}

#[test]
fn every_change_is_undone_and_done_again() {
    let (_, mut editor) = kept_and_opened(FULL);
    let mut seen = vec![editor.pdn()];
    let first = parse(editor.nodes())[1]["id"]
        .as_u64()
        .map_or(0, |id| id as u32);
    let variation = parse(editor.nodes())[0]["children"][1]
        .as_u64()
        .map_or(0, |id| id as u32);
    let changes: [&dyn Fn(&mut TreeEditor); 7] = [
        &|it| drop(it.set_comment(first, "Another word.", false)),
        &|it| drop(it.set_signs(first, "[\"?!\"]")),
        &|it| drop(it.set_marks(first, r#"[{"colour":"G","from":28,"to":null}]"#)),
        &|it| drop(it.set_evaluation(first, "-0.35,18")),
        &|it| drop(it.promote(variation)),
        &|it| drop(it.remove(first)),
        &|it| drop(it.set_comment(0, "", false)),
    ];
    for change in changes {
        change(&mut editor);
        assert_ne!(Some(&editor.pdn()), seen.last());
        seen.push(editor.pdn());
    }
    for before in seen.iter().rev().skip(1) {
        assert!(editor.undo().expect("undone").is_some());
        assert_eq!(&editor.pdn(), before);
    }
    assert_eq!(editor.undo(), Ok(None));
    for after in &seen[1..] {
        assert!(editor.redo().expect("done").is_some());
        assert_eq!(&editor.pdn(), after);
    }
    assert_eq!(editor.redo(), Ok(None));
}

#[test]
fn undoing_a_removal_tells_of_every_node_that_comes_back() {
    let (_, mut editor) = kept_and_opened(FULL);
    let before = parse(editor.nodes());
    let first = before[1]["id"].as_u64().map_or(0, |id| id as u32);
    let change = parse(editor.remove(first));
    assert_eq!(
        (&change["at"], &change["can_undo"]),
        (&json!(0), &json!(true))
    );
    let back = editor.undo().expect("undone").expect("a change");
    let back: Value = serde_json::from_str(&back).expect("JSON");
    assert_eq!(back["at"], json!(first));
    // The start, 32-28, and everything after it, including the variation.
    assert_eq!(back["nodes"].as_array().map(Vec::len), Some(7));
    assert_eq!(parse(editor.nodes()), before);
}

#[test]
fn a_comment_that_is_being_written_is_undone_as_one() {
    let mut editor = editor();
    let before = editor.pdn();
    for text in ["G", "Go", "Good"] {
        editor.set_comment(0, text, text != "G").expect("written");
    }
    assert_eq!(node(&editor, 0)["comments"], json!(["Good"]));
    editor.undo().expect("undone");
    assert_eq!(editor.pdn(), before);
    assert_eq!(editor.undo(), Ok(None));
}

#[test]
fn marks_and_evaluations_are_set_read_and_taken_away() {
    let mut editor = editor();
    let first = u32::try_from(played(&mut editor, 0, 32, 28)).expect("a node");
    let marks = json!([
        { "colour": "G", "from": 28, "to": null },
        { "colour": "R", "from": 19, "to": 23 },
    ]);
    let change = parse(editor.set_marks(first, &marks.to_string()));
    assert_eq!(change["nodes"][0]["marks"], marks);
    let change = parse(editor.set_evaluation(first, "#-3"));
    assert_eq!(change["nodes"][0]["evaluation"], "#-3");
    assert!(
        editor.pdn().contains("[%csl G28] [%cal R1923] [%eval #-3]"),
        "{}",
        editor.pdn()
    );
    let change = parse(editor.set_marks(first, "[]"));
    assert_eq!(change["nodes"][0]["marks"], json!([]));
    let change = parse(editor.set_evaluation(first, ""));
    assert_eq!(change["nodes"][0]["evaluation"], Value::Null);
    for (marks, code) in [
        (r#"[{"colour":"X","from":28,"to":null}]"#, "no-such-mark"),
        (r#"[{"colour":"G","from":51,"to":null}]"#, "no-such-mark"),
        (r#"[{"colour":"G","from":0,"to":null}]"#, "no-such-mark"),
        (r#"{"colour":"G"}"#, "bad-json"),
    ] {
        let error = editor.set_marks(first, marks).expect_err("refused");
        assert_eq!(error.code, code, "{marks}");
    }
    let error = editor.set_evaluation(first, "good").expect_err("refused");
    assert_eq!(error.code, "no-evaluation");
}

#[test]
fn a_game_played_on_goes_on_in_its_tree() {
    let record =
        |text: &str| parse(read_pdn(text, "international", "en"))["games"][0]["record"].clone();
    let short = record("[GameType \"20\"]\n\n1. 32-28 *\n");
    let mut editor = opened(&short, &Value::Null);
    played(&mut editor, 0, 33, 28);
    editor.set_comment(1, "As it was.", false).expect("written");
    let tree = json!(editor.pdn());
    // After playing on, the new move is in the main line, and the comments stay.
    let long = record("[GameType \"20\"]\n\n1. 32-28 19-23 2-0\n");
    let out = opened(&long, &tree).pdn();
    assert!(
        out.contains("1. 32-28 {As it was.} ( 1. 33-28 ) 1... 19-23"),
        "{out}"
    );
    assert!(out.contains("[Result \"2-0\"]"), "{out}");
    // A variation that the user has put first stays first as long as no new move is played.
    let first = editor.find("[\"33-28\"]").expect("a path").expect("a node");
    editor.promote(first).expect("promoted");
    let out = opened(&short, &json!(editor.pdn())).pdn();
    assert!(out.contains("1. 33-28 ( 1. 32-28 {As it was.} )"), "{out}");
}

#[test]
fn a_position_tells_the_way_of_its_line_and_how_it_ends() {
    let mut editor = editor();
    let first = played(&mut editor, 0, 32, 28);
    let second = played(&mut editor, first, 19, 23);
    let position = parse(editor.position(u32::try_from(second).expect("a node"), "en"));
    assert_eq!(position["line"], json!(["32-28", "19-23"]));
    assert_eq!(position["last"]["text"], "19-23");
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&position["playable"], &position["outcome"]),
        (&json!(true), &Value::Null)
    );
    let mut lost = TreeEditor::new("international", Some("W:W28:B23".into())).expect("a position");
    let end = played(&mut lost, 0, 28, 19);
    let position = parse(lost.position(u32::try_from(end).expect("a node"), "en"));
    assert_eq!(position["outcome"]["winner"], "white");
    assert_eq!(position["moves"], json!([]));
}

#[test]
fn a_move_that_cannot_be_played_is_kept_and_reported() {
    let reply = parse(read_pdn(
        "[GameType \"20\"]\n\n1. 32-28 19-14 2. 37-32 *\n",
        "international",
        "en",
    ));
    let game = &reply["games"][0];
    let editor = opened(&game["record"], &game["tree"]);
    let nodes = parse(editor.nodes());
    assert_eq!(
        (&nodes[2]["kind"], &nodes[2]["text"]),
        (&json!("unplayed"), &json!("19-14"))
    );
    let position = parse(editor.position(2, "en"));
    assert_eq!(
        (&position["playable"], &position["moves"]),
        (&json!(false), &json!([]))
    );
    assert_eq!(position["last"]["text"], "32-28");
    let pdn = editor.pdn();
    assert!(pdn.contains("19-14 2. 37-32"), "{pdn}");
}

#[test]
fn an_irregular_move_that_stood_is_a_position_that_was_set_up() {
    let settings = json!({
        "start": null, "clock": null, "few_pieces": "fresh",
        "white": { "kind": "person", "name": "" }, "black": { "kind": "person", "name": "" },
        "conduct": {
            "touched_is_played": false, "irregular_moves": true, "offers_from_move": 0, "colours_by_lot": false,
        },
    });
    let mut game = Game::new("international", &settings.to_string(), 1_000.0).expect("a game");
    game.irregular("white", 32, 23, &[], 2_000.0)
        .expect("done on the board");
    game.let_stand("black", 3_000.0).expect("it stands");
    let record: Value = serde_json::from_str(&game.record().expect("a record")).expect("JSON");
    let editor = opened(&record, &Value::Null);
    let nodes = parse(editor.nodes());
    assert_eq!(
        (&nodes[1]["kind"], &nodes[1]["side"]),
        (&json!("setup"), &json!("white"))
    );
    let position = parse(editor.position(1, "en"));
    assert_eq!(
        (&position["line"], &position["last"]),
        (&json!([]), &Value::Null)
    );
    let on = |square: u32| json!({ "square": square, "side": "white", "kind": "man" });
    let pieces = position["pieces"].as_array().expect("pieces");
    assert!(
        pieces.contains(&on(23)) && !pieces.contains(&on(32)),
        "{position}"
    );
}

#[test]
fn the_way_to_a_node_is_found_again() {
    let (game, editor) = kept_and_opened(FULL);
    let nodes = parse(editor.nodes());
    for it in nodes.as_array().expect("nodes") {
        let id = it["id"].as_u64().map_or(0, |id| id as u32);
        let path = editor.path(id).expect("a path");
        let again = opened(&game["record"], &game["tree"]);
        assert_eq!(again.find(&path), Ok(Some(id)));
    }
    assert_eq!(editor.find("[\"1-2\"]"), Ok(None));
}

#[test]
fn the_main_line_is_a_record() {
    let (game, editor) = kept_and_opened(FULL);
    let line = parse(editor.line());
    assert_eq!(line["plies"], 5);
    assert_eq!(line["record"]["acts"], game["record"]["acts"]);
    assert_eq!(line["record"]["settings"]["white"]["name"], "Awa");
}

#[test]
fn signs_of_positions_are_set_and_kept_beside_those_of_moves() {
    let mut editor = editor();
    let first = played(&mut editor, 0, 32, 28);
    let change = editor.set_signs(first as u32, r#"["!","$16"]"#);
    change.expect("signs of PDN");
    assert_eq!(node(&editor, first)["signs"], json!(["!", "$16"]));
    assert!(editor.pdn().contains("32-28! $16"), "{}", editor.pdn());
}

#[test]
fn what_is_not_there_has_a_code() {
    let mut editor = editor();
    let code = |answer: Result<String, DoorError>| answer.err().map(|error| error.code);
    assert_eq!(
        code(editor.position(9, "en")).as_deref(),
        Some("no-such-node")
    );
    assert_eq!(code(editor.remove(0)).as_deref(), Some("root"));
    assert_eq!(
        code(editor.set_signs(0, "[\"nonsense\"]")).as_deref(),
        Some("no-such-sign")
    );
    assert_eq!(
        code(editor.position(0, "de")).as_deref(),
        Some("unknown-language")
    );
    let unknown = TreeEditor::new("chess", None).err().map(|error| error.code);
    assert_eq!(unknown.as_deref(), Some("unknown-variant"));
    let record = parse(editor.line())["record"].to_string();
    let unreadable = TreeEditor::from_record(&record, Some("[FEN \"nonsense\"]\n*".into()));
    assert_eq!(
        unreadable.err().map(|error| error.code).as_deref(),
        Some("unreadable")
    );
}
