//! A challenge: a game offered by a host to a guest who accepts it. The server passes in the time
//! and the coin toss; once accepted, its terms become the game's [`LiveSetup`].

use damier_rules::{Side, Variant};
use damier_session::GameId;
use damier_session::session::Session;
use damier_session::settings::{GameSettings, Player, Seating, SettingsError};
use damier_session::time_control::ClockSettings;
use serde::{Deserialize, Serialize};

use crate::challenges::engine_seat::EngineSeatError;
use crate::challenges::start_mode::StartMode;
use crate::live::LiveSetup;
use crate::ratings::{NotRated, RatingPool, RatingRange, RatingRangeError};

/// The longest spectator delay, in seconds: an hour.
const MAX_WATCHERS_DELAY_S: u32 = 60 * 60;

/// The side that the host will play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ColourChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Drawn at random when the game begins.
    Random,
}

/// An offer to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Challenge {
    /// The stable name of the variant.
    pub variant: String,
    /// The settings of the game. Its two players are ignored, since sides are not assigned yet.
    pub settings: GameSettings,
    /// The host's name; may be empty.
    pub host: String,
    /// The side that the host will play.
    pub colour: ColourChoice,
    /// The ratings that the guest may have, in this variant at this speed; absent for any rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingRange>,
    /// Whether unequal times belong to the players instead of the colours: then `clock` is the
    /// host's time and `black_clock` the guest's, whichever side each plays.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clocks_by_player: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A game made from an accepted challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedChallenge {
    /// Its setup.
    pub setup: LiveSetup,
    /// When its actor must next run if no command arrives.
    pub deadline_ms: Option<u64>,
    /// The host's side.
    pub host: Side,
    /// The rating pool, if the game is rated.
    pub rated: Option<RatingPool>,
}

/// Why a challenge is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChallengeError {
    /// There is no such variant.
    #[error("there is no game named {found:?}")]
    Variant {
        /// The beginning of the name found.
        found: String,
    },
    /// Its settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The spectator delay is too long.
    #[error("the spectator delay is at most {MAX_WATCHERS_DELAY_S} s, found {found_s}")]
    WatchersDelay {
        /// The delay in the request, in seconds.
        found_s: u32,
    },
    /// The game would be over before its first move.
    #[error("the game would be over before its first move")]
    OverAtOnce,
    /// It gives the computer a seat that it cannot take.
    #[error(transparent)]
    Computer(#[from] EngineSeatError),
    /// It asks for a rated game where none is possible.
    #[error(transparent)]
    NotRated(#[from] NotRated),
    /// Its rating range is invalid.
    #[error(transparent)]
    Ratings(#[from] RatingRangeError),
}

impl ChallengeError {
    /// Its stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            ChallengeError::Variant { .. } => "unknown-variant",
            ChallengeError::Settings(error) => error.code(),
            ChallengeError::WatchersDelay { .. } => "watchers-delay-out-of-range",
            ChallengeError::OverAtOnce => "over-at-once",
            ChallengeError::Computer(_) => EngineSeatError::CODE,
            ChallengeError::NotRated(reason) => reason.code(),
            ChallengeError::Ratings(reason) => reason.code(),
        }
    }
}

impl Challenge {
    /// Checks the challenge before a guest accepts it. The guest is a person, so no side may be the
    /// computer's.
    ///
    /// # Errors
    /// The first error found.
    pub fn check(&self) -> Result<(), ChallengeError> {
        self.require_no_engine()?;
        self.accepted(GameId::from_bits(0), "", Side::White, 0)
            .map(|_| ())
    }

    /// The game that begins when a guest accepts at `now_ms`, in Unix milliseconds; the host may be
    /// away. `drawn_side` is the host's side by coin toss, used only with [`ColourChoice::Random`].
    ///
    /// # Errors
    /// The first error found: an invalid name of the guest, if [`Challenge::check`] has passed.
    ///
    /// ```
    /// use damier_session::GameId;
    /// use damier_people::challenges::{Challenge, ColourChoice};
    /// use damier_session::{GameSettings, Player, Side};
    ///
    /// let challenge = Challenge {
    ///     variant: "frisian".into(),
    ///     settings: GameSettings::friendly("", ""),
    ///     host: "Awa".into(),
    ///     colour: ColourChoice::Random,
    ///     ratings: None,
    ///     clocks_by_player: false,
    /// };
    /// let begun = challenge.accepted(GameId::from_bits(1), "Piet", Side::Black, 1_000)?;
    /// let settings = begun.setup.record.settings;
    /// assert_eq!(settings.black, Player::Person { name: "Awa".into() });
    /// assert_eq!(settings.white, Player::Person { name: "Piet".into() });
    /// # Ok::<(), damier_people::challenges::ChallengeError>(())
    /// ```
    pub fn accepted(
        &self,
        id: GameId,
        guest: &str,
        drawn_side: Side,
        now_ms: u64,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let guest = Player::Person {
            name: guest.to_owned(),
        };
        self.accepted_by(id, guest, drawn_side, now_ms, StartMode::Awaited)
    }

    /// Like [`Challenge::accepted`], with the guest as a [`Player`] and the presence of both
    /// players given.
    ///
    /// # Errors
    /// As [`Challenge::accepted`].
    pub fn accepted_by(
        &self,
        id: GameId,
        guest: Player,
        drawn_side: Side,
        now_ms: u64,
        start_mode: StartMode,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let host = match self.colour {
            ColourChoice::White => Side::White,
            ColourChoice::Black => Side::Black,
            ColourChoice::Random => drawn_side,
        };
        let own = Player::Person {
            name: self.host.clone(),
        };
        let players = match host {
            Side::White => [own, guest],
            Side::Black => [guest, own],
        };
        self.begun_between(id, players, host, now_ms, start_mode)
    }

    /// The game between these two players, White first, where the host has this side.
    pub(crate) fn begun_between(
        &self,
        id: GameId,
        [white, black]: [Player; 2],
        host: Side,
        now_ms: u64,
        start_mode: StartMode,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let [clock, black_clock] = self.clocks_for(host);
        let settings = GameSettings {
            first_move_ms: start_mode.first_move_ms(clock.as_ref()),
            clock,
            black_clock,
            white,
            black,
            seating: Seating::Apart,
            ..self.settings.clone()
        };
        let variant = Variant::from_id(&self.variant).ok_or_else(|| ChallengeError::Variant {
            found: self.variant.chars().take(40).collect(),
        })?;
        let found_s = settings.watchers_delay_s;
        if found_s > MAX_WATCHERS_DELAY_S {
            return Err(ChallengeError::WatchersDelay { found_s });
        }
        let session = Session::new(variant, settings, Some(now_ms))?;
        let rated = session.settings().rated;
        let rated = rated.then(|| RatingPool::of(variant, session.settings()));
        let rated = rated.transpose()?;
        if session.ending().is_some() {
            return Err(ChallengeError::OverAtOnce);
        }
        if let Some(ratings) = &self.ratings {
            ratings.check()?;
            self.pool().ok_or(RatingRangeError::NoClock)?;
        }
        Ok(AcceptedChallenge {
            deadline_ms: session.deadline_ms(),
            setup: LiveSetup {
                id,
                record: session.record(),
            },
            host,
            rated,
        })
    }

    /// White's clock, and Black's if it differs, when the host plays this side.
    pub(super) fn clocks_for(&self, host: Side) -> [Option<ClockSettings>; 2] {
        let (first, second) = (&self.settings.clock, &self.settings.black_clock);
        match (first, second, host) {
            (Some(own), Some(guests), Side::Black) if self.clocks_by_player => {
                [Some(guests.clone()), Some(own.clone())]
            }
            _ => [first.clone(), second.clone()],
        }
    }

    /// Checks that no side is the computer's.
    fn require_no_engine(&self) -> Result<(), EngineSeatError> {
        let [white, black] = self.levels();
        if white.or(black).is_some() {
            return Err(EngineSeatError::AmongPeople);
        }
        Ok(())
    }

    /// The levels of the computer on White's side and on Black's.
    pub(super) fn levels(&self) -> [Option<u8>; 2] {
        Side::ALL.map(|side| match self.settings.player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        })
    }

    /// The rating pool of this game, whether it is to be rated or not.
    pub fn pool(&self) -> Option<RatingPool> {
        RatingPool::shown_in(Variant::from_id(&self.variant)?, &self.settings)
    }

    /// The rematch with colours swapped, offered by the player of a side of a finished game. A
    /// computer opponent swaps sides too.
    pub fn rematch(session: &Session, by: Side) -> Challenge {
        let settings = session.settings().clone();
        let name = |player: &Player| match player {
            Player::Person { name } => name.clone(),
            Player::Computer { .. } => String::new(),
        };
        // A clock that belongs to a colour stays with its player.
        let black_clock = settings.black_clock.as_ref().and(settings.clock.clone());
        let clock = settings
            .black_clock
            .clone()
            .or_else(|| settings.clock.clone());
        Challenge {
            variant: session.variant().id().to_owned(),
            host: name(settings.player(by)),
            colour: match by {
                Side::White => ColourChoice::Black,
                Side::Black => ColourChoice::White,
            },
            settings: GameSettings {
                clock,
                black_clock,
                white: settings.black,
                black: settings.white,
                ..settings
            },
            ratings: None,
            clocks_by_player: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(colour: ColourChoice) -> Challenge {
        Challenge {
            variant: "international".into(),
            settings: GameSettings {
                clock: Some(ClockSettings::fischer(300_000, 3_000)),
                rated: true,
                ..GameSettings::friendly("not looked at", "not looked at")
            },
            host: "Awa".into(),
            colour,
            ratings: None,
            clocks_by_player: false,
        }
    }

    fn names(begun: &AcceptedChallenge) -> [Player; 2] {
        let settings = &begun.setup.record.settings;
        [settings.white.clone(), settings.black.clone()]
    }

    fn person(name: &str) -> Player {
        Player::Person { name: name.into() }
    }

    #[test]
    fn the_host_plays_the_chosen_side() {
        let awa_white = [person("Awa"), person("Piet")];
        let awa_black = [person("Piet"), person("Awa")];
        for (colour, drawn_side, expected) in [
            (ColourChoice::White, Side::Black, &awa_white),
            (ColourChoice::Black, Side::White, &awa_black),
            (ColourChoice::Random, Side::White, &awa_white),
            (ColourChoice::Random, Side::Black, &awa_black),
        ] {
            let begun = challenge(colour).accepted(GameId::from_bits(3), "Piet", drawn_side, 9_000);
            let begun = begun.expect("a game");
            assert_eq!(&names(&begun), expected, "{colour:?} {drawn_side:?}");
            assert_eq!(
                begun.setup.record.settings.player(begun.host),
                &person("Awa")
            );
            assert_eq!(begun.setup.record.started_ms, Some(9_000));
            assert_eq!(begun.setup.record.settings.seating, Seating::Apart);
            assert_eq!(begun.setup.record.settings.first_move_ms, 900_000);
            assert_eq!(begun.deadline_ms, Some(909_000));
            assert!(Session::replay(&begun.setup.record).is_ok());
        }
    }

    #[test]
    fn an_unplayable_challenge_is_rejected_when_offered() {
        let good = challenge(ColourChoice::Random);
        assert_eq!(good.check(), Ok(()));
        let code = |challenge: Challenge| challenge.check().map_err(|error| error.code());
        let unknown = Challenge {
            variant: "x".repeat(500),
            ..good.clone()
        };
        assert_eq!(code(unknown), Err("unknown-variant"));
        let named = Challenge {
            host: "a\nb".into(),
            ..good.clone()
        };
        assert_eq!(code(named), Err("name-not-plain"));
        let mut over = good.clone();
        over.settings.rated = false;
        over.settings.start = Some("B:W31:B".into());
        assert_eq!(code(over), Err("over-at-once"));
        let mut timed = good.clone();
        timed.settings.clock = Some(ClockSettings::fischer(u64::MAX, 0));
        assert!(code(timed).is_err());
        let mut late = good.clone();
        late.settings.watchers_delay_s = MAX_WATCHERS_DELAY_S;
        assert_eq!(code(late.clone()), Ok(()));
        late.settings.watchers_delay_s += 1;
        assert_eq!(code(late), Err("watchers-delay-out-of-range"));
        let mut unequal = good.clone();
        unequal.settings.black_clock = Some(ClockSettings::fischer(60_000, 0));
        assert_eq!(code(unequal), Err("rated-unequal-clocks"));
        let guest = good.accepted(GameId::from_bits(1), &"x".repeat(101), Side::White, 0);
        assert_eq!(guest.map_err(|error| error.code()), Err("name-too-long"));
    }

    #[test]
    fn a_rematch_swaps_colours_and_keeps_the_time_of_each_player() {
        let mut first = challenge(ColourChoice::White);
        first.settings.rated = false;
        first.settings.black_clock = Some(ClockSettings::fischer(60_000, 0));
        let begun = first
            .accepted(GameId::from_bits(1), "Piet", Side::White, 0)
            .expect("a game");
        let session = Session::replay(&begun.setup.record).expect("a game");
        for (by, guest) in [(Side::White, "Piet"), (Side::Black, "Awa")] {
            let again = Challenge::rematch(&session, by)
                .accepted(GameId::from_bits(2), guest, Side::White, 5)
                .expect("a game");
            assert_eq!(
                names(&again),
                [person("Piet"), person("Awa")],
                "offered by {by:?}"
            );
            let clocks = again.setup.record.settings.clocks().expect("clocks");
            assert_eq!(clocks.map(|clock| clock.initial_ms), [60_000, 300_000]);
        }
        let even = challenge(ColourChoice::White);
        let begun = even
            .accepted(GameId::from_bits(1), "Piet", Side::White, 0)
            .expect("a game");
        let session = Session::replay(&begun.setup.record).expect("a game");
        let again = Challenge::rematch(&session, Side::Black);
        assert_eq!(again.settings.clock, even.settings.clock);
        assert_eq!(again.settings.black_clock, None);
    }

    #[test]
    fn unequal_times_may_belong_to_players_instead_of_colours() {
        for (by_player, colour, drawn_side, expected) in [
            (false, ColourChoice::White, Side::White, [300_000, 60_000]),
            (false, ColourChoice::Black, Side::White, [300_000, 60_000]),
            (true, ColourChoice::White, Side::Black, [300_000, 60_000]),
            (true, ColourChoice::Black, Side::White, [60_000, 300_000]),
            (true, ColourChoice::Random, Side::White, [300_000, 60_000]),
            (true, ColourChoice::Random, Side::Black, [60_000, 300_000]),
        ] {
            let mut offered = challenge(colour);
            offered.clocks_by_player = by_player;
            offered.settings.rated = false;
            offered.settings.black_clock = Some(ClockSettings::fischer(60_000, 0));
            let begun = offered.accepted(GameId::from_bits(1), "Piet", drawn_side, 0);
            let begun = begun.expect("a game");
            let clocks = begun.setup.record.settings.clocks().expect("clocks");
            let times = clocks.map(|clock| clock.initial_ms);
            assert_eq!(times, expected, "{by_player} {colour:?} {drawn_side:?}");
        }
        // A clock for one side alone is invalid, whichever player has it.
        let mut alone = challenge(ColourChoice::Black);
        alone.clocks_by_player = true;
        alone.settings.rated = false;
        alone.settings.black_clock = alone.settings.clock.take();
        let code = alone.check().map_err(|error| error.code());
        assert_eq!(code, Err("clock-for-one"));
    }

    #[test]
    fn impossible_rating_ranges_are_rejected() {
        let asks = |lowest, highest| {
            let mut challenge = challenge(ColourChoice::Random);
            challenge.ratings = Some(RatingRange {
                lowest,
                highest,
                unrated: false,
            });
            challenge
        };
        let code = |challenge: Challenge| challenge.check().map_err(|error| error.code());
        assert_eq!(code(asks(Some(1_400), Some(1_600))), Ok(()));
        let downward = asks(Some(1_600), Some(1_400));
        assert_eq!(code(downward), Err("rating-range-downward"));
        let mut untimed = asks(Some(1_400), None);
        untimed.settings.rated = false;
        untimed.settings.clock = None;
        assert_eq!(code(untimed), Err("rating-range-without-clock"));
    }

    #[test]
    fn json_reads_back() {
        let challenge = challenge(ColourChoice::Random);
        let json = serde_json::to_string(&challenge).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Challenge>(&json).expect("read again"),
            challenge
        );
        assert!(serde_json::from_str::<Challenge>("{}").is_err());
    }
}
