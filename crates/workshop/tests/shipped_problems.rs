//! Checks shipped problems with the engine: in each line of the solution White's move reaches the
//! goal, and no other move does.
//!
//! A small search confirms nearly all problems. So each is first checked with few nodes, and again
//! with more if the small search has an objection; the last search has more nodes than the search
//! for problems had, and objects to none. The usual run takes a sample of each game, the long one
//! all problems. `crates/coach/tests/shipped_problems.rs` checks all files with the rules and the
//! classifier, and compares the parts with the index.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Problem, Solution, SolutionLine, read_part};
use damier_endgame::Tables;
use damier_engine::{Endings, Engine, Level, Limits};
use damier_rules::{DrawSettings, Game, International, Move, Variant};
use damier_workshop::problems::{Bounds, LEAST, check, sample};

const GAMES: [&str; 7] = [
    "international",
    "frisian",
    "russian",
    "brazilian",
    "english",
    "italian",
    "turkish",
];

/// Nodes for each move of White, from the first check to the last.
const LOOKS: [u64; 3] = [10_000, 200_000, 2_000_000];

/// The first check may object to at most one problem in this many.
const CLEAR: usize = 8;

/// The number of problems of a game that the usual run checks.
const SAMPLE: usize = 400;

/// An engine for small searches, with the tables of the international game.
fn engine() -> Engine {
    let tables = Tables::shipped(&International).unwrap();
    Engine::new(1).with_endings(Endings::new(tables))
}

fn parts(game: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public/problems");
    let files = fs::read_dir(folder.join(game)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut parts: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    parts.sort();
    parts
}

/// The problems of every `step`-th part, beginning with `first`.
fn shipped(game: &str, first: usize, step: usize) -> Vec<Problem> {
    let variant = Variant::from_id(game).unwrap();
    let parts = parts(game).into_iter().skip(first).step_by(step);
    let texts = parts.map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| read_part(variant, &text).unwrap())
        .collect()
}

/// A sample of the problems of a game.
fn drawn(game: &str) -> Vec<Problem> {
    sample(shipped(game, 0, 1), SAMPLE, 1)
}

fn holds(engine: &Engine, problem: &Problem, nodes: u64) -> bool {
    check(engine, problem, Bounds { nodes, ..LEAST }).is_none()
}

/// Checks that the engine confirms these problems; few may need more than the first check.
fn all_hold(problems: &[Problem]) {
    let engine = engine();
    assert!(!problems.is_empty());
    let mut left: Vec<&Problem> = problems.iter().collect();
    for nodes in LOOKS {
        left.retain(|problem| !holds(&engine, problem, nodes));
        eprintln!(
            "{} of {} doubted with {nodes} positions",
            left.len(),
            problems.len()
        );
        assert!(left.len() <= 1 + problems.len() / CLEAR);
    }
    let ids: Vec<String> = left
        .iter()
        .map(|problem| problem.id().to_string())
        .collect();
    assert!(ids.is_empty(), "false: {ids:?}");
}

#[test]
fn international_problems_hold() {
    all_hold(&drawn("international"));
}

#[test]
fn frisian_problems_hold() {
    all_hold(&drawn("frisian"));
}

#[test]
fn russian_problems_hold() {
    all_hold(&drawn("russian"));
}

#[test]
fn brazilian_problems_hold() {
    all_hold(&drawn("brazilian"));
}

#[test]
fn english_problems_hold() {
    all_hold(&drawn("english"));
}

#[test]
fn italian_problems_hold() {
    all_hold(&drawn("italian"));
}

#[test]
fn turkish_problems_hold() {
    all_hold(&drawn("turkish"));
}

/// The problem with another legal move as its solution.
fn with_key(problem: &Problem, key: usize) -> Option<Problem> {
    let solved = problem.solution.accepted(&[]);
    let mut others = problem.position.legal_moves();
    others.retain(|other| !solved.contains(other));
    let moves = vec![*others.get(key % others.len().max(1))?];
    let line = SolutionLine {
        moves,
        also: Vec::new(),
    };
    Some(Problem {
        solution: Solution::new(&problem.position, vec![line]).ok()?,
        ..problem.clone()
    })
}

#[test]
fn another_first_move_is_rejected() {
    let engine = engine();
    for game in GAMES {
        let some = drawn(game).into_iter().step_by(10).enumerate();
        let wrong: Vec<Problem> = some
            .filter_map(|(number, problem)| with_key(&problem, number))
            .collect();
        assert!(wrong.len() > 20, "{game}");
        for problem in wrong {
            assert!(
                !holds(&engine, &problem, LOOKS[0]),
                "{game} {}",
                problem.id()
            );
        }
    }
}

/// The problem with another legal move at the end of its last line.
fn with_last_answer(problem: &Problem) -> Option<Problem> {
    let (last, before) = problem.solution.lines().split_last()?;
    let (answer, way) = last.moves.split_last()?;
    let mut at = problem.position;
    for played in way {
        at = at.play(played).ok()?;
    }
    let is_other = |other: &Move| other != answer && !last.also.contains(other);
    let other = at.legal_moves().into_iter().find(is_other)?;
    let moves = way.iter().copied().chain([other]).collect();
    let false_line = SolutionLine {
        moves,
        also: Vec::new(),
    };
    let lines = before.iter().cloned().chain([false_line]);
    Some(Problem {
        solution: Solution::new(&problem.position, lines.collect()).ok()?,
        ..problem.clone()
    })
}

#[test]
fn another_answer_in_a_side_line_is_rejected() {
    let engine = engine();
    let mut tried = 0;
    for game in GAMES {
        let mut branched = shipped(game, 0, 4);
        branched.retain(|problem| problem.solution.lines().len() > 1);
        for problem in branched.iter().filter_map(with_last_answer) {
            tried += 1;
            assert!(
                !holds(&engine, &problem, LOOKS[0]),
                "{game} {}",
                problem.id()
            );
        }
    }
    assert!(tried >= 10, "{tried}");
}

/// How often a level finds the first moves of these problems, with three tries each.
fn finds(engine: &Engine, level: Level, problems: &[Problem]) -> usize {
    let never = AtomicBool::new(false);
    let found = |problem: &Problem| {
        let game = Game::new(problem.position, DrawSettings::default());
        let tries = (0..3).filter(|seed| {
            let limits = Limits::level(level, *seed);
            let answer = engine.analyse(&game, &limits, &|| 0, &never, |_| {});
            answer.best.as_ref() == problem.solution.main().moves.first()
        });
        tries.count()
    };
    problems.iter().map(found).sum()
}

/// A problem takes less effort when a weak level finds the solution. This requires that each level
/// finds more solutions than the one below.
#[test]
fn stronger_levels_find_more() {
    let engine = engine();
    let drawn = GAMES
        .map(|game| sample(shipped(game, 0, 1), 12, 5))
        .concat();
    let found: Vec<usize> = Level::all()
        .take(8)
        .map(|level| finds(&engine, level, &drawn))
        .collect();
    assert!(found.is_sorted(), "{found:?}");
    assert!(found[7] > 2 * found[0], "{found:?}");
}

#[test]
#[ignore = "long: the second look at all, an hour"]
fn all_problems_hold_with_more_nodes() {
    let engine = engine();
    for game in GAMES {
        let problems = shipped(game, 0, 1);
        let doubted = problems.iter().filter(|problem| {
            !holds(&engine, problem, LOOKS[1]) && !holds(&engine, problem, LOOKS[2])
        });
        let ids: Vec<String> = doubted.map(|problem| problem.id().to_string()).collect();
        assert!(ids.is_empty(), "{game}: {ids:?}");
    }
}
