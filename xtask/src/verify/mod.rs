use anyhow::Result;
use std::process::ExitCode;
pub(crate) enum Depth {
    Usual,
    Long,
}
pub(crate) fn verify(depth: Depth) -> Result<ExitCode> {
    let _ = depth;
    Ok(ExitCode::SUCCESS)
}
