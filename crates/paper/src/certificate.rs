//! The contents of a certificate: the level, and the results in exam and lessons.

use crate::diploma::Diploma;
use crate::words::Words;

/// A certificate of a level. Missing values are left out, or become a line to write on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The level.
    pub level: Diploma,
    /// The date, as text; without it the certificate has a line to write it on.
    pub date: Option<Words>,
    /// The number of right answers in the mock exam.
    pub points: Option<u8>,
    /// The stars earned in the lessons of the level, and the number of all their stars.
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
