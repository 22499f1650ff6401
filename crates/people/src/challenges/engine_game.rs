//! Games against the server's engine: a challenge whose settings give it a side begins at once, and
//! the host of an open challenge can let the engine accept it.

use damier_rules::Side;
use damier_session::GameId;

use crate::challenges::challenge::{AcceptedChallenge, Challenge, ChallengeError, ColourChoice};
use crate::challenges::engine_seat::{EngineSeatError, engine_player};
use crate::challenges::start_mode::StartMode;

impl Challenge {
    /// The game that begins at once against the server's engine; `None` if the settings give it no
    /// side. With random colours the host plays the side `drawn_side`, whichever side the settings
    /// give the engine.
    ///
    /// # Errors
    /// The engine does not play this game, or the challenge is invalid.
    ///
    /// ```
    /// use damier_session::GameId;
    /// use damier_people::challenges::{Challenge, ColourChoice};
    /// use damier_session::{GameSettings, Player, Side};
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
    /// let begun = challenge.against_the_engine(GameId::from_bits(1), Side::White, 1_000)?;
    /// let settings = begun.expect("the engine has this level").setup.record.settings;
    /// assert_eq!(settings.white, Player::Person { name: "Awa".into() });
    /// assert_eq!(settings.black, Player::Computer { level: 3 });
    /// # Ok::<(), damier_people::challenges::ChallengeError>(())
    /// ```
    pub fn against_the_engine(
        &self,
        id: GameId,
        drawn_side: Side,
        now_ms: u64,
    ) -> Result<Option<AcceptedChallenge>, ChallengeError> {
        self.against_the_engine_with(id, drawn_side, now_ms, StartMode::BothThere)
    }

    /// The same for a host who may not be present yet.
    ///
    /// # Errors
    /// As [`Challenge::against_the_engine`].
    pub fn against_the_engine_with(
        &self,
        id: GameId,
        drawn_side: Side,
        now_ms: u64,
        start_mode: StartMode,
    ) -> Result<Option<AcceptedChallenge>, ChallengeError> {
        let (level, own) = match self.levels() {
            [None, None] => return Ok(None),
            [Some(_), Some(_)] => return Err(EngineSeatError::BothSides.into()),
            [Some(level), None] => (level, ColourChoice::Black),
            [None, Some(level)] => (level, ColourChoice::White),
        };
        if self.colour != ColourChoice::Random && self.colour != own {
            return Err(EngineSeatError::HostsSide.into());
        }
        let computer = engine_player(level)?;
        if self.settings.rated {
            return Err(EngineSeatError::Rated.into());
        }
        self.accepted_by(id, computer, drawn_side, now_ms, start_mode)
            .map(Some)
    }

    /// The game that begins when the host of an open challenge lets the engine accept it. It is
    /// unrated, and ignores the offered rating range. `drawn_side` is the host's side by coin toss.
    ///
    /// # Errors
    /// The engine has no such level, or [`Challenge::check`] rejects the challenge.
    pub fn accepted_by_the_engine(
        &self,
        id: GameId,
        level: u8,
        drawn_side: Side,
        now_ms: u64,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let computer = engine_player(level)?;
        let mut casual = self.clone();
        casual.settings.rated = false;
        casual.ratings = None;
        casual.accepted_by(id, computer, drawn_side, now_ms, StartMode::BothThere)
    }
}

#[cfg(test)]
mod tests {
    use damier_session::settings::{GameSettings, Player};
    use damier_session::time_control::ClockSettings;

    use super::*;

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

    fn begun(
        challenge: &Challenge,
        drawn_side: Side,
    ) -> Result<Option<AcceptedChallenge>, &'static str> {
        let begun = challenge.against_the_engine(GameId::from_bits(1), drawn_side, 1_000);
        begun.map_err(|error| error.code())
    }

    #[test]
    fn the_engine_plays_the_chosen_or_drawn_side() {
        use ColourChoice::{Black, Random, White};
        for (white, black, colour, drawn_side, host) in [
            (None, Some(3), White, Side::Black, Side::White),
            (Some(3), None, Black, Side::White, Side::Black),
            (None, Some(3), Random, Side::Black, Side::Black),
            (None, Some(3), Random, Side::White, Side::White),
            (Some(3), None, Random, Side::White, Side::White),
        ] {
            let game = begun(&challenge(white, black, colour), drawn_side);
            let game = game.expect("a game").expect("against the computer");
            let settings = &game.setup.record.settings;
            assert_eq!(game.host, host, "{colour:?} {drawn_side:?}");
            assert_eq!(
                settings.player(host.opponent()),
                &Player::Computer { level: 3 }
            );
            // The game is missing from the cache, and its deadline is soon since the engine is to
            // move.
            let missed_ms = 11_000;
            let waits_ms = 121_000;
            let expected = if host == Side::Black {
                missed_ms
            } else {
                waits_ms
            };
            assert_eq!(game.deadline_ms, Some(expected));
        }
        assert_eq!(begun(&challenge(None, None, Random), Side::White), Ok(None));
    }

    #[test]
    fn no_side_is_the_engines_in_other_games() {
        use ColourChoice::{Black, Random, White};
        let mut rated = challenge(None, Some(3), White);
        rated.settings.rated = true;
        for refused in [
            challenge(Some(1), Some(2), Random),
            challenge(Some(1), None, White),
            challenge(None, Some(1), Black),
            challenge(None, Some(11), White),
            challenge(Some(0), None, Black),
            rated,
        ] {
            assert_eq!(begun(&refused, Side::White), Err("computer-seat"));
        }
        assert!(begun(&challenge(None, Some(10), White), Side::White).is_ok());
        let among_people = challenge(None, Some(3), Random).check();
        assert_eq!(
            among_people.map_err(|error| error.code()),
            Err("computer-seat")
        );
        let between_people = challenge(None, None, Random).check();
        assert_eq!(between_people, Ok(()));
    }

    #[test]
    fn the_engine_accepts_an_open_challenge_unrated() {
        let mut rated = challenge(None, None, ColourChoice::Random);
        rated.settings.rated = true;
        assert_eq!(rated.check(), Ok(()));
        for drawn_side in Side::ALL {
            let game = rated.accepted_by_the_engine(GameId::from_bits(1), 10, drawn_side, 1_000);
            let game = game.expect("a game");
            let settings = &game.setup.record.settings;
            assert_eq!(game.host, drawn_side);
            assert_eq!(
                settings.player(drawn_side),
                &Player::Person { name: "Awa".into() }
            );
            assert_eq!(
                settings.player(drawn_side.opponent()),
                &Player::Computer { level: 10 }
            );
            assert_eq!((settings.rated, game.rated), (false, None));
        }
        for level in [0, 11, 255] {
            let refused = rated.accepted_by_the_engine(GameId::from_bits(1), level, Side::White, 0);
            let code = refused.map_err(|error| error.code());
            assert_eq!(code, Err("computer-seat"), "{level}");
        }
    }
}
