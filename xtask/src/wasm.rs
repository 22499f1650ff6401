//! The rules and the engine for the browser: `crates/wasm` compiled to WebAssembly, and the
//! JavaScript and TypeScript that wrap it, written into `web/src/rules/wasm`. Called by the page's
//! build. The generator of the wrapping is linked as a library, so that it always has the version
//! that the compiled code expects and nothing needs installing.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, run};
use crate::{machine, project};

/// The command `cargo xtask wasm`.
pub(crate) fn build() -> Result<ExitCode> {
    ensure()?;
    Ok(ExitCode::SUCCESS)
}

/// Brings `web/src/rules/wasm` up to date; does nothing where it already is.
///
/// # Errors
/// The wasm target cannot be added, the crate does not compile, or the files cannot be written.
pub(crate) fn ensure() -> Result<()> {
    machine::add_wasm_target()?;
    run(&mut cargo([
        "build",
        "--package=damier-wasm",
        "--profile=wasm",
        "--target=wasm32-unknown-unknown",
    ]))?;

    let compiled = project::target().join("wasm32-unknown-unknown/wasm/damier_wasm.wasm");
    let folder = project::wasm_bindings();
    let bindings = folder.join("damier_wasm_bg.wasm");
    if let Some(made) = project::written(&bindings)
        && Some(made) >= project::written(&compiled)
    {
        return Ok(());
    }
    // A file that the last version wrote and this one does not would otherwise stay for ever.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Bindgen::new()
        .input_path(&compiled)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(true)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(&folder)
        })
        .context("cannot write the browser's bindings of damier-wasm")?;
    eprintln!("wrote {}", folder.display());
    Ok(())
}
