//! `cargo xtask notices`: the third-party licences of what is distributed. Most of them ask for
//! their text to be passed on.
//!
//! The files are committed, since wheels and npm packages are built without this program. They
//! change when a dependency does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::process::run;
use crate::{machine, page, project};

/// The version of cargo-about that the settings are made for.
const CARGO_ABOUT: (&str, &str) = ("cargo-about", "0.9.3");

/// A distributed artifact.
struct Product {
    /// The manifest of its crate.
    manifest: &'static str,
    /// The file of its notices.
    notices: &'static str,
    /// The first line of the notices file.
    title: &'static str,
    /// Whether the artifact contains the page.
    has_page: bool,
}

const PRODUCTS: &[Product] = &[
    Product {
        manifest: "crates/cli/Cargo.toml",
        notices: "THIRD-PARTY.md",
        title: "The program `damier` and its page contain these works of other people.",
        has_page: true,
    },
    Product {
        manifest: "bindings/python/Cargo.toml",
        notices: "bindings/python/THIRD-PARTY.md",
        title: "The Python package `damier` contains these works of other people.",
        has_page: false,
    },
    Product {
        manifest: "crates/wasm/Cargo.toml",
        notices: "bindings/npm/THIRD-PARTY.md",
        title: "The npm package `damier` contains these works of other people.",
        has_page: false,
    },
];

/// Writes the notices of all artifacts.
pub(crate) fn write() -> Result<ExitCode> {
    for product in PRODUCTS {
        let path = project::root().join(product.notices);
        fs::write(&path, text(product)?).with_context(|| path.display().to_string())?;
        eprintln!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks that the notices are those of the present dependencies.
pub(crate) fn check() -> Result<()> {
    for product in PRODUCTS {
        let written = fs::read_to_string(project::root().join(product.notices));
        ensure!(
            written.ok() == Some(text(product)?),
            "{} is stale: cargo xtask notices",
            product.notices
        );
    }
    Ok(())
}

/// The notices of a product.
fn text(product: &Product) -> Result<String> {
    let (name, version) = CARGO_ABOUT;
    let tool = machine::cargo_tool(name, version, &["cli"])?;
    let settings = project::root().join("xtask/notices");
    let made = project::target().join("notices.md");
    run(Command::new(&tool)
        .args([
            "generate",
            "--offline", // only what lies in the packages counts
            "--locked",
            "--all-features",
            "--fail",
            "--config",
        ])
        .arg(settings.join("about.toml"))
        .arg("--manifest-path")
        .arg(project::root().join(product.manifest))
        .arg("--output-file")
        .arg(&made)
        .arg(settings.join("notices.hbs"))
        .current_dir(project::root()))?;
    let mut text = format!(
        "# Works of others\n\n{} Made by `cargo xtask notices`.\n",
        product.title
    );
    text.push_str(&without_code(&read(&made)?));
    if product.has_page {
        page::ensure()?;
        text.push_str(&read(&page_notices())?);
    }
    Ok(tidied(&text))
}

/// The notices of the packages in the page, which its build writes.
fn page_notices() -> PathBuf {
    project::web().join("dist/.vite/license.md")
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The notices without code: where a licence is the comment at the beginning of a source file, the
/// tool takes the whole file.
fn without_code(notices: &str) -> String {
    let mut kept = String::new();
    let (mut is_text, mut is_source, mut is_block, mut is_code) = (false, false, false, false);
    for line in notices.lines() {
        if line.starts_with("```") {
            is_text = line == "```text";
            (is_source, is_block, is_code) = (false, false, false);
        } else if is_text && !line.trim().is_empty() {
            is_text = false;
            is_source = line.starts_with("//");
            is_block = line.starts_with("/*");
        }
        is_code |= is_source && !line.starts_with("//");
        if !is_code {
            kept.push_str(if is_source {
                line.trim_start_matches(['/', '!']).trim()
            } else {
                line
            });
            kept.push('\n');
        }
        is_code |= is_block && line.contains("*/");
    }
    kept
}

/// The text without blanks at line ends and without repeated empty lines.
fn tidied(text: &str) -> String {
    let mut tidy = String::new();
    for line in text.lines().map(str::trim_end) {
        if !line.is_empty() || !tidy.ends_with("\n\n") {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_source_file_only_the_first_comment_stays() {
        let made = "Used by x.\n\n```text\n// Copyright y.\n//\n// Permission.\n\nuse z;\n// more\n\
                    ```\n\n```text\nMIT\n\n// as it stands\n```\n";
        let clean = "Used by x.\n\n```text\nCopyright y.\n\nPermission.\n```\n\n```text\nMIT\n\n\
                     // as it stands\n```\n";
        assert_eq!(without_code(made), clean);
    }
}
