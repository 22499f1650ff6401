//! A part of a tree as a value: one node and all nodes after it. A removal keeps it so that it can
//! be undone.

use serde::{Deserialize, Serialize};

use super::notes::Note;
use super::step::Step;

/// A node and all nodes after it, with their notes, in the order of the text.
///
/// ```
/// use damier_notation::tree::Branch;
/// assert!(Branch::default().is_empty());
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Branch(pub(super) Vec<BranchNode>);

/// One node of a branch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct BranchNode {
    /// The number of steps from the first node of the branch.
    pub(super) depth: usize,
    pub(super) step: Step,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Note>,
}

impl Branch {
    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no nodes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
