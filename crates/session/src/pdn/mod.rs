//! PDN import and export of games. The syntax is `damier-notation`'s; this module maps tags and
//! comments to a session and back.
//!
//! A record cannot hold everything that a PDN can (variations, comments, foreign tags), and a PDN
//! cannot hold everything that a record does (takebacks, offers, times to the millisecond). The
//! moves, the players, the day and the result survive both ways.

mod annotated;
mod date;
mod export;
mod import;

pub use crate::pdn::annotated::{annotated, annotated_within};
pub use crate::pdn::date::write as date;
pub use crate::pdn::export::{to_pdn, write};
pub use crate::pdn::import::{Imported, LeftOut, from_pdn, from_pdn_as};
