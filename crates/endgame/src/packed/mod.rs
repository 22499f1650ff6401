//! A table of wins, draws and losses, packed into few bits, from which one value can be read
//! without the others.
//!
//! The values of a material are written as runs, in the order of the numbers: the length of the
//! run, and the value after it. A position in which the side to move must capture has no value in
//! the table and counts as part of the run around it, as do numbers that belong to no position.
//! Runs are written with prefix codes ([`codes`]), which are made for each material, one code for
//! each value. A block of a fixed number of positions can be read on its own; its size is chosen so
//! that it has about [`runs::RUNS_A_BLOCK`] runs.

pub(crate) mod codes;
mod distances;
pub(crate) mod file;
mod reader;
pub(crate) mod runs;
mod writer;

pub(crate) use distances::{DistanceTable, pack_distances};
pub use reader::Bytes;
pub(crate) use reader::PackedTable;
pub(crate) use writer::pack;
