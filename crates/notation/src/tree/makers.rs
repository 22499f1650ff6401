//! The edits that people make, made from the ids of nodes: a move is added, a line is promoted, a comment is written. They
//! change nothing; [`GameTree::apply`] does.

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

/// What an edit is made for: the node is not in the tree, or it is the root.
type Made = Result<Edit, EditError>;

impl GameTree {
    /// A move is added behind a node.
    ///
    /// # Errors
    /// The node is not in the tree. Whether the move is legal there is seen when the edit is applied.
    pub fn edit_add(&self, at: NodeId, played: &Move) -> Made {
        let at = self.known(at)?;
        let step = Step::Move(*played);
        Ok(Edit::Add { at, step })
    }

    /// A node is removed, with all that follows it.
    ///
    /// # Errors
    /// The node is not in the tree, or it is the root.
    pub fn edit_remove(&self, id: NodeId) -> Made {
        let at = self.known_child(id)?;
        Ok(Edit::Remove { at })
    }

    /// The variation that a node is in takes the place of the line that it varies, one step up: the other variations keep
    /// their order. Nothing, if the node is on the main line.
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

    /// The line to a node becomes the main line.
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

    /// The words after a move become these; commands among them are set too, other commands stay. Empty words take the
    /// comment away.
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

    /// The words before a move become these. Empty words take them away.
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

    /// The signs of a node become these; see [`note_of_sign`](super::note_of_sign).
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_signs(&self, id: NodeId, signs: Vec<Note>) -> Made {
        let is_sign = |note: &Note| matches!(note, Note::Nag(_) | Note::Sign(_));
        self.replace(id, signs.into_iter().filter(is_sign).collect(), is_sign)
    }

    /// The numeric signs of a node become these; signs without a number stay.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_nags(&self, id: NodeId, nags: &[u32]) -> Made {
        let new = nags.iter().map(|&number| Note::Nag(number)).collect();
        self.replace(id, new, |note| matches!(note, Note::Nag(_)))
    }

    /// The arrows and marked squares of a node become these.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_marks(&self, id: NodeId, marks: &[Mark]) -> Made {
        let commands = mark_commands(self.variant(), marks);
        self.replace_commands(id, &["csl", "cal"], commands)
    }

    /// The evaluation of a node becomes this one.
    ///
    /// # Errors
    /// The node is not in the tree.
    pub fn edit_evaluation(&self, id: NodeId, evaluation: Option<Evaluation>) -> Made {
        let command = evaluation.map(|evaluation| format!("eval {evaluation}"));
        self.replace_commands(id, &["eval"], command.into_iter().collect())
    }

    /// What the clocks show after a move becomes this.
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

    /// The first tag of this name becomes this value, or is taken away.
    ///
    /// # Errors
    /// It is `FEN`, `GameType` or `Variant`. Whether PDN can hold the tag is seen when the edit is applied.
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

    /// The result becomes this one, in the tag and behind the moves, in the style of the game.
    ///
    /// # Errors
    /// Never today.
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

    /// Notes of some kind become others. Those that stay are not touched.
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
        // One note for another is one change, so that what another device makes of the old one stays beside it.
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
