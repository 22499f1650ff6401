//! Edits: small values that describe a change of a tree. Applying one returns its inverse, for
//! undo. They identify nodes by paths, so they can be stored, sent, and applied to another copy of
//! the tree.

use serde::{Deserialize, Serialize};

use super::branch::Branch;
use super::limits::TEXT_BYTES;
use super::notes::Note;
use super::step::{NodePath, Step};
use crate::pdn::{Tag, is_in_tag_name};

/// One change of a tree.
///
/// An edit also works if its target has changed. If a comment was changed on another device, the
/// old text is not found, and the new comment is added beside the other one. If the path no longer
/// exists, it is restored first. When two users edit a tree, no edit is lost, in whatever order
/// they arrive.
///
/// ```
/// use damier_notation::GameTree;
/// use damier_notation::tree::NodeId;
/// use damier_rules::{Position, Variant};
///
/// let start = Position::start(Variant::INTERNATIONAL);
/// let mut tree = GameTree::new(start);
/// let before = tree.clone();
/// let first = tree.add_move(NodeId::ROOT, &start.legal_moves()[0])?;
/// let with_move = tree.clone();
///
/// let comment = tree.edit_comment(first, "seldom played [%eval -0.10]")?;
/// let undo = tree.apply(&comment)?;
/// assert_eq!(tree.notes(first).comments().next(), Some("seldom played"));
/// tree.apply(&undo)?;
/// assert_eq!(tree, with_move);
///
/// let put_back = tree.apply(&tree.edit_remove(first)?)?;
/// assert_eq!(tree, before);
/// tree.apply(&put_back)?;
/// assert_eq!(tree, with_move);
/// # Ok::<(), damier_notation::tree::EditError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Edit {
    /// Adds a step after a node, as its last variation.
    Add {
        /// The node.
        at: NodePath,
        /// The step.
        step: Step,
    },
    /// Removes a node, with all nodes after it and their notes.
    Remove {
        /// The node.
        at: NodePath,
    },
    /// A branch is inserted after a node. This undoes a removal.
    Insert {
        /// The node after which the branch is inserted.
        at: NodePath,
        /// The index among the children of that node; 0 makes it the main one.
        index: usize,
        /// The branch: its first node, and what follows.
        branch: Branch,
    },
    /// Moves a node to another index among its siblings.
    Reorder {
        /// The node.
        at: NodePath,
        /// The new index; 0 makes it the main one.
        index: usize,
    },
    /// Replaces a note of a node, or adds or removes one.
    Note {
        /// The node.
        at: NodePath,
        /// The index of the new note among the notes of its kind.
        index: usize,
        /// The old note.
        old: Option<Note>,
        /// The new note. [`Note::is_plain`] must hold for it.
        new: Option<Note>,
    },
    /// Replaces a tag, or adds or removes one.
    Tag {
        /// The index of the new tag.
        index: usize,
        /// The old tag.
        old: Option<TagText>,
        /// The new tag.
        new: Option<TagText>,
    },
    /// Changes the result after the moves.
    End {
        /// The old result.
        old: Option<Box<str>>,
        /// The new result, as PDN has it after the moves.
        new: Option<Box<str>>,
    },
    /// Several edits in order: either all of them are applied, or none.
    Many(Vec<Edit>),
}

/// A tag in an edit: its name and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TagText(pub String, pub String);

impl From<&Tag> for TagText {
    fn from(tag: &Tag) -> TagText {
        TagText(tag.name.clone(), tag.value.clone())
    }
}

impl From<&TagText> for Tag {
    fn from(text: &TagText) -> Tag {
        Tag {
            name: text.0.clone(),
            value: text.1.clone(),
        }
    }
}

impl Edit {
    /// An edit that changes nothing.
    pub const NOTHING: Edit = Edit::Many(Vec::new());

    /// Combines several edits into one.
    pub(super) fn all_of(mut edits: Vec<Edit>) -> Edit {
        edits.retain(|edit| *edit != Edit::NOTHING);
        match (edits.len(), edits.pop()) {
            (1, Some(only)) => only,
            (_, Some(last)) => {
                edits.push(last);
                Edit::Many(edits)
            }
            (_, None) => Edit::NOTHING,
        }
    }
}

/// Whether a tag names the game of the family or the start position.
pub(super) fn is_fixed(name: &str) -> bool {
    ["FEN", "GameType", "Variant"]
        .iter()
        .any(|fixed| fixed.eq_ignore_ascii_case(name))
}

/// Whether PDN can write this tag unchanged.
pub(super) fn is_plain_tag(name: &str, value: &str) -> bool {
    let fits = name.len() <= 100 && value.len() <= TEXT_BYTES;
    fits && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(is_in_tag_name)
        && !value.contains(['\n', '\r'])
}
