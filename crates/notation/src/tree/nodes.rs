//! The nodes of a tree in one list, with 28 bytes each. Captured sets, positions and unplayed moves
//! are in lists beside it. A removed node keeps its entry, so that one path from the root has the
//! same id as long as the tree exists.
//!
//! This module does not apply rules; [`GameTree`](super::GameTree) checks every node before adding
//! it.

use damier_rules::{Move, Position, Square, SquareSet};

use super::step::Step;

/// No node.
const NONE: u32 = u32::MAX;

/// The id of a node within one tree. As long as the tree exists, the same path from the root has
/// the same id, whatever edits are applied. In a file or on another device, use a
/// [`NodePath`](super::NodePath).
///
/// ```
/// use damier_notation::{GameTree, tree::NodeId};
/// use damier_rules::{Position, Variant};
/// let tree = GameTree::new(Position::start(Variant::INTERNATIONAL));
/// assert!(tree.contains(NodeId::ROOT) && !tree.contains(NodeId::from_number(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// Its number, for use outside this crate; 0 for the root.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The id with this number. Any number is accepted; the tree checks whether it has such a node.
    pub const fn from_number(number: u32) -> NodeId {
        NodeId(number)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    depth: u32,
    step: Packed,
    present: bool,
}

/// A step in eight bytes. Data that does not fit is in another list.
#[derive(Clone, Copy, Debug)]
struct Packed {
    kind: Kind,
    from: u8,
    to: u8,
    /// 0 without a huff.
    huff: u8,
    /// The index of the rest; [`NONE`] for a move that captures nothing.
    rest: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Root,
    Quiet,
    Promotion,
    Setup,
    Unplayed,
}

/// All nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    list: Vec<Node>,
    captured: Vec<SquareSet>,
    positions: Vec<Position>,
    texts: Vec<Box<str>>,
    present: usize,
}

impl Nodes {
    pub(super) fn new() -> Nodes {
        let root = Node {
            parent: NONE,
            first_child: NONE,
            next_sibling: NONE,
            depth: 0,
            step: Packed {
                kind: Kind::Root,
                from: 0,
                to: 0,
                huff: 0,
                rest: NONE,
            },
            present: true,
        };
        Nodes {
            list: vec![root],
            captured: Vec::new(),
            positions: Vec::new(),
            texts: Vec::new(),
            present: 1,
        }
    }

    /// How many nodes exist.
    pub(super) fn present(&self) -> usize {
        self.present
    }

    /// How many nodes have ever existed.
    pub(super) fn ever(&self) -> usize {
        self.list.len()
    }

    pub(super) fn has(&self, id: NodeId) -> bool {
        self.list.get(id.index()).is_some_and(|node| node.present)
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let node = self.list.get(id.index())?;
        (node.parent != NONE).then_some(NodeId(node.parent))
    }

    pub(super) fn depth(&self, id: NodeId) -> usize {
        self.list
            .get(id.index())
            .map_or(0, |node| node.depth as usize)
    }

    /// The existing children, in order.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.ever_children(id).filter(|&child| self.has(child))
    }

    /// All children, including removed ones, in order.
    pub(super) fn ever_children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.list.get(id.index()).map_or(NONE, |n| n.first_child);
        let some = |number: u32| (number != NONE).then_some(NodeId(number));
        std::iter::successors(some(first), move |child| {
            let next = self
                .list
                .get(child.index())
                .map_or(NONE, |n| n.next_sibling);
            some(next)
        })
    }

    /// The step to a node; `None` for the root.
    pub(super) fn step(&self, id: NodeId) -> Option<Step> {
        let packed = self.list.get(id.index())?.step;
        let rest = packed.rest as usize;
        Some(match packed.kind {
            Kind::Root => return None,
            Kind::Quiet | Kind::Promotion => Step::Move(self.unpacked(packed)?),
            Kind::Setup => Step::Setup(Box::new(*self.positions.get(rest)?)),
            Kind::Unplayed => Step::Unplayed(self.texts.get(rest)?.clone()),
        })
    }

    /// The move to a node, if its step is a move.
    pub(super) fn played(&self, id: NodeId) -> Option<Move> {
        let packed = self.list.get(id.index())?.step;
        match packed.kind {
            Kind::Quiet | Kind::Promotion => self.unpacked(packed),
            _ => None,
        }
    }

    /// The position that is set up at a node, if there is one.
    pub(super) fn set_up(&self, id: NodeId) -> Option<&Position> {
        let packed = self.list.get(id.index())?.step;
        (packed.kind == Kind::Setup).then(|| self.positions.get(packed.rest as usize))?
    }

    /// The child with this step, existing or removed, or the number of children that were compared.
    pub(super) fn ever_child(&self, id: NodeId, step: &Step) -> Result<NodeId, usize> {
        let mut looked_at = 0;
        for child in self.ever_children(id) {
            if self.is_step(child, step) {
                return Ok(child);
            }
            looked_at += 1;
        }
        Err(looked_at)
    }

    fn is_step(&self, id: NodeId, step: &Step) -> bool {
        let Some(node) = self.list.get(id.index()) else {
            return false;
        };
        let rest = node.step.rest as usize;
        match (node.step.kind, step) {
            (Kind::Quiet | Kind::Promotion, Step::Move(played)) => {
                node.step.from == played.from.number()
                    && node.step.to == played.to.number()
                    && self.unpacked(node.step) == Some(*played)
            }
            (Kind::Setup, Step::Setup(position)) => self.positions.get(rest) == Some(position),
            (Kind::Unplayed, Step::Unplayed(text)) => self.texts.get(rest) == Some(text),
            _ => false,
        }
    }

    /// Adds a new node, as the last child or as the first. The caller has checked that it does not
    /// exist and that there is room.
    pub(super) fn add(&mut self, parent: NodeId, step: &Step, first: bool) -> NodeId {
        let id = NodeId(self.list.len() as u32);
        let step = self.packed(step);
        self.list.push(Node {
            parent: parent.0,
            first_child: NONE,
            next_sibling: NONE,
            depth: self.depth(parent) as u32 + 1,
            step,
            present: true,
        });
        self.present += 1;
        self.link(parent, id, if first { 0 } else { usize::MAX });
        id
    }

    /// Restores a removed node at its old place.
    pub(super) fn revive(&mut self, id: NodeId) {
        if let Some(node) = self.list.get_mut(id.index())
            && !node.present
        {
            node.present = true;
            self.present += 1;
        }
    }

    /// Removes one node. The caller removes its children too.
    pub(super) fn remove(&mut self, id: NodeId) {
        if let Some(node) = self.list.get_mut(id.index())
            && node.present
        {
            node.present = false;
            self.present -= 1;
        }
    }

    /// The index of a node among its existing siblings.
    pub(super) fn place(&self, id: NodeId) -> usize {
        let Some(parent) = self.parent(id) else {
            return 0;
        };
        self.children(parent)
            .take_while(|&sibling| sibling != id)
            .count()
    }

    /// Moves a node to another index among its siblings.
    pub(super) fn set_place(&mut self, id: NodeId, place: usize) {
        if let Some(parent) = self.parent(id) {
            self.unlink(parent, id);
            self.link(parent, id, place);
        }
    }

    /// Links a node before the sibling with this index, or at the end if there are fewer.
    fn link(&mut self, parent: NodeId, id: NodeId, place: usize) {
        let behind = self.children(parent).nth(place);
        let before = match behind {
            Some(behind) => self.before(parent, behind),
            None => self.ever_children(parent).last(),
        };
        let next = match before {
            None => self.list[parent.index()].first_child,
            Some(before) => self.list[before.index()].next_sibling,
        };
        self.list[id.index()].next_sibling = next;
        match before {
            None => self.list[parent.index()].first_child = id.0,
            Some(before) => self.list[before.index()].next_sibling = id.0,
        }
    }

    fn unlink(&mut self, parent: NodeId, id: NodeId) {
        let next = self.list[id.index()].next_sibling;
        match self.before(parent, id) {
            None => self.list[parent.index()].first_child = next,
            Some(before) => self.list[before.index()].next_sibling = next,
        }
    }

    /// The sibling before a child, existing or removed; `None` for the first.
    fn before(&self, parent: NodeId, child: NodeId) -> Option<NodeId> {
        self.ever_children(parent)
            .take_while(|&other| other != child)
            .last()
    }

    fn packed(&mut self, step: &Step) -> Packed {
        let mut packed = Packed {
            kind: Kind::Unplayed,
            from: 0,
            to: 0,
            huff: 0,
            rest: NONE,
        };
        match step {
            Step::Move(played) => {
                packed.kind = if played.promotes {
                    Kind::Promotion
                } else {
                    Kind::Quiet
                };
                packed.from = played.from.number();
                packed.to = played.to.number();
                packed.huff = played.huff.map_or(0, Square::number);
                if played.is_capture() {
                    packed.rest = self.captured.len() as u32;
                    self.captured.push(played.captured);
                }
            }
            Step::Setup(position) => {
                packed.kind = Kind::Setup;
                packed.rest = self.positions.len() as u32;
                self.positions.push(**position);
            }
            Step::Unplayed(text) => {
                packed.rest = self.texts.len() as u32;
                self.texts.push(text.clone());
            }
        }
        packed
    }

    fn unpacked(&self, packed: Packed) -> Option<Move> {
        let captured = self.captured.get(packed.rest as usize);
        Some(Move {
            from: Square::new(packed.from)?,
            to: Square::new(packed.to)?,
            captured: captured.copied().unwrap_or(SquareSet::EMPTY),
            promotes: packed.kind == Kind::Promotion,
            huff: Square::new(packed.huff),
        })
    }
}
