//! Merges two trees, or two lists of edits of one tree, without losing content of either.

use std::collections::HashSet;

use super::edit::{Edit, TagText};
use super::error::{EditError, MergeError};
use super::game_tree::GameTree;
use super::nodes::NodeId;
use super::step::NodePath;
use crate::pdn::Tag;

impl GameTree {
    /// Adds everything from another tree: its lines become variations after our own, its notes come
    /// after ours, and its tags are added. If both have different comments on one move, both are
    /// kept, ours first; equal ones are not repeated. Merging is idempotent.
    ///
    /// # Errors
    /// The trees are of different games or starts, or too large together; the tree is then
    /// unchanged.
    ///
    /// ```
    /// use damier_notation::GameTree;
    /// use damier_rules::{Position, Variant};
    ///
    /// let start = Position::start(Variant::INTERNATIONAL);
    /// let moves = start.legal_moves();
    /// let [mut ours, mut theirs] = [GameTree::new(start), GameTree::new(start)];
    /// ours.add_move(Default::default(), &moves[0])?;
    /// theirs.add_move(Default::default(), &moves[1])?;
    /// ours.merge(&theirs).expect("the same game");
    /// assert_eq!(ours.children(Default::default()).count(), 2);
    /// # Ok::<(), damier_notation::tree::EditError>(())
    /// ```
    pub fn merge(&mut self, other: &GameTree) -> Result<(), MergeError> {
        self.merged(other, true)
    }

    /// As [`GameTree::merge`], but without the tags and the result: for collecting the lines of
    /// many games in one tree.
    ///
    /// # Errors
    /// As [`GameTree::merge`].
    pub fn merge_lines(&mut self, other: &GameTree) -> Result<(), MergeError> {
        self.merged(other, false)
    }

    fn merged(&mut self, other: &GameTree, tags: bool) -> Result<(), MergeError> {
        if self.variant() != other.variant() {
            return Err(MergeError::OtherGame);
        }
        if self.start != other.start {
            return Err(MergeError::OtherStart);
        }
        let mut undo = Vec::new();
        let done = self.merge_nodes(other, &mut undo);
        let done = done.and_then(|()| {
            if tags {
                self.merge_tags(&other.tags, other.end(), &mut undo)
            } else {
                Ok(())
            }
        });
        if let Err(error) = done {
            for undo in undo.into_iter().rev() {
                match undo {
                    Undo::Remove(id) => self.remove(id, |_| false),
                    Undo::Take(id, note) => drop(self.take_note(id, &note)),
                    Undo::Edit(edit) => drop(self.apply(&edit)),
                }
            }
            return Err(error.into());
        }
        Ok(())
    }

    fn merge_nodes(&mut self, other: &GameTree, undo: &mut Vec<Undo>) -> Result<(), EditError> {
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT, Some(self.start))];
        while let Some((own, theirs, position)) = open.pop() {
            for note in other.notes(theirs).all() {
                if self.put_note(own, usize::MAX, note.clone())?.is_some() {
                    undo.push(Undo::Take(own, note.clone()));
                }
            }
            let first = open.len();
            for child in other.children(theirs) {
                // This move is legal in the other tree, so it is legal here too: the moves before
                // it are the same.
                let Some(step) = other.step(child) else {
                    continue;
                };
                let after = step.after(position.as_ref());
                let (id, new) = self.add_known(own, &step, after.as_ref(), false)?;
                if new {
                    undo.push(Undo::Remove(id));
                }
                open.push((id, child, after));
            }
            open[first..].reverse();
        }
        Ok(())
    }

    fn merge_tags(
        &mut self,
        tags: &[Tag],
        end: Option<&str>,
        undo: &mut Vec<Undo>,
    ) -> Result<(), EditError> {
        for tag in tags {
            if super::edit::is_fixed(&tag.name) {
                continue;
            }
            let edit = Edit::Tag {
                index: usize::MAX,
                old: None,
                new: Some(TagText::from(tag)),
            };
            undo.push(Undo::Edit(self.apply(&edit)?));
        }
        if let (None, Some(end)) = (self.end(), end) {
            let edit = Edit::End {
                old: None,
                new: Some(end.into()),
            };
            undo.push(Undo::Edit(self.apply(&edit)?));
        }
        Ok(())
    }

    /// Applies two lists of edits that were made independently to the same tree.
    ///
    /// Everything that either list adds is in the result. Nodes that one list removes are removed,
    /// except the nodes that the other list has edited or continued, and the path to them. If both
    /// changed the same comment, both versions are kept. The order of the lists only decides the
    /// order of what both have added.
    ///
    /// # Errors
    /// An edit does not fit the tree, or the tree would be too large.
    pub fn merge_edits(
        base: &GameTree,
        ours: &[Edit],
        theirs: &[Edit],
    ) -> Result<GameTree, EditError> {
        let mut tree = base.clone();
        for (edits, others) in [(ours, theirs), (theirs, ours)] {
            let touched = base.touched(others);
            for edit in edits {
                tree.apply_keeping(edit, &|id| touched.contains(&id))?;
            }
        }
        Ok(tree)
    }

    /// The nodes of this tree to which edits add something, and the paths to them.
    fn touched(&self, edits: &[Edit]) -> HashSet<NodeId> {
        let mut touched = HashSet::new();
        let mut open: Vec<&Edit> = edits.iter().collect();
        while let Some(edit) = open.pop() {
            match edit {
                Edit::Add { at, .. }
                | Edit::Insert { at, .. }
                | Edit::Reorder { at, .. }
                | Edit::Note { at, .. } => self.touch(at, &mut touched),
                Edit::Many(edits) => open.extend(edits),
                Edit::Remove { .. } | Edit::Tag { .. } | Edit::End { .. } => {}
            }
        }
        touched
    }

    fn touch(&self, path: &NodePath, touched: &mut HashSet<NodeId>) {
        let mut at = NodeId::ROOT;
        for step in path.steps() {
            match self.child(at, step) {
                Some(child) => at = child,
                None => return,
            }
            touched.insert(at);
        }
    }
}

/// How one part of a merge is undone.
enum Undo {
    Remove(NodeId),
    Take(NodeId, super::notes::Note),
    Edit(Edit),
}
