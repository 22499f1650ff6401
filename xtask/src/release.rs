//! `cargo xtask release`: makes the download for people without a compiler, for one target. It is
//! an archive with the program (which includes the page), its manual pages, completion scripts and
//! licences, and a checksum beside it. The release workflow runs this on one machine of each kind;
//! it works in the same way on any other machine.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::process::{cargo, output_of, run};
use crate::{machine, page, project};

/// The files of the project that the archive contains unchanged.
const DOCUMENTS: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "THIRD-PARTY.md",
];

/// The shells that get a completion script, and the name of the script.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "damier.bash"),
    ("elvish", "damier.elv"),
    ("fish", "damier.fish"),
    ("powershell", "_damier.ps1"),
    ("zsh", "_damier"),
];

/// The command `cargo xtask release [TARGET]`.
pub(crate) fn release(target: Option<&str>) -> Result<ExitCode> {
    let archive = archive(target)?;
    eprintln!("wrote {}", archive.display());
    Ok(ExitCode::SUCCESS)
}

/// Makes the archive for this target, or for this machine, in `target/release-archives`.
pub(crate) fn archive(target: Option<&str>) -> Result<PathBuf> {
    let target = match target {
        Some(target) => target.to_owned(),
        None => machine::host_target()?,
    };
    machine::need_node()?;
    machine::need_c_compiler()?;
    machine::add_target(&target)?;
    page::ensure()?;
    run(&mut cargo([
        "build",
        "--release",
        "--locked",
        "--package=damier-cli",
        "--target",
        &target,
    ]))?;
    let built = project::target().join(&target).join("release");
    pack(&target, &built)
}

/// Collects the program in a folder and the files that belong to it, and packs them.
fn pack(target: &str, built: &Path) -> Result<PathBuf> {
    let is_windows = target.contains("windows");
    let program = if is_windows { "damier.exe" } else { "damier" };
    let built = built.join(program);
    let version = output_of(Command::new(&built).arg("--version"))
        .and_then(|said| Some(said.strip_prefix("damier ")?.to_owned()))
        .context("the program that was built does not say its version")?;

    let archives = project::target().join("release-archives");
    let name = format!("damier-{version}-{target}");
    let folder = archives.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    fs::copy(&built, folder.join(program))?;
    for document in DOCUMENTS {
        fs::copy(project::root().join(document), folder.join(document))?;
    }
    run(Command::new(&built).args(["man", "--folder"]).arg(&man))?;
    for (shell, file) in COMPLETIONS {
        let script = output_of(Command::new(&built).args(["completions", shell]))
            .with_context(|| format!("no completion script for {shell}"))?;
        fs::write(completions.join(file), script + "\n")?;
    }

    // The tar of Windows can also write zip archives, which its users can open without other
    // programs.
    let ending = if is_windows { "zip" } else { "tar.gz" };
    let archive = format!("{name}.{ending}");
    let how = if is_windows { "-acf" } else { "-czf" };
    run(Command::new("tar")
        .args([how, &archive, &name])
        .current_dir(&archives))?;
    let path = archives.join(&archive);
    let bytes = fs::read(&path)?;
    ensure!(!bytes.is_empty(), "{archive} is empty");
    // In the format that sha256sum writes and `sha256sum --check` reads.
    fs::write(
        archives.join(format!("{archive}.sha256")),
        format!("{}  {archive}\n", checksum(&bytes)),
    )?;
    Ok(path)
}

/// The SHA-256 of these bytes, in hexadecimal.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}"); // writing to a string cannot fail
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        // The example in the standard itself, FIPS 180-2, B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum(b"abc"), abc);
    }
}
