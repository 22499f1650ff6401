//! The JSON shapes and socket frames of a Damier server: what it sends and what it accepts.
//!
//! The server serialises these types, a program (`damier-client`, the load driver) reads them, and
//! the OpenAPI document is generated from them, so that the two ends cannot differ.
//! `docs/live-protocol.md` explains the conversation. No shape is interpreted here.

pub mod live;
pub mod ratings;
pub mod teams;
