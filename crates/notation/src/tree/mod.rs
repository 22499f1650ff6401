//! The tree of moves: a game with its variations, comments, signs and marks.
//!
//! A [`GameTree`] is read from PDN and written to PDN without loss ([`GameTree::write_pdn`] says
//! what that means). It is changed by [`Edit`]s, which can be undone, stored, sent, and merged with
//! the edits of another device. A node has a [`NodeId`] within one tree, and a [`NodePath`] that is
//! the same in all copies of the tree.
//!
//! Nothing here is recursive, so lines and nested variations may be as long as the [`limits`]
//! allow.

mod apply;
mod branch;
mod edit;
mod error;
mod game_tree;
mod insert;
pub mod limits;
mod makers;
mod marks;
mod merge;
mod nodes;
mod notes;
mod read;
mod step;
mod text;
mod unplayed;
mod write;

pub use branch::Branch;
pub use edit::{Edit, TagText};
pub use error::{EditError, MergeError};
pub use game_tree::GameTree;
pub use marks::{
    Evaluation, EvaluationError, EvaluationScore, Mark, MarkColour, MarkShape, mark_commands,
};
pub use nodes::NodeId;
pub use notes::{Note, Notes, note_of_sign, notes_of_comment};
pub use read::ReadTree;
pub use step::{NodePath, Step, StepError};
