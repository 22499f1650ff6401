//! Random values that a client generates: secrets of seats, and ids of commands and challenges.

use std::fmt;

use damier_session::CommandId;

/// The length of a secret, in characters.
const SECRET_LENGTH: usize = 43;

/// The URL-safe Base64 alphabet.
const SECRET_ALPHABET: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The secret of a seat. A caller who has it may act for the seat.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatSecret(String);

/// The operating system provides no random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system provides no random numbers")]
pub struct NoRandomness;

impl SeatSecret {
    /// Generates a new secret.
    ///
    /// # Errors
    /// [`NoRandomness`].
    pub fn generate() -> Result<Self, NoRandomness> {
        let bytes: [u8; SECRET_LENGTH] = random_bytes()?;
        let letter = |byte: &u8| char::from(SECRET_ALPHABET[usize::from(byte % 64)]);
        Ok(Self(bytes.iter().map(letter).collect()))
    }

    /// Parses a secret; `None` if the text cannot be one.
    pub fn read(text: &str) -> Option<Self> {
        let fits =
            text.len() == SECRET_LENGTH && text.bytes().all(|byte| SECRET_ALPHABET.contains(&byte));
        fits.then(|| Self(text.to_owned()))
    }

    /// The secret as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret(…)")
    }
}

/// Generates a random id (UUID version 4) for a command or a challenge.
///
/// # Errors
/// [`NoRandomness`].
pub fn random_id() -> Result<CommandId, NoRandomness> {
    let bits = u128::from_be_bytes(random_bytes()?);
    let bits = bits & !(0xf << 76) & !(0x3 << 62) | (0x4 << 76) | (0x2 << 62);
    Ok(CommandId::from_bits(bits))
}

fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_ids_are_unique_and_well_formed() {
        let secret = SeatSecret::generate().expect("random numbers");
        assert_eq!(SeatSecret::read(secret.as_str()), Some(secret.clone()));
        assert_ne!(SeatSecret::generate().expect("random numbers"), secret);
        assert!(!format!("{secret:?}").contains(&secret.as_str()[..4]));
        for wrong in ["", "é", &"a".repeat(44), &"+".repeat(43)] {
            assert_eq!(SeatSecret::read(wrong), None);
        }
        let id = serde_json::to_string(&random_id().expect("random numbers")).expect("JSON");
        assert_eq!(&id[15..16], "4", "{id}");
        assert!("89ab".contains(&id[20..21]), "{id}");
    }
}
