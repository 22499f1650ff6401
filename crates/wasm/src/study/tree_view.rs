//! A game tree as the page shows it: its nodes, each with the numbers of its children, and how a
//! change has affected them. The tree editor builds it from the tree of `notation`; nothing is
//! decided here.

use std::collections::BTreeSet;

use damier_notation::tree::{
    Edit, Mark, MarkColour, MarkShape, NodeId, NodePath, Note, Notes, Step,
};
use damier_notation::{GameTree, manoury};
use damier_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

/// One node of a tree: a move, with its annotations.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// Its number, which stays the same as long as the tree is open; the root is 0.
    pub id: u32,
    /// The node before it; absent for the root.
    pub parent: Option<u32>,
    /// The kind of step that leads to it: `start`, `move`, `setup` (a position that was set up) or
    /// `unplayed` (an illegal move, as it was written).
    #[cfg_attr(test, ts(type = "\"start\" | \"move\" | \"setup\" | \"unplayed\""))]
    pub kind: &'static str,
    /// Steps from the start.
    pub ply: usize,
    /// The number of the pair of moves that it belongs to, from 1.
    pub number: usize,
    /// Whether it is the second move of its pair.
    pub second: bool,
    /// The side that made the move; absent if unknown.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub side: Option<Side>,
    /// The move in the notation of the game: short, or long if the short form is ambiguous.
    pub text: String,
    /// The move as in Manoury's notation: Black's moves are in brackets.
    pub bracketed: String,
    /// Comments before the move.
    pub before: Vec<String>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// Its signs, in order: `!`, `?`, `!!`, `??`, `!?`, `?!`, others as `$7` or as they were
    /// written.
    pub signs: Vec<String>,
    /// Marked squares and arrows.
    pub marks: Vec<MarkView>,
    /// The clock times after the move, in seconds.
    pub clock: Option<ClockReadingView>,
    /// An engine's evaluation of the position, from White's side, as it was written.
    pub evaluation: Option<String>,
    /// The nodes after it: the first one continues the line, the others are variations.
    pub children: Vec<u32>,
}

/// A marked square, or an arrow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MarkView {
    /// The letter of its colour: `G`, `R`, `Y` or `B`.
    pub colour: char,
    /// The square, or where the arrow begins.
    pub from: u8,
    /// Where the arrow ends; absent for a square.
    pub to: Option<u8>,
}

/// The times of both clocks, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockReadingView {
    /// White's time, if it is given.
    pub white: Option<u32>,
    /// Black's time, if it is given.
    pub black: Option<u32>,
}

/// A tag of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TagView {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The effect of a change on a tree. A node that is missing from the children of its parent was
/// removed, with everything after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeChange {
    /// The nodes that are new or have changed.
    pub nodes: Vec<TreeNode>,
    /// The node to show: where the change happened.
    pub at: u32,
    /// Whether there is a change to undo.
    pub can_undo: bool,
    /// Whether there is a change to redo.
    pub can_redo: bool,
}

impl TreeNode {
    /// A node of the tree; `None` if the tree does not have it.
    pub(crate) fn of(tree: &GameTree, id: NodeId) -> Option<TreeNode> {
        if !tree.contains(id) {
            return None;
        }
        let kind = match tree.step(id) {
            None => "start",
            Some(Step::Move(_)) => "move",
            Some(Step::Setup(_)) => "setup",
            Some(_) => "unplayed",
        };
        let ply = tree.depth(id);
        let side = if kind == "start" {
            None
        } else {
            mover(tree, id, kind)
        };
        let text = tree.move_text(id).unwrap_or_default();
        let notes = tree.notes(id);
        let pair = place_in_pairs(tree, ply);
        Some(TreeNode {
            id: id.number(),
            parent: tree.parent(id).map(NodeId::number),
            kind,
            ply,
            number: pair.0,
            second: pair.1,
            side,
            bracketed: manoury::bracketed(side.unwrap_or(Side::White), &text),
            text,
            before: texts(notes.before()),
            comments: texts(notes.comments()),
            signs: signs(notes),
            marks: notes
                .marks(tree.variant())
                .into_iter()
                .map(MarkView::of)
                .collect(),
            clock: notes
                .clock(side.unwrap_or(Side::White))
                .map(|reading| ClockReadingView {
                    white: reading.white.map(|side| side.seconds),
                    black: reading.black.map(|side| side.seconds),
                }),
            evaluation: notes.evaluation().map(|evaluation| evaluation.to_string()),
            children: tree.children(id).map(NodeId::number).collect(),
        })
    }
}

/// The side that made the move to a node. A position that was set up stands for a move of the side
/// that is not to move in it.
fn mover(tree: &GameTree, id: NodeId, kind: &str) -> Option<Side> {
    match kind {
        "setup" => tree.position(id).map(|position| position.side().opponent()),
        _ => tree.mover(id),
    }
}

/// The number of the pair of moves that a ply belongs to, and whether it is the second move of the
/// pair. If the other side begins, the first place of the first pair stays empty.
fn place_in_pairs(tree: &GameTree, ply: usize) -> (usize, bool) {
    let skipped = usize::from(tree.start().side() != tree.variant().table().first);
    let place = ply.saturating_sub(1) + skipped;
    (place / 2 + 1, place % 2 == 1)
}

fn texts<'t>(comments: impl Iterator<Item = &'t str>) -> Vec<String> {
    comments.map(str::to_owned).collect()
}

fn signs(notes: &Notes) -> Vec<String> {
    let sign = |note: &Note| match note {
        Note::Nag(number) => Some(nag_text(*number)),
        Note::Sign(sign) => Some(sign.to_string()),
        _ => None,
    };
    notes.all().iter().filter_map(sign).collect()
}

/// The text of a numeric glyph (NAG): the first six have signs of their own.
fn nag_text(number: u32) -> String {
    match number {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        _ => format!("${number}"),
    }
}

impl MarkView {
    fn of(mark: Mark) -> MarkView {
        let (from, to) = match mark.shape {
            MarkShape::Square(square) => (square, None),
            MarkShape::Arrow(from, to) => (from, Some(to)),
        };
        MarkView {
            colour: mark.colour.letter(),
            from: from.number(),
            to: to.map(damier_rules::Square::number),
        }
    }

    /// The mark on the board of a game; `None` if the colour or a square does not exist.
    pub(crate) fn mark(&self, variant: Variant) -> Option<Mark> {
        let square = |number: u8| variant.table().board.square(number);
        let mut colours = MarkColour::ALL.into_iter();
        Some(Mark {
            colour: colours.find(|colour| colour.letter() == self.colour)?,
            shape: match self.to {
                None => MarkShape::Square(square(self.from)?),
                Some(to) => MarkShape::Arrow(square(self.from)?, square(to)?),
            },
        })
    }
}

/// Where an edit has changed a tree. It is determined after the edit was applied.
#[derive(Default)]
pub(crate) struct Touched {
    /// The nodes that are new or have changed.
    pub(crate) nodes: BTreeSet<NodeId>,
    /// The node to show.
    pub(crate) at: Option<NodeId>,
}

impl Touched {
    /// Finds what an edit has touched.
    pub(crate) fn by(tree: &GameTree, edit: &Edit) -> Touched {
        let mut touched = Touched::default();
        touched.collect(tree, edit);
        touched
    }

    fn collect(&mut self, tree: &GameTree, edit: &Edit) {
        match edit {
            Edit::Add { at, step } => {
                if let Some(parent) = self.way(tree, at)
                    && let Some(child) = tree.child(parent, step)
                {
                    self.branch(tree, child);
                }
            }
            Edit::Remove { at } => {
                if let Some((parent, _)) = at.split_last() {
                    self.at = self.way(tree, &parent);
                }
            }
            Edit::Insert { at, index, .. } => {
                if let Some(parent) = self.way(tree, at)
                    && let Some(child) = tree.children(parent).nth(*index)
                {
                    self.branch(tree, child);
                }
            }
            Edit::Reorder { at, .. } => {
                if let Some(node) = tree.find(at) {
                    self.touch(tree.parent(node).unwrap_or(node));
                    self.at = Some(node);
                }
            }
            Edit::Note { at, .. } => self.at = self.way(tree, at),
            Edit::Many(edits) => {
                for edit in edits {
                    self.collect(tree, edit);
                }
            }
            _ => {}
        }
    }

    /// Marks the node at the end of a path as touched.
    fn way(&mut self, tree: &GameTree, path: &NodePath) -> Option<NodeId> {
        let node = tree.find(path)?;
        self.touch(node);
        Some(node)
    }

    /// Marks a node and everything after it as touched, and makes it the node to show.
    fn branch(&mut self, tree: &GameTree, first: NodeId) {
        for node in tree.nodes_from(first) {
            self.touch(node);
        }
        self.at = Some(first);
    }

    fn touch(&mut self, node: NodeId) {
        self.nodes.insert(node);
    }
}
