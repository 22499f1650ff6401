//! How each kind of sheet is laid out. All lengths are millimetres.

pub(crate) mod certificate;
pub(crate) mod chart;
pub(crate) mod diagrams;
mod frame;
mod grid;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod shot;
mod solutions;
