//! An account: a name and what opens it, for whoever wants one. Nobody needs one to play: a seat is a secret, and an account only gathers
//! seats, so that its owner finds them again on another device.
//!
//! The ports say what is kept of accounts. Rules of the ports, the same for every backend and proven by one contract suite
//! (`damier-storage`, `tests/all/account_contract`):
//! - of two names that fold to the same, or look the same as they are written, only one is given;
//! - what is secret is never stored: passwords as Argon2 strings, all other secrets as SHA-256;
//! - a recovery code serves once; a new password ends all sessions but the one that it is set from, and none begins under the old one;
//! - whoever comes back by a code finds nothing left of what opened the account before: neither codes nor tokens, sessions or passkeys;
//! - passkeys have rules of their own, at the head of their port;
//! - a side of a game belongs to one account at most, and an account has one side of a game at most;
//! - a part of what was learnt is stored only by whoever knows its version, so that no device undoes what another has stored;
//! - an account that is deleted leaves its games to those who played them with it, under the name `deleted player n`, and nothing else;
//! - an account that is banned keeps what it has; whether a ban holds is for the caller to ask, who knows the time;
//! - the time is a parameter.

mod access;
mod administration;
mod ban;
mod common_passwords;
mod finished;
mod id;
mod in_memory;
mod key;
mod name;
mod name_keys;
mod passkey;
mod password;
mod port;
mod progress;
mod scope;
mod script;

pub use crate::accounts::access::{AccountGrant, DeviceName, GrantKind, IDLE_MS, LONGEST_MS};
pub use crate::accounts::administration::{
    AccountFacts, AccountFilter, Administration, Administrator, Deed, DeedKind, NotedDeed,
    RESET_MS, Renamed,
};
pub use crate::accounts::ban::{Ban, BanReason, BanReasonError, Day, DayError, moment_text};
pub use crate::accounts::finished::{FinishedFilter, FinishedGame, FinishedPlace, OwnResult};
pub use crate::accounts::id::AccountId;
pub(crate) use crate::accounts::in_memory::People;
pub use crate::accounts::key::{AccountKey, PasswordHash};
pub use crate::accounts::name::{
    AccountName, AccountNameError, MAX_ACCOUNT_NAME, MIN_ACCOUNT_NAME,
};
pub(crate) use crate::accounts::name_keys::{
    bears_few_marks, fold, is_reserved, looks, seems_reserved,
};
pub use crate::accounts::passkey::{
    MOST_PASSKEYS, MOST_QUESTIONS, Passkey, PasskeyAdded, PasskeyId, Passkeys, QUESTION_MS,
};
pub use crate::accounts::password::{MAX_PASSWORD, MIN_PASSWORD, Password, PasswordError};
pub use crate::accounts::port::{
    Account, AccountKeys, Accounts, Attached, Checked, Created, NewAccount, OwnedSeats,
    RECOVERY_CODES, TokensThen,
};
pub use crate::accounts::progress::{
    LearningProgress, MAX_PART_NAME, ProgressFacts, ProgressPart, ProgressPartError,
    ProgressStored, ProgressText, next_progress_version,
};
pub use crate::accounts::scope::{Scope, Scopes, ScopesError};
pub(crate) use crate::accounts::script::{is_letter, is_of_one_script, latin_among, looks_latin};
