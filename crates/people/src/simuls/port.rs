//! What is stored of a simul.

use crate::accounts::Account;
use crate::simuls::value::Simul;

/// How many days a simul is kept after it was changed last, once it is over, called off, or where it never began. Its games are kept as other
/// live games are.
pub const SIMUL_KEPT_DAYS: u64 = 180;

/// A simul as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptSimul {
    /// The simul.
    pub simul: Simul,
    /// Its version: whoever changes it says which one he has seen.
    pub version: u64,
}

impl KeptSimul {
    /// A simul as it was stored, with what the accounts of those who take part are called now. Called by the backends.
    pub fn read(stored: Simul, version: u64, accounts: &[Account]) -> KeptSimul {
        KeptSimul {
            simul: stored.with_accounts(accounts),
            version,
        }
    }
}

/// What became of a simul that was to be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// It is there.
    Stored,
    /// There is one with this id.
    Taken,
}
