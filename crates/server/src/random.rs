//! Random bytes of the system, for sessions, tokens, recovery codes and account ids. Live play
//! needs no randomness of the server; see
//! `docs/decisions/0056-game-actors-as-caches-of-the-journal.md`.

use crate::problem::Problem;

/// Random bytes.
///
/// # Errors
/// The random number generator failed; callers cannot recover.
pub(crate) fn random_bytes<const BYTES: usize>() -> Result<[u8; BYTES], Problem> {
    let mut bytes = [0; BYTES];
    #[expect(
        clippy::disallowed_methods,
        reason = "credentials must not be reproducible"
    )]
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system's random number generator failed");
        Problem::internal()
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_values_differ() {
        assert_ne!(random_bytes::<32>().unwrap(), random_bytes::<32>().unwrap());
    }
}
