//! Broadcasts: boards of a tournament shown to spectators with a delay. The organiser sends the
//! games as PDN, repeatedly as they grow.
//!
//! ```text
//!  the file of a round ──read_round──> BoardRead ──BoardGame::after──> BoardLog::take ──> Broadcasts::put_boards
//!                                                                         │
//!                              spectators <── BoardLog::at(now − delay) <──┘
//! ```
//!
//! Rules of the port [`Broadcasts`], the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/broadcasts_contract`):
//! - a broadcast is found by its id. Only its owner's key changes it, and ids are unique;
//! - an owner has at most [`MAX_BROADCASTS`], and a backend [`MAX_ON_A_SERVER`];
//! - boards are stored on top of a revision: of two concurrent writers the second one has to read
//!   again;
//! - each change has a revision greater than all before, so clients ask for changes after the one
//!   they have;
//! - a broadcast unchanged for [`KEPT_MS`] has expired and is not found;
//!   [`Broadcasts::sweep_broadcasts`] removes it with its boards;
//! - secrets are stored as SHA-256; the time is a parameter.

mod game;
mod id;
mod log;
mod port;
mod read;
mod settings;

pub use crate::broadcasts::game::{BoardGame, BoardResult, Clocks, MOST_PLIES};
pub use crate::broadcasts::id::{BroadcastId, BroadcastKey};
pub use crate::broadcasts::log::{BoardLog, Correction, MAX_CHANGES, ShownBoard, Taken};
pub use crate::broadcasts::port::{
    Broadcasts, KEPT_MS, MAX_BROADCASTS, MAX_ON_A_SERVER, NewBoard, OpenOutcome, Stored,
    StoredBoard, StoredBroadcast,
};
pub use crate::broadcasts::read::{BoardFault, BoardRead, RoundRead, read_board, read_round};
pub use crate::broadcasts::settings::{
    BroadcastSettings, BroadcastSettingsError, MAX_BOARDS, MAX_DELAY_MIN, MAX_ROUNDS,
};
