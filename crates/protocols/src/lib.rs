//! How draughts engines talk: the protocols Hub and DXP (DamExchange), both roles of each, over any stream of bytes.
//!
//! | to | see |
//! |---|---|
//! | ask an engine for moves over Hub | [`hub::HubEngine`] |
//! | be an engine that speaks Hub | [`hub::serve`] |
//! | play against a program over DXP | [`dxp::DxpOpponent`], or [`dxp::DxpConversation`] for full control |
//! | read and write single messages | [`hub::HubLine`], [`hub::HubCommand`], [`hub::HubAnswer`]; [`dxp::Message`] |
//!
//! Nothing that arrives can panic, block for ever or take memory without bound: lines and messages have a longest
//! length, and every wait has an end.
//!
//! Whoever is asked for moves, over either protocol or in this process, is a [`player::Player`].

#![expect(clippy::cast_precision_loss, reason = "nodes are told as rates")]

pub mod dxp;
pub mod hub;
pub mod lines;
pub mod player;
pub mod process;
mod wire;

/// The example of the README is compiled with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
