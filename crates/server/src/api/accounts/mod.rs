//! Accounts over HTTP: making one, signing in and out, passwords, passkeys and recovery codes, sessions and tokens, the games that belong to an
//! account, what its owner has learnt, and leaving with all that is one's own. Nobody needs an account to play.

pub(super) mod export;
pub(super) mod finished;
pub(super) mod games;
pub(crate) mod keys;
pub(super) mod passkey_sign;
pub(crate) mod passkeys;
pub(super) mod passwords;
pub(super) mod progress;
pub(super) mod push;
pub(super) mod sign;
