//! What an account lets friends and strangers do.

use serde::{Deserialize, Serialize};

/// What an account lets friends and strangers do. The time of the last visit is never shown, nor
/// stored for that purpose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FriendChoicesView))]
#[serde(deny_unknown_fields)]
pub struct FriendChoices {
    /// Whether friends see that the account is online.
    #[serde(rename = "here")]
    pub shows_here: bool,
    /// Whether friends may watch its games.
    #[serde(rename = "watch")]
    pub lets_watch: bool,
    /// Whether others may send friend requests. If not, their requests stay invisible to this
    /// account.
    #[serde(rename = "asked")]
    pub takes_requests: bool,
}

impl Default for FriendChoices {
    /// Friends see presence; friends watch once the owner permits it; requests are allowed.
    fn default() -> Self {
        Self {
            shows_here: true,
            lets_watch: false,
            takes_requests: true,
        }
    }
}
