//! A broadcast: the boards of a hall, for those who are not there. Whoever runs it sends the games as PDN, again and again as they grow; those
//! who look on see them with a delay.
//!
//! ```text
//!  the file of a round ──read_round──> BoardRead ──BoardGame::after──> BoardLog::take ──> Broadcasts::put_boards
//!                                                                         │
//!                     those who look on <── BoardLog::at(now − delay) <───┘
//! ```
//!
//! Rules of the port [`Broadcasts`], the same for every backend and proven by one contract suite (`damier-storage`,
//! `tests/all/broadcast_contract`):
//! - a broadcast is found by its id. Only its owner's key changes it, and an id is that of one broadcast;
//! - an owner has [`MOST_BROADCASTS`] at most, and a backend [`MOST_ON_A_SERVER`];
//! - boards are stored on top of a revision: of two who store at one moment, the second one is told to look again;
//! - every change has a revision that is greater than those before, so whoever has seen one asks for what came after it;
//! - a broadcast that was not changed for [`KEPT_MS`] is found by nobody, and [`Broadcasts::sweep_broadcasts`] removes it with its boards;
//! - what is secret is stored as SHA-256; the time is a parameter.

mod game;
mod id;
mod in_memory;
mod log;
mod port;
mod read;
mod settings;

pub use crate::broadcasts::game::{BoardGame, BoardResult, Clocks, MOST_PLIES};
pub use crate::broadcasts::id::{BroadcastId, BroadcastIdError, BroadcastKey};
pub(crate) use crate::broadcasts::in_memory::Shelf;
pub use crate::broadcasts::log::{BoardLog, Correction, MOST_CHANGES, ShownBoard, Taken};
pub use crate::broadcasts::port::{
    Broadcasts, KEPT_MS, KeptBroadcast, MOST_BROADCASTS, MOST_ON_A_SERVER, NewBoard, Opened,
    Stored, StoredBoard,
};
pub use crate::broadcasts::read::{BoardFault, BoardRead, RoundRead, read_board, read_round};
pub use crate::broadcasts::settings::{
    BroadcastSettings, BroadcastSettingsError, MAX_DELAY_MIN, MOST_BOARDS, MOST_ROUNDS,
};
