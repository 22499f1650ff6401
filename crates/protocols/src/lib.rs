//! The protocols that draughts engines speak: Hub and DXP (DamExchange). Both sides of each are
//! here, over any stream of bytes.
//!
//! | to | see |
//! |---|---|
//! | ask an engine for moves over Hub | [`hub::HubEngine`] |
//! | be an engine that speaks Hub | [`hub::serve`] |
//! | play against a program over DXP | [`dxp::DxpOpponent`], or [`dxp::DxpConversation`] for full control |
//! | read and write single messages | [`hub::HubLine`], [`hub::HubCommand`], [`hub::HubAnswer`]; [`dxp::Message`] |
//!
//! No input can cause a panic, an endless wait or unbounded use of memory: lines and messages have
//! a maximum length, and every wait has a time limit.
//!
//! Every source of moves, over either protocol or in this process, implements [`player::Player`].

#![expect(
    clippy::cast_precision_loss,
    reason = "node rates need no exact integers"
)]

pub mod dxp;
pub mod hub;
pub mod lines;
pub mod player;
pub mod process;
mod wire;

/// Compiles the example of the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
