//! Checks that the project agrees with `docs/architecture.md`: dependencies point inward, the inner
//! crates need no operating system, the paths that it names exist, and no file is too long. Reads
//! the project's files and `cargo metadata`; builds nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// The crates that each crate may depend on, as in docs/architecture.md. Indirect dependencies are
/// allowed too.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("damier-rules", &[]),
    ("damier-notation", &["damier-rules"]),
    ("damier-protocols", &["damier-notation"]),
    ("damier", &["damier-engine", "damier-protocols"]),
    ("damier-endgame", &["damier-rules"]),
    ("damier-engine", &["damier-endgame"]),
    (
        "damier-workshop",
        &[
            "damier-coach",
            "damier-engine",
            "damier-notation",
            "damier-protocols",
        ],
    ),
    ("damier-coach", &["damier-engine", "damier-notation"]),
    ("damier-paper", &["damier-coach"]),
    ("damier-session", &["damier-engine", "damier-notation"]),
    ("damier-people", &["damier-session"]),
    ("damier-wire", &["damier-people"]),
    ("damier-storage", &["damier-people"]),
    ("damier-server", &["damier-wire"]),
    ("damier-client", &["damier-wire"]),
    ("damier-wasm", &["damier-session", "damier-paper"]),
    ("damier-wasm-play", &["damier-wasm"]),
    ("damier-wasm-engine", &["damier-wasm"]),
    ("damier-wasm-study", &["damier-wasm"]),
    ("damier-wasm-coach", &["damier-wasm"]),
    ("damier-wasm-paper", &["damier-wasm"]),
    ("damier-wasm-npm", &["damier-wasm"]),
    (
        "damier-cli",
        &[
            "damier-client",
            "damier-paper",
            "damier-server",
            "damier-storage",
            "damier-workshop",
        ],
    ),
    (
        "damier-load",
        &["damier-storage", "damier-temporary-servers", "damier-wire"],
    ),
    ("damier-temporary-servers", &[]),
    ("xtask", &["damier-temporary-servers"]),
];

/// The external crates that each crate may have in its Cargo.toml. A new one is a decision: add it
/// here, and to `[workspace.dependencies]` with what it is for.
const EXTERNAL: &[(&str, &[&str])] = &[
    ("damier", &[]),
    ("damier-rules", &["arrayvec", "serde", "ts-rs", "utoipa"]),
    (
        "damier-notation",
        &["serde", "thiserror", "ts-rs", "utoipa"],
    ),
    ("damier-protocols", &["rustix", "shell-words", "thiserror"]),
    (
        "damier-endgame",
        &["crc32fast", "memmap2", "miniz_oxide", "thiserror"],
    ),
    (
        "damier-engine",
        &["bytemuck", "miniz_oxide", "rustix", "wide"],
    ),
    (
        "damier-workshop",
        &["crc32fast", "fastrand", "libm", "thiserror"],
    ),
    ("damier-coach", &["serde"]),
    ("damier-paper", &["serde", "serde_json", "thiserror"]),
    (
        "damier-session",
        &[
            "serde",
            "skillratings",
            "thiserror",
            "time",
            "ts-rs",
            "utoipa",
            "uuid",
        ],
    ),
    (
        "damier-people",
        &[
            "async-trait",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "time",
            "unicode-normalization",
            "unicode-script",
            "unicode-security",
            "utoipa",
            "uuid",
        ],
    ),
    ("damier-wire", &["serde", "serde_json", "utoipa"]),
    (
        "damier-storage",
        &[
            "async-trait",
            "etcetera",
            "serde",
            "serde_json",
            "sqlx",
            "tempfile",
            "thiserror",
            "tokio",
            "tracing",
        ],
    ),
    (
        "damier-server",
        &[
            "argon2",
            "async-nats",
            "async-trait",
            "axum",
            "brotli",
            "data-encoding",
            "flate2",
            "futures-util",
            "getrandom",
            "governor",
            "hyper",
            "hyper-util",
            "ipnet",
            "lru",
            "mime_guess",
            "parking_lot",
            "prometheus-client",
            "ring",
            "rustls-native-certs",
            "serde",
            "serde_json",
            "sha2",
            "socket2",
            "thiserror",
            "tokio",
            "tokio-rustls",
            "tokio-tungstenite",
            "tower-http",
            "tracing",
            "utoipa",
            "utoipa-axum",
        ],
    ),
    (
        "damier-client",
        &[
            "futures-util",
            "getrandom",
            "http-body-util",
            "hyper",
            "hyper-util",
            "rustls-native-certs",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
            "tokio-rustls",
            "tokio-tungstenite",
        ],
    ),
    ("damier-wasm", &["serde", "serde_json", "wasm-bindgen"]),
    ("damier-wasm-play", &[]),
    ("damier-wasm-engine", &[]),
    ("damier-wasm-study", &[]),
    ("damier-wasm-coach", &[]),
    ("damier-wasm-paper", &[]),
    ("damier-wasm-npm", &[]),
    (
        "damier-cli",
        &[
            "anstream",
            "anstyle",
            "anyhow",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "if-addrs",
            "indicatif",
            "lru",
            "mimalloc",
            "open",
            "rust-embed",
            "rustix",
            "serde",
            "serde_json",
            "tokio",
            "tracing",
            "tracing-subscriber",
            "unicode-width",
        ],
    ),
    (
        "damier-load",
        &[
            "anyhow",
            "clap",
            "fastrand",
            "futures-util",
            "hdrhistogram",
            "serde",
            "serde_json",
            "tempfile",
            "tokio",
            "tokio-tungstenite",
        ],
    ),
    ("damier-temporary-servers", &["anyhow", "tempfile"]),
    ("xtask", &["anyhow", "sha2", "wasm-bindgen-cli-support"]),
];

/// The crates without input and output: no async runtime, no SQL, no HTTP, and no clock or random
/// numbers of the operating system.
const INNER: &[&str] = &[
    "damier-rules",
    "damier-notation",
    "damier-endgame",
    "damier-engine",
    "damier-coach",
    "damier-paper",
    "damier-session",
    "damier-people",
];

/// The indirect dependencies that the external crates of the inner crates may have, on every system
/// and with every feature; besides the bindings of Windows, `windows-*` and `windows_*`. None of
/// them reads a clock, makes random numbers or uses a network.
const INDIRECT: &[&str] = &[
    // for crc32fast, memmap2, miniz_oxide, wide and rustix
    "adler2",
    "bitflags",
    "cfg-if",
    "errno",
    "libc",
    "linux-raw-sys",
    "safe_arch",
    "simd-adler32",
    // for sha2
    "block-buffer",
    "cmov",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "ctutils",
    "digest",
    "generic-array",
    "hybrid-array",
    "typenum",
    "version_check",
    // for derive macros, at compile time
    "aho-corasick",
    "proc-macro2",
    "quote",
    "regex",
    "regex-automata",
    "regex-syntax",
    "serde_core",
    "serde_derive",
    "syn",
    "thiserror-impl",
    "ts-rs-macros",
    "unicode-ident",
    // for time
    "deranged",
    "num-conv",
    "powerfmt",
    "time-core",
    // for unicode-normalization
    "tinyvec",
    "tinyvec_macros",
    // for ts-rs and utoipa, which describe the shapes for the page and the API; only tests and the
    // server switch on these features
    "allocator-api2",
    "equivalent",
    "foldhash",
    "hashbrown",
    "indexmap",
    "itoa",
    "memchr",
    "serde_json",
    "termcolor",
    "utoipa-gen",
    "winapi-util",
    "zmij",
];

/// The crate that gives access to the browser, and the only crate of ours that may use it.
const BROWSER: (&str, &str) = ("wasm-bindgen", "damier-wasm");

/// The most lines of a source file: a longer one contains more than one idea.
const MAX_FILE_LINES: usize = 600;

#[test]
fn dependencies_point_inward() {
    let allowed = |name: &str| {
        let mut reachable = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            let (_, inward) = DEPENDENCIES
                .iter()
                .find(|(listed, _)| *listed == next)
                .unwrap_or_else(|| {
                    panic!(
                        "{next} is a new crate: add it to DEPENDENCIES and to docs/architecture.md"
                    )
                });
            for inner in *inward {
                if reachable.insert((*inner).to_owned()) {
                    waiting.push((*inner).to_owned());
                }
            }
        }
        reachable
    };
    let crates = direct_dependencies(&["normal", "build"]);
    for (name, asks) in &crates {
        let allowed = allowed(name);
        for asked in asks.iter().filter(|asked| crates.contains_key(*asked)) {
            assert!(allowed.contains(asked), "{name} may not depend on {asked}");
        }
    }
}

#[test]
fn each_crate_has_only_the_external_dependencies_that_are_listed() {
    for (name, asks) in direct_dependencies(&["normal", "build"]) {
        let (_, allowed) = EXTERNAL
            .iter()
            .find(|(listed, _)| *listed == name)
            .unwrap_or_else(|| panic!("{name} is a new crate: add it to EXTERNAL"));
        for asked in asks.iter().filter(|name| !is_ours(name)) {
            assert!(
                allowed.contains(&asked.as_str()),
                "{name} depends on {asked}, which EXTERNAL does not list"
            );
        }
    }
}

#[test]
fn inner_crates_have_no_input_or_output() {
    let graph = dependency_graph();
    let direct: BTreeSet<&str> = EXTERNAL
        .iter()
        .filter(|(name, _)| INNER.contains(name))
        .flat_map(|(_, allowed)| allowed.iter().copied())
        .collect();
    for inner in INNER {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![(*inner).to_owned()];
        while let Some(next) = waiting.pop() {
            let name = next.as_str();
            let is_listed = is_ours(name) || direct.contains(name) || INDIRECT.contains(&name);
            let is_known = is_listed || name.starts_with("windows");
            assert!(is_known, "{inner} is compiled with {name}");
            for dependency in &graph[&next] {
                if seen.insert(dependency.clone()) {
                    waiting.push(dependency.clone());
                }
            }
        }
    }
}

#[test]
fn only_one_crate_accesses_the_browser() {
    let (browser, binding) = BROWSER;
    for (name, asks) in direct_dependencies(&["normal"]) {
        assert!(
            name == binding || !asks.contains(browser),
            "{name} depends on {browser}"
        );
    }
}

#[test]
fn the_architecture_names_existing_paths() {
    let text = read("docs/architecture.md");
    let mut named = 0;
    // Every second piece between backticks is code.
    for code in text.split('`').skip(1).step_by(2) {
        let is_path = ["crates/", "web/", "xtask/", "fuzz/", "docs/"]
            .iter()
            .any(|folder| code.starts_with(folder));
        if is_path {
            named += 1;
            // A placeholder stands for any name: the folder that contains it must exist.
            let fixed = code.split('<').next().unwrap_or(code);
            assert!(
                root().join(fixed).exists(),
                "docs/architecture.md names {code}, which does not exist"
            );
        }
    }
    assert!(
        named >= DEPENDENCIES.len(),
        "docs/architecture.md names only {named} places"
    );
}

#[test]
fn no_file_is_too_long() {
    for path in files_of_the_project() {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_source = matches!(ending, Some("rs" | "ts" | "svelte" | "css" | "sql"));
        // Written by a test of crates/wasm and by `npm run api`; only the compiler reads them.
        let is_generated =
            path.starts_with("web/src/rules/types") || path.starts_with("web/src/api/types");
        if is_source && !is_generated {
            let lines =
                fs::read_to_string(root().join(&path)).map_or(0, |text| text.lines().count());
            assert!(
                lines <= MAX_FILE_LINES,
                "{} has {lines} lines",
                path.display()
            );
        }
    }
}

/// Tables and examples in the documentation may be wider.
#[test]
fn comments_are_at_most_a_hundred_columns_wide() {
    for path in files_of_the_project() {
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let mut in_example = false;
        for (number, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            in_example &= trimmed.starts_with("//");
            in_example ^= trimmed.starts_with("//") && trimmed.contains("```");
            let is_text = trimmed.starts_with("//") && !in_example && !trimmed.contains("| ");
            let is_wide = is_text && line.chars().count() > 100;
            assert!(!is_wide, "{}:{} is too wide", path.display(), number + 1);
        }
    }
}

#[test]
fn no_file_contains_a_local_absolute_path() {
    // Assembled here, so that this file does not contain the names itself.
    let folders = ["work", "root", "farm"].map(|name| format!("/{name}/"));
    for path in files_of_the_project() {
        let Ok(text) = fs::read_to_string(root().join(&path)) else {
            continue; // a picture or a sound
        };
        for (number, line) in text.lines().enumerate() {
            for folder in &folders {
                // After a name or a dot, it is a path inside the project or on the web.
                let absolute = line.match_indices(folder.as_str()).any(|(at, _)| {
                    !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '.')
                });
                assert!(
                    !absolute,
                    "{}:{} names {folder}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}

/// Whether a crate belongs to the workspace.
fn is_ours(name: &str) -> bool {
    DEPENDENCIES.iter().any(|(listed, _)| *listed == name)
}

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files of the repository, and those that the next commit could add.
fn files_of_the_project() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args("ls-files --cached --others --exclude-standard -z".split(' '))
        .current_dir(root())
        .output()
        .expect("git lists the project's files");
    let files: Vec<PathBuf> = String::from_utf8(output.stdout)
        .unwrap()
        .split_terminator('\0')
        .map(PathBuf::from)
        .collect();
    assert!(
        !files.is_empty(),
        "git lists no file: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    files
}

fn metadata(arguments: &[&str]) -> Value {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version=1"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo describes the workspace");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("cargo metadata without {key}"))
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .expect("a string in cargo metadata")
        .to_owned()
}

/// Each crate of the workspace, with the direct dependencies in its Cargo.toml.
fn direct_dependencies(kinds: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata(&["--no-deps"]);
    let asks = |package: &Value| {
        list(package, "dependencies")
            .iter()
            .filter(|asked| kinds.contains(&asked["kind"].as_str().unwrap_or("normal")))
            .map(|asked| text(&asked["name"]))
            .collect()
    };
    list(&metadata, "packages")
        .iter()
        .map(|package| (text(&package["name"]), asks(package)))
        .collect()
}

/// Everything that is compiled, by name, with its dependencies outside of tests.
fn dependency_graph() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata(&[]);
    let names: BTreeMap<String, String> = list(&metadata, "packages")
        .iter()
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"], "nodes") {
        let asks = list(node, "deps")
            .iter()
            .filter(|dependency| {
                list(dependency, "dep_kinds")
                    .iter()
                    .any(|kind| kind["kind"].is_null())
            })
            .map(|dependency| names[&text(&dependency["pkg"])].clone());
        graph
            .entry(names[&text(&node["id"])].clone())
            .or_default()
            .extend(asks);
    }
    graph
}
