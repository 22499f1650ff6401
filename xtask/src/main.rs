//! The project's own commands: the cargo aliases `cargo play`, `cargo verify` and `cargo xtask`.
//! People who have just cloned the project use them, and so does continuous integration. The
//! commands run other programs (cargo, npm, the server) and contain nothing of the game.

mod api;
mod load;
mod machine;
mod notices;
mod npm;
mod page;
mod play;
mod process;
mod project;
mod python;
mod release;
mod verify;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  play             build what is missing, start the server and open the page
  verify           every check of the project; says at the end what ran and what did not
  verify --long    the same, with the deep counts, the large comparisons and the fuzzers
  load SCENARIO    load and fault tests of a server: idle, acts, watchers, silent, kill, logins, faults,
                   cluster, day (see --help)
  wasm             the rules and the engine for the browser, into web/src/rules/wasm
  page             the page, into web/dist and web/dist-packed (with its packages and wasm)
  api              what is generated from the code: docs/openapi.json, web/src/api/types, web/src/rules/types
  npm              the npm package in bindings/npm: builds it in target/npm, and checks it
  python           the Python package in bindings/python: builds it in target/python, and checks it
  notices          THIRD-PARTY.md, here and in bindings: third-party licences of what is distributed
  release [TARGET] the archive that people download, for this machine or another target, into
                   target/release-archives: program, manual, completions, licences, checksum

`cargo play` and `cargo verify` are short for the first two.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["play"] => play::play(),
        ["verify"] => Ok(verify::verify(verify::Depth::Usual)),
        ["verify", "--long"] => Ok(verify::verify(verify::Depth::Long)),
        ["load", arguments @ ..] => load::load(arguments),
        ["wasm"] => wasm::build(),
        ["page"] => page::build(),
        ["api"] => api::write(),
        ["npm"] => npm::build_and_check(),
        ["python"] => python::build_and_check(),
        ["notices"] => notices::write(),
        ["release"] => release::release(None),
        ["release", target] => release::release(Some(target)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
