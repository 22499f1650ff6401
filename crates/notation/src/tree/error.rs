//! The errors of a tree: why it rejects a change.

use super::step::Step;

/// Why an edit cannot be applied. The tree is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The node is not in this tree.
    #[error("there is no such node in this tree")]
    NoSuchNode,
    /// The root is not a move, so it cannot be removed or moved.
    #[error("the start of the tree can neither be removed nor moved")]
    Root,
    /// The move is not legal at that node, or no position is known there.
    #[error("{step} cannot be played there")]
    NotLegal {
        /// The step.
        step: Step,
    },
    /// PDN has no way to write this.
    #[error("PDN cannot write {what} unchanged")]
    NotPlain {
        /// The kind of content: `a note`, `a tag`, `a move that was not played`, `a result`.
        what: &'static str,
    },
    /// The tag names the game of the family or the start position. A tree has one game and one
    /// start.
    #[error("the tag {name} belongs to the start of the tree")]
    FixedTag {
        /// The tag's name.
        name: String,
    },
    /// The change exceeds what a tree may contain (see [`limits`](super::limits)).
    #[error("a tree cannot hold more {what}")]
    TooMuch {
        /// What exceeds its limit: `nodes`, `moves at one place`, `notes at one place`, `text`,
        /// `tags`.
        what: &'static str,
    },
}

impl EditError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            EditError::NoSuchNode => "no-such-node",
            EditError::Root => "root",
            EditError::NotLegal { .. } => "not-legal",
            EditError::NotPlain { .. } => "not-plain",
            EditError::FixedTag { .. } => "fixed-tag",
            EditError::TooMuch { .. } => "too-much",
        }
    }
}

/// Why two trees cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// They are of different games.
    #[error("the trees are of different games")]
    OtherGame,
    /// They have different start positions.
    #[error("the trees start with different positions")]
    OtherStart,
    /// Together they are larger than a tree may be.
    #[error(transparent)]
    TooMuch(#[from] EditError),
}

impl MergeError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            MergeError::OtherGame => "other-game",
            MergeError::OtherStart => "other-start",
            MergeError::TooMuch(error) => error.code(),
        }
    }
}
