//! How engines talk: Hub and DXP, both roles, over any byte stream.
//!
//! Whoever is asked for moves, over either protocol or in this process, is a [`player::Player`].

#![expect(clippy::cast_precision_loss, reason = "nodes are told as rates")]

pub mod dxp;
pub mod hub;
pub mod lines;
pub mod player;
pub mod process;
mod wire;
