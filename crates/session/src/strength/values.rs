//! The three numbers of a strength, each validated to be within its range.

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
            /// Creates the number; `None` if it is out of range or NaN.
            pub fn new(value: f64) -> Option<$name> {
                ($lowest..=$highest).contains(&value).then_some($name(value))
            }

            /// The nearest number in range; the initial value for NaN.
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
            /// The value of a new player.
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
    /// A rating in Elo points, from 0 to 4000. A new player has 1500.
    Rating, 0.0..=4000.0, starts at 1500.0
}
within! {
    /// The standard deviation of a rating in Elo points, from 30 to 350. Below 30 a rating would
    /// hardly change (Glickman on the first Glicko system); 350 is that of a new player.
    Deviation, 30.0..=350.0, starts at 350.0
}
within! {
    /// How much results vary from expectation, from 0.01 to 0.15. A new player has 0.06.
    Volatility, 0.01..=0.15, starts at 0.06
}

impl Deviation {
    /// The deviation of an unknown player.
    pub const WIDEST: Deviation = Deviation(350.0);
}

/// The number is out of range.
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
