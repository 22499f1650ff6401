//! Reads every shipped problem, replays it by the rules and classifies it again. After the
//! definition of a shot has changed, `UPDATE_TAGS=1 cargo test -p damier-coach --test
//! shipped_problems` writes the new tags into the files.

use std::fs;
use std::path::{Path, PathBuf};

use damier_coach::problem::{self, Problem, ProblemIndex, Tags, Theme};
use damier_coach::shot::NamedShot;
use damier_rules::{Move, Variant};

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
            for line in problem.solution.lines() {
                let last = line.moves.last().unwrap();
                let is_alike = |other: &Move| other.is_capture() && other.captured == last.captured;
                assert!(line.also.iter().all(is_alike), "{name}");
            }
            let captures = main.iter().step_by(2).any(Move::is_capture);
            assert!(captures || !tags.has(Theme::Shot), "{name}");
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
            let count = problems.iter().filter(within).count();
            let quarter = problems.len() / 4;
            assert!(
                count.abs_diff(quarter) <= 1 + quarter / 25,
                "{game}, {from} to {to}: {count}"
            );
        }
    }
}

/// Shots with a name have problems, easy ones and hard ones. The others are played by lines whose
/// moves can be exchanged, or whose squares leave hardly a choice for the other pieces.
#[test]
fn named_shots_have_problems() {
    let problems = shipped("international").1.concat();
    for name in [
        NamedShot::Royal,
        NamedShot::Philippe,
        NamedShot::Express,
        NamedShot::Napoleon,
        NamedShot::Fabre,
        NamedShot::Snail,
        NamedShot::Whirl,
    ] {
        let of_name = |problem: &&Problem| problem.tags.name == Some(name);
        let ratings = problems.iter().filter(of_name);
        let ratings: Vec<u16> = ratings.map(|problem| problem.rating.elo).collect();
        let least = ratings.iter().min().copied().unwrap_or_default();
        let most = ratings.iter().max().copied().unwrap_or_default();
        assert!(ratings.len() >= 30, "{name:?}: {}", ratings.len());
        assert!(most - least >= 300, "{name:?}: {least} to {most}");
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
