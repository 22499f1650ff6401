//! Reads and writes packed problems: a folder with an index and its parts.

use std::fs;
use std::path::Path;

use anyhow::Context;
use damier_coach::problem::{Problem, ProblemIndex, read_part};
use damier_rules::Variant;
use damier_workshop::problems::Packed;

use crate::output_file::OutputFile;

/// The name of the index in a folder of problems.
const INDEX: &str = "index.json";

/// The problems of a folder, which have to be of this variant.
///
/// # Errors
/// A file cannot be read, or is of another variant.
pub(super) fn read_packed(folder: &Path, variant: Variant) -> anyhow::Result<Vec<Problem>> {
    let (found, problems) = read(folder)?;
    anyhow::ensure!(
        found == variant,
        "{}: these are problems of {found}, not of {variant}",
        folder.display()
    );
    Ok(problems)
}

/// The problems of a folder, and their variant.
pub(super) fn read(folder: &Path) -> anyhow::Result<(Variant, Vec<Problem>)> {
    let text = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let path = folder.join(INDEX);
    let index: ProblemIndex =
        serde_json::from_str(&text(&path)?).with_context(|| path.display().to_string())?;
    let variant = Variant::from_id(&index.variant).with_context(|| {
        format!(
            "{}: no variant is named {:?}",
            path.display(),
            index.variant
        )
    })?;
    let mut problems = Vec::new();
    for part in &index.parts {
        let path = folder.join(&part.file);
        let read = read_part(variant, &text(&path)?);
        problems.extend(read.with_context(|| path.display().to_string())?);
    }
    Ok((variant, problems))
}

/// Writes packed problems to the folder, in place of those that it holds.
///
/// # Errors
/// A file cannot be written or removed.
pub(super) fn write_packed(folder: &Path, packed: &Packed) -> anyhow::Result<()> {
    let mut json = serde_json::to_string(&packed.index)?;
    json.push('\n');
    remove_parts(folder)?;
    for (part, text) in packed.index.parts.iter().zip(&packed.parts) {
        OutputFile::begin(&folder.join(&part.file), [])?.finish(text.as_bytes())?;
    }
    OutputFile::begin(&folder.join(INDEX), [])?.finish(json.as_bytes())
}

/// Removes the parts of an older run, of which there may be more.
fn remove_parts(folder: &Path) -> anyhow::Result<()> {
    let named = || folder.display().to_string();
    for entry in fs::read_dir(folder).with_context(named)? {
        let entry = entry.with_context(named)?;
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|name| {
            let number = name
                .strip_prefix("part-")
                .and_then(|rest| rest.strip_suffix(".txt"));
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        });
        if is_part {
            fs::remove_file(entry.path()).with_context(named)?;
        }
    }
    Ok(())
}
