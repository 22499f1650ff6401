//! The graph of a growing book. It holds the expanded positions and the values of their moves, and
//! it selects the position to expand next.
//!
//! Each move of an expanded position has a value from a search. The leaf with the lowest cost is
//! expanded next. The cost of a leaf is what both sides lose on the cheapest path to it, plus a
//! little for every ply. So good lines are followed deeply, slightly worse moves a few plies less,
//! and blunders not at all (this is the drop-out expansion of T. Lincke). Negamax carries the
//! values of the leaves back to the start.

use std::collections::{HashMap, HashSet};

use damier_engine::BookEntry;
use damier_rules::{Position, Variant};

use super::MAX_VALUE;

/// The cost of a ply in which there is a choice, in hundredths of a man. It sets how much breadth
/// is traded for one ply of depth.
const PLY: i32 = 2;

/// A book holds the moves that lose no more than this, in hundredths of a man: a little more than
/// the lowest level accepts to lose.
const WORTH: i16 = 40;

/// A position that is not expanded yet. It follows a move of an expanded position; in an empty
/// graph, the only leaf is the start position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Leaf {
    /// The number of the position that it follows.
    pub parent: u32,
    /// The index of the move in the sorted list of legal moves.
    pub place: u8,
}

/// Expanded positions, beginning at the start of a game.
pub struct Graph {
    variant: Variant,
    nodes: Vec<Node>,
    /// The expanded positions by their keys. A book is far too small to hold two different
    /// positions with the same key.
    known: HashMap<u64, u32>,
    /// For each position that is not expanded, by its key: the moves that lead to it.
    waiting: HashMap<u64, Vec<Leaf>>,
    /// The positions of each ply. Moves lead only to the next ply. This gives an order in which
    /// values can be computed, although kings can move back and forth.
    plies: Vec<Vec<u32>>,
}

struct Node {
    position: Position,
    ply: usize,
    edges: Vec<Edge>,
    /// The value for the side to move.
    value: i16,
    /// The cost of the cheapest path from the start.
    cost: i32,
}

struct Edge {
    /// The value that a search gave, for the side that plays the move.
    searched: i16,
    leads: Leads,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    /// To a leaf with this key.
    Leaf(u64),
    /// To the expanded position with this number.
    On(u32),
    /// To nothing that can be expanded: the game is over there, or the position belongs to another
    /// ply.
    Nowhere,
}

impl Graph {
    /// A graph in which nothing is expanded yet.
    pub fn new(variant: Variant) -> Graph {
        Graph {
            variant,
            nodes: Vec::new(),
            known: HashMap::new(),
            waiting: HashMap::new(),
            plies: Vec::new(),
        }
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many positions are expanded.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no position is expanded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many plies the longest line has.
    pub fn longest(&self) -> usize {
        self.plies.len()
    }

    /// The value of the start position for the side to move, once it is expanded.
    pub fn value(&self) -> Option<i16> {
        self.nodes.first().map(|start| start.value)
    }

    /// The position of a leaf; `None` if there is no such leaf.
    pub fn position(&self, leaf: Leaf) -> Option<Position> {
        if self.nodes.is_empty() {
            return (leaf == Leaf::default()).then(|| Position::start(self.variant));
        }
        let node = self.nodes.get(leaf.parent as usize)?;
        let edge = node.edges.get(usize::from(leaf.place))?;
        if !matches!(edge.leads, Leads::Leaf(_)) {
            return None;
        }
        let played = *node.position.legal_moves().get(usize::from(leaf.place))?;
        node.position.play(&played).ok()
    }

    /// The leaf with the lowest cost whose key is not in `busy`. Among equals it is the oldest one.
    pub fn next(&self, busy: &HashSet<u64>) -> Option<Leaf> {
        if self.nodes.is_empty() {
            let start = Position::start(self.variant).hash();
            return (!busy.contains(&start)).then(Leaf::default);
        }
        let leaves = self.nodes.iter().zip(0..).flat_map(|(node, parent)| {
            node.edges.iter().zip(0..).filter_map(move |(edge, place)| {
                let free = matches!(edge.leads, Leads::Leaf(key) if !busy.contains(&key));
                free.then(|| (self.cost_behind(node, edge), Leaf { parent, place }))
            })
        });
        leaves.min().map(|(_, leaf)| leaf)
    }

    /// Expands a leaf with the values of its moves, in the order of the legal moves, each for the
    /// side that plays it. Call [`Graph::settle`] afterwards. Returns `false`, and changes nothing,
    /// if there is no such leaf, the number of values is wrong, or a value is out of bounds.
    pub fn add(&mut self, leaf: Leaf, values: &[i16]) -> bool {
        let Some(position) = self.position(leaf) else {
            return false;
        };
        if values
            .iter()
            .any(|value| !(-MAX_VALUE..=MAX_VALUE).contains(value))
        {
            return false;
        }
        let moves = position.legal_moves();
        if moves.is_empty() || moves.len() != values.len() || moves.len() > usize::from(u8::MAX) {
            return false;
        }
        let number = self.nodes.len() as u32;
        let ply = match self.nodes.get(leaf.parent as usize) {
            Some(parent) => parent.ply + 1,
            None => 0,
        };
        let key = position.hash();
        for Leaf { parent, place } in self.waiting.remove(&key).unwrap_or_default() {
            let parent = &mut self.nodes[parent as usize];
            parent.edges[usize::from(place)].leads = if parent.ply + 1 == ply {
                Leads::On(number)
            } else {
                Leads::Nowhere
            };
        }
        self.known.insert(key, number);
        if self.plies.len() <= ply {
            self.plies.push(Vec::new());
        }
        self.plies[ply].push(number);
        let mut edges = Vec::with_capacity(values.len());
        for (place, (played, &searched)) in moves.iter().zip(values).enumerate() {
            let after = position.play(played).ok();
            let leads = after.map_or(Leads::Nowhere, |after| self.leads_to(&after, ply + 1));
            if let Leads::Leaf(key) = leads {
                let leaf = Leaf {
                    parent: number,
                    place: place as u8,
                };
                self.waiting.entry(key).or_default().push(leaf);
            }
            edges.push(Edge { searched, leads });
        }
        self.nodes.push(Node {
            position,
            ply,
            edges,
            value: 0,
            cost: 0,
        });
        true
    }

    fn leads_to(&self, after: &Position, ply: usize) -> Leads {
        let key = after.hash();
        match self.known.get(&key) {
            Some(&number) if self.nodes[number as usize].ply == ply => Leads::On(number),
            Some(_) => Leads::Nowhere,
            None if after.outcome().is_some() => Leads::Nowhere,
            None => Leads::Leaf(key),
        }
    }

    /// Computes all values from the last ply back to the start, and then all costs from the start
    /// on.
    pub fn settle(&mut self) {
        for &number in self.plies.iter().rev().flatten() {
            let node = &self.nodes[number as usize];
            let values = node.edges.iter().map(|edge| self.worth(edge));
            self.nodes[number as usize].value = values.max().unwrap_or(0);
        }
        for node in self.nodes.iter_mut().skip(1) {
            node.cost = i32::MAX;
        }
        for number in self.plies.iter().flatten() {
            let node = &self.nodes[*number as usize];
            let costs: Vec<(u32, i32)> = node
                .edges
                .iter()
                .filter_map(|edge| match edge.leads {
                    Leads::On(next) => Some((next, self.cost_behind(node, edge))),
                    Leads::Leaf(_) | Leads::Nowhere => None,
                })
                .collect();
            for (next, cost) in costs {
                let next = &mut self.nodes[next as usize];
                next.cost = next.cost.min(cost);
            }
        }
    }

    /// The value of a move: by negamax if the position after it is expanded, else from its search.
    fn worth(&self, edge: &Edge) -> i16 {
        match edge.leads {
            Leads::On(next) => -self.nodes[next as usize].value,
            Leads::Leaf(_) | Leads::Nowhere => edge.searched,
        }
    }

    fn cost_behind(&self, node: &Node, edge: &Edge) -> i32 {
        let given_away = i32::from(node.value) - i32::from(self.worth(edge));
        let ply = if node.edges.len() > 1 { PLY } else { 0 };
        node.cost + given_away + ply
    }

    /// The positions for an opening book: those whose best move is expanded. Each has its playable
    /// moves, best first. In positions whose best move is not expanded, an engine should search
    /// instead.
    pub fn entries(&self) -> Vec<BookEntry> {
        let entry = |node: &Node| {
            let is_looked_behind = |edge: &Edge| matches!(edge.leads, Leads::On(_));
            let of_equals = |edge: &&Edge| (self.worth(edge), is_looked_behind(edge));
            let best = node.edges.iter().max_by_key(of_equals)?;
            if !is_looked_behind(best) {
                return None;
            }
            let moves = node.edges.iter().zip(0..);
            let mut moves: Vec<(u8, i16)> = moves
                .map(|(edge, place)| (place, self.worth(edge)))
                .filter(|(_, value)| i32::from(node.value) - i32::from(*value) <= WORTH.into())
                .collect();
            moves.sort_by_key(|&(place, value)| (-value, place));
            Some(BookEntry {
                key: node.position.hash(),
                legal: node.edges.len() as u8,
                moves,
            })
        };
        self.nodes.iter().filter_map(entry).collect()
    }
}

/// Accessors for the tests.
#[cfg(test)]
impl Graph {
    /// An expanded position by its number.
    pub(super) fn nodes_position(&self, number: u32) -> Position {
        self.nodes[number as usize].position
    }

    /// The value of a move, expanded or not.
    pub(super) fn value_behind(&self, leaf: Leaf) -> i16 {
        let node = &self.nodes[leaf.parent as usize];
        self.worth(&node.edges[usize::from(leaf.place)])
    }
}
