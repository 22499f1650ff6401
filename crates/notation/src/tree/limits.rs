//! Limits on the size of a tree, whether it comes from a file, a person or another device. Content
//! beyond a limit is rejected or reported, never dropped silently. A tree within these limits is
//! also within those of the PDN reader ([`ReadingLimits`](crate::pdn::ReadingLimits)).

/// Nodes of one tree, including the root and removed nodes.
pub const MOST_NODES: usize = 200_000;

/// Children of one node, including removed ones. No position in a real game has as many moves.
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

/// Faults that are reported for one game.
pub(super) const MOST_FAULTS: usize = 100;
