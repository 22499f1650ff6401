//! The first name of a member of a team match.

use crate::plain_text::PlainLine;

/// A first name, which is required ([`PlainLine::required`]). Two members of a match have names
/// that are not [alike](crate::accounts::are_alike).
pub type FirstName = PlainLine<20>;
