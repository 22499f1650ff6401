//! Checks that the files of a crate have no import cycles, so that a reader can begin with the
//! files that a file depends on. Reads the sources as text and builds nothing.
//!
//! One file depends on another if a path in its code, in a `use` or elsewhere, leads to something
//! that the other file defines. A file that only re-exports a name (`pub use`) is skipped: the
//! dependency is on the file that defines the name. This test does not see methods called on a
//! value, paths inside macros of other crates, and names from a glob import (the dependency is then
//! on the file named before the `*`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How many re-exports may be between a use and the definition, before the search gives up.
const LONGEST_CHAIN: usize = 16;

/// The keywords before the name of an item.
const ITEMS: [&str; 7] = ["const", "enum", "fn", "static", "struct", "trait", "type"];

#[test]
fn files_have_no_import_cycles() {
    let mut found = Vec::new();
    let mut crates: Vec<PathBuf> = fs::read_dir(root().join("crates"))
        .expect("a folder of crates")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .collect();
    crates.push(root().join("xtask"));
    crates.sort();
    for folder in crates {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let import_cycles = Crate::read(&folder.join("src")).import_cycles();
        found.extend(
            import_cycles
                .iter()
                .map(|circle| format!("{name}: {circle}")),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_circle_is_detected() {
    let files = |b: &str| {
        Crate::of(&[
            ("", "mod a; mod b; pub use a::A; fn main() { b::run(); }"),
            ("a", "use crate::b::{self, B as Renamed}; pub struct A;"),
            ("b", b),
        ])
    };
    let tied = files("/* a */ pub struct B; fn run() -> crate::A { todo!() }");
    assert_eq!(tied.import_cycles(), ["a -> b (B), b -> a (A)"]);
    let straight = "// crate::A\npub struct B; const A: &str = \"crate::A\";";
    assert_eq!(files(straight).import_cycles(), [""; 0]);
    let in_tests = "pub struct B; #[cfg(test)] mod tests { use crate::A; }";
    assert_eq!(files(in_tests).import_cycles(), [""; 0]);
    let named_like_its_file = Crate::of(&[
        ("", "mod a; mod b;"),
        ("a", "use crate::b; pub struct A; fn run() { b::c(); }"),
        ("b", "mod c; pub use c::c; pub use c::{D, E};"),
        (
            "b::c",
            "use x::c; use crate::a::A; pub fn c() -> A { todo!() }",
        ),
    ]);
    assert_eq!(
        named_like_its_file.import_cycles(),
        ["a -> b::c (c), b::c -> a (A)"]
    );
}

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask stands in the project's folder")
}

/// The path of a module from the root of its crate; the root has the empty path.
type Module = Vec<String>;

/// The files of a crate.
struct Crate {
    files: BTreeMap<Module, File>,
}

/// What a file refers to.
#[derive(Default)]
struct File {
    /// The names that `use` imports, with their paths.
    brought: BTreeMap<String, Vec<String>>,
    /// The items that the file defines. They win over macros of the same name that it imports, as
    /// in `use utoipa_axum::routes; pub fn routes() {}`.
    own: BTreeSet<String>,
    /// The paths in the code, including those of imports that are not re-exported.
    paths: Vec<Vec<String>>,
}

impl Crate {
    fn read(src: &Path) -> Crate {
        let mut files = BTreeMap::new();
        let mut waiting = vec![src.to_owned()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of sources") {
                let path = entry.expect("it can be listed").path();
                if path.is_dir() {
                    waiting.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let below = path.strip_prefix(src).expect("it was found there");
                    let mut module: Module = below
                        .with_extension("")
                        .iter()
                        .map(|part| part.to_string_lossy().into_owned())
                        .collect();
                    if matches!(
                        module.last().map(String::as_str),
                        Some("mod" | "lib" | "main")
                    ) {
                        module.pop();
                    }
                    let text = fs::read_to_string(&path).expect("a source is text");
                    files.insert(module, File::read(&text));
                }
            }
        }
        Crate { files }
    }

    fn of(files: &[(&str, &str)]) -> Crate {
        let module = |name: &str| {
            name.split("::")
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()
        };
        Crate {
            files: files
                .iter()
                .map(|(name, text)| (module(name), File::read(text)))
                .collect(),
        }
    }

    /// The file that defines what a path leads to, as seen from a module, and the name there.
    /// `None` if it is not in this crate, or if the path names a whole module.
    fn defined(&self, from: &[String], path: &[String], chain: usize) -> Option<(Module, String)> {
        let mut at: Module = from.to_vec();
        let mut rest = path;
        match path.first().map(String::as_str)? {
            "crate" => at.clear(),
            "self" | "super" => {}
            // A child of the current module, or a name that a `use` has imported.
            first => {
                let is_near =
                    self.is_child(from, first) || self.files[from].brought.contains_key(first);
                if !is_near || chain > LONGEST_CHAIN {
                    return None;
                }
            }
        }
        while let Some(first) = rest.first() {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => {
                    at.pop()?;
                }
                _ => break,
            }
            rest = &rest[1..];
        }
        while let Some((name, further)) = rest.split_first() {
            let is_last = further.is_empty();
            if is_last && at != from && self.files[&at].own.contains(name) {
                return Some((at, name.clone()));
            }
            if self.is_child(&at, name) && !(is_last && self.renames_child(&at, name)) {
                at.push(name.clone());
                rest = further;
            } else if let Some(brought) = self.files[&at].brought.get(name)
                && brought.len() + further.len() > 0
                && chain <= LONGEST_CHAIN
            {
                let whole: Vec<String> = brought.iter().chain(further).cloned().collect();
                // The path leads to itself, as `use fen;` of another crate does.
                return (whole != path || at != from)
                    .then(|| self.defined(&at, &whole, chain + 1))
                    .flatten();
            } else {
                return Some((at, name.clone()));
            }
        }
        None
    }

    /// Whether a module re-exports an item of a child under the child's own name, as
    /// `mod routes; pub use routes::routes;` does. A path that ends there leads to the item.
    fn renames_child(&self, module: &[String], name: &str) -> bool {
        self.files[module]
            .brought
            .get(name)
            .is_some_and(|path| path.len() > 1)
    }

    fn is_child(&self, module: &[String], name: &str) -> bool {
        let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
        self.files.contains_key(&child)
    }

    /// Which files each file depends on, and for which names.
    fn dependencies<'a>(&'a self) -> BTreeMap<&'a Module, BTreeMap<Module, BTreeSet<String>>> {
        let of = |(module, file): (&'a Module, &File)| {
            let mut asks: BTreeMap<Module, BTreeSet<String>> = BTreeMap::new();
            for path in &file.paths {
                if let Some((asked, name)) = self.defined(module, path, 0)
                    && asked != *module
                {
                    asks.entry(asked).or_default().insert(name);
                }
            }
            (module, asks)
        };
        self.files.iter().map(of).collect()
    }

    /// Every import cycle: the set of its files, with their dependencies.
    fn import_cycles(&self) -> Vec<String> {
        let dependencies = self.dependencies();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = dependencies
            .keys()
            .map(|&from| {
                let mut seen = BTreeSet::new();
                let mut waiting = vec![from];
                while let Some(next) = waiting.pop() {
                    waiting.extend(
                        dependencies[next]
                            .keys()
                            .filter(|asked| seen.insert(*asked)),
                    );
                }
                (from, seen)
            })
            .collect();
        let mut listed = BTreeSet::new();
        let mut import_cycles = Vec::new();
        for (&module, seen) in &reached {
            if !seen.contains(module) || listed.contains(module) {
                continue;
            }
            let circle: BTreeSet<&Module> = seen
                .iter()
                .copied()
                .filter(|other| reached[other].contains(module))
                .collect();
            let mut parts = Vec::new();
            for from in &circle {
                for (to, names) in dependencies[*from]
                    .iter()
                    .filter(|(to, _)| circle.contains(to))
                {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    parts.push(format!(
                        "{} -> {} ({})",
                        shown(from),
                        shown(to),
                        names.join(", ")
                    ));
                }
            }
            listed.extend(circle);
            import_cycles.push(parts.join(", "));
        }
        import_cycles
    }
}

fn shown(module: &Module) -> String {
    if module.is_empty() {
        "the root".to_owned()
    } else {
        module.join("::")
    }
}

impl File {
    fn read(text: &str) -> File {
        let tokens = tokens(text);
        let mut file = File::default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if token == "use" {
                let is_handed_on = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                at += 1;
                file.read_use(&tokens, &mut at, &[], is_handed_on);
            } else if ITEMS.contains(&token.as_str()) {
                at += 1;
                file.own.extend(tokens.get(at).cloned());
            } else if is_name(token) {
                let mut path = vec![token.clone()];
                at += 1;
                while tokens.get(at).is_some_and(|token| token == "::")
                    && tokens.get(at + 1).is_some_and(|next| is_name(next))
                {
                    path.push(tokens[at + 1].clone());
                    at += 2;
                }
                if path.len() > 1 {
                    file.paths.push(path);
                }
            } else {
                at += 1;
            }
        }
        file
    }

    /// Reads one branch of a `use`; `before` is the path up to this branch.
    fn read_use(
        &mut self,
        tokens: &[String],
        at: &mut usize,
        before: &[String],
        is_handed_on: bool,
    ) {
        let mut path = before.to_vec();
        while let Some(token) = tokens.get(*at) {
            *at += 1;
            match token.as_str() {
                "::" => {}
                "{" => {
                    loop {
                        self.read_use(tokens, at, &path, is_handed_on);
                        match tokens.get(*at - 1).map(String::as_str) {
                            Some(",") if tokens.get(*at).is_some_and(|next| next != "}") => {}
                            Some(",") => {
                                *at += 1;
                                break;
                            }
                            _ => break,
                        }
                    }
                    path.clear(); // the branches are imported, their prefix is not
                }
                "as" => {
                    if let Some(name) = tokens.get(*at) {
                        self.bring(name, &path, is_handed_on);
                    }
                    path.clear();
                    *at += 1;
                }
                "," | "}" | ";" => {
                    let named = path.last().cloned();
                    let is_new = |last: &String| path.len() > before.len() || last == "self";
                    if let Some(last) = named.filter(is_new) {
                        self.bring(&last, &path, is_handed_on);
                    }
                    return;
                }
                name => path.push(name.to_owned()),
            }
        }
    }

    fn bring(&mut self, name: &str, path: &[String], is_handed_on: bool) {
        let mut path = path.to_vec();
        let mut name = name.to_owned();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
            if name == "self" {
                name = path.last().cloned().unwrap_or_default();
            }
        }
        if !is_handed_on {
            self.paths.push(path.clone());
        }
        self.brought.insert(name, path);
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The names and punctuation of a source, without comments, literals and the tests at its end.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with("#[cfg(test)]") && after.trim_start().contains("mod tests") {
            let further = rest["#[cfg(test)]".len()..].trim_start();
            let further = further.strip_prefix("pub(crate) ").unwrap_or(further);
            if further.starts_with("mod tests") {
                break;
            }
            rest = further;
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = &rest[hashes + 2..];
            rest = begin.find(&end).map_or("", |at| &begin[at + end.len()..]);
        } else if first == '"' {
            rest = after_string(after);
        } else if first == '\'' {
            // A character literal or a lifetime.
            let mut characters = after.chars();
            let second = characters.next().unwrap_or_default();
            rest = if second == '\\' {
                let escaped = &after[1..];
                let from = escaped.chars().next().map_or(0, char::len_utf8);
                escaped[from..]
                    .find('\'')
                    .map_or("", |end| &escaped[from + end + 1..])
            } else if characters.next() == Some('\'') {
                &after[second.len_utf8() + 1..]
            } else {
                after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
            };
        } else if is_name(rest) {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            tokens.push(rest[..end].to_owned());
            rest = &rest[end..];
        } else if let Some(further) = rest.strip_prefix("::") {
            tokens.push("::".to_owned());
            rest = further;
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            rest = after;
        }
    }
    tokens
}

/// How many `#` the raw string has that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('r')?;
    let hashes = inside.len() - inside.trim_start_matches('#').len();
    inside[hashes..].starts_with('"').then_some(hashes)
}

/// The text after the end of a string; `text` begins inside the string.
fn after_string(text: &str) -> &str {
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}
