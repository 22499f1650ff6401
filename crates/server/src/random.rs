//! Random bytes of the system, for sessions, tokens, recovery codes and ids of accounts. Live play
//! needs no randomness of the server; see
//! `docs/decisions/0056-game-actors-as-caches-of-the-journal.md`.

use crate::problem::Problem;

/// Random bytes.
///
/// # Errors
/// The system has none, which no caller can mend.
pub(crate) fn random_bytes<const BYTES: usize>() -> Result<[u8; BYTES], Problem> {
    let mut bytes = [0; BYTES];
    #[expect(
        clippy::disallowed_methods,
        reason = "credentials must not be reproducible"
    )]
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system has no random numbers");
        Problem::internal()
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_draw_is_like_another() {
        assert_ne!(random_bytes::<32>().unwrap(), random_bytes::<32>().unwrap());
    }
}
