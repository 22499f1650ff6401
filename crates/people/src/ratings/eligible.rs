//! Which games may be rated. Both players need equal conditions: the variant's usual start and
//! rules, and equal clocks. Checked when a challenge is offered.

use damier_rules::{FewPieces, Position, Variant};
use damier_session::settings::GameSettings;

use crate::ratings::pool::{RatingPool, Speed};

/// Why a game cannot be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotRated {
    /// It has no clock.
    #[error("a rated game needs a clock, or days per move")]
    NoClock,
    /// The sides have unequal clocks.
    #[error("in a rated game both sides have the same time")]
    UnequalClocks,
    /// It begins from a custom position.
    #[error("a rated game begins from the standard starting position")]
    OwnPosition,
    /// It uses a non-default reading of the rule for few pieces.
    #[error("a rated game uses the default draw rules")]
    OwnReading,
}

impl NotRated {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            NotRated::NoClock => "rated-without-clock",
            NotRated::UnequalClocks => "rated-unequal-clocks",
            NotRated::OwnPosition => "rated-own-position",
            NotRated::OwnReading => "rated-own-reading",
        }
    }
}

impl RatingPool {
    /// The rating pool of a game with these settings. Customs of conduct do not matter: tournaments
    /// have them.
    ///
    /// # Errors
    /// Why it cannot be rated.
    ///
    /// ```
    /// use damier_people::ratings::{NotRated, RatingPool};
    /// use damier_session::GameSettings;
    /// use damier_rules::Variant;
    /// let settings = GameSettings::friendly("Awa", "Piet");
    /// assert_eq!(RatingPool::of(Variant::INTERNATIONAL, &settings), Err(NotRated::NoClock));
    /// ```
    pub fn of(variant: Variant, settings: &GameSettings) -> Result<RatingPool, NotRated> {
        let clock = settings.clock.as_ref().ok_or(NotRated::NoClock)?;
        if settings
            .black_clock
            .as_ref()
            .is_some_and(|black| black != clock)
        {
            return Err(NotRated::UnequalClocks);
        }
        // A position given as text may be the usual start.
        let is_usual = settings.start.is_none()
            || settings.start_position(variant) == Ok(Position::start(variant));
        if !is_usual {
            return Err(NotRated::OwnPosition);
        }
        if settings.few_pieces != FewPieces::default() {
            return Err(NotRated::OwnReading);
        }
        Ok(RatingPool {
            variant,
            speed: Speed::of(clock),
        })
    }

    /// The rating pool whose ratings are shown with the players, whether the game is rated or not;
    /// `None` for a game without a clock, which has no speed.
    pub fn shown_in(variant: Variant, settings: &GameSettings) -> Option<RatingPool> {
        let clock = settings.clock.as_ref()?;
        Some(RatingPool {
            variant,
            speed: Speed::of(clock),
        })
    }
}

#[cfg(test)]
mod tests {
    use damier_session::time_control::ClockSettings;

    use super::*;

    #[test]
    fn each_reason_is_reported() {
        let good = GameSettings {
            clock: Some(ClockSettings::fischer(300_000, 3_000)),
            ..GameSettings::friendly("", "")
        };
        let of = |settings: &GameSettings| RatingPool::of(Variant::INTERNATIONAL, settings);
        assert_eq!(
            of(&good),
            Ok(RatingPool {
                variant: Variant::INTERNATIONAL,
                speed: Speed::Blitz
            })
        );
        let changed = |change: &dyn Fn(&mut GameSettings)| {
            let mut settings = good.clone();
            change(&mut settings);
            of(&settings)
        };
        assert_eq!(changed(&|it| it.clock = None), Err(NotRated::NoClock));
        let same = changed(&|it| it.black_clock.clone_from(&it.clock));
        assert!(same.is_ok());
        let other = changed(&|it| it.black_clock = Some(ClockSettings::fischer(60_000, 0)));
        assert_eq!(other, Err(NotRated::UnequalClocks));
        let own = changed(&|it| it.start = Some("W:W31:B20".into()));
        assert_eq!(own, Err(NotRated::OwnPosition));
        let usual = changed(&|it| it.start = Some("W:W31-50:B1-20".into()));
        assert!(usual.is_ok());
        let read = changed(&|it| it.few_pieces = FewPieces::Continued);
        assert_eq!(read, Err(NotRated::OwnReading));
        let strict = changed(&|it| it.conduct = damier_session::conduct::Conduct::TOURNAMENT);
        assert!(strict.is_ok());
    }
}
