//! The search for problems end to end, on a few games.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Problem, Tags, read_part};
use damier_engine::Engine;
use damier_notation::{fen, move_text};
use damier_rules::{Position, Side, Variant};

use super::proof::prove;
use super::*;

fn bounds() -> Bounds {
    Bounds {
        nodes: 4_000,
        ..Bounds::default()
    }
}

fn hunt(games: u64) -> Hunt {
    Hunt {
        variant: Variant::INTERNATIONAL,
        games,
        given: Vec::new(),
        seed: 5,
        threads: 1,
        bounds: bounds(),
    }
}

fn run(hunt: &Hunt, path: &Path) -> Vec<Problem> {
    hunt.run(path, &AtomicBool::new(false), |_| {}).unwrap();
    let (variant, problems, _) = read(path).unwrap();
    assert_eq!(variant, hunt.variant);
    problems
}

fn position(fen: &str) -> Position {
    fen::read_position(Variant::INTERNATIONAL, fen).unwrap()
}

fn solution(fen: &str) -> Option<String> {
    let proof = prove(&Engine::new(1), &position(fen), Bounds::default())?;
    assert_eq!(proof.position.side(), Side::White);
    Some(proof.solution.text(&proof.position))
}

#[test]
fn shots_of_the_books_are_proved() {
    let shots = [
        ("W:W28,29,32,37:B8,9,10,18,19", "28-23 19x28 32x5"),
        ("W:W33,38,39,40,45:B12,13,14,23,24", "33-28 23x34 40x7"),
        // Black solves; the problem is turned by half a turn.
        ("B:W39,38,37,28,27:B18,13,12,11,6", "33-28 23x34 40x7"),
        // Two men are given.
        (
            "W:W25,27,33,34,35,36,37,38,39,41,42,43,45,46,47,48,49,50:B1,3,4,5,6,7,8,9,11,14,15,16,17,18,19,20,23,24,26",
            "27-21 16x27 37-31 26x37 42x2",
        ),
        // Black can capture in two ways, and White has an answer to each.
        (
            "W:W16,28,31,32,36,37,38,42,43,45,46,47,48,49,50:B1,2,4,5,6,7,8,9,10,11,13,15,17,18,19,24",
            "28-22 17x28 32x23|28-22 18x27 32x23",
        ),
    ];
    for (fen, expected) in shots {
        // The search decides which of two equal replies comes first.
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.split('|').map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let found = solution(fen).map(|text| sorted(&text));
        assert_eq!(found, Some(sorted(expected)), "{fen}");
    }
}

#[test]
fn a_position_without_a_unique_win_is_no_problem() {
    // The start; a shot of a side that is a king ahead anyway; a won ending.
    for fen in [
        "W:W31-50:B1-20",
        "W:W28,29,32,37,K50:B8,9,10,18,19",
        "W:WK1,K2,K3,40:B16",
    ] {
        assert_eq!(solution(fen), None, "{fen}");
    }
}

#[test]
fn a_resumed_run_finds_the_same_problems() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(&hunt(60), &folder.path().join("whole"));
    assert!(whole.len() >= 2, "{} problems", whole.len());
    for problem in &whole {
        assert_eq!(problem.position.side(), Side::White);
        assert!(!problem.position.can_capture());
        let tags = Tags::of(&problem.position, &problem.solution.main().moves);
        assert_eq!(tags.as_ref(), Some(&problem.tags));
    }
    let parts = folder.path().join("parts");
    run(&hunt(30), &parts);
    // An interrupted program leaves half a line.
    let mut text = std::fs::read_to_string(&parts).unwrap();
    text.push_str("0123456789\tW:W31");
    std::fs::write(&parts, text).unwrap();
    assert_eq!(run(&hunt(60), &parts), whole);
    let threads = folder.path().join("threads");
    let mut by_two = run(
        &Hunt {
            threads: 2,
            ..hunt(60)
        },
        &threads,
    );
    let mut expected = whole;
    by_two.sort_by_key(Problem::id);
    expected.sort_by_key(Problem::id);
    assert_eq!(by_two, expected);
}

#[test]
fn a_file_of_another_search_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("found");
    run(&hunt(1), &path);
    let never = AtomicBool::new(false);
    let said = |hunt: &Hunt| hunt.run(&path, &never, |_| {}).unwrap_err().to_string();
    let russian = Hunt {
        variant: Variant::RUSSIAN,
        ..hunt(1)
    };
    assert_eq!(said(&russian), "the file holds problems of international");
    let other_seed = Hunt { seed: 6, ..hunt(1) };
    assert!(said(&other_seed).starts_with("the file was made with: seed 5"));
    std::fs::write(&path, b"\xff\xfe").unwrap();
    assert_eq!(
        said(&hunt(1)),
        "this is no file of problems of this version"
    );
    assert!(matches!(read(&path), Err(FoundError::NoProblems)));
}

#[test]
fn given_games_are_searched_too() {
    let start = position("W:W28,29,32,37:B8,9,10,18,19");
    let given = GivenGame {
        name: "club.pdn, game 1".to_owned(),
        start,
        moves: vec![move_text::read(&start, "37-31").unwrap()],
    };
    let hunt = Hunt {
        given: vec![given],
        bounds: Bounds::default(),
        ..hunt(0)
    };
    let folder = tempfile::tempdir().unwrap();
    let problems = run(&hunt, &folder.path().join("found"));
    let [problem] = &problems[..] else {
        panic!("{} problems", problems.len());
    };
    assert_eq!(problem.opening, "");
    assert_eq!(
        problem.source,
        "club.pdn, game 1 [b299a8de] of seed 5, ply 1"
    );
}

#[test]
fn two_files_of_the_same_name_are_distinguished() {
    let start = position("W:W28,29,32,37:B8,9,10,18,19");
    let given = |moved: &str| GivenGame {
        name: "club.pdn, game 1".to_owned(),
        start,
        moves: vec![move_text::read(&start, moved).unwrap()],
    };
    let hunt = |given: Vec<GivenGame>| Hunt { given, ..hunt(0) };
    let (one, other) = (given("37-31"), given("32-27"));
    let folder = tempfile::tempdir().unwrap();
    let looked_at = |file: &str, given: Vec<GivenGame>| {
        let never = AtomicBool::new(false);
        let path = folder.path().join(file);
        hunt(given).run(&path, &never, |_| {}).unwrap().looked_at
    };
    // Two runs, one run, and one game that is given twice.
    assert_eq!(looked_at("in-turn", vec![one.clone()]), 1);
    assert_eq!(looked_at("in-turn", vec![other.clone()]), 1);
    assert_eq!(looked_at("in-turn", vec![other.clone(), one.clone()]), 0);
    assert_eq!(looked_at("at-once", vec![one.clone(), other.clone()]), 2);
    assert_eq!(looked_at("twice", vec![one.clone(), one]), 1);
}

#[test]
fn each_shot_is_packed_once_and_parts_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let problems = run(&hunt(60), &folder.path().join("found"));
    let twice: Vec<Problem> = problems.iter().chain(&problems).cloned().collect();
    let once = each_shot_once(twice);
    assert!(once.len() <= problems.len() && once.len() >= 2);
    let packed = pack(Variant::INTERNATIONAL, once.clone());
    let parts = packed.parts.iter();
    let read = parts.flat_map(|part| read_part(Variant::INTERNATIONAL, part).unwrap());
    let mut read: Vec<Problem> = read.collect();
    assert_eq!(packed.index.problems, read.len());
    let mut expected = once;
    expected.sort_by_key(Problem::id);
    read.sort_by_key(Problem::id);
    assert_eq!(read, expected);
}

#[test]
fn a_false_problem_is_rejected() {
    let read = |line: &str| {
        let fen = line.split('\t').next().unwrap();
        let id = damier_coach::problem::ProblemId::of(&position(fen));
        Problem::read(Variant::INTERNATIONAL, &format!("{id}\t{line}")).unwrap()
    };
    let engine = Engine::new(1);
    let bounds = Bounds {
        won: 100,
        level: 100,
        nodes: 20_000,
    };
    let right = read("W:W28,29,32,37:B8,9,10,18,19\t28-23 19x28 32x5\t900\t200\t\t\t\t9\t\t");
    assert_eq!(check(&engine, &right, bounds), None);
    // 45-40 wins a man too, and more.
    let dual =
        read("W:W28,29,32,37,45,50:B8,9,10,18,19,35\t28-23 19x28 32x5\t900\t200\t\t\t\t12\t\t");
    let two = check(
        &engine,
        &dual,
        Bounds {
            level: -500,
            ..bounds
        },
    );
    assert!(
        matches!(two, Some(Doubt::Another { ply: 0, .. })),
        "{two:?}"
    );
    let lost = read("W:W28,29,32,37,50:B8,9,10,18,19\t29-23 18x29 28-22\t900\t200\t\t\t\t10\t\t");
    let doubt = check(&engine, &lost, bounds);
    // Better moves hide the first one, whose value is no higher than theirs.
    assert!(
        matches!(doubt, Some(Doubt::NotWon { ply: 0, worth, .. }) if worth > i32::MIN),
        "{doubt:?}"
    );
    let never = AtomicBool::new(false);
    let (kept, doubted) = confirmed(vec![right.clone(), lost], bounds, 2, &never, |_| {}).unwrap();
    assert_eq!((kept, doubted), (vec![right], 1));
}
