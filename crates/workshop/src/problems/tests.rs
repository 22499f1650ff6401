//! The search for problems end to end, on a few games.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Problem, Tags, Theme, read_part};
use damier_endgame::Tables;
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
        known: Vec::new(),
        endings: 0,
        tables: None,
        composed: 0,
        shots: Vec::new(),
        seed: 5,
        threads: 1,
        bounds: bounds(),
        again: 8_000,
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
    let whole = run(&hunt(20), &folder.path().join("whole"));
    assert!(whole.len() >= 2, "{} problems", whole.len());
    for problem in &whole {
        assert_eq!(problem.position.side(), Side::White);
        assert!(!problem.position.can_capture());
        let main = &problem.solution.main().moves;
        assert_eq!(
            Tags::of(&problem.position, main, &problem.tags.themes),
            problem.tags
        );
    }
    let parts = folder.path().join("parts");
    run(&hunt(10), &parts);
    // An interrupted program leaves half a line.
    let mut text = std::fs::read_to_string(&parts).unwrap();
    text.push_str("0123456789\tW:W31");
    std::fs::write(&parts, text).unwrap();
    assert_eq!(run(&hunt(20), &parts), whole);
    let threads = folder.path().join("threads");
    let mut by_two = run(
        &Hunt {
            threads: 2,
            ..hunt(20)
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
    let examined = |file: &str, given: Vec<GivenGame>| {
        let never = AtomicBool::new(false);
        let path = folder.path().join(file);
        hunt(given).run(&path, &never, |_| {}).unwrap().examined
    };
    // Two runs, one run, and one game that is given twice.
    assert_eq!(examined("in-turn", vec![one.clone()]), 1);
    assert_eq!(examined("in-turn", vec![other.clone()]), 1);
    assert_eq!(examined("in-turn", vec![other.clone(), one.clone()]), 0);
    assert_eq!(examined("at-once", vec![one.clone(), other.clone()]), 2);
    assert_eq!(examined("twice", vec![one.clone(), one]), 1);
}

#[test]
fn each_end_is_packed_once_and_parts_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let problems = run(&hunt(20), &folder.path().join("found"));
    let twice: Vec<Problem> = problems.iter().chain(&problems).cloned().collect();
    let once = each_end_once(twice);
    assert!(once.len() <= problems.len() && once.len() >= 2);
    let packed = pack(Variant::INTERNATIONAL, once.clone());
    let parts = packed.parts.iter();
    let read = parts.flat_map(|part| read_part(Variant::INTERNATIONAL, part).unwrap());
    let mut read: Vec<Problem> = read.collect();
    assert_eq!(packed.index.problems, read.len());
    // The order of the efforts becomes ratings, evenly from 600 to 2400.
    let step = 1_800.0 / read.len() as f64;
    for (place, problem) in read.iter().enumerate() {
        let expected = 600.0 + step * (place as f64 + 0.5);
        assert_eq!(problem.rating.elo, expected.round() as u16);
    }
    let mut expected = once;
    let total = |problem: &Problem| f64::from(problem.rating.elo) + effort::looks(problem);
    expected.sort_by_cached_key(|problem| (total(problem).round() as u64, problem.id()));
    for (problem, before) in read.iter_mut().zip(&expected) {
        problem.rating = before.rating;
    }
    assert_eq!(read, expected);
}

#[test]
fn a_false_problem_is_rejected() {
    let engine = Engine::new(1);
    let bounds = Bounds {
        won: 100,
        nodes: 20_000,
        ..LEAST
    };
    let right = problem("W:W28,29,32,37:B8,9,10,18,19\t28-23 19x28 32x5\t900\t200\t\t\t\t\t9\t\t");
    assert_eq!(check(&engine, &right, bounds), None);
    // 45-40 wins a man too, and more.
    let dual = problem(
        "W:W28,29,32,37,45,50:B8,9,10,18,19,35\t28-23 19x28 32x5\t900\t200\t\t\t\t\t12\t\t",
    );
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
    let lost =
        problem("W:W28,29,32,37,50:B8,9,10,18,19\t29-23 18x29 28-22\t900\t200\t\t\t\t\t10\t\t");
    let doubt = check(&engine, &lost, bounds);
    // Better moves hide the first one, whose value is no higher than theirs.
    assert!(
        matches!(doubt, Some(Doubt::NotWon { ply: 0, worth, .. }) if worth > i32::MIN),
        "{doubt:?}"
    );
}

/// White is two men behind. Another move wins a man by a shot, though White is hardly better then.
#[test]
fn another_shot_that_wins_a_man_is_an_objection() {
    let line = "W:W27,31,34,35,36,37,42,44:B1,3,6,9,14,16,18,19,20,24\t27-21 16x27 31x4\t900\t200\tshot\t\t\t\t18\t\t";
    let problem = problem(line);
    let doubt = check(&Engine::new(4), &problem, LEAST);
    let Some(Doubt::Another {
        ply: 0,
        played,
        worth,
        ..
    }) = doubt
    else {
        panic!("{doubt:?}");
    };
    let other = move_text::text(&problem.position, &played);
    assert!(["34-29", "35-30"].contains(&other.as_str()), "{other}");
    assert!(worth < 100, "{worth}");
}

/// A problem from its line without the id.
fn problem(line: &str) -> Problem {
    let fen = line.split('\t').next().unwrap();
    let id = damier_coach::problem::ProblemId::of(&position(fen));
    Problem::read(Variant::INTERNATIONAL, &format!("{id}\t{line}")).unwrap()
}

fn tables() -> Option<Endings> {
    let tables = Tables::shipped(&damier_rules::International).unwrap();
    Endings::new(tables)
}

/// Endings of the tables and of some pieces more: each has the theme, at least three moves to find,
/// and holds in a check that uses the tables.
#[test]
fn endings_keep_the_result_with_only_moves() {
    let hunt = Hunt {
        endings: 12,
        tables: tables(),
        ..hunt(0)
    };
    let folder = tempfile::tempdir().unwrap();
    let problems = run(&hunt, &folder.path().join("found"));
    assert!(problems.len() >= 8, "{}", problems.len());
    let few = |problem: &&Problem| problem.pieces() <= 4;
    assert!(problems.iter().filter(few).count() >= 2);
    assert!(problems.iter().any(|problem| problem.pieces() > 4));
    let engine = Engine::new(4).with_endings(tables());
    for problem in &problems {
        assert!(problem.tags.has(Theme::Ending));
        assert_eq!(check(&engine, problem, LEAST), None, "{problem}");
    }
    assert!(problems.iter().any(|problem| problem.tags.has(Theme::Hold)));
    assert!(
        problems
            .iter()
            .any(|problem| !problem.tags.has(Theme::Hold))
    );
}

/// In a won ending every other move has to lose the win.
#[test]
fn an_ending_with_another_way_is_rejected() {
    // Four moves win; in the second position only one holds.
    let won = problem("W:WK1,K2,K46:BK5\t46-41\t900\t200\tquiet,ending\t\t\t\t4\t\t");
    let engine = Engine::new(4).with_endings(tables());
    let doubt = check(&engine, &won, LEAST);
    assert!(
        matches!(doubt, Some(Doubt::NotWon { .. } | Doubt::Another { .. })),
        "{doubt:?}"
    );
}

/// A shot of one offer becomes longer, and begins with a man that must be taken.
#[test]
fn compositions_grow_from_known_shots() {
    let seed = problem(
        "W:W33,38,39,40,45:B12,13,14,23,24\t33-28 23x34 40x7\t900\t200\tshot\troyal\tdirect\t\t10\t\t",
    );
    let hunt = Hunt {
        known: vec![seed.clone()],
        composed: 10,
        bounds: Bounds::default(),
        ..hunt(0)
    };
    let folder = tempfile::tempdir().unwrap();
    let problems = run(&hunt, &folder.path().join("found"));
    let is_composed = |problem: &&Problem| problem.tags.has(Theme::Composed);
    let composed: Vec<&Problem> = problems.iter().filter(is_composed).collect();
    assert!(composed.len() >= 4, "{}", composed.len());
    for problem in &composed {
        let first = problem.solution.main().moves[0];
        let after = problem.position.play(&first).unwrap();
        assert!(
            after.must_capture() && !problem.tags.has(Theme::Hold),
            "{problem}"
        );
    }
    let plies = |problem: &&&Problem| problem.solution.main().moves.len() > 3;
    assert!(composed.iter().any(|problem| plies(&problem)));
    assert!(composed.iter().any(|problem| problem.tags.name.is_some()));
}

/// Longer problems, and those whose first move a short search rejects, take more effort.
#[test]
fn effort_grows_with_what_has_to_be_seen() {
    let engine = Engine::new(4);
    let easy =
        problem("W:W28,29,32,37:B8,9,10,18,19\t28-23 19x28 32x5\t900\t200\tshot\t\t\t\t9\t\t");
    let hard = problem(
        "W:W26,31,32,37,38,40,42,48:B1,6,9,16,18,22,23,28\t31-27 22x31 26-21 16x27 37x26 28x37 42x4\t900\t200\tshot\t\t\t\t16\t\t",
    );
    let points = |problem: &Problem| effort::of(&engine, problem).points;
    assert!(
        points(&easy) + 100 < points(&hard),
        "{} {}",
        points(&easy),
        points(&hard)
    );
    assert!(effort::looks(&easy) + 300.0 < effort::looks(&hard));
}
