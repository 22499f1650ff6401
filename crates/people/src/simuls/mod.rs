//! Simuls: one host plays many guests at once. Each board is an ordinary live game; the simul
//! contains guests, boards and the score.
//!
//! A [`Simul`] is one value, changed by pure methods and stored under a version, as clubs are: a
//! change names the version it read and is retried after a conflict.
//!
//! Rules of [`Simuls`], tested by `tests/stores/simuls.rs` and `simul_games.rs`; what it reads from
//! tables, on every backend (`damier-storage`, `tests/all/simuls_contract`):
//! - opening a simul twice changes nothing;
//! - it is changed only on top of the version that was read: of two concurrent changes one
//!   succeeds;
//! - it is read with the current names of accounts, and without deleted ones;
//! - background work is due while boards are unfinished: at once after each change, later if
//!   postponed;
//! - it is not removed while boards are unfinished;
//! - its games are found from its beginning on, by the same write; a game belongs to one simul;
//! - the time is a parameter.

mod games;

pub use games::{SimulMaintenance, maintain_simul};

mod board;
mod guests;
mod id;
mod maintenance;
mod names;
mod refusal;
mod score;
mod store;
mod stored;
mod terms;
mod value;

pub use crate::simuls::board::{Board, BoardStanding, Drawn, Unfinished};
pub use crate::simuls::guests::{Guest, GuestKind, Host, SimulName};
pub use crate::simuls::id::SimulId;
pub use crate::simuls::maintenance::{ABANDONED_MS, MAX_MAINTENANCE_INTERVAL_MS};
pub use crate::simuls::refusal::SimulRefusal;
pub use crate::simuls::score::{BoardScore, SimulScore};
pub use crate::simuls::store::Simuls;
pub use crate::simuls::stored::{OpenOutcome, SIMUL_KEPT_DAYS, StoredSimul};
pub use crate::simuls::terms::{
    Eligibility, HostColour, MAX_AHEAD_MS, MAX_BOARDS, MAX_EXTRA_MS, MAX_STRONGEST, SimulTerms,
    TermsError,
};
pub use crate::simuls::value::{MAX_ASKING, Simul, SimulStage};
