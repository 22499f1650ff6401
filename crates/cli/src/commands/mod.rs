//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod moves;
pub(crate) mod perft;
// pub(crate) mod render;
pub(crate) mod variants;
