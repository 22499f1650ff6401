//! Friends: accounts that agree to see each other's presence and to challenge each other; and
//! blocked accounts.
//!
//! The relation of two accounts is one value, a [`Relationship`], changed by pure methods and
//! stored under a version, as clubs are. So all rules are here, and none in a database.
//!
//! Rules of [`Friends`], tested by `tests/stores/friends.rs`, and of [`Addressees`], tested on
//! every backend (`damier-storage`, `tests/all/friends_contract`):
//! - a relation is changed only on top of the version that was read: of two concurrent changes one
//!   succeeds;
//! - two accounts have one relation, whichever of them is named first; strangers have none stored;
//! - a deleted account has no relations, and nothing is addressed to it;
//! - a challenge is addressed to one account, and no longer than it is open;
//! - the seat of a friend who watches gives access only while they are friends and the player lets
//!   friends watch;
//! - a relation is removed when it contains only expired requests;
//! - the time is a parameter.

mod choices;
mod port;
mod refusal;
mod relationship;
mod store;

pub use crate::friends::choices::FriendChoices;
pub use crate::friends::port::{AddressedChallenge, Addressees, ListedRelationship};
pub use crate::friends::refusal::FriendRefusal;
pub use crate::friends::relationship::{REQUEST_LIFETIME_MS, Relation, Relationship};
pub use crate::friends::store::{Friends, may_watch};

/// The maximum number of friends of an account.
pub const MAX_FRIENDS: usize = 200;

/// The maximum number of unanswered requests sent by an account.
pub const MAX_SENT_REQUESTS: usize = 50;

/// The maximum number of unanswered requests received by an account.
pub const MAX_ASKING: usize = 100;

/// The maximum number of accounts that an account blocks.
pub const MAX_BLOCKED: usize = 200;
