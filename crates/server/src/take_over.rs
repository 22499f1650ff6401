//! Games that were kept before there were owners. Nobody can be believed to own them who comes over a network, but
//! whoever starts the server can: it is told a code there, once, and who sends the code gets the games.

use std::sync::{Mutex, PoisonError};

/// The code under which the old games are handed over, until it was used.
#[derive(Debug)]
pub(crate) struct TakeOver(Mutex<Option<TakeOverCode>>);

/// A code that cannot be guessed: 16 characters at least.
#[derive(Clone, PartialEq, Eq)]
pub struct TakeOverCode(String);

impl TakeOverCode {
    /// A code from a text; nothing where it is so short that it could be guessed.
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
    /// With the code of this start; without one nothing is handed over.
    pub(crate) fn new(code: Option<TakeOverCode>) -> Self {
        Self(Mutex::new(code))
    }

    /// Uses the code up, if this is it. It is given back by [`Self::again`] where the work fails.
    pub(crate) fn use_up(&self, said: &str) -> Option<TakeOverCode> {
        let mut code = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        code.take_if(|code| same(&code.0, said))
    }

    /// The code can be used again.
    pub(crate) fn again(&self, code: TakeOverCode) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(code);
    }
}

/// Whether two texts are the same, in a time that does not tell how far they agree.
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
