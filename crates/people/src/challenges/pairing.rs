//! Whether two challenges in the lobby match. The server pairs their hosts.

use damier_rules::Side;
use damier_session::settings::GameSettings;

use crate::challenges::challenge::{Challenge, ColourChoice};

impl Challenge {
    /// The common challenge of this one and `own`, if they match: same variant, clock, conduct and
    /// position, and compatible colours. It keeps this challenge's host; the colour is random only
    /// if it is in both. Rating ranges are not compared here.
    ///
    /// ```
    /// use damier_session::GameSettings;
    /// use damier_people::challenges::{Challenge, ColourChoice};
    ///
    /// let wants = |colour, host: &str| Challenge {
    ///     variant: "international".into(),
    ///     settings: GameSettings::friendly("", ""),
    ///     host: host.into(),
    ///     colour,
    ///     ratings: None,
    ///     clocks_by_player: false,
    /// };
    /// let awa = wants(ColourChoice::Random, "Awa");
    /// let agreed = awa.agreed_with(&wants(ColourChoice::White, "Piet"));
    /// assert_eq!(agreed, Some(wants(ColourChoice::Black, "Awa")));
    /// ```
    pub fn agreed_with(&self, own: &Challenge) -> Option<Challenge> {
        let colour = match (self.colour, own.colour) {
            (colour, ColourChoice::Random) => colour,
            (ColourChoice::White | ColourChoice::Random, ColourChoice::Black) => {
                ColourChoice::White
            }
            (ColourChoice::Black | ColourChoice::Random, ColourChoice::White) => {
                ColourChoice::Black
            }
            (ColourChoice::White, ColourChoice::White)
            | (ColourChoice::Black, ColourChoice::Black) => return None,
        };
        // If times belong to the players, the host's time in one is the guest's in the other.
        let is_unequal = self.settings.black_clock.is_some() || own.settings.black_clock.is_some();
        if is_unequal && self.clocks_by_player != own.clocks_by_player {
            return None;
        }
        let [clock, black_clock] = match &own.settings.black_clock {
            Some(_) if self.clocks_by_player => own.clocks_for(Side::Black),
            _ => own.clocks_for(Side::White),
        };
        // Names of players are not compared.
        let same_settings = self.settings
            == GameSettings {
                white: self.settings.white.clone(),
                black: self.settings.black.clone(),
                seating: self.settings.seating,
                clock,
                black_clock,
                ..own.settings.clone()
            };
        (self.variant == own.variant && same_settings).then(|| Challenge {
            colour,
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use damier_session::time_control::ClockSettings;

    use super::*;

    fn wants(colour: ColourChoice) -> Challenge {
        Challenge {
            variant: "international".into(),
            settings: GameSettings {
                clock: Some(ClockSettings::fischer(180_000, 2_000)),
                ..GameSettings::friendly("", "")
            },
            host: "Awa".into(),
            colour,
            ratings: None,
            clocks_by_player: false,
        }
    }

    #[test]
    fn colours_must_be_compatible() {
        use ColourChoice::{Black, Random, White};
        for (theirs, own, host) in [
            (White, White, None),
            (Black, Black, None),
            (White, Black, Some(White)),
            (Black, White, Some(Black)),
            (White, Random, Some(White)),
            (Black, Random, Some(Black)),
            (Random, White, Some(Black)),
            (Random, Black, Some(White)),
            (Random, Random, Some(Random)),
        ] {
            let agreed = wants(theirs).agreed_with(&wants(own));
            assert_eq!(agreed.map(|it| it.colour), host, "{theirs:?} {own:?}");
        }
    }

    #[test]
    fn other_settings_must_be_equal_and_names_are_ignored() {
        let theirs = wants(ColourChoice::Random);
        let mut named = Challenge {
            host: "Piet".into(),
            ..theirs.clone()
        };
        named.settings.white = GameSettings::friendly("x", "y").white;
        assert_eq!(theirs.agreed_with(&named), Some(theirs.clone()));

        let mut others = vec![theirs.clone(); 5];
        others[0].variant = "frisian".into();
        others[1].settings.clock = Some(ClockSettings::fischer(180_000, 3_000));
        others[2].settings.rated = true;
        others[3].settings.start = Some("W:W31:B20".into());
        others[4].settings.conduct.touched_is_played = true;
        for other in others {
            assert_eq!(theirs.agreed_with(&other), None, "{other:?}");
        }
    }

    #[test]
    fn unequal_times_pair_if_each_offers_what_the_other_requests() {
        let of = |own: u64, others: u64| {
            let mut wants = wants(ColourChoice::Random);
            wants.clocks_by_player = true;
            wants.settings.clock = Some(ClockSettings::fischer(own, 0));
            wants.settings.black_clock = Some(ClockSettings::fischer(others, 0));
            wants
        };
        let theirs = of(300_000, 60_000);
        assert_eq!(
            theirs.agreed_with(&of(60_000, 300_000)),
            Some(theirs.clone())
        );
        assert_eq!(theirs.agreed_with(&of(300_000, 60_000)), None);
        let by_colour = Challenge {
            clocks_by_player: false,
            ..of(60_000, 300_000)
        };
        assert_eq!(theirs.agreed_with(&by_colour), None);
        assert_eq!(by_colour.agreed_with(&by_colour), Some(by_colour.clone()));
    }

    #[test]
    fn rating_ranges_are_kept_and_not_compared() {
        let mut theirs = wants(ColourChoice::Random);
        theirs.ratings = Some(crate::ratings::RatingRange {
            lowest: Some(1_400),
            highest: None,
            unrated: false,
        });
        let agreed = theirs.agreed_with(&wants(ColourChoice::Random));
        assert_eq!(agreed, Some(theirs));
    }
}
