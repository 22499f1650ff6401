//! Checks the glossary of CONTRIBUTING.md: each name is declared in the file that it gives, and has
//! only the meanings that are listed. Reads the project's files as text and builds nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A name of the glossary and the file that declares it.
type Entry = (String, PathBuf);

/// The words that declare a type in Rust and in TypeScript.
const DECLARES: &[&str] = &["struct", "enum", "trait", "type", "class", "interface"];

#[test]
fn every_entry_is_declared_in_the_file_beside_it() {
    let entries = glossary();
    assert!(entries.len() >= 100, "only {} entries", entries.len());
    for (name, file) in entries {
        let text = fs::read_to_string(root().join(&file))
            .unwrap_or_else(|error| panic!("{name}: {}: {error}", file.display()));
        let declared = declared_types(&text);
        assert!(
            declared.iter().any(|(found, _)| *found == name),
            "{name} is not declared in {}",
            file.display()
        );
    }
}

/// Names that files or crates share are public, so only public names must not have two meanings.
#[test]
fn no_public_type_bears_a_name_that_the_glossary_gives_to_another() {
    let mut listed: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for (name, file) in glossary() {
        listed.entry(name).or_default().insert(file);
    }
    let mut other_meanings = Vec::new();
    for file in rust_files() {
        let text = fs::read_to_string(root().join(&file)).unwrap();
        for (name, is_public) in declared_types(&text) {
            let elsewhere = listed.get(name).is_some_and(|files| !files.contains(&file));
            if is_public && elsewhere {
                other_meanings.push(format!("{name} in {}", file.display()));
            }
        }
    }
    assert!(other_meanings.is_empty(), "{}", other_meanings.join("\n"));
}

#[test]
fn a_declaration_is_told_from_other_lines() {
    let text = "/// A struct Gone\npub struct Here<T>(T);\n    enum Inner {\npub(crate) trait Room: Send {\n\
        export interface Shown {\nlet structure = 1;\npub use other::Named;";
    assert_eq!(
        declared_types(text),
        [
            ("Here", true),
            ("Inner", false),
            ("Room", false),
            ("Shown", false)
        ]
    );
}

/// The rows of the glossary's tables: the name, and the file in the folder that the heading names.
fn glossary() -> Vec<Entry> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (_, from) = text.split_once("\n## Glossary\n").expect("a glossary");
    let section = from.split("\n## ").next().unwrap_or_default();
    let mut folder = "";
    let mut entries = Vec::new();
    for line in section.lines() {
        let mut code = line.split('`').skip(1).step_by(2);
        if line.starts_with("### ") {
            folder = code.next().expect("a heading with its folder");
        } else if line.starts_with("| `") {
            let name = code.next().expect("a name");
            let file = code.last().expect("a file");
            entries.push((name.to_owned(), Path::new(folder).join(file)));
        }
    }
    entries
}

/// The types that a text declares, and whether each is `pub`.
fn declared_types(text: &str) -> Vec<(&str, bool)> {
    let declared = |line| {
        let line: &str = str::trim_start(line);
        let is_public = line.starts_with("pub ");
        let mut words = line.split_whitespace();
        let mut word = words.next()?;
        while word.starts_with("pub") || ["export", "abstract"].contains(&word) {
            word = words.next()?;
        }
        if !DECLARES.contains(&word) {
            return None;
        }
        let rest = words.next()?;
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        Some((&rest[..end], is_public))
    };
    text.lines().filter_map(declared).collect()
}

/// The sources of all crates, as paths from the project's root.
fn rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("a folder of crates") {
        folders.push(entry.unwrap().path().join("src"));
    }
    while let Some(folder) = folders.pop() {
        // A folder without sources is left out.
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    assert!(files.len() > 100, "only {} sources", files.len());
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask stands in the project's folder")
}
