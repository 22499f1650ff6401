//! Builds and checks the Python package in `bindings/python`: in a virtual environment below the
//! target folder, with tools from the Python Package Index. Everything is named here once, so that
//! people and continuous integration run the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{cargo, output_of, print_line, run};
use crate::{machine, project};

/// Asks an interpreter whether it is new enough and can make virtual environments.
const CAPABLE: &str = "import sys, venv, ensurepip; print(sys.version_info >= (3, 10))";

/// The command `cargo xtask python`.
pub(crate) fn build_and_check() -> Result<ExitCode> {
    if let Checked::Not(reason) = check()? {
        print_line(&format!("the Python package was not checked: {reason}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the package was checked.
pub(crate) enum Checked {
    /// It was, without a fault.
    Passed,
    /// It could not be, for this reason.
    Not(String),
}

/// Builds the package and runs its checks.
pub(crate) fn check() -> Result<Checked> {
    let Some(interpreter) = interpreter() else {
        let reason = "it needs python3, 3.10 or newer, with venv";
        return Ok(Checked::Not(reason.to_owned()));
    };
    let environment = match Environment::ready(&interpreter) {
        Ok(environment) => environment,
        Err(error) => {
            return Ok(Checked::Not(format!(
                "its tools cannot be installed: {error:#}"
            )));
        }
    };
    run(&mut environment.cargo(&["fmt", "--check"]))?;
    let mut build = environment.tool("maturin");
    machine::compile_with_clippy(&mut build)?;
    run(build.args(["develop", "--locked"]))?;
    run(environment.tool("ruff").args(["format", "--check", "."]))?;
    run(environment.tool("ruff").args(["check", "."]))?;
    run(environment
        .tool("mypy")
        .args(["--strict", "python", "tests", "benchmarks"]))?;
    run(environment
        .tool("stubtest")
        .args(["damier", "--mypy-config-file", "pyproject.toml"]))?;
    run(environment.tool("pytest").arg("--quiet"))?;
    Ok(Checked::Passed)
}

/// What a user does first with the package that they have installed.
const TRIAL: &str = "\
import damier
board = damier.Board()
assert board.perft(6) == 167140
assert damier.Engine(hash=4).analyse(board, depth=5).best in board.legal_moves
assert len(list(damier.parse_pdn(board.pdn()))) == 1
assert damier.Board('russian').explain('a3-a5').text('fr')
";

/// Builds the wheel, installs it into an empty environment without an index, since it depends on
/// nothing, and uses it there.
pub(crate) fn check_wheel() -> Result<Checked> {
    let Some(interpreter) = interpreter() else {
        let reason = "it needs python3, 3.10 or newer, with venv";
        return Ok(Checked::Not(reason.to_owned()));
    };
    let environment = Environment::ready(&interpreter)?;
    let folder = project::target().join("verify-wheel");
    let _ = fs::remove_dir_all(&folder); // absent the first time
    let wheels = folder.join("wheels");
    run(environment
        .tool("maturin")
        .args(["build", "--release", "--locked", "--out"])
        .arg(&wheels))?;
    let wheel = fs::read_dir(&wheels)?.next();
    let wheel = wheel.context("no wheel was built")??.path();
    let empty = Environment {
        folder: folder.join("venv"),
    };
    run(Command::new(interpreter)
        .args(["-m", "venv"])
        .arg(&empty.folder))?;
    run(Command::new(empty.programs().join("pip"))
        .args(["install", "--quiet", "--no-index"])
        .arg(wheel))?;
    run(Command::new(empty.programs().join("python"))
        .args(["-c", TRIAL])
        .current_dir(&folder))?;
    Ok(Checked::Passed)
}

/// The first capable interpreter: the one that the environment variable `PYTHON` names, or a usual
/// one.
fn interpreter() -> Option<PathBuf> {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let usual = ["python3", "python"].map(PathBuf::from);
    named.into_iter().chain(usual).find(|program| {
        output_of(Command::new(program).args(["-c", CAPABLE]))
            .is_some_and(|answer| answer == "True")
    })
}

/// A virtual environment with the tools.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment, and installs the tools unless these have been installed already.
    fn ready(interpreter: &Path) -> Result<Environment> {
        let environment = Environment {
            folder: project::target().join("python/venv"),
        };
        let list = package().join("tests/requirements.txt");
        let wanted = fs::read(&list)?;
        let installed = environment.folder.join("installed.txt");
        if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(environment);
        }
        run(Command::new(interpreter)
            .args(["-m", "venv", "--clear"])
            .arg(&environment.folder))?;
        run(environment
            .tool("pip")
            .args(["install", "--quiet", "--requirement"])
            .arg(&list))?;
        fs::write(&installed, wanted)?;
        Ok(environment)
    }

    /// A program of the environment, in the folder of the package.
    fn tool(&self, name: &str) -> Command {
        let program = self.programs().join(name);
        self.prepared(Command::new(program))
    }

    /// Cargo in the folder of the package.
    fn cargo(&self, arguments: &[&str]) -> Command {
        self.prepared(cargo(arguments))
    }

    fn prepared(&self, mut command: Command) -> Command {
        let build = project::target().join("python/cargo");
        command
            .current_dir(package())
            .env("VIRTUAL_ENV", &self.folder)
            .env("PYO3_PYTHON", self.programs().join("python"))
            .env("CARGO_TARGET_DIR", build);
        command
    }

    fn programs(&self) -> PathBuf {
        self.folder
            .join(if cfg!(windows) { "Scripts" } else { "bin" })
    }
}

/// The folder of the Python package.
fn package() -> PathBuf {
    project::root().join("bindings/python")
}
