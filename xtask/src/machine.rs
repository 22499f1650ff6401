//! What this machine has to offer: the compiler's wasm target, Node, a C compiler, Chromium, and
//! the cargo tools that checking needs. What can be added without asking is added; for the rest
//! there is one line that says what to install.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{ask, cargo, run};
use crate::project;

/// The oldest Node that Vite, which builds the page, works with.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Adds the browser's compilation target to the pinned toolchain where it is missing.
///
/// # Errors
/// As for [`add_target`].
pub(crate) fn add_wasm_target() -> Result<()> {
    add_target("wasm32-unknown-unknown")
}

/// Adds the standard library of a target to the pinned toolchain where it is missing. Rustup would
/// do so by itself, but not where its automatic installs are switched off.
///
/// # Errors
/// The target is missing and rustup is absent or cannot add it.
pub(crate) fn add_target(target: &str) -> Result<()> {
    // Asked in the project's folder, so that rust-toolchain.toml decides which compiler answers.
    let sysroot = ask(Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(project::root()))
    .context("rustc does not answer: install Rust from https://rustup.rs")?;
    let sysroot = Path::new(&sysroot);
    let libraries = sysroot.join("lib/rustlib").join(target).join("lib");
    if libraries.is_dir() {
        return Ok(());
    }
    // A toolchain of rustup is named by its folder.
    let toolchain = sysroot.file_name().unwrap_or_default();
    run(Command::new("rustup")
        .args(["target", "add", target, "--toolchain"])
        .arg(toolchain))
    .with_context(|| format!("the compiler lacks {target}, and rustup could not add it"))
}

/// The target that the compiler builds for unless it is told another.
///
/// # Errors
/// The compiler does not answer.
pub(crate) fn host_target() -> Result<String> {
    ask(Command::new("rustc")
        .args(["--print", "host-tuple"])
        .current_dir(project::root()))
    .context("rustc does not answer: install Rust from https://rustup.rs")
}

/// Finds a C compiler, which the embedded database is built with.
///
/// # Errors
/// There is none; the message says what to install.
pub(crate) fn need_c_compiler() -> Result<()> {
    if cfg!(windows) {
        return Ok(()); // Visual Studio's compiler is found by the build itself, off the path
    }
    let name = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    if ask(Command::new(name).arg("--version")).is_none() {
        bail!(
            "no C compiler: install one (Debian, Ubuntu: apt install build-essential; \
             Fedora: dnf install gcc; macOS: xcode-select --install)"
        );
    }
    Ok(())
}

/// Finds Node and npm, which the page is built with.
///
/// # Errors
/// One of them is missing or too old; the message says what to install.
pub(crate) fn need_node() -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    let version = ask(Command::new("node").arg("--version"));
    match version.as_deref().map(parse_node_version) {
        None => {
            bail!("no Node.js: install version {major}.{minor} or newer from https://nodejs.org")
        }
        Some(Some(found)) if found >= OLDEST_NODE => {}
        Some(_) => bail!(
            "Node.js {} is too old: install version {major}.{minor} or newer from https://nodejs.org",
            version.unwrap_or_default()
        ),
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if ask(Command::new(npm).arg("--version")).is_none() {
        bail!("no npm: it comes with Node.js from https://nodejs.org");
    }
    Ok(())
}

/// Major and minor of what `node --version` prints, such as `v20.19.4`.
fn parse_node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The Chromium that browser tests run in: the one named by `DAMIER_CHROMIUM`, else the first one
/// of the usual names on the path.
pub(crate) fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("DAMIER_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    [
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    ]
    .iter()
    .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
    .find(|program| program.is_file())
}

/// Whether `cargo nextest` is there. It runs tests faster than `cargo test`, and is not needed.
pub(crate) fn has_nextest() -> bool {
    ask(&mut cargo(["nextest", "--version"])).is_some()
}

/// Whether there is a nightly compiler, which fuzzing needs.
pub(crate) fn has_nightly() -> bool {
    ask(Command::new("rustup").args(["run", "nightly", "rustc", "--version"])).is_some()
}

/// A cargo tool in exactly this version: the one on the path if it is that, else one built into
/// `target/tools`, once.
///
/// # Errors
/// The tool cannot be built, for want of the package registry for instance.
pub(crate) fn cargo_tool(name: &str, version: &str) -> Result<PathBuf> {
    let folder = project::target().join("tools");
    let own = folder
        .join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    for candidate in [PathBuf::from(name), own.clone()] {
        let answer = ask(Command::new(&candidate).arg("--version"));
        if answer.is_some_and(|answer| answer.split_whitespace().any(|word| word == version)) {
            return Ok(candidate);
        }
    }
    // Without optimisation: such a tool works for seconds, and would be compiled for minutes.
    run(cargo([
        "install",
        name,
        "--version",
        version,
        "--locked",
        "--debug",
        "--root",
    ])
    .arg(&folder))?;
    Ok(own)
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
