//! What an account's owner sees of its sessions, tokens and passkeys, in lists and in the export.

use damier_people::accounts::{AccountGrant, AccountKey, GrantKind, Passkey, Scope};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::passkeys::text;

/// A session of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionView {
    /// The id used to end it. It grants no access.
    id: String,
    /// The label chosen by its owner; may be empty.
    device: String,
    /// When it began, in Unix milliseconds.
    created_ms: u64,
    /// When it was last used, to ten minutes.
    seen_ms: u64,
    /// Whether this request uses it.
    current: bool,
}

/// A token of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenView {
    /// The id used to end it. It grants no access.
    id: String,
    /// The label chosen by its owner.
    label: String,
    /// Its permissions.
    #[schema(example = json!(["play:read", "bot"]))]
    scopes: Vec<&'static str>,
    /// When it was made, in Unix milliseconds.
    created_ms: u64,
    /// When it was last used, to ten minutes.
    seen_ms: u64,
}

/// A passkey of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyView {
    /// Its id, URL-safe Base64. It grants no access.
    id: String,
    /// The label chosen by its owner; may be empty.
    name: String,
    /// The host name for which it is valid.
    #[schema(example = "draughts.example.org")]
    host: String,
    /// Whether a password manager may copy it to other devices.
    synced: bool,
    /// When it was made, in Unix milliseconds.
    created_ms: u64,
    /// Time of the last sign-in with it; null if never used.
    seen_ms: Option<u64>,
}

impl PasskeyView {
    pub(crate) fn of(passkey: &Passkey) -> Self {
        Self {
            id: text(passkey.id.as_bytes()),
            name: passkey.name.to_string(),
            host: passkey.host.clone(),
            synced: passkey.is_synced,
            created_ms: passkey.created_ms,
            seen_ms: passkey.seen_ms,
        }
    }
}

/// A session, as returned to clients.
pub(crate) fn session_view(key: &AccountKey, grant: &AccountGrant, current: bool) -> SessionView {
    SessionView {
        id: list_id(key),
        device: grant.device.to_string(),
        created_ms: grant.created_ms,
        seen_ms: grant.seen_ms,
        current,
    }
}

/// A token, as returned to clients; `None` for a session.
pub(crate) fn token_view(key: &AccountKey, grant: &AccountGrant) -> Option<TokenView> {
    let GrantKind::Token(scopes) = grant.kind else {
        return None;
    };
    Some(TokenView {
        id: list_id(key),
        label: grant.device.to_string(),
        scopes: scopes.iter().map(Scope::code).collect(),
        created_ms: grant.created_ms,
        seen_ms: grant.seen_ms,
    })
}

/// The id of a session or token, used to end it.
pub(crate) fn list_id(key: &AccountKey) -> String {
    format!("{:032x}", key.list_id())
}
