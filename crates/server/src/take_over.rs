//! Taking over the games that were kept before games had owners. The server cannot know who on the
//! network they belong to, but the person who starts it can: the server shows a code at its start,
//! and the first device that sends the code gets the games.

use std::sync::{Mutex, PoisonError};

/// The code for taking over the old games, until it has been used.
#[derive(Debug)]
pub(crate) struct TakeOver(Mutex<Option<TakeOverCode>>);

/// A code that cannot be guessed: at least 16 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct TakeOverCode(String);

impl TakeOverCode {
    /// A code from a text; `None` if the text is so short that it could be guessed.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (text.len() >= 16).then_some(Self(text))
    }
}

impl std::fmt::Debug for TakeOverCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TakeOverCode(…)")
    }
}

impl TakeOver {
    /// Takes the code of this start. Without a code nothing is handed over.
    pub(crate) fn new(code: Option<TakeOverCode>) -> Self {
        Self(Mutex::new(code))
    }

    /// Uses up the code if `said` is equal to it. If the work then fails, [`Self::again`] gives it
    /// back.
    pub(crate) fn use_up(&self, said: &str) -> Option<TakeOverCode> {
        let mut code = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        code.take_if(|code| same(&code.0, said))
    }

    /// Makes the code usable again.
    pub(crate) fn again(&self, code: TakeOverCode) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(code);
    }
}

/// Compares two texts in a time that does not show how many characters agree.
fn same(code: &str, said: &str) -> bool {
    code.len() == said.len()
        && code
            .bytes()
            .zip(said.bytes())
            .fold(0, |sum, (a, b)| sum | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_used_once_and_only_by_who_knows_it() {
        assert_eq!(TakeOverCode::new("short"), None);
        let take_over = TakeOver::new(TakeOverCode::new("0123456789abcdef"));
        for wrong in [
            "",
            "0123456789abcdeg",
            "0123456789abcde",
            "0123456789abcdef0",
        ] {
            assert_eq!(take_over.use_up(wrong), None);
        }
        let code = take_over.use_up("0123456789abcdef").unwrap();
        assert_eq!(take_over.use_up("0123456789abcdef"), None);
        take_over.again(code);
        assert!(take_over.use_up("0123456789abcdef").is_some());
        assert_eq!(TakeOver::new(None).use_up(""), None);
    }
}
