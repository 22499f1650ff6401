//! Takes branches out of a tree as values, and inserts them again.

use super::branch::{Branch, BranchNode};
use super::edit::Edit;
use super::error::EditError;
use super::game_tree::GameTree;
use super::nodes::NodeId;

impl GameTree {
    /// A node with all nodes after it; empty for the root and for a node that does not exist.
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

    /// Inserts a branch after a node. If its first node exists there already, the two are merged.
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

    /// Adds the notes of a branch's first node, and the nodes after it.
    fn fill(&mut self, first: NodeId, branch: &Branch) -> Result<(), EditError> {
        // The current path within the branch: one node for each depth.
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
