//! Reads every shipped problem, replays it by the rules and classifies it again. After the
//! definition of a shot has changed, `UPDATE_TAGS=1 cargo test -p damier-coach --test
//! shipped_problems` writes the new tags into the files.

use std::fs;
use std::path::{Path, PathBuf};

use damier_coach::problem::{self, Problem, ProblemIndex, Tags, Theme};
use damier_coach::shot::NamedShot;
use damier_rules::{Position, Variant};

const GAMES: [&str; 7] = [
    "international",
    "frisian",
    "russian",
    "brazilian",
    "english",
    "italian",
    "turkish",
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
        assert!(index.problems >= 1_000, "{game}: {}", index.problems);
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
            let name = format!("{game} {}", problem.id());
            let start = problem.position;
            // White has a choice, and there is nothing to capture yet.
            assert!(
                !start.can_capture() && start.legal_moves().len() > 1,
                "{name}"
            );
            let main = &problem.solution.main().moves;
            assert!(main.len() >= 3, "{name}");
            let tags = &problem.tags;
            assert_eq!(&Tags::of(&start, main, &tags.themes), tags, "{name}");
            // A line of only moves ends where White has several; every other line in a rafle.
            let is_of_only_moves = tags.has(Theme::Hold) || tags.has(Theme::Quiet);
            if tags.has(Theme::Shot) && !is_of_only_moves && !tags.has(Theme::Ending) {
                for line in problem.solution.lines() {
                    ends_in_a_rafle(&start, line, &name);
                }
            }
        }
    }
}

/// Ratings are spread evenly, from beginners to masters.
#[test]
fn ratings_are_even() {
    for game in GAMES {
        let problems = shipped(game).1.concat();
        for (from, to) in [(600, 1_050), (1_050, 1_500), (1_500, 1_950), (1_950, 2_401)] {
            let within = |problem: &&Problem| (from..to).contains(&problem.rating.elo);
            let share = problems.iter().filter(within).count() as f64 / problems.len() as f64;
            assert!(
                (0.24..0.26).contains(&share),
                "{game}, {from} to {to}: {share}"
            );
        }
    }
}

/// Every shot with a name has problems, easy ones and hard ones.
#[test]
fn every_named_shot_has_problems() {
    let problems = shipped("international").1.concat();
    for name in NamedShot::ALL {
        let ratings = problems
            .iter()
            .filter(|problem| problem.tags.name == Some(name));
        let ratings: Vec<u16> = ratings.map(|problem| problem.rating.elo).collect();
        let spread = ratings.iter().max().zip(ratings.iter().min());
        let spread = spread.map_or(0, |(most, least)| most - least);
        assert!(
            ratings.len() >= 30 && spread >= 500,
            "{name:?}: {} {spread}",
            ratings.len()
        );
    }
}

/// Writes the tags of the classifier into the files; the problems and their order stay.
fn tag_anew(game: &str) {
    let (index, mut parts) = shipped(game);
    for problem in parts.iter_mut().flatten() {
        let main = &problem.solution.main().moves;
        problem.tags = Tags::of(&problem.position, main, &problem.tags.themes);
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
