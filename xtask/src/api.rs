//! `cargo xtask api`: writes what is generated from the shapes of the API and of the wasm modules.
//! `cargo verify` fails while one of the files is stale.

use std::process::ExitCode;

use anyhow::Result;

use crate::page;
use crate::process::{cargo, npm, run};

/// Writes `docs/openapi.json`, `web/src/api/types` and `web/src/rules/types`.
pub(crate) fn write() -> Result<ExitCode> {
    // The tests that compare these files with the code write them when they are told to.
    run(
        cargo(["test", "--package=damier-server", "--test=all", "openapi"])
            .env("UPDATE_OPENAPI", "1"),
    )?;
    run(cargo(["test", "--package=damier-wasm", "types"]).env("UPDATE_TYPES", "1"))?;
    page::install_packages()?;
    run(&mut npm(["run", "api"]))?;
    Ok(ExitCode::SUCCESS)
}
