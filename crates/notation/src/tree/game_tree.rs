//! The tree and its queries. To change it, use an [`Edit`](super::Edit), or, to build one,
//! [`GameTree::add_move`].

use std::collections::BTreeMap;

use damier_rules::{Move, Position, Side, Variant};

use super::error::EditError;
use super::limits::{
    MOST_CHILDREN, MOST_NODES, MOST_NOTES, MOST_NOTES_OF_A_NODE, TEXT_BYTES, TREE_BYTES,
};
use super::nodes::{NodeId, Nodes};
use super::notes::{Note, Notes};
use super::step::{NodePath, Step};
use super::unplayed;
use crate::move_text;
use crate::pdn::{Game, GameResult, ResultStyle, Tag, outcome, set_kind};

/// The number of plies between two stored positions. Positions in between are computed when they
/// are needed.
const KEPT_POSITIONS: usize = 8;

/// A game with its variations, comments, signs and marks, from one start position.
///
/// The children of a node are in order: the first continues the line, the others are variations. No
/// two children of a node have the same step, so the steps from the root identify a node.
///
/// ```
/// use damier_notation::GameTree;
/// use damier_notation::pdn::Reader;
/// use damier_notation::tree::NodeId;
/// use damier_rules::Variant;
///
/// let text = "[GameType \"20\"]\n\n1. 32-28 ( 1. 33-28 {is played too} ) 1... 19-23 *\n";
/// let parsed = Reader::new(text.as_bytes()).next().expect("a game")?;
/// let read = GameTree::from_pdn(&parsed, Variant::INTERNATIONAL).expect("a game that is known");
/// let tree = read.tree;
/// assert_eq!((tree.len(), read.faults.len()), (4, 0));
///
/// let variation = tree.children(NodeId::ROOT).nth(1).expect("a variation");
/// assert_eq!(tree.move_text(variation).as_deref(), Some("33-28"));
/// assert_eq!(tree.notes(variation).comments().next(), Some("is played too"));
/// assert_eq!(tree.write_pdn(), text);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(super) start: Position,
    pub(super) tags: Vec<Tag>,
    /// The result after the moves, if it differs from the tag.
    pub(super) end: Option<Box<str>>,
    /// The number of the first move, for a part of a game.
    pub(super) first_number: Option<u32>,
    pub(super) nodes: Nodes,
    notes: BTreeMap<NodeId, Notes>,
    positions: BTreeMap<NodeId, Position>,
    /// How many bytes the tags, notes and unplayed moves have.
    pub(super) bytes: usize,
    /// How many notes all nodes have.
    note_count: usize,
}

impl GameTree {
    /// Creates a tree without moves, with the tags for the game and its start position.
    pub fn new(start: Position) -> GameTree {
        let mut game = Game::default();
        set_kind(&mut game, start.variant());
        if start != Position::start(start.variant()) {
            game.set_tag("FEN", crate::fen::write(&start));
        }
        GameTree::with_tags(start, game.tags)
    }

    pub(super) fn with_tags(start: Position, tags: Vec<Tag>) -> GameTree {
        let bytes = tags.iter().map(|tag| tag.name.len() + tag.value.len());
        GameTree {
            start,
            bytes: bytes.sum(),
            tags,
            end: None,
            first_number: None,
            nodes: Nodes::new(),
            notes: BTreeMap::new(),
            positions: BTreeMap::new(),
            note_count: 0,
        }
    }

    /// The game of the family.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The position of the root.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.present()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The tags in order. A name may occur twice; the first counts.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of the first tag of this name, whatever the case of its letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some(&tag.value)
    }

    /// The result, from the tag or from the text after the moves.
    pub fn result(&self) -> GameResult {
        let style = ResultStyle::of(self.variant());
        let read = |text: &str| GameResult::read_as(text, style);
        let known = |text: &str| Some(read(text)).filter(|r| *r != GameResult::Unknown);
        let tag = self.tag("Result").and_then(known);
        let end = || self.end.as_deref().and_then(known);
        tag.or_else(end).unwrap_or(GameResult::Unknown)
    }

    /// The result after the moves, if it differs from the tag.
    pub fn end(&self) -> Option<&str> {
        let end = self.end.as_deref()?;
        (end != "*" && self.tag("Result") != Some(end)).then_some(end)
    }

    /// Whether this node is in the tree.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.has(id)
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        if self.contains(id) {
            self.nodes.parent(id)
        } else {
            None
        }
    }

    /// The children of a node: the first continues the line, the others are variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.children(id)
    }

    /// The first child of a node, which continues its line.
    pub fn main_child(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).next()
    }

    /// The child with this step.
    pub fn child(&self, id: NodeId, step: &Step) -> Option<NodeId> {
        let child = self.nodes.ever_child(id, step).ok()?;
        self.contains(child).then_some(child)
    }

    /// The step that leads to this node; `None` for the root.
    pub fn step(&self, id: NodeId) -> Option<Step> {
        self.nodes.step(id).filter(|_| self.contains(id))
    }

    /// The move that leads to this node, if a move does.
    pub fn played(&self, id: NodeId) -> Option<Move> {
        self.nodes.played(id).filter(|_| self.contains(id))
    }

    /// How many steps this node is from the root.
    pub fn depth(&self, id: NodeId) -> usize {
        self.nodes.depth(id)
    }

    /// The position at this node; `None` after a move that cannot be played.
    ///
    /// This plays a few moves, since only every eighth position is stored.
    pub fn position(&self, id: NodeId) -> Option<Position> {
        if !self.contains(id) {
            return None;
        }
        let mut moves = Vec::with_capacity(KEPT_POSITIONS);
        let mut at = id;
        let mut position = loop {
            if at == NodeId::ROOT {
                break self.start;
            }
            let kept = self.nodes.set_up(at).or_else(|| self.positions.get(&at));
            if let Some(kept) = kept {
                break *kept;
            }
            moves.push(self.nodes.played(at)?);
            at = self.nodes.parent(at)?;
        };
        for played in moves.iter().rev() {
            position = position.play(played).ok()?;
        }
        Some(position)
    }

    /// The steps from the root to this node.
    pub fn path(&self, id: NodeId) -> Option<NodePath> {
        if !self.contains(id) {
            return None;
        }
        let mut steps = Vec::with_capacity(self.depth(id));
        let mut at = id;
        while let Some(parent) = self.nodes.parent(at) {
            steps.push(self.nodes.step(at)?);
            at = parent;
        }
        steps.reverse();
        Some(NodePath::from(steps))
    }

    /// The node at the end of a path.
    pub fn find(&self, path: &NodePath) -> Option<NodeId> {
        let mut steps = path.steps().iter();
        steps.try_fold(NodeId::ROOT, |at, step| self.child(at, step))
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        let first = self.main_child(NodeId::ROOT);
        std::iter::successors(first, |&at| self.main_child(at)).collect()
    }

    /// The line through a node: from the root to the node, and on along the first children. The
    /// root is left out.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        if !self.contains(id) {
            return Vec::new();
        }
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&at| self.nodes.parent(at))
            .take_while(|&at| at != NodeId::ROOT)
            .collect();
        line.reverse();
        let on = self.main_child(id);
        line.extend(std::iter::successors(on, |&at| self.main_child(at)));
        line
    }

    /// Whether a node is on the main line; the root is.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        let mut at = id;
        while let Some(parent) = self.nodes.parent(at) {
            if self.main_child(parent) != Some(at) {
                return false;
            }
            at = parent;
        }
        self.contains(id)
    }

    /// The index of a node among its siblings; 0 is the main one.
    pub fn place(&self, id: NodeId) -> usize {
        self.nodes.place(id)
    }

    /// All nodes: the root first, then each node before its children and after its earlier siblings
    /// with their descendants.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes_from(NodeId::ROOT)
    }

    /// The same as [`GameTree::nodes`], beginning at one node.
    pub fn nodes_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut open: Vec<NodeId> = self.contains(id).then_some(id).into_iter().collect();
        std::iter::from_fn(move || {
            let next = open.pop()?;
            let first = open.len();
            open.extend(self.children(next));
            open[first..].reverse();
            Some(next)
        })
    }

    /// The move to a node as text, long if it must be. An unplayed move is as it was written; a
    /// setup is a FEN.
    pub fn move_text(&self, id: NodeId) -> Option<String> {
        let parent = self.parent(id)?;
        Some(match self.nodes.step(id)? {
            Step::Move(played) => move_text::text(&self.position(parent)?, &played),
            Step::Setup(position) => crate::fen::write(&position),
            Step::Unplayed(text) => text.into(),
        })
    }

    /// The side that made the move to a node; `None` if it is not known. For the root, this is the
    /// side that is not to move.
    pub fn mover(&self, id: NodeId) -> Option<Side> {
        match self.nodes.parent(id) {
            Some(parent) => Some(self.position(parent)?.side()),
            None => Some(self.start.side().opponent()),
        }
    }

    /// The notes of a node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        static NOTHING: Notes = Notes::NONE;
        self.notes.get(&id).unwrap_or(&NOTHING)
    }

    /// Adds a move after a node, as its last variation, and returns the new node. If the node
    /// already has this move, that node is returned. Use this to build a tree; an
    /// [`Edit`](super::Edit) can be undone.
    ///
    /// # Errors
    /// The node is not in the tree, the move is not legal there, or the tree is full.
    ///
    /// ```
    /// use damier_notation::{GameTree, tree::NodeId};
    /// use damier_rules::{Position, Variant};
    ///
    /// let start = Position::start(Variant::INTERNATIONAL);
    /// let mut tree = GameTree::new(start);
    /// let first = tree.add_move(NodeId::ROOT, &start.legal_moves()[0])?;
    /// assert_eq!(tree.add_move(NodeId::ROOT, &start.legal_moves()[0]), Ok(first));
    /// assert_eq!((tree.len(), tree.depth(first)), (2, 1));
    /// # Ok::<(), damier_notation::tree::EditError>(())
    /// ```
    pub fn add_move(&mut self, at: NodeId, played: &Move) -> Result<NodeId, EditError> {
        self.add(at, &Step::Move(*played)).map(|(id, _)| id)
    }

    /// Adds a step after checking it. Returns whether it is new.
    pub(super) fn add(&mut self, at: NodeId, step: &Step) -> Result<(NodeId, bool), EditError> {
        if !self.contains(at) {
            return Err(EditError::NoSuchNode);
        }
        if let Some(there) = self.child(at, step) {
            return Ok((there, false));
        }
        let (step, after) = self.judged(at, step)?;
        self.add_known(at, &step, after.as_ref(), false)
    }

    /// The step in the form that a tree stores, and the position after it.
    fn judged(&self, at: NodeId, step: &Step) -> Result<(Step, Option<Position>), EditError> {
        let not_legal = || EditError::NotLegal { step: step.clone() };
        match step {
            Step::Move(played) => {
                let before = self.position(at).ok_or_else(not_legal)?;
                let after = before.play(played).map_err(|_| not_legal())?;
                Ok((step.clone(), Some(after)))
            }
            Step::Setup(position) if position.variant() == self.variant() => {
                Ok((step.clone(), Some(**position)))
            }
            Step::Setup(_) => Err(not_legal()),
            Step::Unplayed(text) => {
                let what = "a move that was not played";
                let item = unplayed::item(text).ok_or(EditError::NotPlain { what })?;
                let outcome = self.position(at).and_then(|at| outcome(&at, &item, &[]));
                Ok(unplayed::step_of(self.variant(), outcome.as_ref(), &item))
            }
        }
    }

    /// Adds a step that is known to be playable, with the position after it.
    pub(super) fn add_known(
        &mut self,
        at: NodeId,
        step: &Step,
        after: Option<&Position>,
        first: bool,
    ) -> Result<(NodeId, bool), EditError> {
        match self.nodes.ever_child(at, step) {
            Ok(child) => {
                let there = self.contains(child);
                self.nodes.revive(child);
                if first && self.main_child(at) != Some(child) {
                    self.nodes.set_place(child, 0);
                }
                Ok((child, !there))
            }
            Err(children) => {
                let text = match step {
                    Step::Unplayed(text) => text.len(),
                    _ => 0,
                };
                for (full, what) in [
                    (self.nodes.ever() >= MOST_NODES, "nodes"),
                    (children >= MOST_CHILDREN, "moves at one place"),
                    (self.bytes + text > TREE_BYTES, "text"),
                ] {
                    if full {
                        return Err(EditError::TooMuch { what });
                    }
                }
                self.bytes += text;
                let id = self.nodes.add(at, step, first);
                if let (Step::Move(_), Some(after)) = (step, after)
                    && self.depth(id).is_multiple_of(KEPT_POSITIONS)
                {
                    self.positions.insert(id, *after);
                }
                Ok((id, true))
            }
        }
    }

    /// Removes a node, all nodes after it, and their notes.
    pub(super) fn remove(&mut self, id: NodeId, keep: impl Fn(NodeId) -> bool) {
        let branch: Vec<NodeId> = self.nodes_from(id).collect();
        for node in branch {
            if !keep(node) {
                self.nodes.remove(node);
                if let Some(notes) = self.notes.remove(&node) {
                    self.bytes -= notes.bytes();
                    self.note_count -= notes.all().len();
                }
            }
        }
    }

    /// Adds a note to those of its kind and returns its index; `None` if it is there already.
    pub(super) fn put_note(
        &mut self,
        id: NodeId,
        index: usize,
        note: Note,
    ) -> Result<Option<usize>, EditError> {
        if !note.is_plain() {
            return Err(EditError::NotPlain { what: "a note" });
        }
        let notes = self.notes(id);
        if notes.all().contains(&note) {
            return Ok(None);
        }
        for (full, what) in [
            (note.bytes() > TEXT_BYTES, "text"),
            (self.bytes + note.bytes() > TREE_BYTES, "text"),
            (self.note_count >= MOST_NOTES, "notes"),
            (
                notes.all().len() >= MOST_NOTES_OF_A_NODE,
                "notes at one place",
            ),
        ] {
            if full {
                return Err(EditError::TooMuch { what });
            }
        }
        self.bytes += note.bytes();
        self.note_count += 1;
        Ok(self.notes.entry(id).or_default().put(index, note))
    }

    /// Removes a note and returns its index among those of its kind.
    pub(super) fn take_note(&mut self, id: NodeId, note: &Note) -> Option<usize> {
        let notes = self.notes.get_mut(&id)?;
        let index = notes.take(note)?;
        self.bytes -= note.bytes();
        self.note_count -= 1;
        if notes.is_empty() {
            self.notes.remove(&id);
        }
        Some(index)
    }
}

/// Two trees are equal if they have the same start, tags, result, moves and notes in the same
/// order, whatever their ids.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let alike = self.start == other.start
            && self.tags == other.tags
            && self.end() == other.end()
            && self.first_number == other.first_number
            && self.len() == other.len();
        alike
            && self.nodes().zip(other.nodes()).all(|(own, others)| {
                self.depth(own) == other.depth(others)
                    && self.step(own) == other.step(others)
                    && self.notes(own) == other.notes(others)
            })
    }
}

impl Eq for GameTree {}
