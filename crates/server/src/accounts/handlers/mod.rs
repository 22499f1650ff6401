//! Handlers of accounts: sign-up and sign-in, passwords, passkeys, sessions and tokens, games,
//! progress, export.

pub(crate) mod export;
pub(crate) mod finished;
pub(crate) mod games;
pub(crate) mod keys;
pub(crate) mod passkey_sign;
pub(crate) mod passkeys;
pub(crate) mod passwords;
pub(crate) mod progress;
pub(crate) mod sign;
