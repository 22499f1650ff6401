//! The document of every error response (RFC 9457).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A problem document.
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
    /// The details: where, what was found, what was expected.
    pub detail: String,
    /// The line of the body at which reading failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of the body at which reading failed, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The stored version, after a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_version: Option<u32>,
    /// Why the input is invalid, as a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'static, str>>,
    /// The index of the invalid act of a record, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<usize>,
    /// Seconds to wait before a retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
    /// When the ban of the account ends, in Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banned_until_ms: Option<u64>,
    /// The reason of the ban, as written by the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ban_reason: Option<String>,
}
