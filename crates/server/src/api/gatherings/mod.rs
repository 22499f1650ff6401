//! Gatherings: what the host does, how somebody comes, and what each is told. See `docs/live-protocol.md`.

pub(crate) mod again;
pub(crate) mod captain;
pub(crate) mod coming;
pub(crate) mod host;
mod shown;
