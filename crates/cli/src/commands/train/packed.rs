//! Reads packed problems: a folder with an index and its parts.

use std::fs;
use std::path::Path;

use anyhow::Context;
use damier_coach::problem::{Problem, ProblemIndex, read_part};
use damier_rules::Variant;

/// The name of the index in a folder of problems.
pub(super) const INDEX: &str = "index.json";

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
