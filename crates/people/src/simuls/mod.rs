//! A simul: one player, the host, plays many at once. Each board is an ordinary live game; what is told here is who sits at
//! which, how it is begun, and the score.
//!
//! A [`Simul`] is one value, changed by pure methods and kept under a version, as a club is: whoever changes it says which version he has
//! seen, and tries again where somebody was faster.
//!
//! Rules of [`Simuls`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/simul_contract`):
//! - a simul is opened once; opening it again changes nothing;
//! - it is changed on top of the version that was seen, or not at all: of two who change it at one moment, one does;
//! - it is read with what the accounts in it are called now, and whose account is deleted has none any more;
//! - the server looks after it while boards are not over: at once after each change, and later where it has put that off;
//! - it is not removed while boards are not over;
//! - its games are found from the moment on at which it has begun, by the same write; a game is in one simul;
//! - the time is a parameter.

mod games;

pub use games::{LookedAfter, look_after_simul};

mod board;
mod id;
mod looks;
mod names;
mod people;
mod port;
mod refusal;
mod score;
mod store;
mod terms;
mod value;

pub use crate::simuls::board::{Board, BoardStanding, Drawn, Unfinished};
pub use crate::simuls::id::SimulId;
pub use crate::simuls::looks::{GIVEN_UP_MS, LOOKED_AFTER_MS};
pub use crate::simuls::people::{
    Guest, GuestKind, Host, MAX_SIMUL_NAME, SimulName, SimulNameError,
};
pub use crate::simuls::port::{KeptSimul, Opened, SIMUL_KEPT_DAYS};
pub use crate::simuls::refusal::SimulRefusal;
pub use crate::simuls::score::{BoardScore, SimulScore};
pub use crate::simuls::store::Simuls;
pub use crate::simuls::terms::{
    HostColour, MAX_EXTRA_MS, MOST_AHEAD_MS, MOST_BOARDS, MOST_STRONGEST, SimulTerms, TermsError,
    WhoMaySit,
};
pub use crate::simuls::value::{MOST_ASKING, Simul, SimulStage};
