//! The notes of one node: comments, signs and numbers, and commands, with which programs exchange
//! clocks, evaluations, arrows and marked squares.

use damier_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use super::marks::{self, Evaluation, Mark};
use super::text;
use crate::pdn::{ClockReading, CommentCommand, seconds};

/// One note of a node.
///
/// ```
/// use damier_notation::tree::Note;
/// assert!(Note::Comment("A good move.".into()).is_plain());
/// assert!(!Note::Comment("a command inside [%clk 0:05]".into()).is_plain());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Note {
    /// A comment before the move: at the beginning of a variation, or between a move's number and
    /// the move.
    Before(Box<str>),
    /// A numeric sign, `$7`. The signs `!`, `?`, `!!`, `??`, `!?` and `?!` are the numbers 1 to 6.
    Nag(u32),
    /// A sign that has no number, such as `(!)` or `!!!`.
    Sign(Box<str>),
    /// A comment after the move; for the root, a comment on the start position. It has no commands;
    /// those are notes of their own.
    Comment(Box<str>),
    /// A command in a comment, without its brackets: `clk 0:49:11`. Unknown commands are kept as
    /// they are.
    Command(Box<str>),
}

impl Note {
    /// The order of the kinds of notes.
    pub(super) fn kind(&self) -> u8 {
        match self {
            Note::Before(_) => 0,
            Note::Nag(_) | Note::Sign(_) => 1,
            Note::Comment(_) => 2,
            Note::Command(_) => 3,
        }
    }

    /// How many bytes its text has.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Note::Nag(_) => 0,
            Note::Before(text) | Note::Sign(text) | Note::Comment(text) | Note::Command(text) => {
                text.len()
            }
        }
    }

    /// Whether PDN can write the note exactly as it is; a tree accepts only such notes.
    /// [`notes_of_comment`] and [`note_of_sign`] make notes of this kind.
    pub fn is_plain(&self) -> bool {
        match self {
            Note::Before(words) => !words.is_empty() && text::plain(words) == **words,
            Note::Nag(_) => true,
            Note::Sign(sign) => text::is_sign(sign) && text::sign_number(sign).is_none(),
            Note::Comment(words) => {
                let (split, commands) = text::split(words);
                !words.is_empty() && split == **words && commands.is_empty()
            }
            Note::Command(inside) => {
                let (words, commands) = text::split(&format!("[%{inside}]"));
                words.is_empty() && commands == [&**inside]
            }
        }
    }
}

/// Splits a comment after a move into notes: its text and its commands. Returns none if it is
/// empty.
///
/// Line ends become line feeds, and spaces at both ends and around commands are dropped. Characters
/// that PDN cannot write are replaced: braces in a comment of several lines become parentheses.
///
/// ```
/// use damier_notation::tree::{Note, notes_of_comment};
///
/// let notes = notes_of_comment("better is 34-29 [%clk 0:49:11]");
/// assert_eq!(notes, [Note::Comment("better is 34-29".into()), Note::Command("clk 0:49:11".into())]);
/// ```
pub fn notes_of_comment(comment: &str) -> Vec<Note> {
    let (words, commands) = text::split(comment);
    let words = (!words.is_empty()).then(|| Note::Comment(words.into()));
    let commands = commands
        .into_iter()
        .map(|command| Note::Command(command.into()));
    words.into_iter().chain(commands).collect()
}

/// The note for a sign such as `!?`; `None` if the text is not a sign.
///
/// ```
/// use damier_notation::tree::{Note, note_of_sign};
/// assert_eq!(note_of_sign("!?"), Some(Note::Nag(5)));
/// assert_eq!(note_of_sign("$16"), Some(Note::Nag(16)));
/// assert_eq!(note_of_sign("good"), None);
/// ```
pub fn note_of_sign(sign: &str) -> Option<Note> {
    let number = text::sign_number(sign).or_else(|| text::written_number(sign));
    number
        .map(Note::Nag)
        .or_else(|| text::is_sign(sign).then(|| Note::Sign(sign.into())))
}

/// The notes of one node, in order and without duplicates.
///
/// ```
/// use damier_notation::{GameTree, pdn::Reader};
/// use damier_rules::Variant;
/// let parsed = Reader::new("1. 32-28! {centre [%emt 0:12]} *".as_bytes()).next().expect("a game")?;
/// let tree = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game").tree;
/// let notes = tree.notes(tree.main_line()[0]);
/// assert_eq!(notes.comments().collect::<Vec<_>>(), ["centre"]);
/// assert_eq!((notes.nags().collect::<Vec<_>>(), notes.elapsed()), (vec![1], Some(12)));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Notes(Vec<Note>);

impl Notes {
    /// No notes.
    pub(super) const NONE: Notes = Notes(Vec::new());

    /// All notes: comments before the move, signs and numbers, comments after it, commands.
    pub fn all(&self) -> &[Note] {
        &self.0
    }

    /// Whether there are no notes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The comments before the move.
    pub fn before(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|note| match note {
            Note::Before(text) => Some(&**text),
            _ => None,
        })
    }

    /// The comments after the move, without their commands.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|note| match note {
            Note::Comment(text) => Some(&**text),
            _ => None,
        })
    }

    /// The numeric signs, including those for `!` to `?!` (1 to 6).
    pub fn nags(&self) -> impl Iterator<Item = u32> {
        self.0.iter().filter_map(|note| match note {
            Note::Nag(number) => Some(*number),
            _ => None,
        })
    }

    /// The commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = CommentCommand<'_>> {
        self.0.iter().filter_map(|note| match note {
            Note::Command(text) => Some(text::command(text)),
            _ => None,
        })
    }

    /// The clock times from `[%clk]` or `[%clock]`. A time without a letter belongs to `mover`, who
    /// made the move.
    pub fn clock(&self, mover: Side) -> Option<ClockReading> {
        self.commands()
            .find_map(|command| ClockReading::of_command(command, mover))
    }

    /// How many seconds the move took, from `[%emt]`; fractions are dropped.
    pub fn elapsed(&self) -> Option<u32> {
        let mut commands = self.commands();
        let took = commands.find(|command| command.name == "emt")?;
        seconds(took.value)
    }

    /// An engine's evaluation of the position, from `[%eval]`.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let mut commands = self.commands();
        let eval = commands.find(|command| command.name == "eval")?;
        eval.value.parse().ok()
    }

    /// The marked squares and arrows from `[%csl]` and `[%cal]`, if the board of the game has these
    /// squares.
    pub fn marks(&self, variant: Variant) -> Vec<Mark> {
        self.commands()
            .flat_map(|command| marks::read(variant, command))
            .collect()
    }

    /// Adds a note to those of its kind. If it exists already, nothing changes, and the result is
    /// `None`.
    pub(super) fn put(&mut self, index: usize, note: Note) -> Option<usize> {
        if self.0.contains(&note) {
            return None;
        }
        let kind = note.kind();
        let first = self.0.partition_point(|other| other.kind() < kind);
        let end = self.0.partition_point(|other| other.kind() <= kind);
        let at = (first.saturating_add(index)).min(end);
        // Most nodes have only one note, so no memory is reserved for more.
        self.0.reserve_exact(1);
        self.0.insert(at, note);
        Some(at - first)
    }

    /// Removes a note, and returns its index among those of its kind.
    pub(super) fn take(&mut self, note: &Note) -> Option<usize> {
        let at = self.0.iter().position(|other| other == note)?;
        let first = self.0.partition_point(|other| other.kind() < note.kind());
        self.0.remove(at);
        Some(at - first)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(Note::bytes).sum()
    }
}
