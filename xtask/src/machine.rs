//! What this machine has: the compiler's wasm target, Node, a C compiler, Chromium, and the cargo
//! tools that the checks need. What can be installed without asking is installed; for the rest, one
//! line says what to install.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, output_of, run};
use crate::project;

/// The oldest Node that works with Vite, which builds the page.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Adds the compilation target of the browser to the pinned toolchain if it is missing.
///
/// # Errors
/// As for [`add_target`].
pub(crate) fn add_wasm_target() -> Result<()> {
    add_target("wasm32-unknown-unknown")
}

/// Adds the standard library of a target to the pinned toolchain if it is missing. Rustup does that
/// by itself, unless its automatic installation is switched off.
///
/// # Errors
/// The target is missing, and rustup is absent or cannot add it.
pub(crate) fn add_target(target: &str) -> Result<()> {
    let sysroot = toolchain()?;
    let libraries = sysroot.join("lib/rustlib").join(target).join("lib");
    if libraries.is_dir() {
        return Ok(());
    }
    // A rustup toolchain has the name of its folder.
    let toolchain = sysroot.file_name().unwrap_or_default();
    run(Command::new("rustup")
        .args(["target", "add", target, "--toolchain"])
        .arg(toolchain))
    .with_context(|| format!("the compiler lacks {target}, and rustup could not add it"))
}

/// The folder of the pinned toolchain.
fn toolchain() -> Result<PathBuf> {
    ask_rustc("sysroot").map(PathBuf::from)
}

/// Makes clippy's driver the compiler of the workspace's crates in a command: it compiles as rustc
/// does and also warns, and every warning is an error.
///
/// # Errors
/// It is not installed; the message says how to install it.
pub(crate) fn compile_with_clippy(command: &mut Command) -> Result<()> {
    let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    let program = toolchain()?.join("bin").join(name);
    if !program.is_file() {
        bail!("no clippy: rustup component add clippy");
    }
    command
        .env("RUSTC_WORKSPACE_WRAPPER", program)
        .env("CLIPPY_ARGS", "--deny=warnings");
    Ok(())
}

/// The target that the compiler builds for by default.
///
/// # Errors
/// The compiler cannot be run.
pub(crate) fn host_target() -> Result<String> {
    ask_rustc("host-tuple")
}

/// A fact about the compiler that rust-toolchain.toml selects.
fn ask_rustc(fact: &str) -> Result<String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", fact]).current_dir(project::root());
    output_of(&mut rustc).context("rustc does not answer: install Rust from https://rustup.rs")
}

/// Services that the multi-server tests need and this machine lacks, by Debian package name. The
/// tests look in the same places.
pub(crate) fn missing_services() -> Vec<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    let debian = std::fs::read_dir("/usr/lib/postgresql");
    let versions = debian.into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    let lacks = |program: &str| {
        let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        !folders.iter().any(|folder| folder.join(&file).is_file())
    };
    let services = [("initdb", "postgresql"), ("nats-server", "nats-server")];
    let missing = services.into_iter().filter(|(program, _)| lacks(program));
    missing.map(|(_, package)| package).collect()
}

/// Checks that there is a C compiler, which is needed to build SQLite.
///
/// # Errors
/// There is none; the message says what to install.
pub(crate) fn need_c_compiler() -> Result<()> {
    if cfg!(windows) {
        return Ok(()); // the build finds Visual Studio's compiler by itself, without the path
    }
    let name = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    if output_of(Command::new(name).arg("--version")).is_none() {
        bail!(
            "no C compiler: install one (Debian, Ubuntu: apt install build-essential; \
             Fedora: dnf install gcc; macOS: xcode-select --install)"
        );
    }
    Ok(())
}

/// Checks that there are Node and npm, which are needed to build the page.
///
/// # Errors
/// One of them is missing or too old; the message says what to install.
pub(crate) fn need_node() -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    let version = output_of(Command::new("node").arg("--version"));
    match version.as_deref().map(parse_node_version) {
        None => {
            bail!("no Node.js: install version {major}.{minor} or newer from https://nodejs.org")
        }
        Some(Some(found)) if found >= OLDEST_NODE => {}
        Some(_) => bail!(
            "Node.js {} is too old: install version {major}.{minor} or newer from \
             https://nodejs.org",
            version.unwrap_or_default()
        ),
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if output_of(Command::new(npm).arg("--version")).is_none() {
        bail!("no npm: it comes with Node.js from https://nodejs.org");
    }
    Ok(())
}

/// The major and minor version in the output of `node --version`, such as `v20.19.4`.
fn parse_node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The Chromium of browser tests: the one named by `DAMIER_CHROMIUM`, or else the first one on the
/// path that has one of the usual names.
pub(crate) fn chromium() -> Option<PathBuf> {
    named_chromium().or_else(|| {
        on_the_path(&[
            "chromium",
            "chromium-browser",
            "google-chrome-stable",
            "google-chrome",
        ])
    })
}

/// Chromium for fast tests: Debian's headless package if it is installed. It is the same engine; a
/// window doubles the cost of each test client.
pub(crate) fn quick_chromium() -> Option<PathBuf> {
    named_chromium()
        .or_else(|| on_the_path(&["chromium-headless-shell"]))
        .or_else(chromium)
}

fn named_chromium() -> Option<PathBuf> {
    std::env::var_os("DAMIER_CHROMIUM").map(PathBuf::from)
}

/// The first program on the path that has one of these names.
fn on_the_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

/// Whether `cargo nextest` is installed. It runs tests faster than `cargo test`, but is optional.
pub(crate) fn has_nextest() -> bool {
    output_of(&mut cargo(["nextest", "--version"])).is_some()
}

/// Whether a nightly compiler is installed, which fuzzing needs.
pub(crate) fn has_nightly() -> bool {
    output_of(Command::new("rustup").args(["run", "nightly", "rustc", "--version"])).is_some()
}

/// A cargo tool in exactly this version, if it is on the path or was built into `target/tools`.
pub(crate) fn installed_tool(name: &str, version: &str) -> Option<PathBuf> {
    [PathBuf::from(name), built_tool(name)]
        .into_iter()
        .find(|candidate| {
            let answer = output_of(Command::new(candidate).arg("--version"));
            answer.is_some_and(|answer| answer.split_whitespace().any(|word| word == version))
        })
}

/// Where a cargo tool is that this program has built.
fn built_tool(name: &str) -> PathBuf {
    let program = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    project::target().join("tools/bin").join(program)
}

/// A cargo tool in exactly this version: the installed one, or else one that is built once into
/// `target/tools`, with these features.
///
/// # Errors
/// The tool cannot be built, for example because the package registry cannot be reached.
pub(crate) fn cargo_tool(name: &str, version: &str, features: &[&str]) -> Result<PathBuf> {
    if let Some(installed) = installed_tool(name, version) {
        return Ok(installed);
    }
    // Without optimisation: such a tool runs for seconds, but optimising it would take minutes.
    run(cargo([
        "install",
        name,
        "--version",
        version,
        "--locked",
        "--debug",
        "--root",
    ])
    .arg(project::target().join("tools"))
    .args(features.iter().flat_map(|feature| ["--features", feature])))?;
    Ok(built_tool(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read_and_compared() {
        assert_eq!(parse_node_version("v20.19.4"), Some((20, 19)));
        assert!(parse_node_version("v22.12.0") >= Some(OLDEST_NODE));
        assert!(parse_node_version("v18.20.1") < Some(OLDEST_NODE));
        assert_eq!(parse_node_version("20.19.4"), None);
        assert_eq!(parse_node_version("v20"), None);
    }
}
