//! A game against the computer of the house: a challenge whose settings give one side to it begins at once. Anywhere else no side is the
//! computer's, and whoever gives it one is told so.

use damier_rules::Side;

use super::beginning::Beginning;
use super::challenge::{Challenge, ChallengeError, ColourChoice, TakenUp};
use super::computer_seat::{HOUSE_LEVELS, NoComputerSeat};
use crate::library::GameId;
use crate::settings::Player;

impl Challenge {
    /// The game that begins at once against the computer of the house; `None` where the settings give it no side. Where the colours are left to the
    /// lot, the host plays the side `lot`, whichever was given to the computer.
    ///
    /// # Errors
    /// The computer does not play that, or nobody could.
    ///
    /// ```
    /// use damier_club::library::GameId;
    /// use damier_club::live::{Challenge, ColourChoice};
    /// use damier_club::{GameSettings, Player, Side};
    ///
    /// let challenge = Challenge {
    ///     variant: "international".into(),
    ///     settings: GameSettings {
    ///         black: Player::Computer { level: 3 },
    ///         ..GameSettings::friendly("", "")
    ///     },
    ///     host: "Awa".into(),
    ///     colour: ColourChoice::White,
    ///     ratings: None,
    ///     clocks_by_player: false,
    /// };
    /// let begun = challenge.against_the_house(GameId::from_bits(1), Side::White, 1_000)?;
    /// let settings = begun.expect("the computer is there").setup.record.settings;
    /// assert_eq!(settings.white, Player::Person { name: "Awa".into() });
    /// assert_eq!(settings.black, Player::Computer { level: 3 });
    /// # Ok::<(), damier_club::live::ChallengeError>(())
    /// ```
    pub fn against_the_house(
        &self,
        id: GameId,
        lot: Side,
        now_ms: u64,
    ) -> Result<Option<TakenUp>, ChallengeError> {
        self.with_the_house(id, lot, now_ms, Beginning::BothThere)
    }

    /// The same for somebody who may not be at the board yet.
    ///
    /// # Errors
    /// As [`Challenge::against_the_house`].
    pub fn with_the_house(
        &self,
        id: GameId,
        lot: Side,
        now_ms: u64,
        beginning: Beginning,
    ) -> Result<Option<TakenUp>, ChallengeError> {
        let (level, own) = match self.levels() {
            [None, None] => return Ok(None),
            [Some(_), Some(_)] => return Err(NoComputerSeat::BothSides.into()),
            [Some(level), None] => (level, ColourChoice::Black),
            [None, Some(level)] => (level, ColourChoice::White),
        };
        if self.colour != ColourChoice::Lot && self.colour != own {
            return Err(NoComputerSeat::HostsSide.into());
        }
        if !HOUSE_LEVELS.contains(&level) {
            return Err(NoComputerSeat::Level { found: level }.into());
        }
        if self.settings.rated {
            return Err(NoComputerSeat::Rated.into());
        }
        let computer = Player::Computer { level };
        self.taken_up_by(id, computer, lot, now_ms, beginning)
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::GameSettings;
    use crate::time_control::ClockSettings;

    fn challenge(white: Option<u8>, black: Option<u8>, colour: ColourChoice) -> Challenge {
        let player = |level: Option<u8>| match level {
            Some(level) => Player::Computer { level },
            None => Player::Person {
                name: String::new(),
            },
        };
        Challenge {
            variant: "international".into(),
            settings: GameSettings {
                white: player(white),
                black: player(black),
                clock: Some(ClockSettings::fischer(180_000, 2_000)),
                ..GameSettings::friendly("", "")
            },
            host: "Awa".into(),
            colour,
            ratings: None,
            clocks_by_player: false,
        }
    }

    fn begun(challenge: &Challenge, lot: Side) -> Result<Option<TakenUp>, &'static str> {
        let begun = challenge.against_the_house(GameId::from_bits(1), lot, 1_000);
        begun.map_err(|error| error.code())
    }

    #[test]
    fn the_computer_sits_where_it_was_put_or_where_the_lot_leaves_it() {
        use ColourChoice::{Black, Lot, White};
        for (white, black, colour, lot, host) in [
            (None, Some(3), White, Side::Black, Side::White),
            (Some(3), None, Black, Side::White, Side::Black),
            (None, Some(3), Lot, Side::Black, Side::Black),
            (None, Some(3), Lot, Side::White, Side::White),
            (Some(3), None, Lot, Side::White, Side::White),
        ] {
            let game = begun(&challenge(white, black, colour), lot);
            let game = game.expect("a game").expect("against the computer");
            let settings = &game.setup.record.settings;
            assert_eq!(game.host, host, "{colour:?} {lot:?}");
            assert_eq!(
                settings.player(host.opponent()),
                &Player::Computer { level: 3 }
            );
            // It is there, and somebody looks after it soon where it is to move.
            let missed_ms = 11_000;
            let waits_ms = 121_000;
            let expected = if host == Side::Black {
                missed_ms
            } else {
                waits_ms
            };
            assert_eq!(game.deadline_ms, Some(expected));
        }
        assert_eq!(begun(&challenge(None, None, Lot), Side::White), Ok(None));
    }

    #[test]
    fn elsewhere_no_side_is_the_computers() {
        use ColourChoice::{Black, Lot, White};
        let mut rated = challenge(None, Some(3), White);
        rated.settings.rated = true;
        for refused in [
            challenge(Some(1), Some(2), Lot),
            challenge(Some(1), None, White),
            challenge(None, Some(1), Black),
            challenge(None, Some(10), White),
            challenge(Some(0), None, Black),
            rated,
        ] {
            assert_eq!(begun(&refused, Side::White), Err("computer-seat"));
        }
        let among_people = challenge(None, Some(3), Lot).check();
        assert_eq!(
            among_people.map_err(|error| error.code()),
            Err("computer-seat")
        );
        let between_people = challenge(None, None, Lot).check();
        assert_eq!(between_people, Ok(()));
    }
}
