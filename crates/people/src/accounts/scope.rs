//! Scopes of tokens. A session may do everything, a token only what its scopes permit.

use std::fmt;
use std::str::FromStr;

/// A permission of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// See the account, its games and its ratings.
    PlayRead,
    /// Offer, accept and play games.
    PlayWrite,
    /// Play as a bot by the Bot API.
    Bot,
}

impl Scope {
    /// Every scope, in the order in which they are written.
    pub const ALL: [Scope; 3] = [Scope::PlayRead, Scope::PlayWrite, Scope::Bot];

    /// Its stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Scope::PlayRead => "play:read",
            Scope::PlayWrite => "play:write",
            Scope::Bot => "bot",
        }
    }

    /// The scope with this code.
    pub fn from_code(code: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.code() == code)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The scopes of a token, written as their codes separated by spaces.
///
/// ```
/// use damier_people::accounts::{Scope, Scopes};
///
/// let scopes: Scopes = "bot play:read".parse()?;
/// assert!(scopes.has(Scope::Bot) && !scopes.has(Scope::PlayWrite));
/// assert_eq!(scopes.to_string(), "play:read bot");
/// # Ok::<(), damier_people::accounts::ScopesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// Whether it contains this scope.
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its scopes, in order.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, scope) in self.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(f, "{gap}{}", scope.code())?;
        }
        Ok(())
    }
}

impl FromStr for Scopes {
    type Err = ScopesError;

    fn from_str(text: &str) -> Result<Scopes, ScopesError> {
        text.split_whitespace()
            .map(|word| {
                Scope::from_code(word).ok_or_else(|| ScopesError {
                    found: word.chars().take(40).collect(),
                })
            })
            .collect()
    }
}

/// Error: a word is not a scope.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no scope {found:?}; a token may have play:read, play:write and bot")]
pub struct ScopesError {
    /// The beginning of the word found.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_scopes_reads_back() {
        for bits in 0..1 << Scope::ALL.len() {
            let scopes = Scopes(bits);
            assert_eq!(scopes.to_string().parse(), Ok(scopes));
            assert_eq!(scopes.iter().collect::<Scopes>(), scopes);
            assert_eq!(scopes.is_empty(), bits == 0);
        }
    }

    #[test]
    fn unknown_scopes_are_rejected() {
        for wrong in ["admin", "play", "Bot", &"x".repeat(900)] {
            let error = format!("play:read {wrong}").parse::<Scopes>().unwrap_err();
            assert!(wrong.starts_with(&error.found) && error.found.len() <= 40);
        }
    }
}
