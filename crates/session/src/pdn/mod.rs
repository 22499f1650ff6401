//! Games as PDN and back: what players copy, download and paste. The form is `notation`'s; here is
//! only which of its tags and comments a game in progress fills, and what a written game means as one.
//!
//! A record cannot hold everything that a PDN can (variations, comments, other people's tags), and a
//! PDN cannot hold everything that a record does (moves taken back, offers, times to the millisecond).
//! The moves, the players, the day and the result survive both ways.

mod annotated;
mod date;
mod export;
mod import;

pub use crate::pdn::annotated::{annotated, annotated_within};
pub use crate::pdn::date::write as date;
pub use crate::pdn::export::{to_pdn, write};
pub use crate::pdn::import::{Imported, LeftOut, from_pdn, from_pdn_as};
