//! The commands, one file or folder for each.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bot;
pub(crate) mod broadcast;
pub(crate) mod client;
pub(crate) mod completions;
pub(crate) mod database;
pub(crate) mod dxp;
pub(crate) mod endgame;
pub(crate) mod explain;
pub(crate) mod hub;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod print;
pub(crate) mod render;
pub(crate) mod report;
pub(crate) mod serve;
mod serve_addresses;
mod serve_bus;
mod serve_log;
pub(crate) mod train;
pub(crate) mod variants;
