//! What a certificate says besides whom it is for: the level, and what was reached.

use crate::diploma::Diploma;
use crate::words::Words;

/// A certificate of a level. What is not known is left out, or stays a line to write on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The level.
    pub level: Diploma,
    /// The day, as it is written; without it there is a line for it.
    pub date: Option<Words>,
    /// How many answers of the mock exam were right.
    pub points: Option<u8>,
    /// How many stars were earned in the lessons of the level, and how many there are.
    pub stars: Option<(u8, u8)>,
}

impl From<Diploma> for Certificate {
    /// A certificate to be filled in by hand.
    fn from(level: Diploma) -> Certificate {
        Certificate {
            level,
            date: None,
            points: None,
            stars: None,
        }
    }
}
