//! Checks that the features of the server stay apart: no feature imports the handlers of another,
//! its views and extractors only as listed here, and none knows the state that composes them all.
//! Reads the sources as text and builds nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Which feature may use the views or extractors of which other one.
const SHARED: &[(&str, &str)] = &[
    ("accounts", "live::views"),
    ("accounts", "ratings::views"),
    ("bots", "challenges::extract"),
    ("bots", "challenges::views"),
    ("bots", "ratings::views"),
    ("challenges", "live::extract"),
    ("challenges", "live::views"),
    ("challenges", "ratings::views"),
    ("classes", "live::views"),
    ("friends", "challenges::views"),
    ("friends", "live::views"),
    ("push", "live::extract"),
    ("simuls", "challenges::extract"),
];

/// The modules that compose the features.
const COMPOSERS: &[&str] = &["app", "state"];

#[test]
fn features_do_not_import_the_inner_parts_of_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let src = root.expect("xtask is in the project's folder");
    let src = src.join("crates/server/src");
    let mut used = BTreeSet::new();
    let mut forbidden = Vec::new();
    let mut features = 0;
    for folder in fs::read_dir(&src).expect("a folder of sources") {
        let folder = folder.expect("it can be listed").path();
        if !folder.join("state.rs").is_file() {
            continue;
        }
        features += 1;
        let feature = folder.file_name().unwrap_or_default().to_string_lossy();
        for (path, text) in sources(&folder) {
            for import in imports(&text, &feature) {
                if let Some(listed) = listed(&feature, &import) {
                    used.insert(listed);
                } else {
                    forbidden.push(format!("{path}: crate::{import}"));
                }
            }
        }
    }
    assert!(features >= 13, "only {features} features have a state");
    assert!(forbidden.is_empty(), "{}", forbidden.join("\n"));
    let unused: Vec<_> = SHARED.iter().filter(|it| !used.contains(*it)).collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

#[test]
fn a_forbidden_import_is_found() {
    let text = "use crate::clubs::views::shown;\n// crate::live::handlers\n\
                use crate::live::{extract::seat, socket};\nuse crate::state::App;";
    assert_eq!(
        imports(text, "clubs"),
        ["live::extract".to_owned(), "state".to_owned()]
    );
    assert_eq!(imports(text, "teams").len(), 3);
    let handlers = imports("crate::live::handlers::games::seat()", "push");
    assert_eq!(handlers, ["live::handlers"]);
    assert_eq!(listed("push", &handlers[0]), None);
    assert_eq!(
        listed("push", "live::extract"),
        Some(("push", "live::extract"))
    );
}

fn listed(feature: &str, import: &str) -> Option<(&'static str, &'static str)> {
    let mut shared = SHARED.iter().copied();
    shared.find(|&(by, of)| by == feature && of == import)
}

/// The handlers, views and extractors of other features, and the modules that compose them, that
/// this text names.
fn imports(text: &str, feature: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut found = Vec::new();
    for path in code.split("crate::").skip(1) {
        let (first, rest) = path.split_at(path.find(is_end).unwrap_or(path.len()));
        if COMPOSERS.contains(&first) {
            found.push(first.to_owned());
        }
        if first == feature {
            continue;
        }
        let rest = rest.strip_prefix("::").unwrap_or_default();
        let parts: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => group
                .split('}')
                .next()
                .unwrap_or_default()
                .split(',')
                .collect(),
            None => vec![rest],
        };
        for part in parts {
            let part = part.trim();
            let name = &part[..part.find(is_end).unwrap_or(part.len())];
            if ["extract", "handlers", "views"].contains(&name) {
                found.push(format!("{first}::{name}"));
            }
        }
    }
    found
}

fn is_end(character: char) -> bool {
    !character.is_alphanumeric() && character != '_'
}

/// The sources below a folder, with their paths.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            found.push((path.display().to_string(), text));
        }
    }
    found
}
