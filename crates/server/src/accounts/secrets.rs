//! The secrets of accounts: drawn here, returned once, stored as digests. Each purpose has its own
//! digest, so that a code of one kind is invalid for another.

use std::fmt;

use damier_people::accounts::{AccountId, AccountKey, RECOVERY_CODES};

use crate::derived::hash;
use crate::problem::Problem;
use crate::random::random_bytes;
use crate::secret::Secret;

const SESSION: &[u8] = b"damier session 1\n";
const TOKEN: &[u8] = b"damier token 1\n";
const RECOVERY: &[u8] = b"damier recovery code 1\n";

/// The prefix of a token, so that secret scanners recognise it, and it differs from a seat's
/// secret.
const TOKEN_PREFIX: &str = "dmr_";

/// The letters of a recovery code: those of Crockford's Base32, which are not confused on paper.
const CODE_LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a recovery code: 120 bits.
const CODE_LENGTH: usize = 24;

/// A new id for an account.
pub(crate) fn account_id() -> Result<AccountId, Problem> {
    Ok(AccountId::from_bits(u128::from_be_bytes(random_bytes()?)))
}

/// The secret of a new session: 256 random bits.
pub(crate) fn new_session() -> Result<Secret, Problem> {
    Ok(Secret::of_bytes(&random_bytes()?))
}

/// The key of the session with this secret.
pub(crate) fn key_of_session(secret: &Secret) -> AccountKey {
    AccountKey::from_bytes(secret.digest(SESSION))
}

/// A new token, to be displayed once, and its key.
pub(crate) fn new_token() -> Result<(String, AccountKey), Problem> {
    let token = TOKEN_PREFIX.to_owned() + new_session()?.as_str();
    let key = key_of_token(&token).ok_or_else(Problem::internal)?;
    Ok((token, key))
}

/// The key of a token; `None` if the text cannot be one.
pub(crate) fn key_of_token(text: &str) -> Option<AccountKey> {
    let secret = Secret::read(text.strip_prefix(TOKEN_PREFIX)?)?;
    Some(AccountKey::from_bytes(secret.digest(TOKEN)))
}

/// A recovery code: 24 letters, written in four groups.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecoveryCode(String);

impl RecoveryCode {
    /// New codes for an account.
    pub(crate) fn some() -> Result<Vec<Self>, Problem> {
        (0..RECOVERY_CODES).map(|_| Self::one()).collect()
    }

    fn one() -> Result<Self, Problem> {
        let drawn: [u8; CODE_LENGTH] = random_bytes()?;
        let letter = |byte: &u8| char::from(CODE_LETTERS[usize::from(byte % 32)]);
        Ok(Self(drawn.iter().map(letter).collect()))
    }

    /// The code as typed from paper: case and separators do not matter, and letters that look alike
    /// are equal. `None` if it cannot be one.
    pub(crate) fn typed(text: &str) -> Option<Self> {
        if text.len() > 4 * CODE_LENGTH {
            return None;
        }
        let is_between = |c: &char| c.is_whitespace() || matches!(c, '-' | '–' | '_' | '.');
        let letters = text.chars().filter(|c| !is_between(c));
        let meant = letters.map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        });
        let code: String = meant.collect();
        let is_one = code.len() == CODE_LENGTH && code.bytes().all(|c| CODE_LETTERS.contains(&c));
        is_one.then_some(Self(code))
    }

    /// Its digest.
    pub(crate) fn key(&self) -> AccountKey {
        AccountKey::from_bytes(hash(RECOVERY, &[self.0.as_bytes()]))
    }

    /// The code in groups of six, as displayed.
    pub(crate) fn display(&self) -> String {
        let groups = self.0.as_bytes().chunks(6).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

/// A code that the operator of a server makes for an owner who has lost all credentials. The owner
/// types it in place of a recovery code and chooses a new password; the operator learns none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetCode(RecoveryCode);

impl ResetCode {
    /// A new code; `None` if the system's random number generator fails.
    pub fn draw() -> Option<Self> {
        RecoveryCode::one().ok().map(Self)
    }

    /// The code as displayed, once.
    pub fn display(&self) -> String {
        self.0.display()
    }

    /// Its stored digest.
    pub fn key(&self) -> AccountKey {
        self.0.key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_copied_from_paper_is_read_despite_usual_errors() {
        let codes = RecoveryCode::some().unwrap();
        assert_eq!(codes.len(), RECOVERY_CODES);
        for code in &codes {
            let text = code.display();
            assert_eq!(text.len(), 27);
            for typed in [
                text.clone(),
                text.to_lowercase(),
                format!(" {} ", text.replace('-', " – ")),
                text.replace('0', "o").replace('1', "l"),
            ] {
                assert_eq!(RecoveryCode::typed(&typed).as_ref(), Some(code), "{typed}");
            }
            assert!(!format!("{code:?}").contains(&text[..6]));
        }
        assert_ne!(codes[0], codes[1]);
    }

    #[test]
    fn invalid_codes_are_rejected() {
        let long = "0".repeat(1_000_000);
        for wrong in [
            "",
            "000000-000000-000000-00000",
            "U00000-000000-000000-000000",
            "é",
            &long,
        ] {
            assert_eq!(RecoveryCode::typed(wrong), None);
        }
    }

    #[test]
    fn secrets_of_tokens_sessions_and_seats_are_distinct() {
        let (token, key) = new_token().unwrap();
        assert_eq!(key_of_token(&token), Some(key));
        assert_eq!(Secret::read(&token), None, "no seat has such a secret");
        let inner = token.strip_prefix(TOKEN_PREFIX).unwrap();
        assert_eq!(key_of_token(inner), None);
        assert_ne!(key_of_session(&Secret::read(inner).unwrap()), key);
        for wrong in [
            "",
            "dmr_",
            "dmr_é",
            &format!("{token}x"),
            &token.to_uppercase(),
        ] {
            assert_eq!(key_of_token(wrong), None);
        }
    }
}
