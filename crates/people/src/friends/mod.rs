//! Friends: accounts that have agreed to see when the other is here and to challenge each other; and accounts that keep each other away.
//!
//! What two accounts are to each other is one value, a [`Bond`], changed by pure methods and kept under a version, as a club is. So every
//! rule stands here once, and none in a database.
//!
//! Rules of [`Friends`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/friend_contract`):
//! - a bond is changed on top of the version that was seen, or not at all: of two who change it at one moment, one does;
//! - two accounts have one bond, whichever of them is named first; strangers have none that is kept;
//! - whoever has no account any more is in no bond, and nothing is addressed to him;
//! - a challenge is addressed to one account, and no longer than it waits;
//! - the seat of a friend who looks on leads to the game only while they are friends and the player lets friends look on;
//! - a bond in which there are only requests that are too old is removed, nothing else;
//! - the time is a parameter.

mod bond;
mod choices;
mod port;
mod refusal;
mod store;

pub use crate::friends::bond::{ASK_MS, Bond, NoBond, Stance, Standing};
pub use crate::friends::choices::FriendChoices;
pub use crate::friends::port::{AddressedChallenge, Addressees, KeptBond};
pub use crate::friends::refusal::FriendRefusal;
pub use crate::friends::store::{Friends, may_watch};

/// Friends that an account has at most.
pub const MOST_FRIENDS: usize = 200;

/// Accounts that an account has asked and that have not answered, at most.
pub const MOST_ASKED: usize = 50;

/// Accounts that wait for the answer of one account at most.
pub const MOST_ASKING: usize = 100;

/// Accounts that an account keeps away at most.
pub const MOST_BLOCKED: usize = 200;
