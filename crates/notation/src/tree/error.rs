//! Why a tree does not take something.

use super::step::Step;

/// An edit that cannot be made. The tree is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The node is not in this tree.
    #[error("there is no such node in this tree")]
    NoSuchNode,
    /// The start of a tree is no move: it is not removed, nor put in another place.
    #[error("the start of the tree can neither be removed nor moved")]
    Root,
    /// The move is not legal where it should go; or no position is known there.
    #[error("{step} cannot be played there")]
    NotLegal {
        /// The step.
        step: Step,
    },
    /// PDN has no way to write it as it is.
    #[error("PDN cannot hold {what} as it stands")]
    NotPlain {
        /// What it is: `a note`, `a tag`, `a move that was not played`, `a result`.
        what: &'static str,
    },
    /// A tag that says which game this is and where it starts; a tree has one game and one start.
    #[error("the tag {name} belongs to the start of the tree")]
    FixedTag {
        /// The tag's name.
        name: String,
    },
    /// More than a tree may hold (see [`limits`](super::limits)).
    #[error("a tree may not hold more {what}")]
    TooMuch {
        /// Of what: `nodes`, `moves at one place`, `notes at one place`, `text`, `tags`.
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

/// Two trees that do not fit together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// They are of different games.
    #[error("the trees are of different games")]
    OtherGame,
    /// They start with different positions.
    #[error("the trees start with different positions")]
    OtherStart,
    /// Together they are more than a tree may hold.
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
