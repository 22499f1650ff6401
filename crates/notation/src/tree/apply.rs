//! Applies edits to a tree. For each kind of edit this module makes the change and the edit that
//! undoes it. If an edit cannot be applied, nothing is changed.

use super::edit::{Edit, TagText, is_fixed, is_plain_tag};
use super::error::EditError;
use super::game_tree::GameTree;
use super::limits::{MOST_TAGS, TREE_BYTES};
use super::nodes::NodeId;
use super::notes::Note;
use super::step::NodePath;
use crate::pdn::{Tag, stands_alone};

impl GameTree {
    /// Applies an edit, and returns the edit that undoes it.
    ///
    /// # Errors
    /// Why it cannot be applied. The tree is then unchanged.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        self.apply_keeping(edit, &|_| false)
    }

    /// The same as [`GameTree::apply`], but a removal leaves the nodes that must be kept.
    pub(super) fn apply_keeping(
        &mut self,
        edit: &Edit,
        keep: &dyn Fn(NodeId) -> bool,
    ) -> Result<Edit, EditError> {
        match edit {
            Edit::Add { at, step } => self.with_path(at, |tree, at| {
                let (id, new) = tree.add(at, step)?;
                Ok(if new {
                    tree.removal_of(id)?
                } else {
                    Edit::NOTHING
                })
            }),
            Edit::Remove { at } => self.apply_remove(at, keep),
            Edit::Insert { at, index, branch } => {
                self.with_path(at, |tree, at| tree.insert(at, *index, branch))
            }
            Edit::Reorder { at, index } => Ok(self.reorder(at, *index)),
            Edit::Note {
                at,
                index,
                old,
                new,
            } => self.with_path(at, |tree, id| {
                tree.change_note(at, id, *index, old.as_ref(), new.as_ref())
            }),
            Edit::Tag { index, old, new } => self.change_tag(*index, old.as_ref(), new.as_ref()),
            Edit::End { new, .. } => self.change_end(new.as_deref()),
            Edit::Many(edits) => {
                let mut undo = Vec::with_capacity(edits.len());
                for edit in edits {
                    match self.apply_keeping(edit, keep) {
                        Ok(inverse) => undo.push(inverse),
                        Err(error) => {
                            self.undo(undo);
                            return Err(error);
                        }
                    }
                }
                undo.reverse();
                Ok(Edit::all_of(undo))
            }
        }
    }

    /// Undoes edits that were just applied.
    fn undo(&mut self, undo: Vec<Edit>) {
        for inverse in undo.into_iter().rev() {
            // The inverse of an edit that was just applied always fits.
            let undone = self.apply(&inverse);
            debug_assert!(undone.is_ok(), "{undone:?}");
        }
    }

    /// Does something at the end of a path. Missing nodes of the path are restored first.
    fn with_path(
        &mut self,
        path: &NodePath,
        act: impl FnOnce(&mut GameTree, NodeId) -> Result<Edit, EditError>,
    ) -> Result<Edit, EditError> {
        let mut at = NodeId::ROOT;
        let mut first_new = None;
        let mut failed = None;
        for step in path.steps() {
            match self.add(at, step) {
                Ok((id, new)) => {
                    at = id;
                    first_new = first_new.or(new.then_some(id));
                }
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let done = match failed {
            Some(error) => Err(error),
            None => act(self, at),
        };
        match (done, first_new) {
            (done, None) => done,
            // Removing the restored node undoes everything that was done there.
            (Ok(_), Some(first)) => self.removal_of(first),
            (Err(error), Some(first)) => {
                self.remove(first, |_| false);
                Err(error)
            }
        }
    }

    fn removal_of(&self, id: NodeId) -> Result<Edit, EditError> {
        let at = self.path(id).ok_or(EditError::NoSuchNode)?;
        Ok(Edit::Remove { at })
    }

    fn apply_remove(
        &mut self,
        path: &NodePath,
        keep: &dyn Fn(NodeId) -> bool,
    ) -> Result<Edit, EditError> {
        let Some((at, _)) = path.split_last() else {
            return Err(EditError::Root);
        };
        let Some(id) = self.find(path) else {
            return Ok(Edit::NOTHING);
        };
        let (index, branch) = (self.place(id), self.branch(id));
        self.remove(id, keep);
        Ok(Edit::Insert { at, index, branch })
    }

    fn reorder(&mut self, path: &NodePath, index: usize) -> Edit {
        let Some(id) = self.find(path).filter(|&id| id != NodeId::ROOT) else {
            return Edit::NOTHING;
        };
        let before = self.place(id);
        self.nodes.set_place(id, index);
        if before == self.place(id) {
            return Edit::NOTHING;
        }
        Edit::Reorder {
            at: path.clone(),
            index: before,
        }
    }

    fn change_note(
        &mut self,
        path: &NodePath,
        id: NodeId,
        index: usize,
        old: Option<&Note>,
        new: Option<&Note>,
    ) -> Result<Edit, EditError> {
        let took = old.and_then(|old| self.take_note(id, old));
        let put = match new {
            Some(new) => self.put_note(id, index, new.clone()),
            None => Ok(None),
        };
        let put = match put {
            Ok(put) => put,
            Err(error) => {
                if let (Some(old), Some(index)) = (old, took) {
                    self.put_note(id, index, old.clone())?;
                }
                return Err(error);
            }
        };
        if took.is_none() && put.is_none() {
            return Ok(Edit::NOTHING);
        }
        Ok(Edit::Note {
            at: path.clone(),
            index: took.unwrap_or_default(),
            old: put.and(new.cloned()),
            new: took.and(old.cloned()),
        })
    }

    fn change_tag(
        &mut self,
        index: usize,
        old: Option<&TagText>,
        new: Option<&TagText>,
    ) -> Result<Edit, EditError> {
        if let Some(TagText(name, value)) = new {
            if !is_plain_tag(name, value) {
                return Err(EditError::NotPlain { what: "a tag" });
            }
            let bytes = self.bytes + name.len() + value.len();
            if self.tags.len() >= MOST_TAGS && old.is_none() {
                return Err(EditError::TooMuch { what: "tags" });
            }
            if bytes > TREE_BYTES {
                return Err(EditError::TooMuch { what: "text" });
            }
        }
        for TagText(name, _) in old.into_iter().chain(new) {
            if is_fixed(name) {
                return Err(EditError::FixedTag { name: name.clone() });
            }
        }
        let place = |tags: &[Tag], text: &TagText| {
            tags.iter()
                .position(|tag| tag.name == text.0 && tag.value == text.1)
        };
        let took = old.and_then(|old| place(&self.tags, old));
        if let Some(at) = took {
            self.tags.remove(at);
        }
        let put = new.filter(|new| place(&self.tags, new).is_none());
        if self.tags.len() >= MOST_TAGS && put.is_some() {
            // The old tag was not in the list, so no tag was removed.
            return Err(EditError::TooMuch { what: "tags" });
        }
        if let Some(put) = put {
            self.tags.insert(index.min(self.tags.len()), put.into());
        }
        let size = |text: &TagText| text.0.len() + text.1.len();
        self.bytes += put.map_or(0, size);
        self.bytes -= took.and(old).map_or(0, size);
        if took.is_none() && put.is_none() {
            return Ok(Edit::NOTHING);
        }
        Ok(Edit::Tag {
            index: took.unwrap_or_default(),
            old: put.cloned(),
            new: took.and(old.cloned()),
        })
    }

    fn change_end(&mut self, new: Option<&str>) -> Result<Edit, EditError> {
        if new.is_some_and(|new| !stands_alone(new)) {
            return Err(EditError::NotPlain { what: "a result" });
        }
        if self.end.as_deref() == new {
            return Ok(Edit::NOTHING);
        }
        let old = std::mem::replace(&mut self.end, new.map(Into::into));
        Ok(Edit::End {
            old: self.end.clone(),
            new: old,
        })
    }
}
