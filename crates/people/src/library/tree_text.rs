//! The annotated tree of a stored game: PDN text with variations, comments and marks, beside the
//! record. Clients write it; the library does not interpret it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The tree of a game as PDN text: at most 256 KiB, without control characters other than tabs and
/// line breaks, so that every database can store it.
///
/// ```
/// use damier_people::library::TreeText;
///
/// let tree: TreeText = "1. 32-28 {best} (1. 33-28) *".parse()?;
/// assert!(tree.as_str().contains("best"));
/// assert!("1. 32-28\0".parse::<TreeText>().is_err());
/// # Ok::<(), damier_people::library::TreeTextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TreeText(String);

/// The maximum size of a tree in bytes.
pub const MAX_TREE_BYTES: usize = 256 * 1024;

impl TreeText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is empty; storing an empty one removes the stored tree.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for TreeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<TreeText> for String {
    fn from(tree: TreeText) -> String {
        tree.0
    }
}

impl std::str::FromStr for TreeText {
    type Err = TreeTextError;

    fn from_str(text: &str) -> Result<Self, TreeTextError> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for TreeText {
    type Error = TreeTextError;

    fn try_from(text: String) -> Result<Self, TreeTextError> {
        let found = text.len();
        if found > MAX_TREE_BYTES {
            return Err(TreeTextError::TooLong { found });
        }
        let foreign =
            |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r');
        match text.chars().find(|&character| foreign(character)) {
            Some(found) => Err(TreeTextError::NotPlain { found }),
            None => Ok(Self(text)),
        }
    }
}

/// Why a text cannot be the tree of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeTextError {
    /// It is too long.
    #[error("the tree of a game has at most {MAX_TREE_BYTES} bytes, but found {found}")]
    TooLong {
        /// Its size in bytes.
        found: usize,
    },
    /// It contains a control character.
    #[error("the tree of a game is plain text, but found {found:?} in it")]
    NotPlain {
        /// The first such character.
        found: char,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_tree_is_bounded() {
        assert!("a".repeat(MAX_TREE_BYTES).parse::<TreeText>().is_ok());
        assert_eq!(
            "a".repeat(MAX_TREE_BYTES + 1).parse::<TreeText>(),
            Err(TreeTextError::TooLong {
                found: MAX_TREE_BYTES + 1
            })
        );
        assert!("two\r\nlines\twith {é}".parse::<TreeText>().is_ok());
        for found in ['\0', '\u{1b}', '\u{85}'] {
            let text = format!("1. 32-28 {found}");
            assert_eq!(
                text.parse::<TreeText>(),
                Err(TreeTextError::NotPlain { found })
            );
        }
    }
}
