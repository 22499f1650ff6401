//! Checks `docs/asvs.md`: each requirement stands in it once, and every file and every test that it
//! names exists. Reads the project's files as text and builds nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where files are that are named without a folder.
const TESTS: &str = "crates/server/tests/all";

/// How many requirements of the levels 1 and 2 the chapters have that stand in tables or in lines
/// of their own: all but V9, V10 and V17.
const REQUIREMENTS: usize = 210;

/// What a name between back quotes ends with if it is a file.
const FILES: [&str; 7] = [".rs", ".ts", ".svelte", ".toml", ".md", ".yaml", ".service"];

#[test]
fn every_requirement_occurs_once() {
    let mut found = BTreeSet::new();
    for line in document().lines() {
        let about = match line.strip_prefix("| ") {
            Some(row) => row.split(" | ").next().unwrap_or_default(),
            None if line.starts_with("Not there: ") || line.starts_with("Does not apply: ") => {
                // What follows is beyond the levels 1 and 2.
                line.split(" Beyond ").next().unwrap_or_default()
            }
            None => continue,
        };
        for number in numbers(about) {
            assert!(found.insert(number), "{number:?} stands twice");
        }
    }
    assert_eq!(found.len(), REQUIREMENTS);
}

#[test]
fn every_named_file_and_test_exists() {
    let document = document();
    let mut pieces = document.split('`');
    let mut seen = 0;
    pieces.next();
    while let (Some(name), Some(behind)) = (pieces.next(), pieces.next()) {
        let is_folder = name.contains('/') && !name.contains(' ') && root().join(name).is_dir();
        if !is_folder && !FILES.iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let file = if name.contains('/') || name == "deny.toml" {
            root().join(name)
        } else {
            root().join(TESTS).join(name)
        };
        assert!(file.exists(), "{name} does not exist");
        seen += 1;
        let Some(listed) = behind.strip_prefix(" (") else {
            continue;
        };
        let listed = listed.split(')').next().unwrap_or_default();
        let text = text_of(&file);
        for test in listed.split(", ") {
            let is_test = text.contains(&format!("fn {test}(")) || text.contains(test);
            assert!(is_test, "{name} has no test {test:?}");
        }
    }
    assert!(seen > 80, "only {seen} files");
}

/// The numbers in a piece of text, such as `1.2.3`; of `1.2.6 to 1.2.8` also those between.
fn numbers(text: &str) -> Vec<[u32; 3]> {
    let mut found: Vec<[u32; 3]> = Vec::new();
    let mut is_range = false;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.') {
        let parts: Vec<u32> = word
            .split('.')
            .filter_map(|part| part.parse().ok())
            .collect();
        if let Ok([chapter, section, last]) = <[u32; 3]>::try_from(parts) {
            let first = match found.last() {
                Some([_, _, before]) if is_range => before + 1,
                _ => last,
            };
            found.extend((first..=last).map(|number| [chapter, section, number]));
            is_range = false;
        } else if !word.is_empty() {
            is_range = word == "to";
        }
    }
    found
}

/// The text of a file, or of all files of a folder.
fn text_of(file: &Path) -> String {
    if !file.is_dir() {
        return fs::read_to_string(file).unwrap();
    }
    let inside = fs::read_dir(file).unwrap();
    let files = inside.map(|entry| entry.unwrap().path());
    files
        .filter(|file| file.is_file())
        .map(|file| text_of(&file))
        .collect()
}

fn document() -> String {
    fs::read_to_string(root().join("docs/asvs.md")).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn ranges_of_requirements_are_expanded() {
    assert_eq!(
        numbers("a (1.2.6 to 1.2.8, 5.1.1) 19 MiB"),
        [[1, 2, 6], [1, 2, 7], [1, 2, 8], [5, 1, 1]]
    );
}
