//! How engines talk: Hub and DXP, both roles, over any byte stream.
//!
//! Whoever is asked for moves, over either protocol or in this process, is a [`player::Player`].

pub mod player;
