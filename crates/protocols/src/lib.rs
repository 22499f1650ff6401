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
//! Nothing that arrives can cause a panic, a wait without end, or unlimited use of memory: lines
//! and messages have a maximum length, and every wait has a time limit.
//!
//! Anything that is asked for moves, over either protocol or in this process, is a
//! [`player::Player`].

#![expect(clippy::cast_precision_loss, reason = "nodes are told as rates")]

pub mod dxp;
pub mod hub;
pub mod lines;
pub mod player;
pub mod process;
mod wire;

/// This compiles the example of the README together with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
