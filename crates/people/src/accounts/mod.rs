//! Accounts. They are optional: a seat of a game is a secret of a device, and an account collects
//! seats so that its owner finds them on another device.
//!
//! Rules of the ports, the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/accounts_contract`):
//! - two accounts never have names that fold to the same text or look alike;
//! - secrets are never stored in clear: passwords as Argon2 hashes, all others as SHA-256 digests;
//! - a recovery code works once; a new password ends all sessions except the one that set it, and
//!   no session can be begun with the old password;
//! - recovery by a code removes everything that opened the account before: codes, tokens, sessions
//!   and passkeys;
//! - the rules of passkeys are in the module of their port;
//! - a side of a game belongs to at most one account, and an account has at most one side of a
//!   game;
//! - a part of the learning progress is stored only on top of its current version, so a device
//!   cannot overwrite what another has stored;
//! - deleting an account keeps its games for the other players, under the name `deleted player n`,
//!   and removes everything else;
//! - a ban removes nothing; the caller checks whether it is in force, since ports have no clock;
//! - the time is a parameter.

mod access;
mod administration;
mod ban;
mod common_passwords;
mod finished;
mod id;
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
    AccountFacts, AccountFilter, AdminAction, AdminActionKind, Administration, Administrator,
    LoggedAdminAction, RESET_MS, Renamed,
};
pub use crate::accounts::ban::{Ban, BanReason, Day, DayError, moment_text};
pub use crate::accounts::finished::{FinishedCursor, FinishedFilter, FinishedGame, OwnResult};
pub use crate::accounts::id::AccountId;
pub use crate::accounts::key::{AccountKey, PasswordHash};
pub use crate::accounts::name::{
    AccountName, AccountNameError, MAX_ACCOUNT_NAME, MIN_ACCOUNT_NAME,
};
pub use crate::accounts::name_keys::are_alike;
pub(crate) use crate::accounts::name_keys::{
    bears_few_marks, fold, is_reserved, look_alike_key, seems_reserved,
};
pub use crate::accounts::passkey::{
    MAX_PASSKEY_CHALLENGES, MAX_PASSKEYS, PASSKEY_CHALLENGE_LIFETIME_MS, Passkey, PasskeyAdded,
    PasskeyId, Passkeys,
};
pub use crate::accounts::password::{MAX_PASSWORD, MIN_PASSWORD, Password, PasswordError};
pub use crate::accounts::port::{
    Account, AccountKeys, Accounts, AttachOutcome, Checked, Created, NewAccount, OwnedSeats,
    RECOVERY_CODES, TokenPolicy,
};
pub use crate::accounts::progress::{
    LearningProgress, ProgressFacts, ProgressPart, ProgressStored, ProgressText,
    next_progress_version,
};
pub use crate::accounts::scope::{Scope, Scopes, ScopesError};
pub(crate) use crate::accounts::script::{is_letter, is_of_one_script, looks_latin};
