//! Reads every shipped problem, replays it by the rules and classifies it again. After the
//! definition of a shot has changed, `UPDATE_TAGS=1 cargo test -p damier-coach --test
//! shipped_problems` writes the new tags into the files.

use std::fs;
use std::path::{Path, PathBuf};

use damier_coach::problem::{self, Problem, ProblemIndex, Tags};
use damier_rules::{Position, Variant};

const GAMES: [&str; 5] = [
    "international",
    "frisian",
    "russian",
    "brazilian",
    "english",
];

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../web/public/problems")
        .join(game)
}

fn shipped(game: &str) -> (ProblemIndex, Vec<Vec<Problem>>) {
    let variant = Variant::from_id(game).unwrap();
    let folder = folder(game);
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: ProblemIndex = serde_json::from_str(&index).unwrap();
    let read = |part: &problem::IndexedPart| {
        let text = fs::read_to_string(folder.join(&part.file)).unwrap();
        let problems = problem::read_part(variant, &text);
        problems.unwrap_or_else(|error| panic!("{game}/{}: {error}", part.file))
    };
    let parts = index.parts.iter().map(read).collect();
    (index, parts)
}

#[test]
fn the_index_says_what_the_parts_hold() {
    for game in GAMES {
        let (index, parts) = shipped(game);
        assert_eq!(
            ProblemIndex::of(Variant::from_id(game).unwrap(), &parts),
            index
        );
        assert!(index.problems >= 100, "{game}: {}", index.problems);
        let files = fs::read_dir(folder(game)).unwrap().count();
        assert_eq!(
            files,
            index.parts.len() + 1,
            "{game}: files that the index does not name"
        );
    }
}

#[test]
fn every_line_is_legal_and_every_tag_is_the_classifiers() {
    for game in GAMES {
        if std::env::var_os("UPDATE_TAGS").is_some() {
            tag_anew(game);
        }
        for problem in shipped(game).1.concat() {
            let id = problem.id();
            let start = problem.position;
            // White has a choice, and there is nothing to capture yet.
            assert!(
                !start.can_capture() && start.legal_moves().len() > 1,
                "{game} {id}"
            );
            let main = &problem.solution.main().moves;
            assert!(main.len() >= 3, "{game} {id}");
            let tags = Tags::of(&start, main);
            assert_eq!(tags, Some(problem.tags.clone()), "{game} {id}");
            for line in problem.solution.lines() {
                ends_in_a_rafle(&start, line, &format!("{game} {id}"));
            }
        }
    }
}

/// Writes the tags of the classifier into the files; the problems and their order stay.
fn tag_anew(game: &str) {
    let (index, mut parts) = shipped(game);
    for problem in parts.iter_mut().flatten() {
        problem.tags = Tags::of(&problem.position, &problem.solution.main().moves).unwrap();
    }
    for (named, part) in index.parts.iter().zip(&parts) {
        fs::write(folder(game).join(&named.file), problem::write_part(part)).unwrap();
    }
    let index = ProblemIndex::of(Variant::from_id(game).unwrap(), &parts);
    let json = serde_json::to_string(&index).unwrap();
    fs::write(folder(game).join("index.json"), format!("{json}\n")).unwrap();
}

/// Reading has replayed the moves. The last one, and each alternative to it, is a capture after
/// which Black has none.
fn ends_in_a_rafle(start: &Position, line: &problem::SolutionLine, name: &str) {
    let mut at = *start;
    let (last, before) = line.moves.split_last().unwrap();
    for played in before {
        at = at.play(played).unwrap();
    }
    for rafle in std::iter::once(last).chain(&line.also) {
        let after = at.play(rafle).unwrap();
        assert!(
            rafle.is_capture() && rafle.captured == last.captured,
            "{name}"
        );
        assert!(rafle != last || !after.must_capture(), "{name}");
    }
}
