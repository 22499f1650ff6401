//! Entity tags: whether a client already has the content that a response would send.

use axum::http::{HeaderMap, header};

/// Whether the header `If-None-Match` names this tag. The comparison is weak: a tag names the
/// content, whatever its encoding.
pub(crate) fn matches_if_none_match(headers: &HeaderMap, tag: &str) -> bool {
    let mut tags = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|tags| tags.to_str().ok())
        .flat_map(|tags| tags.split(','));
    tags.any(|known| known.trim() == tag)
}
