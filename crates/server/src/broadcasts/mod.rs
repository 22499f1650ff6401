//! Those who look on at a broadcast: what they are shown of it, and the streams that tell it as soon as it is due.
//!
//! ```text
//!  api/broadcasts ──stores──> the port Broadcasts ──asked twice a second──> hall.rs ──what is due──> stream.rs
//! ```
//!
//! A hall is the copy of one round that a node keeps while somebody looks on. It can be lost at any moment: what is due follows from what is
//! stored and the time. So every node shows the same, and a restart shows nothing early.

mod hall;
mod recent;
mod shown;
mod stream;

pub(crate) use hall::{Line as BroadcastLine, OpenHalls};
pub(crate) use recent::RecentBoards;
pub(crate) use shown::{
    OwnBroadcast, ShownBroadcast, ShownRound, own, results, round_now, seen_by_all,
};
pub(crate) use stream::{Held, round_lines};
