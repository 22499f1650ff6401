//! What a program makes by lot: secrets of seats, and the ids of its commands and challenges.

use std::fmt;

use damier_session::CommandId;

/// Letters of a secret.
const LENGTH: usize = 43;

/// The letters of URL-safe Base64.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The secret of a seat: whoever has it may act for it.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatSecret(String);

/// The system has no random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoDice;

impl SeatSecret {
    /// A new one.
    ///
    /// # Errors
    /// [`NoDice`].
    pub fn draw() -> Result<Self, NoDice> {
        let drawn: [u8; LENGTH] = drawn()?;
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 64)]);
        Ok(Self(drawn.iter().map(letter).collect()))
    }

    /// The secret that a text is; `None` where it cannot be one.
    pub fn read(text: &str) -> Option<Self> {
        let fits = text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        fits.then(|| Self(text.to_owned()))
    }

    /// Its letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret(…)")
    }
}

/// A random id for a command or a challenge: a UUID of version 4.
///
/// # Errors
/// [`NoDice`].
pub fn random_id() -> Result<CommandId, NoDice> {
    let bits = u128::from_be_bytes(drawn()?);
    let bits = bits & !(0xf << 76) & !(0x3 << 62) | (0x4 << 76) | (0x2 << 62);
    Ok(CommandId::from_bits(bits))
}

fn drawn<const N: usize>() -> Result<[u8; N], NoDice> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoDice)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_ids_are_new_each_time_and_have_their_shape() {
        let secret = SeatSecret::draw().expect("dice");
        assert_eq!(SeatSecret::read(secret.as_str()), Some(secret.clone()));
        assert_ne!(SeatSecret::draw().expect("dice"), secret);
        assert!(!format!("{secret:?}").contains(&secret.as_str()[..4]));
        for wrong in ["", "é", &"a".repeat(44), &"+".repeat(43)] {
            assert_eq!(SeatSecret::read(wrong), None);
        }
        let id = serde_json::to_string(&random_id().expect("dice")).expect("JSON");
        assert_eq!(&id[15..16], "4", "{id}");
        assert!("89ab".contains(&id[20..21]), "{id}");
    }
}
