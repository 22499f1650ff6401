//! A part of a tree as a value: one node and all that follows it. What a removal leaves behind for its undoing.

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::error::EditError;
use super::game_tree::GameTree;
use super::nodes::NodeId;
use super::notes::Note;
use super::step::Step;

/// A node with its notes and all that follows it, in the order of the text.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Branch(Vec<BranchNode>);

/// One node of a branch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BranchNode {
    /// How many steps it is from the first node of the branch.
    depth: usize,
    step: Step,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
}

impl Branch {
    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl GameTree {
    /// A node with all that follows it; empty for the root and for a node that is not there.
    pub fn branch(&self, id: NodeId) -> Branch {
        let first = self.depth(id);
        let nodes = self.nodes_from(id).filter_map(|node| {
            Some(BranchNode {
                depth: self.depth(node) - first,
                step: self.step(node)?,
                notes: self.notes(node).all().to_vec(),
            })
        });
        if id == NodeId::ROOT {
            return Branch::default();
        }
        Branch(nodes.collect())
    }

    /// Puts a branch behind a node. Where its first node is there already, both are joined.
    pub(super) fn insert(
        &mut self,
        at: NodeId,
        index: usize,
        branch: &Branch,
    ) -> Result<Edit, EditError> {
        let Some(first) = branch.0.first() else {
            return Ok(Edit::NOTHING);
        };
        let (id, new) = self.add(at, &first.step)?;
        let path = self.path(id).ok_or(EditError::NoSuchNode)?;
        let there = (!new).then(|| (self.place(id), self.branch(id)));
        if new {
            self.nodes.set_place(id, index);
        }
        let filled = self.fill(id, branch);
        let removal = Edit::Remove { at: path };
        let undo = match there {
            None => removal,
            Some((index, branch)) => {
                let at = self.path(at).ok_or(EditError::NoSuchNode)?;
                Edit::Many(vec![removal, Edit::Insert { at, index, branch }])
            }
        };
        match filled {
            Ok(()) => Ok(undo),
            Err(error) => {
                self.apply(&undo)?;
                Err(error)
            }
        }
    }

    /// Adds what a branch says of its first node and puts behind it.
    fn fill(&mut self, first: NodeId, branch: &Branch) -> Result<(), EditError> {
        // The nodes from the first to the last that was added, one for each depth.
        let mut open = vec![first];
        for (number, node) in branch.0.iter().enumerate() {
            if number > 0 {
                if node.depth == 0 || node.depth > open.len() {
                    return Err(EditError::NotPlain { what: "a branch" });
                }
                open.truncate(node.depth);
                let parent = open.last().copied().unwrap_or(first);
                open.push(self.add(parent, &node.step)?.0);
            }
            let id = open.last().copied().unwrap_or(first);
            for note in &node.notes {
                self.put_note(id, usize::MAX, note.clone())?;
            }
        }
        Ok(())
    }
}
