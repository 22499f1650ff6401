//! The JSON shapes and socket frames of a Damier server that a program besides the page reads or
//! writes.
//!
//! The server serialises these types, programs (`damier-client`, bots, the load driver) parse them,
//! and the OpenAPI document is generated from them, so that both ends agree.
//! `docs/live-protocol.md` and `docs/bot-api.md` explain the protocols. This crate contains no
//! logic.

pub mod accounts;
pub mod bots;
pub mod broadcasts;
pub mod challenges;
pub mod live;
pub mod problem;
pub mod ratings;
pub mod seats;
pub mod teams;
