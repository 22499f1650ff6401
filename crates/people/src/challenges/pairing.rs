//! Whether two people who are in the lobby want the same game. Called by the server, which pairs them.

use damier_rules::Side;
use damier_session::settings::GameSettings;

use crate::challenges::challenge::{Challenge, ColourChoice};

impl Challenge {
    /// The game of this challenge with somebody who wants `own`, if both want the same: the same game of the family, clock, customs and
    /// position, and colours that go together. The challenge that is returned has the same host; the colour is left to the lot only where
    /// both leave it to the lot. Which ratings each of them asks for is not looked at here.
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
    /// let awa = wants(ColourChoice::Lot, "Awa");
    /// let agreed = awa.agreed_with(&wants(ColourChoice::White, "Piet"));
    /// assert_eq!(agreed, Some(wants(ColourChoice::Black, "Awa")));
    /// ```
    pub fn agreed_with(&self, own: &Challenge) -> Option<Challenge> {
        let colour = match (self.colour, own.colour) {
            (colour, ColourChoice::Lot) => colour,
            (ColourChoice::White | ColourChoice::Lot, ColourChoice::Black) => ColourChoice::White,
            (ColourChoice::Black | ColourChoice::Lot, ColourChoice::White) => ColourChoice::Black,
            (ColourChoice::White, ColourChoice::White)
            | (ColourChoice::Black, ColourChoice::Black) => return None,
        };
        // Where times belong to the players, what is the host's for one is the guest's for the other.
        let is_unequal = self.settings.black_clock.is_some() || own.settings.black_clock.is_some();
        if is_unequal && self.clocks_by_player != own.clocks_by_player {
            return None;
        }
        let [clock, black_clock] = match &own.settings.black_clock {
            Some(_) if self.clocks_by_player => own.clocks_where(Side::Black),
            _ => own.clocks_where(Side::White),
        };
        // Who plays which side is not part of what is agreed.
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
    fn colours_go_together_or_not() {
        use ColourChoice::{Black, Lot, White};
        for (theirs, own, host) in [
            (White, White, None),
            (Black, Black, None),
            (White, Black, Some(White)),
            (Black, White, Some(Black)),
            (White, Lot, Some(White)),
            (Black, Lot, Some(Black)),
            (Lot, White, Some(Black)),
            (Lot, Black, Some(White)),
            (Lot, Lot, Some(Lot)),
        ] {
            let agreed = wants(theirs).agreed_with(&wants(own));
            assert_eq!(agreed.map(|it| it.colour), host, "{theirs:?} {own:?}");
        }
    }

    #[test]
    fn everything_else_is_the_same_for_both_and_names_do_not_count() {
        let theirs = wants(ColourChoice::Lot);
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
    fn times_of_the_players_go_together_where_each_gives_the_other_what_that_one_wants() {
        let of = |own: u64, others: u64| {
            let mut wants = wants(ColourChoice::Lot);
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
    fn ratings_that_are_asked_for_are_kept_and_not_compared() {
        let mut theirs = wants(ColourChoice::Lot);
        theirs.ratings = Some(crate::ratings::RatingRange {
            lowest: Some(1_400),
            highest: None,
            unrated: false,
        });
        let agreed = theirs.agreed_with(&wants(ColourChoice::Lot));
        assert_eq!(agreed, Some(theirs));
    }
}
