//! The rating range of a challenge: only guests whose rating is in it may accept. Validated when
//! the challenge is offered, checked by the server when it is accepted.
//!
//! The displayed number counts, provisional or not; players without any rated game are accepted
//! only if the range says so.

use serde::{Deserialize, Serialize};

use crate::ratings::state::RatingState;

/// The highest rating that a range may name.
const MAX_RATING: u16 = 4_000;

/// An inclusive range of Elo ratings. At least one end is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingRange {
    /// The lowest rating; absent for no minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(example = 1400))]
    pub lowest: Option<u16>,
    /// The highest rating; absent for no maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(example = 1700))]
    pub highest: Option<u16>,
    /// Whether players without a rating in this variant and speed may accept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unrated: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Why a rating range is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingRangeError {
    /// Neither end is given.
    #[error("a rating range needs a minimum or a maximum")]
    NoEnd,
    /// The lower end is above the upper one.
    #[error(
        "the minimum of a rating range must not exceed the maximum, found {lowest} to {highest}"
    )]
    Downward {
        /// The lowest rating.
        lowest: u16,
        /// The highest one.
        highest: u16,
    },
    /// An end is higher than any rating.
    #[error("a rating is {MAX_RATING} at most, found {found}")]
    TooHigh {
        /// The rating found.
        found: u16,
    },
    /// The game has no clock, so there are no ratings for it.
    #[error("a rating range requires a clock")]
    NoClock,
}

impl RatingRangeError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            RatingRangeError::NoEnd => "rating-range-without-end",
            RatingRangeError::Downward { .. } => "rating-range-downward",
            RatingRangeError::TooHigh { .. } => "rating-range-too-high",
            RatingRangeError::NoClock => "rating-range-without-clock",
        }
    }
}

/// Why a player may not accept the challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAdmitted {
    /// The player has no rated game yet.
    #[error(
        "this challenge requires a rating, and you have none yet in this variant at this speed"
    )]
    NoRating,
    /// The rating is too low.
    #[error("this challenge requires a rating of at least {lowest}, and yours is {rating}")]
    TooLow {
        /// The rating.
        rating: u16,
        /// The lowest rating accepted.
        lowest: u16,
    },
    /// The rating is too high.
    #[error("this challenge requires a rating of at most {highest}, and yours is {rating}")]
    TooHigh {
        /// The rating.
        rating: u16,
        /// The highest rating accepted.
        highest: u16,
    },
}

impl NotAdmitted {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            NotAdmitted::NoRating => "no-rating-yet",
            NotAdmitted::TooLow { .. } => "rating-too-low",
            NotAdmitted::TooHigh { .. } => "rating-too-high",
        }
    }
}

impl RatingRange {
    /// Validates the range.
    ///
    /// # Errors
    /// Why it is invalid.
    pub fn check(&self) -> Result<(), RatingRangeError> {
        if let (Some(lowest), Some(highest)) = (self.lowest, self.highest)
            && lowest > highest
        {
            return Err(RatingRangeError::Downward { lowest, highest });
        }
        let ends = [self.lowest, self.highest];
        let most = ends.into_iter().flatten().max();
        match most {
            None => Err(RatingRangeError::NoEnd),
            Some(found) if found > MAX_RATING => Err(RatingRangeError::TooHigh { found }),
            Some(_) => Ok(()),
        }
    }

    /// Whether a player with this rating may accept.
    ///
    /// # Errors
    /// Why not.
    ///
    /// ```
    /// use damier_people::ratings::{NotAdmitted, RatingRange, RatingState};
    /// let range = RatingRange { lowest: None, highest: Some(1_700), unrated: false };
    /// assert_eq!(range.admits(&RatingState::default()), Err(NotAdmitted::NoRating));
    /// let range = RatingRange { unrated: true, ..range };
    /// assert_eq!(range.admits(&RatingState::default()), Ok(()));
    /// ```
    pub fn admits(&self, standing: &RatingState) -> Result<(), NotAdmitted> {
        if standing.tally.games() == 0 {
            return if self.unrated {
                Ok(())
            } else {
                Err(NotAdmitted::NoRating)
            };
        }
        // Rounded as displayed; between 0 and 4000.
        let rating = standing.strength.rating.get().round() as u16;
        match (self.lowest, self.highest) {
            (Some(lowest), _) if rating < lowest => Err(NotAdmitted::TooLow { rating, lowest }),
            (_, Some(highest)) if rating > highest => Err(NotAdmitted::TooHigh { rating, highest }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_session::strength::{Rating, Strength};

    use super::*;
    use crate::ratings::Tally;

    fn range(lowest: Option<u16>, highest: Option<u16>) -> RatingRange {
        RatingRange {
            lowest,
            highest,
            unrated: false,
        }
    }

    fn standing(rating: f64, games: u32) -> RatingState {
        RatingState {
            strength: Strength {
                rating: Rating::new(rating).expect("a rating"),
                ..Strength::default()
            },
            at_ms: 0,
            tally: Tally {
                drawn: games,
                ..Tally::default()
            },
        }
    }

    #[test]
    fn a_range_includes_both_ends_as_displayed() {
        let asked = range(Some(1_400), Some(1_600));
        for (rating, expected) in [
            (1_399.4, Err("rating-too-low")),
            (1_399.5, Ok(())),
            (1_500.0, Ok(())),
            (1_600.4, Ok(())),
            (1_600.5, Err("rating-too-high")),
        ] {
            let found = asked.admits(&standing(rating, 1));
            assert_eq!(found.map_err(NotAdmitted::code), expected, "{rating}");
        }
        let only_low = range(Some(1_400), None);
        assert_eq!(only_low.admits(&standing(4_000.0, 1)), Ok(()));
        let only_high = range(None, Some(1_400));
        assert_eq!(only_high.admits(&standing(0.0, 1)), Ok(()));
    }

    #[test]
    fn a_provisional_rating_counts_and_a_missing_one_does_not() {
        let asked = range(Some(1_400), Some(1_600));
        assert!(standing(1_500.0, 1).is_provisional_at(0));
        assert_eq!(asked.admits(&standing(1_500.0, 1)), Ok(()));
        let new = asked.admits(&standing(1_500.0, 0));
        assert_eq!(new, Err(NotAdmitted::NoRating));
    }

    #[test]
    fn unrated_players_match_if_the_offer_admits_them() {
        let asked = RatingRange {
            unrated: true,
            ..range(Some(1_600), None)
        };
        assert_eq!(asked.admits(&standing(1_500.0, 0)), Ok(()));
        let low = asked.admits(&standing(1_500.0, 1));
        assert_eq!(low.map_err(NotAdmitted::code), Err("rating-too-low"));
        // `unrated` alone is not a range.
        let without = RatingRange {
            unrated: true,
            ..range(None, None)
        };
        assert_eq!(without.check(), Err(RatingRangeError::NoEnd));
    }

    #[test]
    fn a_range_without_unrated_players_keeps_its_format() {
        let text = r#"{"lowest":1400}"#;
        let read: RatingRange = serde_json::from_str(text).expect("a range");
        assert_eq!(read, range(Some(1_400), None));
        assert_eq!(serde_json::to_string(&read).expect("text"), text);
        let text = r#"{"lowest":1400,"unrated":true}"#;
        let read: RatingRange = serde_json::from_str(text).expect("a range");
        assert!(read.unrated);
        assert_eq!(serde_json::to_string(&read).expect("text"), text);
    }

    #[test]
    fn an_empty_or_reversed_range_is_rejected() {
        let code = |range: RatingRange| range.check().map_err(RatingRangeError::code);
        assert_eq!(code(range(None, None)), Err("rating-range-without-end"));
        let downward = range(Some(1_500), Some(1_499));
        assert_eq!(code(downward), Err("rating-range-downward"));
        assert_eq!(code(range(Some(1_500), Some(1_500))), Ok(()));
        assert_eq!(code(range(None, Some(4_000))), Ok(()));
        let high = range(Some(4_001), None);
        assert_eq!(code(high), Err("rating-range-too-high"));
    }
}
