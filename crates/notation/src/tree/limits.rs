//! How much one tree may hold, whoever fills it: a file, a person, or another device. What would be too much is refused
//! or reported, never dropped in silence. Whatever a tree holds within these bounds, the reader of PDN takes within its own
//! ([`ReadingLimits`](crate::pdn::ReadingLimits)).

/// Nodes of one tree, the root and removed ones included.
pub const MOST_NODES: usize = 200_000;

/// Children of one node, removed ones included. No position of a real game has as many moves.
pub const MOST_CHILDREN: usize = 1_000;

/// Comments, signs and commands of one node.
pub const MOST_NOTES_OF_A_NODE: usize = 1_000;

/// Comments, signs and commands of all nodes.
pub const MOST_NOTES: usize = 400_000;

/// Bytes of one comment, command or tag value.
pub const TEXT_BYTES: usize = 500_000;

/// Bytes of all comments, commands, tags and moves that could not be played.
pub const TREE_BYTES: usize = 24 << 20;

/// Tags.
pub const MOST_TAGS: usize = 500;

/// Faults that are told of one game.
pub(super) const MOST_FAULTS: usize = 100;
