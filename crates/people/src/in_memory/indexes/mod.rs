//! Data of the in-memory store, apart from the ports that read and change it.

pub(super) mod accounts;
pub(super) mod addressees;
pub(super) mod broadcasts;
pub(super) mod documents;
pub(super) mod pupils;
pub(super) mod pushes;
pub(super) mod ratings;
