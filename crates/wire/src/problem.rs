//! The document that answers every request that is not done (RFC 9457).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One error, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Problem))]
pub struct Document {
    /// What went wrong, as a stable code for programs.
    #[cfg_attr(feature = "openapi", schema(example = "version-conflict"))]
    pub code: Cow<'static, str>,
    /// The same for people; a code always has the same title.
    pub title: Cow<'static, str>,
    /// The HTTP status of the response.
    #[cfg_attr(feature = "openapi", schema(example = 409))]
    pub status: u16,
    /// What went wrong this time: where, what was found, what was expected.
    pub detail: String,
    /// The line of the body at which reading failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the body at which reading failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The version that is kept, after a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_version: Option<u32>,
    /// Why a record is not the record of a game, as a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'static, str>>,
    /// Which act of a record is not allowed, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<usize>,
    /// After how many seconds it makes sense to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
    /// Until when an account is closed, in Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banned_until_ms: Option<u64>,
    /// Why an account is banned, in the words of the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ban_reason: Option<String>,
}
