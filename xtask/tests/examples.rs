//! Checks that the public crates show how to use each entry: every public function outside of a
//! type, and every public type or trait with functions, must have an example in its documentation,
//! or in that of one of its functions. Errors, and types that have only fields or variants, need
//! none.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The public crates.
const CRATES: [&str; 5] = ["rules", "notation", "endgame", "engine", "protocols"];

/// Traits and types that are used in another entry's example: the entry, and the entry with the
/// example.
const SHOWN_ELSEWHERE: &[(&str, &str)] = &[("HubThinker", "serve")];

/// One public item of a file.
struct Entry<'s> {
    kind: &'s str,
    name: &'s str,
    /// Its documentation and attributes.
    before: &'s [&'s str],
}

#[test]
fn every_entry_has_an_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join("crates");
    let mut missing = String::new();
    let mut entries = 0;
    for name in CRATES {
        let src = root.join(name).join("src");
        let files = rust_files(&src);
        let exported = exported_names(&files);
        for (path, text) in &files {
            let public = is_public(&src, &files, path);
            let lines: Vec<&str> = before_tests(text).lines().collect();
            for entry in public_items(&lines) {
                if !public && !exported.contains(&entry.name) || !wants_example(&entry, &lines) {
                    continue;
                }
                entries += 1;
                if !is_shown(&entry, &lines, &files) {
                    let place = path.strip_prefix(&root).unwrap_or(path).display();
                    writeln!(missing, "{} {} in {place}", entry.kind, entry.name).unwrap();
                }
            }
        }
    }
    assert!(entries > 150, "only {entries} entries were found");
    assert!(missing.is_empty(), "entries without an example:\n{missing}");
}

fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files.sort();
    files
}

/// Every name in a `pub use`.
fn exported_names(files: &[(PathBuf, String)]) -> Vec<&str> {
    let uses = files
        .iter()
        .flat_map(|(_, text)| text.split("pub use ").skip(1));
    let lists = uses.filter_map(|rest| rest.split(';').next());
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    lists
        .flat_map(|list| list.split(move |letter| !is_name(letter)))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Whether a file is a public module, and so are all modules that contain it.
fn is_public(src: &Path, files: &[(PathBuf, String)], path: &Path) -> bool {
    let inside = path.strip_prefix(src).unwrap().with_extension("");
    let mut modules: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
    if matches!(modules.last(), Some(&("mod" | "lib"))) {
        modules.pop();
    }
    let is_declared = |depth: usize| {
        let parent: PathBuf = modules[..depth].iter().collect();
        let homes = [
            src.join(&parent)
                .join(if depth == 0 { "lib.rs" } else { "mod.rs" }),
            src.join(&parent).with_extension("rs"),
        ];
        let declaration = format!("pub mod {};", modules[depth]);
        let mut texts = files.iter().filter(|(file, _)| homes.contains(file));
        texts.any(|(_, text)| text.lines().any(|line| line == declaration))
    };
    (0..modules.len()).all(is_declared)
}

fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

fn public_items<'s>(lines: &'s [&'s str]) -> Vec<Entry<'s>> {
    let item = |(at, line): (usize, &&'s str)| {
        let rest = line.strip_prefix("pub ")?;
        let rest = rest.strip_prefix("const ").unwrap_or(rest);
        let (kind, rest) = rest.split_once(' ')?;
        if !matches!(kind, "fn" | "struct" | "enum" | "trait") {
            return None;
        }
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
        let is_before = |line: &&str| !line.is_empty() && !line.starts_with('}');
        let first = at
            - lines[..at]
                .iter()
                .rev()
                .take_while(|line| is_before(line))
                .count();
        Some(Entry {
            kind,
            name: &rest[..end],
            before: &lines[first..at],
        })
    };
    lines.iter().enumerate().filter_map(item).collect()
}

/// The lines of every inherent `impl` block of a type.
fn own_functions<'s>(name: &str, lines: &'s [&'s str]) -> Vec<&'s str> {
    let mut own = Vec::new();
    let mut inside = false;
    for line in lines {
        if let Some(rest) = line.strip_prefix("impl") {
            inside = implemented(rest) == name && !line.contains(" for ");
        }
        if inside {
            own.push(*line);
        }
        inside &= *line != "}";
    }
    own
}

/// The name after `impl` and its parameters: `<B: Bits> Draws<B> {` belongs to `Draws`.
fn implemented(rest: &str) -> &str {
    let mut depth = 0;
    let start = rest.find(|letter: char| {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        depth == 0 && letter == ' '
    });
    let rest = start.map_or("", |start| &rest[start + 1..]);
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &rest[..end.unwrap_or(rest.len())]
}

fn wants_example(entry: &Entry<'_>, lines: &[&str]) -> bool {
    let is_error = ["Error", "Fault", "Faults"]
        .iter()
        .any(|end| entry.name.ends_with(end));
    match entry.kind {
        "fn" | "trait" => true,
        _ => {
            !is_error
                && own_functions(entry.name, lines)
                    .iter()
                    .any(|line| is_public_function(line))
        }
    }
}

fn is_public_function(line: &str) -> bool {
    line.starts_with("    pub fn ") || line.starts_with("    pub const fn ")
}

fn is_shown(entry: &Entry<'_>, lines: &[&str], files: &[(PathBuf, String)]) -> bool {
    let has_example = |lines: &[&str]| lines.iter().any(|line| line.trim().starts_with("/// ```"));
    if has_example(entry.before) || has_example(&own_functions(entry.name, lines)) {
        return true;
    }
    let elsewhere = SHOWN_ELSEWHERE.iter().find(|(name, _)| *name == entry.name);
    elsewhere.is_some_and(|(_, other)| {
        files.iter().any(|(_, text)| {
            let lines: Vec<&str> = before_tests(text).lines().collect();
            public_items(&lines).iter().any(|item| {
                item.name == *other
                    && has_example(item.before)
                    && item.before.iter().any(|line| line.contains(entry.name))
            })
        })
    })
}

#[test]
fn a_missing_example_is_detected() {
    let seen = |text: &str| -> Vec<bool> {
        let lines: Vec<&str> = text.lines().collect();
        let items = public_items(&lines);
        let wanted = items.iter().filter(|item| wants_example(item, &lines));
        wanted.map(|item| is_shown(item, &lines, &[])).collect()
    };
    assert_eq!(seen("/// Does it.\npub fn act() {}"), [false]);
    assert_eq!(
        seen("/// ```\n/// act();\n/// ```\n#[inline]\npub fn act() {}"),
        [true]
    );
    let generic =
        "pub struct Set<B> {\n}\n\nimpl<B: Into<u8>> Set<B> {\n    pub fn len(&self) {}\n}";
    assert_eq!(seen(generic), [false]);
    assert_eq!(
        seen(&generic.replace("    pub", "    /// ```\n    pub")),
        [true]
    );
    assert_eq!(
        seen("pub struct Facts {\n    pub width: u8,\n}"),
        [] as [bool; 0]
    );
}
