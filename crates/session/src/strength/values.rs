//! The three numbers of a strength, each within its range: no other value can be made, read or computed.

use serde::{Deserialize, Serialize};

/// Declares a number within a range.
macro_rules! within {
    (
        $(#[$about:meta])*
        $name:ident, $lowest:literal ..= $highest:literal, starts at $start:literal
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// The number; `None` where it is outside the range, or none.
            pub fn new(value: f64) -> Option<$name> {
                ($lowest..=$highest).contains(&value).then_some($name(value))
            }

            /// The number of the range that is nearest; the start where it is none.
            pub fn nearest(value: f64) -> $name {
                if value.is_nan() {
                    return $name::default();
                }
                $name(value.clamp($lowest, $highest))
            }

            /// The number.
            pub fn get(self) -> f64 {
                self.0
            }
        }

        impl Default for $name {
            /// What somebody begins with.
            fn default() -> $name {
                $name($start)
            }
        }

        impl TryFrom<f64> for $name {
            type Error = OutOfRange;

            fn try_from(value: f64) -> Result<$name, OutOfRange> {
                $name::new(value).ok_or(OutOfRange)
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> f64 {
                value.0
            }
        }
    };
}

within! {
    /// A rating in Elo points, from 0 to 4000. Somebody new has 1500.
    Rating, 0.0..=4000.0, starts at 1500.0
}
within! {
    /// The standard deviation of a rating in Elo points, from 30 to 350. Below 30 a rating would hardly move any more, as
    /// Glickman says of the first Glicko system; 350 is that of somebody new.
    Deviation, 30.0..=350.0, starts at 350.0
}
within! {
    /// How much results vary from what was expected, from 0.01 to 0.15. Somebody new has 0.06.
    Volatility, 0.01..=0.15, starts at 0.06
}

impl Deviation {
    /// That of somebody of whom nothing is known.
    pub const WIDEST: Deviation = Deviation(350.0);
}

/// The error for a number outside the range of what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the number is outside its range")]
pub struct OutOfRange;
impl Volatility {
    /// The same in points of a rating: how much the deviation grows in a period, as squares add up.
    pub fn in_points(self) -> f64 {
        /// Points of a rating in one unit of the method's own scale.
        const SCALE: f64 = 173.7178;
        self.get() * SCALE
    }
}
