//! Whether two people who are in the lobby want the same game. Called by the server, which pairs them.

use super::challenge::{Challenge, ColourChoice};
use crate::settings::GameSettings;

impl Challenge {
    /// The game of this challenge with somebody who wants `own`, if both want the same: the same game of the family, clock, customs and
    /// position, and colours that go together. The challenge that is returned has the same host; the colour is left to the lot only where
    /// both leave it to the lot.
    ///
    /// ```
    /// use damier_club::GameSettings;
    /// use damier_club::live::{Challenge, ColourChoice};
    ///
    /// let wants = |colour, host: &str| Challenge {
    ///     variant: "international".into(),
    ///     settings: GameSettings::friendly("", ""),
    ///     host: host.into(),
    ///     colour,
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
        // Who plays which side is not part of what is agreed.
        let same_settings = self.settings
            == GameSettings {
                white: self.settings.white.clone(),
                black: self.settings.black.clone(),
                seating: self.settings.seating,
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
    use super::*;
    use crate::time_control::ClockSettings;

    fn wants(colour: ColourChoice) -> Challenge {
        Challenge {
            variant: "international".into(),
            settings: GameSettings {
                clock: Some(ClockSettings::fischer(180_000, 2_000)),
                ..GameSettings::friendly("", "")
            },
            host: "Awa".into(),
            colour,
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
}
