//! The JSON shapes and socket frames of a Damier server that a program besides the page reads or
//! writes.
//!
//! The server serialises these types, a program (`damier-client`, a bot, the load driver) reads
//! them, and the OpenAPI document is generated from them, so that the two ends cannot differ.
//! `docs/live-protocol.md` and `docs/bot-api.md` explain the conversations. No shape is interpreted
//! here.

pub mod accounts;
pub mod bots;
pub mod broadcasts;
pub mod challenges;
pub mod live;
pub mod problem;
pub mod ratings;
pub mod seats;
pub mod teams;
