//! What nobody can guess, drawn from the system: sessions, tokens and recovery codes of accounts, and their ids. Live play needs no dice
//! of the server; see `docs/decisions/0056-game-actors-as-caches-of-the-journal.md`.

use crate::problem::Problem;

/// Random bytes.
///
/// # Errors
/// The system has none, which no caller can mend.
pub(crate) fn drawn<const BYTES: usize>() -> Result<[u8; BYTES], Problem> {
    let mut bytes = [0; BYTES];
    #[expect(
        clippy::disallowed_methods,
        reason = "what opens an account must be such that nobody can repeat it"
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
        assert_ne!(drawn::<32>().unwrap(), drawn::<32>().unwrap());
    }
}
