//! A table of wins, draws and losses packed into few bits, from which one value can be had without the
//! others.
//!
//! The values of a material are written as runs in the order of the numbers: how long, and what comes next.
//! A position whose side to move must capture has no value of its own and goes along with the run
//! that it stands in, as do numbers that stand for no position. Runs are written with prefix codes
//! ([`codes`]), one for each value, made for the material. A block of a fixed number of positions can be read
//! alone; how many is chosen so that it holds about [`runs::RUNS_A_BLOCK`] runs.

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
