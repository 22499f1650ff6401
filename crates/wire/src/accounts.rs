//! Sign-in shapes.

use serde::{Deserialize, Serialize};

/// A name and a password.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account: 2 to 20 letters of one script, digits, `-` and `_`.
    #[cfg_attr(feature = "openapi", schema(example = "Awa"))]
    pub name: String,
    /// 8 to 128 characters of any kind.
    pub password: String,
    /// The device's label in the owner's list of sessions.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(example = "Firefox, Linux"))]
    pub device: String,
}
