//! Makes common edits from the ids of nodes, for example to add a move, promote a line or write a
//! comment. These functions change nothing; [`GameTree::apply`] does.

use damier_rules::Move;

use super::edit::{Edit, TagText, is_fixed};
use super::error::EditError;
use super::game_tree::GameTree;
use super::marks::{Evaluation, Mark, mark_commands};
use super::nodes::NodeId;
use super::notes::{Note, notes_of_comment};
use super::step::{NodePath, Step};
use super::text;
use crate::pdn::{ClockReading, GameResult, ResultStyle, Tag};

/// Why there is no edit: the node is not in the tree, or it is the root.
type Made = Result<Edit, EditError>;

impl GameTree {
    /// Makes an edit that adds a move after a node.
    ///
    /// # Errors
    /// The node is not in the tree. Whether the move is legal there is checked when the edit is
    /// applied.
    pub fn edit_add(&self, at: NodeId, played: &Move) -> Made {
        let at = self.known(at)?;
        let step = Step::Move(*played);
        Ok(Edit::Add { at, step })
    }

    /// Makes an edit that removes a node, with all nodes after it.
    ///
    /// # Errors
    /// The node is not in the tree, or it is the root.
    pub fn edit_remove(&self, id: NodeId) -> Made {
        let at = self.known_child(id)?;
        Ok(Edit::Remove { at })
    }

    /// Makes an edit that promotes the variation of a node by one step: it takes the place of the
    /// line that it varies, and the other variations keep their order. If the node is on the main
    /// line, the edit changes nothing.
    ///
    /// # Errors
    /// The node is not in the tree, or it is the root.
    pub fn edit_promote(&self, id: NodeId) -> Made {
        self.known_child(id)?;
        let Some(head) = self.variation_of(id) else {
            return Ok(Edit::NOTHING);
        };
        let at = self.known(head)?;
        let index = self.place(head).saturating_sub(1);
        Ok(Edit::Reorder { at, index })
    }

    /// Makes an edit that makes the line to a node the main line.
    ///
    /// # Errors
    /// The node is not in the tree, or it is the root.
    pub fn edit_make_main(&self, id: NodeId) -> Made {
        self.known_child(id)?;
        let mut edits = Vec::new();
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            if self.place(at) > 0 {
                let at = self.known(at)?;
                edits.push(Edit::Reorder { at, index: 0 });
            }
            at = parent;
        }
        edits.reverse();
        Ok(Edit::all_of(edits))
    }

    /// Makes an edit that replaces the comment after a move. Commands in the new text are set too,
    /// and other commands stay. An empty text removes the comment.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_comment(&self, id: NodeId, comment: &str) -> Made {
        let new = notes_of_comment(comment);
        let (commands, words): (Vec<_>, Vec<_>) =
            (new.into_iter()).partition(|note| matches!(note, Note::Command(_)));
        let mut edits = vec![self.replace(id, words, |note| matches!(note, Note::Comment(_)))?];
        for command in commands {
            edits.push(self.add_note(id, command)?);
        }
        Ok(Edit::all_of(edits))
    }

    /// Makes an edit that replaces the comment before a move. An empty text removes it.
    ///
    /// # Errors
    /// The node is not in the tree, or it is the root.
    pub fn edit_before(&self, id: NodeId, comment: &str) -> Made {
        self.known_child(id)?;
        let words = text::plain(comment);
        let new = (!words.is_empty()).then(|| Note::Before(words.into()));
        self.replace(id, new.into_iter().collect(), |note| {
            matches!(note, Note::Before(_))
        })
    }

    /// Makes an edit that replaces the signs of a node; see [`note_of_sign`](super::note_of_sign).
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_signs(&self, id: NodeId, signs: Vec<Note>) -> Made {
        let is_sign = |note: &Note| matches!(note, Note::Nag(_) | Note::Sign(_));
        self.replace(id, signs.into_iter().filter(is_sign).collect(), is_sign)
    }

    /// Makes an edit that replaces the numeric signs of a node. Signs without a number stay.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_nags(&self, id: NodeId, nags: &[u32]) -> Made {
        let new = nags.iter().map(|&number| Note::Nag(number)).collect();
        self.replace(id, new, |note| matches!(note, Note::Nag(_)))
    }

    /// Makes an edit that replaces the arrows and marked squares of a node.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_marks(&self, id: NodeId, marks: &[Mark]) -> Made {
        let commands = mark_commands(self.variant(), marks);
        self.replace_commands(id, &["csl", "cal"], commands)
    }

    /// Makes an edit that replaces the evaluation of a node.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_evaluation(&self, id: NodeId, evaluation: Option<Evaluation>) -> Made {
        let command = evaluation.map(|evaluation| format!("eval {evaluation}"));
        self.replace_commands(id, &["eval"], command.into_iter().collect())
    }

    /// Makes an edit that replaces the clock times after a move.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_clock(&self, id: NodeId, clock: Option<ClockReading>) -> Made {
        let command = clock.map(|clock| clock.to_string());
        let inside = command.and_then(|command| {
            let inside = command.strip_prefix("[%")?.strip_suffix(']')?;
            Some(inside.to_owned())
        });
        self.replace_commands(id, &["clk", "clock"], inside.into_iter().collect())
    }

    /// Makes an edit that sets the first tag with this name, or removes it.
    ///
    /// # Errors
    /// The tag is `FEN`, `GameType` or `Variant`. Whether PDN can write the tag is checked when the
    /// edit is applied.
    pub fn edit_tag(&self, name: &str, value: Option<&str>) -> Made {
        if is_fixed(name) {
            let name = name.to_owned();
            return Err(EditError::FixedTag { name });
        }
        let place = self
            .tags
            .iter()
            .position(|tag| tag.name.eq_ignore_ascii_case(name));
        let there = place.and_then(|place| self.tags.get(place));
        let written = |tag: &Tag| tag.name.clone();
        let name = there.map_or_else(|| name.to_owned(), written);
        Ok(Edit::Tag {
            index: place.unwrap_or(self.tags.len()),
            old: there.map(TagText::from),
            new: value.map(|value| TagText(name, value.to_owned())),
        })
    }

    /// Makes an edit that sets the result, in the tag and after the moves, in the style of the
    /// game.
    ///
    /// # Errors
    /// Never fails; the return type is that of the other makers.
    pub fn edit_result(&self, result: &GameResult) -> Made {
        let text = result.write(ResultStyle::of(self.variant()));
        let tag = self.edit_tag("Result", Some(&text))?;
        let end = Edit::End {
            old: self.end.clone(),
            new: None,
        };
        Ok(Edit::all_of(vec![tag, end]))
    }

    /// The first node of the innermost variation that a node is in; `None` on the main line.
    pub fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        let line = std::iter::successors(Some(id), |&at| self.parent(at));
        line.take_while(|&at| at != NodeId::ROOT)
            .find(|&at| self.place(at) > 0)
    }

    fn known(&self, id: NodeId) -> Result<NodePath, EditError> {
        self.path(id).ok_or(EditError::NoSuchNode)
    }

    fn known_child(&self, id: NodeId) -> Result<NodePath, EditError> {
        let path = self.known(id)?;
        if path.is_empty() {
            return Err(EditError::Root);
        }
        Ok(path)
    }

    fn add_note(&self, id: NodeId, note: Note) -> Made {
        Ok(Edit::Note {
            at: self.known(id)?,
            index: usize::MAX,
            old: None,
            new: Some(note),
        })
    }

    fn replace_commands(&self, id: NodeId, names: &[&str], new: Vec<String>) -> Made {
        let new = new.into_iter().map(|text| Note::Command(text.into()));
        self.replace(id, new.collect(), |note| match note {
            Note::Command(inside) => names.contains(&text::command(inside).name),
            _ => false,
        })
    }

    /// Replaces the notes of some kinds by others. Notes that are in both are not changed.
    fn replace(&self, id: NodeId, new: Vec<Note>, is_old: impl Fn(&Note) -> bool) -> Made {
        let at = self.known(id)?;
        let old = self.notes(id).all().iter();
        let old: Vec<&Note> = old.filter(|note| is_old(note)).collect();
        if old.iter().copied().eq(new.iter()) {
            return Ok(Edit::NOTHING);
        }
        let mut edits = Vec::new();
        for note in &old {
            edits.push(Edit::Note {
                at: at.clone(),
                index: 0,
                old: Some((*note).clone()),
                new: None,
            });
        }
        for note in new {
            edits.push(Edit::Note {
                at: at.clone(),
                index: usize::MAX,
                old: None,
                new: Some(note),
            });
        }
        // If one note replaces one other, this is a single change. So if another device has changed
        // the old note, its version is kept beside the new one.
        if let [Edit::Note { old: gone, .. }, Edit::Note { new: come, .. }] = edits.as_slice()
            && old.len() == 1
        {
            return Ok(Edit::Note {
                at,
                index: 0,
                old: gone.clone(),
                new: come.clone(),
            });
        }
        Ok(Edit::all_of(edits))
    }
}
