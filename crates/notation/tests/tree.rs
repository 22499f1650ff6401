//! The tree of moves: reading a game, edits and their undo, and merging.

mod trees;

use damier_notation::GameTree;
use damier_notation::pdn::{Reader, Severity};
use damier_notation::tree::{
    Edit, EditError, EvaluationScore, MergeError, NodeId, NodePath, Note, Step, note_of_sign,
};
use damier_rules::{Position, Side, Variant};
use proptest::prelude::*;
use trees::{random_edit, random_tree};

fn read(text: &str) -> GameTree {
    let (tree, faults) = read_with_faults(text);
    assert_eq!(faults, [] as [&str; 0]);
    tree
}

fn read_with_faults(text: &str) -> (GameTree, Vec<String>) {
    let parsed = Reader::new(text.as_bytes()).next();
    let parsed = parsed.expect("a game").expect("bytes in memory");
    let read = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game to play");
    let faults = parsed.faults.iter().chain(&read.faults);
    (read.tree, faults.map(ToString::to_string).collect())
}

/// The node after these moves, which are written as the steps of a path.
fn at(tree: &GameTree, path: &str) -> NodeId {
    let steps = path
        .split_whitespace()
        .map(|step| step.parse().expect(step));
    tree.find(&steps.collect()).expect(path)
}

const ANNOTATED: &str = "[Event \"x\"]\n[Odd_Tag \"kept\"]\n[White \"a \\\"b\\\"\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n\
    {the start [%csl G28]} 1. 32-28! {good [%clk 0:49:11] [%eval 0.10,12] [%odd 7]} ({or} 1. 33-28?? $18 \
    {bad} (1. 34-30 20-25) 1... 18-23) 1... {now} 19-23 (1... 18-23) 2. 28x19 14x23 1-1\n";

#[test]
fn all_parts_of_a_game_are_read_and_written() {
    let tree = read(ANNOTATED);
    assert_eq!(tree.len(), 10);
    assert_eq!(tree.notes(NodeId::ROOT).marks(tree.variant()).len(), 1);
    let first = at(&tree, "32-28");
    let notes = tree.notes(first);
    assert_eq!(notes.nags().collect::<Vec<_>>(), [1]);
    assert_eq!(notes.comments().collect::<Vec<_>>(), ["good"]);
    let clock = notes.clock(Side::White).and_then(|clock| clock.white);
    assert_eq!(clock.map(|clock| clock.seconds), Some(2951));
    let evaluation = notes.evaluation().expect("an evaluation");
    assert_eq!(
        (evaluation.score, evaluation.depth),
        (EvaluationScore::Hundredths(10), Some(12))
    );
    assert_eq!(notes.commands().last().map(|odd| odd.value), Some("7"));
    let variation = at(&tree, "33-28");
    assert_eq!(tree.notes(variation).before().next(), Some("or"));
    assert_eq!(
        tree.notes(at(&tree, "32-28 19-23")).before().next(),
        Some("now")
    );
    assert_eq!(tree.tag("White"), Some("a \"b\""));
    assert_eq!(tree.tags()[1].name, "Odd_Tag");
    assert_eq!(read(&tree.write_pdn()), tree);
    assert_eq!(tree.write_pdn(), read(&tree.write_pdn()).write_pdn());
}

#[test]
fn moves_that_cannot_be_played_are_kept_in_place() {
    let text =
        "[GameType \"20\"]\n\n1. 32-28 19-22 {wrong} (1... 19-23 2. 28x19) 2. 28x17 3. -- *\n";
    let (tree, faults) = read_with_faults(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(
        tree.write_pdn().replace('\n', " "),
        "[GameType \"20\"]  1. 32-28 19-22 {wrong} (1... 19-23 2. 28x19) 2. 28x17 -- * "
            .replace("(1", "( 1")
            .replace("19)", "19 )")
    );
    let wrong = at(&tree, "32-28 ?19-22");
    assert_eq!(tree.position(wrong), None);
    assert!(tree.position(at(&tree, "32-28 19-23 28-19x23")).is_some());
    let (again, faults_again) = read_with_faults(&tree.write_pdn());
    assert_eq!((again, faults_again), (tree, faults));
}

#[test]
fn a_variation_that_repeats_its_move_is_joined_with_it() {
    let tree = read("[GameType \"20\"]\n\n1. 32-28 {a} (1. 32-28 {b} 19-23) 18-22 *");
    let first = at(&tree, "32-28");
    let texts: Vec<_> = tree
        .children(first)
        .filter_map(|id| tree.move_text(id))
        .collect();
    assert_eq!(texts, ["18-22", "19-23"]);
    assert_eq!(tree.notes(first).comments().collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn comments_belong_to_the_right_move() {
    for (text, written) in [
        (
            "1. 32-28 (1. 33-28) {back to it} 19-23 *",
            "1. 32-28 ( 1. 33-28 ) 1... {back to it} 19-23 *",
        ),
        (
            "1. 32-28 (1. 33-28) {[%clk 1:00]} 19-23 *",
            "1. 32-28 {[%clk 1:00]} ( 1. 33-28 ) 1... 19-23 *",
        ),
        (
            "1. 32-28 ({nothing better}) 19-23 *",
            "1. 32-28 {nothing better} 1... 19-23 *",
        ),
        (
            "1. 32-28 19-23 2. {no more} *",
            "1. 32-28 19-23 {no more} *",
        ),
        ("(1. 33-28) 1. 32-28 *", "1. 32-28 ( 1. 33-28 ) *"),
        (
            "1. 32-28 {a} {b [%x]} $3 $1 *",
            "1. 32-28!! $1 {a} {b [%x]} *",
        ),
    ] {
        let tree = read(&format!("[GameType \"20\"]\n\n{text}"));
        let body = tree.write_pdn().replace("[GameType \"20\"]\n\n", "");
        assert_eq!(body.trim_end(), written, "{text}");
        assert_eq!(read(&tree.write_pdn()), tree, "{text}");
    }
}

#[test]
fn a_tree_gets_the_tag_of_its_game() {
    let tree = read("1. c3-d4 d6-c5 *");
    assert_eq!(tree.tag("GameType"), Some("25"));
    assert_eq!(read(&tree.write_pdn()), tree);
}

#[test]
fn a_setup_in_the_middle() {
    let tree = read("[GameType \"20\"]\n\n1. 32-28 /FEN \"W:W33:B1\"/ 33-29 (33-28) 1-7 *");
    assert_eq!(tree.len(), 6);
    assert_eq!(read(&tree.write_pdn()), tree);
}

#[test]
fn ids_stay_through_removal_and_undo() {
    let mut tree = read(ANNOTATED);
    let whole = tree.clone();
    let (first, last) = (at(&tree, "32-28"), at(&tree, "32-28 19-23 28-19x23"));
    let undo = tree
        .apply(&tree.edit_remove(first).expect("there"))
        .expect("removed");
    assert!(!tree.contains(last) && tree.move_text(last).is_none());
    assert_eq!(tree.len(), 5, "the variations of it stay");
    tree.apply(&undo).expect("put back");
    assert_eq!(tree, whole);
    assert_eq!(at(&tree, "32-28 19-23 28-19x23"), last);
    assert_eq!(tree.main_child(NodeId::ROOT), Some(first));
}

#[test]
fn lines_are_promoted_and_demoted() {
    let mut tree = read(ANNOTATED);
    let deep = at(&tree, "33-28 18-23");
    let before = tree.clone();
    let undo = tree
        .apply(&tree.edit_make_main(deep).expect("there"))
        .expect("made");
    assert!(tree.is_main_line(deep));
    assert_eq!(tree.main_line(), [at(&tree, "33-28"), deep]);
    let text = tree.write_pdn();
    assert_eq!(read(&text), tree, "{text}");
    tree.apply(&undo).expect("undone");
    assert_eq!(tree, before);
}

#[test]
fn edits_that_do_not_fit_change_nothing() {
    let mut tree = read(ANNOTATED);
    let before = tree.clone();
    let path = |text: &str| -> NodePath {
        text.split_whitespace()
            .map(|step| step.parse::<Step>().expect(step))
            .collect()
    };
    let note = |new: Note| Edit::Note {
        at: path("34-29 20-24"),
        index: 0,
        old: None,
        new: Some(new),
    };
    for (edit, expected) in [
        (
            Edit::Add {
                at: path("32-28"),
                step: "32-28".parse().expect("a step"),
            },
            "not-legal",
        ),
        (
            Edit::Add {
                at: path("32-28"),
                step: Step::Unplayed("a {b}".into()),
            },
            "not-plain",
        ),
        (Edit::Remove { at: NodePath::ROOT }, "root"),
        (note(Note::Comment("with [%clk 1:00]".into())), "not-plain"),
        (note(Note::Command("a]b".into())), "not-plain"),
        (note(Note::Sign("!".into())), "not-plain"),
        (note(Note::Before(" ".into())), "not-plain"),
        (
            Edit::Tag {
                index: 0,
                old: None,
                new: Some(damier_notation::tree::TagText("FEN".into(), "x".into())),
            },
            "fixed-tag",
        ),
        (
            Edit::Tag {
                index: 0,
                old: None,
                new: Some(damier_notation::tree::TagText("a b".into(), "x".into())),
            },
            "not-plain",
        ),
        (
            Edit::End {
                old: None,
                new: Some("32-28".into()),
            },
            "not-plain",
        ),
    ] {
        let many = Edit::Many(vec![
            tree.edit_tag("White", Some("changed"))
                .expect("no fixed tag"),
            tree.edit_remove(at(&tree, "32-28")).expect("there"),
            edit,
        ]);
        let error = tree.apply(&many).expect_err(expected);
        assert_eq!(error.code(), expected);
        assert_eq!(tree, before, "{expected}");
    }
    assert_eq!(
        tree.edit_remove(NodeId::from_number(77)),
        Err(EditError::NoSuchNode)
    );
    assert_eq!(note_of_sign("32"), None);
}

#[test]
fn merging_keeps_removed_nodes_that_the_other_side_edited() {
    let base = read(ANNOTATED);
    let removed = base.edit_remove(at(&base, "33-28")).expect("there");
    let written = base
        .edit_comment(at(&base, "33-28 18-23"), "no!")
        .expect("there");
    for (ours, theirs) in [([&removed], [&written]), ([&written], [&removed])] {
        let merged =
            GameTree::merge_edits(&base, &ours.map(Clone::clone), &theirs.map(Clone::clone));
        let merged = merged.expect("both fit");
        let kept = at(&merged, "33-28 18-23");
        assert_eq!(merged.notes(kept).comments().next(), Some("no!"));
        assert_eq!(
            merged.notes(at(&merged, "33-28")).comments().next(),
            Some("bad")
        );
    }
    let ours = [base
        .edit_comment(at(&base, "33-28"), "ours")
        .expect("there")];
    let theirs = [base
        .edit_comment(at(&base, "33-28"), "theirs")
        .expect("there")];
    let merged = GameTree::merge_edits(&base, &ours, &theirs).expect("both fit");
    let comments = merged.notes(at(&merged, "33-28")).comments();
    assert_eq!(comments.collect::<Vec<_>>(), ["theirs", "ours"]);
}

#[test]
fn trees_of_other_games_do_not_merge() {
    let mut tree = read(ANNOTATED);
    let russian = GameTree::new(Position::start(Variant::RUSSIAN));
    assert_eq!(tree.merge(&russian), Err(MergeError::OtherGame));
    let problem = read("[GameType \"20\"]\n[FEN \"W:W33:B1\"]\n\n*");
    assert_eq!(tree.merge(&problem), Err(MergeError::OtherStart));
}

#[test]
fn lines_and_variations_of_twenty_thousand_moves() {
    // A king moves back and forth, and each move has the opposite one as a variation.
    let pairs = ["47-36 5-10", "36-47 10-5"];
    let moves: Vec<&str> = (0..5_000)
        .flat_map(|_| pairs.iter().flat_map(|p| p.split(' ')))
        .collect();
    let text = format!(
        "[GameType \"20\"]\n[FEN \"W:WK47:BK5\"]\n\n{} *",
        moves.join(" ")
    );
    let long = read(&text);
    assert_eq!(long.len(), 20_001);
    let last = *long.main_line().last().expect("moves");
    assert_eq!(long.position(last), Some(*long.start()));
    assert_eq!(read(&long.write_pdn()), long);
    // Nested variations: each replaces the second move of the variation around it.
    let nested = format!(
        "[GameType \"20\"]\n[FEN \"W:WK47:BK5\"]\n\n{}{} *",
        (0..20_000)
            .map(|ply| match ply % 4 {
                0 => "47-36 (47-41) 5-10 (5-14 ",
                1 => "36-47 ",
                _ => "",
            })
            .collect::<String>(),
        ")".repeat(5_000)
    );
    let (tree, _) = read_with_faults(&nested);
    let (again, _) = read_with_faults(&tree.write_pdn());
    assert_eq!(again, tree);
    let deep = format!(
        "[GameType \"20\"]\n\n1. 32-28 {}1. 33-28{} *",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    assert_eq!(read(&deep).len(), 3);
}

#[test]
fn every_file_of_the_corpus_survives_a_round_trip() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        for parsed in Reader::new(bytes.as_slice()) {
            let parsed = parsed.expect("bytes in memory");
            let Ok(read) = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL) else {
                continue;
            };
            games += 1;
            let written = read.tree.write_pdn();
            let again = Reader::new(written.as_bytes())
                .next()
                .expect("a game")
                .expect("bytes");
            let again = GameTree::from_pdn(&again, Variant::INTERNATIONAL).expect("a game");
            assert_eq!(again.tree, read.tree, "{path:?}\n{written}");
            let errors = |tree: &damier_notation::tree::ReadTree| {
                tree.faults
                    .iter()
                    .filter(|fault| fault.severity() == Severity::Error)
                    .count()
            };
            assert_eq!(errors(&again), errors(&read), "{path:?}");
        }
    }
    assert!(games > 10, "{games}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_is_written_and_read_back(seed in any::<u64>()) {
        let tree = random_tree(seed, 60);
        let text = tree.write_pdn();
        let parsed = Reader::new(text.as_bytes()).next().expect("a game").expect("bytes");
        let again = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game").tree;
        prop_assert_eq!(&again, &tree, "{}", text);
    }

    #[test]
    fn any_text_survives_a_round_trip(text in r#"([1-5]?[0-9]-[1-5]?[0-9] |32-28 |19-23 |33-28 |18-23 |28x19 |1\. |1\.\.\. |\(|\)|\{[a-c]\} |\{a \[%b c\]\} |\{\[%\} |\{\[%a \[%b\] c\]\} |\$[0-9] |!|\(!\) |-- |/FEN "W:W33:B1"/ |/x/ |33-29 |; a \{b\n|\{a\n\{b\} |\[White "x"\]\n|2-0 |\*){0,40}"#) {
        for parsed in Reader::new(text.as_bytes()) {
            let parsed = parsed.expect("bytes");
            if let Ok(read) = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL) {
                let written = read.tree.write_pdn();
                let again = Reader::new(written.as_bytes()).next().expect("a game").expect("bytes");
                let again = GameTree::from_pdn(&again, Variant::INTERNATIONAL).expect("a game").tree;
                prop_assert_eq!(&again, &read.tree, "{}", written);
            }
        }
    }

    #[test]
    fn edits_are_undone_and_kept_as_text(seed in any::<u64>()) {
        let mut tree = random_tree(seed, 30);
        let mut dice = fastrand::Rng::with_seed(seed);
        let first = tree.clone();
        let mut undo = Vec::new();
        for _ in 0..20 {
            let edit = random_edit(&tree, &mut dice);
            let before = tree.clone();
            if let Ok(inverse) = tree.apply(&edit) {
                undo.push((before, inverse));
            } else {
                prop_assert_eq!(&tree, &before);
            }
        }
        let text = tree.write_pdn();
        let parsed = Reader::new(text.as_bytes()).next().expect("a game").expect("bytes");
        let again = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game").tree;
        prop_assert_eq!(&again, &tree, "{}", text);
        for (before, inverse) in undo.into_iter().rev() {
            let json = serde_json::to_string(&inverse).expect("json");
            let inverse: Edit = serde_json::from_str(&json).expect("json");
            tree.apply(&inverse).expect("an undo");
            prop_assert_eq!(&tree, &before);
        }
        prop_assert_eq!(&tree, &first);
    }

    #[test]
    fn merging_loses_nothing_and_repeats_nothing(seed in any::<u64>()) {
        let start = *random_tree(seed, 0).start();
        let (ours, theirs) = (trees::grown(start, seed, 40), trees::grown(start, !seed, 40));
        let mut merged = ours.clone();
        merged.merge(&theirs).expect("one start");
        for tree in [&ours, &theirs] {
            let mut more = merged.clone();
            more.merge(tree).expect("one start");
            prop_assert_eq!(&more, &merged, "merged twice");
            for id in tree.nodes() {
                let there = merged.find(&tree.path(id).expect("there")).expect("kept");
                for note in tree.notes(id).all() {
                    prop_assert!(merged.notes(there).all().contains(note));
                }
            }
        }
        let mut other_way = theirs.clone();
        other_way.merge(&ours).expect("one start");
        prop_assert_eq!(other_way.len(), merged.len());
    }
}
