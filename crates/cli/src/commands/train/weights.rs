//! Reads files of weights for the commands `damier train`.

use std::path::Path;

use anyhow::Context;
use damier_engine::trained::Weights;
use damier_rules::Variant;

/// Reads a file of weights, if one is given. It must be for this game.
pub(super) fn read_for(path: Option<&Path>, variant: Variant) -> anyhow::Result<Option<Weights>> {
    let weights = path.map(read).transpose()?;
    if let Some(weights) = &weights {
        anyhow::ensure!(
            weights.variant() == variant.id(),
            "these are weights of {}, not of {variant}",
            weights.variant()
        );
    }
    Ok(weights)
}

/// Reads a file of weights.
pub(super) fn read(path: &Path) -> anyhow::Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    Weights::from_bytes(&bytes).with_context(|| format!("{}", path.display()))
}
