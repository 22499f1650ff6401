//! Stored values of simuls.

use crate::accounts::Account;
use crate::simuls::value::Simul;

/// How many days after its last change a simul is kept that is over, cancelled or never begun. Its
/// games are kept like other live games.
pub const SIMUL_KEPT_DAYS: u64 = 180;

/// A simul as read from the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSimul {
    /// The simul.
    pub simul: Simul,
    /// Its version, to be named by a change.
    pub version: u64,
}

impl StoredSimul {
    /// Adds the current names of participants' accounts to a stored simul. Called by the backends.
    pub fn read(stored: Simul, version: u64, accounts: &[Account]) -> StoredSimul {
        StoredSimul {
            simul: stored.with_accounts(accounts),
            version,
        }
    }
}

/// The outcome of opening a simul.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenOutcome {
    /// Stored.
    Stored,
    /// A simul with this id exists.
    Taken,
}
