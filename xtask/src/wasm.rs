//! Compiles the modules of `crates/wasm` (the rules and the engine for the browser) to WebAssembly,
//! and writes the JavaScript and TypeScript bindings into `web/src/rules/wasm`, or for the npm
//! package into `bindings/npm/src/wasm`. Called by the builds of both. The generator of the
//! bindings is linked as a library, so that it always has the version that the compiled code
//! expects, and nothing has to be installed.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, run};
use crate::{machine, project};

/// The modules that the page loads, each when it is needed. Each has a package `damier-wasm-NAME`,
/// which is built with the feature `NAME` of `damier-wasm`
/// (docs/decisions/0028-wasm-modules-by-use.md).
const MODULES: [&str; 5] = ["play", "engine", "study", "coach", "paper"];

/// The module of the npm package, built like those of the page.
const NPM_MODULE: &str = "npm";

/// A file beside the bindings: the profile of cargo that the modules were compiled with.
const PROFILE: &str = "profile";

/// The command `cargo xtask wasm`.
pub(crate) fn build() -> Result<ExitCode> {
    ensure(BuildGoal::SmallModules)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the modules are built for size or for build time.
#[derive(Clone, Copy)]
pub(crate) enum BuildGoal {
    /// Every visitor fetches them.
    SmallModules,
    /// They are built for one machine: one module with everything takes the place of all. Where
    /// small modules are already built, these are brought up to date instead.
    QuickBuild,
}

/// Brings `web/src/rules/wasm` up to date; does nothing if it already is.
///
/// # Errors
/// The wasm target cannot be added, a module does not compile, or the files cannot be written.
pub(crate) fn ensure(goal: BuildGoal) -> Result<()> {
    machine::add_wasm_target()?;
    let folder = project::wasm_bindings();
    let last = fs::read_to_string(folder.join(PROFILE)).unwrap_or_default();
    let is_quick = matches!(goal, BuildGoal::QuickBuild) && last != "wasm";
    let profile = if is_quick { "play" } else { "wasm" };
    if is_quick {
        // Together with the library itself, the module has its features: all.
        compile(profile, &["damier-wasm", "damier-wasm-play"])?;
    }
    for module in MODULES {
        let source = if is_quick { "play" } else { module };
        if !is_quick {
            compile_module(module)?;
        }
        bind_if_stale(module, source, profile, &folder, last == profile)?;
    }
    if last != profile {
        fs::write(folder.join(PROFILE), profile)?;
    }
    remove_others(&folder)
}

/// Brings `bindings/npm/src/wasm` up to date; does nothing if it already is.
///
/// # Errors
/// The same as for [`ensure`].
pub(crate) fn ensure_npm_module() -> Result<()> {
    machine::add_wasm_target()?;
    compile_module(NPM_MODULE)?;
    let folder = project::npm_package().join("src/wasm");
    bind_if_stale(NPM_MODULE, NPM_MODULE, "wasm", &folder, true)
}

/// Compiles a module, small. One call of cargo per module: in a single call every module would be
/// built with the features of all.
fn compile_module(module: &str) -> Result<()> {
    compile("wasm", &[&format!("damier-wasm-{module}")])
}

/// Writes the bindings of a module if its compiled code is newer, or `is_current` is false.
fn bind_if_stale(
    module: &str,
    source: &str,
    profile: &str,
    folder: &Path,
    is_current: bool,
) -> Result<()> {
    let compiled = project::target().join(format!(
        "wasm32-unknown-unknown/{profile}/damier_wasm_{source}.wasm"
    ));
    let bound = project::written(&folder.join(format!("{module}_bg.wasm")));
    if !is_current || bound.is_none() || bound < project::written(&compiled) {
        bind(module, &compiled, folder)?;
    }
    Ok(())
}

/// Compiles packages for the browser.
fn compile(profile: &str, packages: &[&str]) -> Result<()> {
    let mut build = cargo(["build", "--target=wasm32-unknown-unknown"]);
    build.arg(format!("--profile={profile}"));
    for package in packages {
        build.args(["--package", package]);
    }
    run(&mut build)
}

/// Writes the bindings of a module.
fn bind(module: &str, compiled: &Path, folder: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .out_name(module)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(true)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(folder)
        })
        .with_context(|| format!("cannot write the browser's bindings of {module}"))?;
    eprintln!("wrote {module} into {}", folder.display());
    Ok(())
}

/// Removes files that an earlier version wrote and this one does not; otherwise they would stay for
/// ever.
fn remove_others(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_ours = name == PROFILE
            || MODULES.iter().any(|module| {
                name.strip_prefix(module)
                    .is_some_and(|rest| rest.starts_with(['.', '_']))
            });
        if !is_ours {
            if path.is_dir() {
                fs::remove_dir_all(&path)?;
            } else {
                fs::remove_file(&path)?;
            }
        }
    }
    Ok(())
}
