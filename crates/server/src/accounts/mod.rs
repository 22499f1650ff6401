//! What the server needs for accounts beside its stores: secrets and their digests, the hashing of passwords, the checking of passkeys, what the log says, how often somebody may try,
//! and who sends a request. The handlers in `api/accounts` use it.

mod attempts;
mod cookie;
mod counts;
pub(crate) mod events;
mod fading;
mod familiar;
pub(crate) mod passkeys;
mod passwords;
mod questions;
mod secrets;
mod signed_in;
mod slow_lane;

pub(crate) use attempts::{Attempts, CodeOf};
pub(crate) use cookie::{OverHttps, cleared, session_of, set};
pub(crate) use counts::Denied;
pub(crate) use passwords::Passwords;
pub use secrets::ResetCode;
pub(crate) use secrets::{RecoveryCode, account_id, key_of_session, new_session, new_token};
pub(crate) use signed_in::{SignedIn, SignedInHere, not_signed_in};
